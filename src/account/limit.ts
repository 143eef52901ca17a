import type { DayCalls } from '../monitors/call';

/** Used fraction at which to warn. */
const NEAR = 0.8;

export interface LimitState extends DayCalls {
  /** Calls a day, set by the user; 0 means no limit. */
  readonly limit: number;
  /** Calls left today; `Infinity` without a limit. */
  readonly left: number;
  /** At least 80 % is used, but not all. */
  readonly near: boolean;
  readonly reached: boolean;
  /** Epoch milliseconds of the next local day. */
  readonly resetsAt: number;
}

/** @param setting calls a day; 0 or less means no limit */
export function limitState(setting: number, day: DayCalls, resetsAt: number): LimitState {
  const limit = Math.max(0, setting);
  const { used, allowance } = day;
  const state = { limit, allowance, used, resetsAt };
  if (limit === 0) {
    return { ...state, left: Infinity, near: false, reached: false };
  }
  const total = limit + allowance;
  const reached = used >= total;
  const near = !reached && used >= total * NEAR;
  return { ...state, left: Math.max(0, total - used), near, reached };
}
