export type CallKind = 'token' | 'list';

export type CallReason = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'retry';

/** An agent is a language model that uses a tool. */
export const callers = ['user', 'autoRefresh', 'agent'] as const;
export type Caller = (typeof callers)[number];

export interface CallRequest {
  readonly kind: CallKind;
  readonly caller: Caller;
  /** The session id, or the origin before sign-in. */
  readonly account: string;
  /** From 0; absent for a sign-in. */
  readonly pageIndex?: number;
}
