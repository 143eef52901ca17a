import type { CallRequest } from '../monitors/call';

/**
 * How a call ended. A failed or canceled call may have cost credits all the same: nothing says it is free.
 * `unknown`: it went out and its end was never written down. It is still under way, or its window died.
 */
export const callOutcomes = ['ok', 'failed', 'cancelled', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export interface CallEnd {
  readonly outcome: Exclude<CallOutcome, 'unknown'>;
  /** HTTP status; absent if no response came. */
  readonly status?: number;
}

/** A call that has gone out, in any window. Never with a token, a password or a body. */
export interface CallRecord extends CallRequest {
  /** Epoch milliseconds at which it went out. `account` is empty once the account has signed out. */
  readonly at: number;
  readonly outcome: CallOutcome;
  /** HTTP status; absent if no response came. */
  readonly status?: number;
  /** Milliseconds until the response was complete; absent while the outcome is unknown. */
  readonly durationMs?: number;
}

/** Calls of one local day in all windows, whatever became of them. */
export interface DayCalls {
  readonly used: number;
  /** Calls allowed beyond the limit, today only. */
  readonly allowance: number;
  /** A damaged file may have held more of them. */
  readonly mayBeMissing: boolean;
  /** Of `used`, those of agents: for all accounts, and for the account that was asked about. */
  readonly agentUsed: number;
  readonly agentUsedHere: number;
  /** Calls that the user lets agents make today for that account, those already made included. */
  readonly agentAllowed: number;
}

/** Limits that a call must keep. */
export interface CallLimits {
  /** Epoch milliseconds. */
  readonly dayStartsAt: number;
  readonly dayEndsAt: number;
  /** Calls a day; 0 is no limit. */
  readonly limit: number;
  /** Calls a day that agents may make without a question; absent if the call doesn't have to keep to it. */
  readonly agentLimit?: number | undefined;
}

/** Where calls are written down. Everything may reject. Times are epoch milliseconds. */
export interface CallStore {
  /** Writes a call down before it goes out. @returns its id; undefined if a limit forbids the call */
  admit(call: CallRequest, at: number, limits: CallLimits): Promise<number | undefined>;
  finish(id: number, end: CallEnd, durationMs: number): Promise<unknown>;
  /** Takes back a call that didn't go out. */
  remove(id: number): Promise<unknown>;
  /** Raises today's limit. */
  allowMore(at: number, more: number): Promise<unknown>;
  /** Lets agents make up to `most` calls for an account today, those already made included. */
  allowAgents(at: number, account: string, most: number): Promise<unknown>;
  readDay(day: Pick<CallLimits, 'dayStartsAt' | 'dayEndsAt'>, account: string): Promise<DayCalls>;
  /** The calls since a time, oldest first. */
  list(since: number): Promise<readonly CallRecord[]>;
}
