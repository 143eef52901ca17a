import type { Monitor } from './monitor';

/** What is loaded of an account: the rows, and how much of the whole they are. */
export interface LoadedMonitors {
  readonly monitors: readonly Monitor[];
  /** Monitors in the whole account, where the service says so. */
  readonly total: number | undefined;
  /** Whether `monitors` are all of the account. */
  readonly complete: boolean;
  /** Epoch milliseconds of the oldest page; absent where nothing is loaded. */
  readonly readAt: number | undefined;
}
