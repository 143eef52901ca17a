import type { StatusCounts } from '../monitors/arrangement';
import type { MonitorStatus } from '../monitors/monitor';

/** A problem that the user has muted. */
export interface MutedProblem {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent if no time ends it. */
  readonly until?: number | undefined;
}

/** Saved pages in numbers: what badge and status bar show of them before they are loaded. */
export interface SavedSummary {
  readonly counts: StatusCounts;
  /** Monitors that are loaded. */
  readonly count: number;
  /** Monitors in the account, if the service says so. */
  readonly total?: number | undefined;
  /** Whether these are all of the account. */
  readonly complete: boolean;
  /** Whether a further page may come. */
  readonly hasMore: boolean;
  /** Nothing says that more follows, and only another call can tell. */
  readonly mayBeEnd?: boolean | undefined;
  /** Whether the view talks of statuses; it does if this is absent. */
  readonly tellsStatus?: boolean | undefined;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly muted: readonly MutedProblem[];
}
