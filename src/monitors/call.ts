/** Endpoint of a call. */
export const callKinds = ['token', 'list'] as const;
export type CallKind = (typeof callKinds)[number];

/** User action that causes a call. */
export const callReasons = ['signIn', 'firstPage', 'loadMore', 'loadAll', 'refresh', 'retry'] as const;
export type CallReason = (typeof callReasons)[number];

/** Who caused a call. An agent is a language model that uses a tool. */
export const callers = ['user', 'autoRefresh', 'agent'] as const;
export type Caller = (typeof callers)[number];

/** The action that calls belong to, such as one Load All. */
export interface CallAction {
  /** Unique id. */
  readonly action: string;
  /** The maximum of calls announced before it began. */
  readonly announced: number;
}

/** A call to be made. */
export interface CallRequest extends Partial<CallAction> {
  readonly kind: CallKind;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** The session id, or the origin before sign-in. */
  readonly account: string;
  /** From 0; absent for other calls. */
  readonly pageIndex?: number;
}
