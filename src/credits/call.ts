/** What the call asks of the service. */
export type CallKind = 'token' | 'list';

/** What asked for the call. */
export type CallReason =
  'signIn' | 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'autoRefresh' | 'retry';

/** How a call ended. A failed or cancelled call may have cost credits all the same: nothing says it is free. */
export type CallOutcome = 'ok' | 'failed' | 'cancelled';

/** One call that went out, as the ledger keeps it. Never a token, a password or a body. */
export interface Call {
  /** Epoch milliseconds at which it went out. */
  readonly at: number;
  readonly kind: CallKind;
  readonly reason: CallReason;
  readonly outcome: CallOutcome;
  /** The session id of the account, or the origin where nobody is signed in yet. */
  readonly account: string;
  /** HTTP status; absent where no answer came. */
  readonly status?: number;
  readonly pageIndex?: number;
  /** Milliseconds until the answer was complete. */
  readonly durationMs: number;
}
