export type CallKind = 'token' | 'list';

export type CallReason = 'signIn' | 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'retry';

/** An agent is a language model that uses a tool. */
export const callers = ['user', 'autoRefresh', 'agent'] as const;
export type Caller = (typeof callers)[number];

/** An action with several calls, such as Load All. */
export interface CallAction {
  /** Unique id. */
  readonly action: string;
  /** The most calls that it may make, as said before it began. */
  readonly announced: number;
}

export interface CallRequest extends Partial<CallAction> {
  readonly kind: CallKind;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** The session id, or the origin before sign-in. */
  readonly account: string;
  /** From 0. */
  readonly pageIndex?: number;
}
