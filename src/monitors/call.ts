/** What a call asks of the service. */
export const callKinds = ['token', 'list'] as const;
export type CallKind = (typeof callKinds)[number];

/** The action that a call is for. */
export const callReasons = ['signIn', 'firstPage', 'loadMore', 'loadAll', 'refresh', 'retry'] as const;
export type CallReason = (typeof callReasons)[number];

/** Who asked for a call. An agent is a language model that uses a tool. */
export const callers = ['user', 'autoRefresh', 'agent'] as const;
export type Caller = (typeof callers)[number];

/** What calls belong together: one Load All, one refresh. */
export interface CallAction {
  /** Of the action; no other one has it. */
  readonly action: string;
  /** The most calls that were announced before it began. */
  readonly announced: number;
}

/** A call that is about to go out. */
export interface CallRequest extends Partial<CallAction> {
  readonly kind: CallKind;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** The session id of the account, or the origin where nobody is signed in yet. */
  readonly account: string;
  /** From 0; absent where no page is asked for. */
  readonly pageIndex?: number;
}
