import type { FetchPage, Page, ReadReason } from './page';
import type { PagedMonitors } from './pagedMonitors';

/** A plan to read pages into one reading. */
export interface PageRun {
  readonly pages: PagedMonitors;
  /** Index of the page before which to stop; the list may end earlier. */
  readonly untilPage: number;
  /** Index of the first page that this run reads. */
  readonly startedAt: number;
  readonly reason: ReadReason;
  /** Pages in flight at once, at the most; only one is while the total is unknown, or the first two pages are. */
  readonly concurrency: number;
  /** Pages that came before their turn, by index. Kept over a failure and a cancel, as they are paid for. */
  readonly prefetched: Map<number, Page>;
}

export type RunEnd = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

/**
 * Reads pages in order until the plan or the list ends, a page fails, or `signal` aborts. A page that has come
 * is never asked for again; once one has failed, what is in flight is waited for, but nothing more is asked.
 * @param onPage called after each page that was taken.
 */
export async function loadPages(
  run: PageRun,
  fetchPage: FetchPage,
  signal: AbortSignal,
  onPage: () => void,
): Promise<RunEnd> {
  const { pages, prefetched: early } = run;
  const asked = new Map<number, Promise<void>>();
  let failed = false;
  const ask = async (pageIndex: number): Promise<void> => {
    try {
      const page = await fetchPage({ pageIndex, pageSize: pages.pageSize, reason: run.reason }, signal);
      if (!signal.aborted) {
        early.set(pageIndex, page);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  while (!signal.aborted && pages.end === undefined && pages.nextPageIndex < run.untilPage) {
    for (const pageIndex of failed ? [] : missingAhead(run, asked)) {
      const answer = ask(pageIndex);
      // A failure counts when its page is due; where the list ends before, it never does.
      answer.catch(() => undefined);
      asked.set(pageIndex, answer);
    }
    try {
      await asked.get(pages.nextPageIndex);
      takeNext(run, signal);
    } catch (error) {
      await Promise.allSettled(asked.values());
      return { failed: true, error };
    }
    if (!signal.aborted) {
      onPage();
    }
  }
  return { failed: false };
}

/** Pages after which it is known that the service heeds pageIndex: with one that does not, each further call is lost. */
const PAGES_READ_ALONE = 2;

/** The pages that are wanted now and neither here nor in flight. */
function missingAhead(run: PageRun, asked: ReadonlyMap<number, unknown>): number[] {
  const { pages, prefetched: early } = run;
  const width = pages.nextPageIndex < PAGES_READ_ALONE ? 1 : run.concurrency;
  const wanted = Math.min(run.untilPage - pages.nextPageIndex, pages.pagesLeft ?? 1, width);
  return Array.from({ length: wanted }, (_, ahead) => pages.nextPageIndex + ahead).filter(
    (pageIndex) => !asked.has(pageIndex) && !early.has(pageIndex),
  );
}

/** @throws RangeError where what came is not the page that was asked for. */
function takeNext({ pages, prefetched: early }: PageRun, signal: AbortSignal): void {
  const page = early.get(pages.nextPageIndex);
  if (page && !signal.aborted) {
    early.delete(pages.nextPageIndex);
    pages.add(page);
  }
}
