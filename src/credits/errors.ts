import type { LimitState } from './limit';

/** The day's calls are used up: the call was not made. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';

  constructor(readonly state: LimitState) {
    super(`${state.used} of ${state.limit + state.allowance} calls of the day are made`);
  }
}

/** Agents have made the calls that they may make without a question: the call was not made. */
export class AgentLimitReachedError extends Error {
  override readonly name = 'AgentLimitReachedError';

  constructor() {
    super('agents have made the calls that they may make today');
  }
}

/** A limit is set, but calls can't be counted: the call was not made. */
export class CallNotCountedError extends Error {
  override readonly name = 'CallNotCountedError';

  constructor(cause: unknown) {
    super('calls cannot be counted', { cause });
  }
}
