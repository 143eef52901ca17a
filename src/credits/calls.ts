import type { CallRequest } from '../monitors/call';

/** Failed and canceled calls may cost credits, too. `unknown`: still running, or its window crashed. */
export type CallOutcome = 'ok' | 'failed' | 'canceled' | 'unknown';

/** Sent call, without token, password or body. */
export interface CallRecord extends Pick<CallRequest, 'account' | 'caller'> {
  /** Epoch milliseconds. `account` is empty after a sign-out. */
  readonly at: number;
  /** From 0; null for a sign-in. */
  readonly pageIndex: number | null;
  readonly outcome: CallOutcome;
}

/** Calls of a local day in all windows. */
export interface DayCalls {
  readonly used: number;
  /** Extra calls allowed today. */
  readonly allowance: number;
  /** A damaged file may have lost calls. */
  readonly mayBeMissing: boolean;
}

/** A local day, in epoch milliseconds. */
export interface Day {
  readonly dayStartsAt: number;
  readonly dayEndsAt: number;
}

export interface CallLimits extends Day {
  /** Calls a day; 0 means no limit. */
  readonly limit: number;
}

/** Storage of calls. All methods may reject. Times are epoch milliseconds. */
export interface CallStore {
  /** Records a call before it goes out. @returns its id; undefined if a limit forbids it */
  admit(call: CallRequest, at: number, limits: CallLimits): Promise<number | undefined>;
  finish(id: number, outcome: CallOutcome): void;
  /** Deletes an unsent call. */
  remove(id: number): void;
  allowMore(at: number, more: number): Promise<unknown>;
  readDay(day: Day): Promise<DayCalls>;
  /** Returns calls, oldest first. */
  list(since: number): Promise<readonly CallRecord[]>;
}
