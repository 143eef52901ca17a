import type { LimitState } from './limit';

/** The day's calls are used up: the call was not made. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';

  constructor(readonly state: LimitState) {
    super(`${state.used} of ${state.limit + state.allowance} calls of the day are made`);
  }
}

/** Agents have used what they may without a question: the call was not made. */
export class AgentLimitReachedError extends Error {
  override readonly name = 'AgentLimitReachedError';

  constructor() {
    super('agents have made the calls that they may make today');
  }
}

/** A limit is set, but the ledger that it needs can't be read or written: the call was not made. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';

  constructor(cause: unknown) {
    super('the ledger of calls cannot be used', { cause });
  }
}
