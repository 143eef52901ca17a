import type { DayCalls } from '../monitors/call';

export interface LimitState extends DayCalls {
  /** Calls a day, set by the user; 0 means no limit. */
  readonly limit: number;
  /** Calls left today; `Infinity` without a limit. */
  readonly left: number;
  readonly reached: boolean;
  /** Epoch milliseconds of the next local day. */
  readonly resetsAt: number;
}

/** The daily limit prevented a call. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';

  constructor(readonly state: LimitState) {
    super('no call is left today');
  }
}

/** Calls can't be counted, so the call wasn't made. */
export class CallNotCountedError extends Error {
  override readonly name = 'CallNotCountedError';

  constructor(cause: unknown) {
    super('calls cannot be counted', { cause });
  }
}
