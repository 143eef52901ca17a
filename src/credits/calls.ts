import type { CallRequest } from '../monitors/call';

/**
 * Outcome of a call. Failed and canceled calls may cost credits too.
 * `unknown`: still running, or its window crashed.
 */
export type CallOutcome = 'ok' | 'failed' | 'canceled' | 'unknown';

export interface CallEnd {
  readonly outcome: Exclude<CallOutcome, 'unknown'>;
  /** HTTP status; undefined without a response. */
  readonly status?: number;
}

/** Sent call, without token, password or body. */
export interface CallRecord extends CallRequest {
  /** Epoch milliseconds. `account` is empty after a sign-out. */
  readonly at: number;
  readonly outcome: CallOutcome;
  /** HTTP status; undefined without a response. */
  readonly status?: number;
  /** Until the response was complete; undefined if the outcome is unknown. */
  readonly durationMs?: number;
}

/** Calls of a local day in all windows. */
export interface DayCalls {
  readonly used: number;
  /** Extra calls allowed today. */
  readonly allowance: number;
  /** A damaged file may have lost calls. */
  readonly mayBeMissing: boolean;
  /** Agent calls for all accounts. */
  readonly agentUsed: number;
}

export interface CallLimits {
  /** Epoch milliseconds. */
  readonly dayStartsAt: number;
  readonly dayEndsAt: number;
  /** Calls a day; 0 means no limit. */
  readonly limit: number;
  /** Calls a day that agents may make without asking, if it applies. */
  readonly agentLimit?: number | undefined;
}

/** Storage of calls. All methods may reject. Times are epoch milliseconds. */
export interface CallStore {
  /** Records a call before it goes out. @returns its id; undefined if a limit forbids it */
  admit(call: CallRequest, at: number, limits: CallLimits): Promise<number | undefined>;
  finish(id: number, end: CallEnd, durationMs: number): void;
  /** Deletes an unsent call. */
  remove(id: number): void;
  allowMore(at: number, more: number): Promise<unknown>;
  readDay(day: Pick<CallLimits, 'dayStartsAt' | 'dayEndsAt'>): Promise<DayCalls>;
  /** Returns calls, oldest first. */
  list(since: number): Promise<readonly CallRecord[]>;
}
