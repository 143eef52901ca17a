export type CallKind = 'token' | 'list';

/** An agent is a language model that uses a tool. */
export const callers = ['user', 'autoRefresh', 'agent'] as const;
export type Caller = (typeof callers)[number];

export interface CallRequest {
  readonly kind: CallKind;
  readonly caller: Caller;
  /** The account's number. Empty before a sign-in, and after a sign-out. */
  readonly account: string;
  /** From 0; absent for a sign-in. */
  readonly pageIndex?: number;
}

/** Failed and canceled calls may cost credits, too. `unknown`: still running, or its window crashed. */
export type CallOutcome = 'ok' | 'failed' | 'canceled' | 'unknown';

/** A call that was sent, without token, password, body, e-mail or address. */
export interface CallRecord extends Omit<CallRequest, 'pageIndex'> {
  readonly pageIndex: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly outcome: CallOutcome;
}

/** Calls of a local day in all windows. */
export interface DayCalls {
  readonly used: number;
  /** Extra calls allowed today. */
  readonly allowance: number;
}
