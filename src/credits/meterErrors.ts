import type { LimitState } from './limit';

/** The day's calls are used up: the call was not made. */
export class LimitReachedError extends Error {
  /** Calls a day, allowances of today included. */
  readonly limit: number;
  /** Calls that went out today. */
  readonly used: number;
  /** Epoch milliseconds at which the next local day begins. */
  readonly resetsAt: number;

  constructor(state: LimitState) {
    super(`${state.used} of ${state.limit + state.allowance} calls of the day are made`);
    this.name = 'LimitReachedError';
    this.limit = state.limit + state.allowance;
    this.used = state.used;
    this.resetsAt = state.resetsAt;
  }
}

/** Agents have used what they may without a question: the call was not made. */
export class AgentLimitReachedError extends Error {
  constructor() {
    super('agents have made the calls that they may make today');
    this.name = 'AgentLimitReachedError';
  }
}

/** A limit is set, but the ledger that it needs can't be read or written: the call was not made. */
export class LedgerError extends Error {
  constructor(cause: unknown) {
    super('the ledger of calls cannot be used', { cause });
    this.name = 'LedgerError';
  }
}
