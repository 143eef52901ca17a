import type { LimitState } from './limit';

/** The daily limit prevented a call. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';

  constructor(readonly state: LimitState) {
    super(`${state.used} of ${state.limit + state.allowance} calls of the day are made`);
  }
}

/** Calls can't be counted, so the call wasn't made. */
export class CallNotCountedError extends Error {
  override readonly name = 'CallNotCountedError';

  constructor(cause: unknown) {
    super('calls cannot be counted', { cause });
  }
}
