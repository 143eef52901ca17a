import type { StatusCounts } from '../monitors/arrangement';
import type { MonitorStatus } from '../monitors/monitor';

export interface MutedProblem {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent if muted without an end. */
  readonly until?: number | undefined;
}

/** Numbers to show before saved pages are loaded. */
export interface SavedSummary {
  readonly counts: StatusCounts;
  /** Loaded monitors. */
  readonly count: number;
  /** Monitors in the account, if known. */
  readonly total?: number | undefined;
  readonly complete: boolean;
  readonly hasMore: boolean;
  /** Whether only another call can show if more follows. */
  readonly mayBeEnd?: boolean | undefined;
  /** Default: true. */
  readonly tellsStatus?: boolean | undefined;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly muted: readonly MutedProblem[];
}
