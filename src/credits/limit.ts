import type { CallRecord, DayCalls } from './calls';

/** Share of the day's calls from which on the limit is near. */
const NEAR = 0.8;

export interface LimitState {
  /** Calls a day as the user has set it; 0 is no limit. */
  readonly limit: number;
  /** Calls allowed beyond it, today only. */
  readonly allowance: number;
  /** Calls of the local day in any window, whatever became of them. */
  readonly used: number;
  /** Calls that may still go out today; `Infinity` without a limit. */
  readonly left: number;
  /** 80 % or more is used, and the limit is not reached yet. */
  readonly near: boolean;
  readonly reached: boolean;
  /** More calls of today may have been made: the file that counted them was damaged. */
  readonly mayBeMissing: boolean;
  /** Epoch milliseconds at which the next local day begins and with it the count. */
  readonly resetsAt: number;
}

/** The pace is that of the calls of the last hour. */
const PACE_MS = 60 * 60_000;

/**
 * When the limit is reached if calls go on at the pace of the last hour: epoch milliseconds. Absent if it isn't reached
 * before the day ends, or is reached already.
 */
export function reachedAtPace(
  { left, resetsAt }: Pick<LimitState, 'left' | 'resetsAt'>,
  calls: readonly Pick<CallRecord, 'at'>[],
  now: number,
): number | undefined {
  const recent = calls.filter(({ at }) => at > now - PACE_MS && at <= now).length;
  const reachedAt = now + (left / recent) * PACE_MS;
  return left > 0 && reachedAt < resetsAt ? reachedAt : undefined;
}

/**
 * Where the local day stands.
 * @param setting calls a day; 0 or less is no limit.
 * @param resetsAt epoch milliseconds at which the day ends.
 */
export function limitState(setting: number, day: DayCalls, resetsAt: number): LimitState {
  const limit = Math.max(0, setting);
  const { used, allowance, mayBeMissing } = day;
  const state = { limit, allowance, used, mayBeMissing, resetsAt };
  if (limit === 0) {
    return { ...state, left: Infinity, near: false, reached: false };
  }
  const total = limit + allowance;
  const reached = used >= total || (mayBeMissing && allowance === 0);
  const near = !reached && used >= total * NEAR;
  return { ...state, left: reached ? 0 : total - used, near, reached };
}
