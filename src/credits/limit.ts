import type { CallRecord, DayCalls } from './calls';

/** Used fraction at which to warn. */
const NEAR = 0.8;

export interface LimitState {
  /** Calls a day, set by the user; 0 means no limit. */
  readonly limit: number;
  /** Extra calls allowed today. */
  readonly allowance: number;
  /** Today's calls in all windows. */
  readonly used: number;
  /** Calls left today; `Infinity` without a limit. */
  readonly left: number;
  /** At least 80 % is used, but not all. */
  readonly near: boolean;
  readonly reached: boolean;
  /** A damaged file may have lost calls. */
  readonly mayBeMissing: boolean;
  /** Epoch milliseconds of the next local day. */
  readonly resetsAt: number;
}

const PACE_MS = 60 * 60_000;

/**
 * Predicts when the limit is reached, in epoch milliseconds, from the last hour's calls. Undefined if already
 * reached or not today.
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
 * Computes the day's limit state.
 * @param setting calls a day; 0 or less means no limit.
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
