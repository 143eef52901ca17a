/** What the call asks of the service. */
export const callKinds = ['token', 'list'] as const;
export type CallKind = (typeof callKinds)[number];

/** What asked for the call. */
export const callReasons = [
  'signIn',
  'firstPage',
  'loadMore',
  'loadAll',
  'refresh',
  'autoRefresh',
  'retry',
] as const;
export type CallReason = (typeof callReasons)[number];

/**
 * How a call ended. A failed or cancelled call may have cost credits all the same: nothing says it is free.
 * `unknown`: it went out and its end was never written down. It is still under way, or its window died.
 */
export const callOutcomes = ['ok', 'failed', 'cancelled', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** One call that went out, as the ledger keeps it. Never a token, a password or a body. */
export interface Call {
  /** Random; the line written when the call goes out and the one written at its end share it. */
  readonly id: string;
  /** Epoch milliseconds at which it went out. */
  readonly at: number;
  readonly kind: CallKind;
  readonly reason: CallReason;
  readonly outcome: CallOutcome;
  /** The session id of the account, or the origin where nobody is signed in yet. */
  readonly account: string;
  /** HTTP status; absent where no response came. */
  readonly status?: number;
  readonly pageIndex?: number;
  /** Milliseconds until the response was complete; absent while the outcome is unknown. */
  readonly durationMs?: number;
}
