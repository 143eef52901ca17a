import type { LimitState } from './limit';

/** The day's calls are used up: the call was not made. */
export class LimitReachedError extends Error {
  /** Calls a day, allowances of today included. */
  readonly limit: number;
  /** Calls that went out today. */
  readonly used: number;
  /** Epoch milliseconds at which the local day turns. */
  readonly turnsAt: number;

  constructor(state: LimitState) {
    super(`${state.used} of ${state.limit + state.allowance} calls of the day are made`);
    this.name = 'LimitReachedFailure';
    this.limit = state.limit + state.allowance;
    this.used = state.used;
    this.turnsAt = state.turnsAt;
  }
}

/** A limit is set and the ledger can be neither read nor written, so nobody can keep it: the call was not made. */
export class LedgerError extends Error {
  constructor(cause: unknown) {
    super('the ledger of calls is not usable', { cause });
    this.name = 'LedgerFailure';
  }
}
