import type { StatusCounts } from '../monitors/monitor';
import type { MonitorStatus } from '../monitors/monitor';

export interface MutedProblem {
  readonly status: MonitorStatus;
  /** Epoch milliseconds; absent if muted without an end. */
  readonly until?: number | undefined;
}

/** Numbers of the loaded monitors. Saved, to show them before saved pages are loaded. */
export interface SavedSummary {
  /** Includes muted problems. */
  readonly counts: StatusCounts;
  /** Loaded monitors. */
  readonly count: number;
  /** Monitors in the account, if known. */
  readonly total?: number | undefined;
  /** Whether the service shows that all are loaded. */
  readonly complete: boolean;
  /** Whether another page may follow. */
  readonly hasMore: boolean;
  /** Whether only another call can show if more follows. */
  readonly mayBeEnd?: boolean | undefined;
  readonly tellsStatus: boolean;
  /** Epoch milliseconds of the oldest page. */
  readonly readAt: number;
  readonly muted: readonly MutedProblem[];
}
