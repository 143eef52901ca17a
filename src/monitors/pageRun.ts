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
  /** Pages in flight at once, at the most; only one is while the total is unknown. */
  readonly width: number;
  /** Pages that were asked for and not yet taken, by index. Kept over a failure, as they are paid for. */
  readonly ahead: Map<number, Promise<Page>>;
}

export type RunEnd = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

/**
 * Reads pages in order until the plan or the list ends, or a page fails. No page is asked for twice.
 * @param onPage called after each page that was taken.
 */
export async function fillPages(
  run: PageRun,
  fetchPage: FetchPage,
  signal: AbortSignal,
  onPage: () => void,
): Promise<RunEnd> {
  const { pages, ahead } = run;
  const fence = new AbortController();
  const ask = (pageIndex: number): Promise<Page> => {
    const page = fetchPage({ pageIndex, pageSize: pages.pageSize, reason: run.reason }, signal);
    page.catch(() => fence.abort());
    return page;
  };
  while (pages.end === undefined && pages.nextPageIndex < run.untilPage) {
    askAhead(run, ask, fence.signal);
    try {
      const page = await ahead.get(pages.nextPageIndex)!;
      if (signal.aborted) {
        break;
      }
      ahead.delete(page.pageIndex);
      pages.add(page);
    } catch (error) {
      await keepOnlyAnswered(ahead);
      return { failed: true, error };
    }
    onPage();
  }
  return { failed: false };
}

/** @param fence aborted once a page failed: what is then in flight is paid for, but nothing more is asked. */
function askAhead(run: PageRun, ask: (pageIndex: number) => Promise<Page>, fence: AbortSignal): void {
  const { pages, ahead } = run;
  const first = pages.nextPageIndex;
  const wanted = Math.min(run.untilPage - first, pages.pagesLeft ?? 1, run.width);
  for (let pageIndex = first; pageIndex < first + wanted && !fence.aborted; pageIndex++) {
    if (!ahead.has(pageIndex)) {
      ahead.set(pageIndex, ask(pageIndex));
    }
  }
}

/** Waits for what is in flight; a retry then asks for what failed, and only for that. */
async function keepOnlyAnswered(ahead: Map<number, Promise<Page>>): Promise<void> {
  for (const [pageIndex, page] of [...ahead]) {
    await page.catch(() => ahead.delete(pageIndex));
  }
}
