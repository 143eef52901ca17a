import type { StatusCounts } from '../monitors/arrangement';
import type { MonitorStatus } from '../monitors/monitor';

/** A problem that the user has muted. */
export interface MutedProblem {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent if muted without an end. */
  readonly until?: number | undefined;
}

/** Numbers for the badge and the status bar before the saved pages are loaded. */
export interface SavedSummary {
  readonly counts: StatusCounts;
  /** Loaded monitors. */
  readonly count: number;
  /** Monitors in the account, if known. */
  readonly total?: number | undefined;
  /** Whether all monitors of the account are loaded. */
  readonly complete: boolean;
  /** Whether another page may follow. */
  readonly hasMore: boolean;
  /** Whether only another call can show if more follows. */
  readonly mayBeEnd?: boolean | undefined;
  /** Whether the view shows statuses. Default: true. */
  readonly tellsStatus?: boolean | undefined;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly muted: readonly MutedProblem[];
}
