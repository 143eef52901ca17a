import type { PageRun } from './pageRun';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh';

/** What stopped an operation, and where a retry goes on. */
export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** The most calls that a retry takes: the page that failed, and what the plan had left behind it. */
  readonly callsLeft: number;
  readonly error: unknown;
}

/** How far the running operation is, in pages. */
export interface ListProgress {
  readonly activity: ListActivity;
  readonly pagesRead: number;
  /** The most pages that it will read; fewer where the list ends before. */
  readonly pagesPlanned: number;
}

/** An operation on its way, or stopped by a failure. */
export interface ListTask {
  readonly activity: ListActivity;
  readonly run: PageRun;
}

/** Pages that are planned and not in the list are not promised: with a total, the list's end is known. */
export function toProgress({ activity, run }: ListTask): ListProgress {
  const { nextPageIndex, pagesLeft } = run.pages;
  return {
    activity,
    pagesRead: nextPageIndex - run.startedAt,
    pagesPlanned: Math.min(run.untilPage, nextPageIndex + (pagesLeft ?? Infinity)) - run.startedAt,
  };
}

export function toFailure({ activity, run }: ListTask, error: unknown): ListFailure {
  const pageIndex = run.pages.nextPageIndex;
  const planned = run.untilPage - pageIndex;
  const callsLeft = Math.max(1, Math.min(planned, run.pages.pagesLeft ?? planned) - run.prefetched.size);
  return { activity, pageIndex, callsLeft, error };
}
