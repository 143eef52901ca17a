import type { CallRequest } from '../monitors/call';

/**
 * How a call ended. A failed or cancelled call may have cost credits all the same: nothing says it is free.
 * `unknown`: it went out and its end was never written down. It is still under way, or its window died.
 */
export const callOutcomes = ['ok', 'failed', 'cancelled', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** One call that went out, as the ledger keeps it. Never a token, a password or a body. */
export interface Call extends CallRequest {
  /** Random; the line written when the call goes out and the one written at its end share it. */
  readonly id: string;
  /** Epoch milliseconds at which it went out. */
  readonly at: number;
  readonly outcome: CallOutcome;
  /** HTTP status; absent where no response came. */
  readonly status?: number;
  /** Milliseconds until the response was complete; absent while the outcome is unknown. */
  readonly durationMs?: number;
}
