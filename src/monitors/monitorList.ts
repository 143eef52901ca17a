import type { Monitor } from './monitor';
import type { CallAction, Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page, PageRequest } from './page';
import { PagedMonitors } from './pagedMonitors';

/** Result of an operation. `idle`: nothing to do, no call made. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

/** Progress in pages. */
export interface ListProgress {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly pagesRead: number;
  /** The most pages to read; the list may end earlier. */
  readonly pagesPlanned: number;
  /** Cancelled, but waiting for calls already made. */
  readonly stopping: boolean;
}

/** An operation's error and the place to retry. */
export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** The most calls that a retry makes: the failed page and the planned ones after it. */
  readonly callsLeft: number;
  readonly error: unknown;
}

/** A change of the loaded monitors. */
export interface ListChange {
  /** `same`: rows are unchanged. `grown`: pages were appended. `replaced`: anything may differ. */
  readonly rows: 'same' | 'grown' | 'replaced';
  /** With `grown`: the new monitors, in order. */
  readonly added: readonly Monitor[];
  /** With `grown`: monitors that came again, in their new state. */
  readonly updated: readonly Monitor[];
  /** The same monitors, read with another mapping. */
  readonly isReread?: true;
  /** The error that just stopped an operation. */
  readonly stoppedBy?: ListFailure;
}

export const SAME_ROWS: ListChange = { rows: 'same', added: [], updated: [] };
export const REPLACED_ROWS: ListChange = { rows: 'replaced', added: [], updated: [] };

/** Simultaneous calls if the total is known. */
const CALLS_AT_ONCE = 4;

/** Further pages that may be requested but unread. Keep it small: if responses are unreadable, few calls are lost. */
const MAX_BEING_READ = 1;

/** Pages to request from the next one on, so that a slow page doesn't block the others. */
const MAX_PAGES_AHEAD = 2 * CALLS_AT_ONCE;

/**
 * Pages read alone first: if the service ignores pageIndex, only these calls are wasted. A refresh of several pages
 * already knows that and waits only for the total.
 */
const PAGES_READ_ALONE = 2;

/** A plan to read the next pages of a snapshot or reread some. */
interface PageRun {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly action?: CallAction;
  readonly pages: PagedMonitors;
  /** Indexes of loaded pages to reread and replace together. */
  readonly renews?: readonly number[];
  /** Pages waiting for earlier ones, by index. Kept after a failure or cancel, because they are paid for. */
  readonly came: Map<number, Page>;
  /** Index of the first page of this run. */
  readonly startedAt: number;
  /** Stop before this page index; the list may end earlier. See {@link lastPageOf}. */
  readonly untilPage: number;
  /** The list that a full refresh replaces. */
  readonly replaces?: PagedMonitors | undefined;
  /** Pages to read one by one before {@link CALLS_AT_ONCE}. */
  readonly readAlone: number;
}

interface Running {
  readonly run: PageRun;
  /** Aborts running calls. */
  readonly abort: AbortController;
  /** Prevents further calls; running ones may finish. */
  readonly stop: AbortController;
  readonly outcome: Promise<ListOutcome>;
}

/** Saves knowledge about the service's pages. */
export interface PagingMemory {
  readonly known: KnownPaging;
  learn(learned: KnownPaging): void;
}

export interface MonitorListOptions {
  readonly fetchPage: FetchPage;
  /** Monitors per page; read at each first page of a snapshot. */
  readonly pageSize: () => number;
  /** Makes a snapshot id that is unique across windows. */
  readonly newId: () => string;
  /** Knowledge from other lists of the service. Default: nothing is kept. */
  readonly paging?: PagingMemory;
  /** Called after each change of the list. */
  readonly onDidChange: (change: ListChange) => void;
}

/**
 * The monitors of one account, loaded page by page. Runs one operation at a time; repeating a running one costs
 * nothing. Drops late responses after a refresh or a clear.
 */
export class MonitorList {
  readonly #options: MonitorListOptions;
  #pages: PagedMonitors;
  #running: Running | undefined;
  #failed: { readonly run: PageRun; readonly failure: ListFailure } | undefined;
  #stopped: { readonly pagesKept: number } | undefined;
  #partlyRefreshed: { readonly pagesRead: number; readonly pagesLoaded: number } | undefined;
  /** Page size of the last read if larger than the setting, and the setting at that time. */
  #larger: { readonly pageSize: number; readonly setting: number } | undefined;

  constructor(options: MonitorListOptions) {
    this.#options = options;
    this.#pages = this.#newSnapshot();
  }

  /** The loaded monitors; a new object after a refresh, a restore or a clear. */
  get loaded(): PagedMonitors {
    return this.#pages;
  }

  get failure(): ListFailure | undefined {
    return this.#failed?.failure;
  }

  /** Set if the last operation was cancelled: the number of pages kept. The list then waits for the user. */
  get stopped(): { readonly pagesKept: number } | undefined {
    return this.#stopped;
  }

  /** Set if the last operation reread only some of the loaded pages. */
  get partlyRefreshed(): { readonly pagesRead: number; readonly pagesLoaded: number } | undefined {
    return this.#partlyRefreshed;
  }

  /** Monitors per page of the next refresh. Keeps a larger size until the setting changes or a read fails. */
  get refreshPageSize(): number {
    const setting = this.#options.pageSize();
    return this.#toGiven(this.#larger?.setting === setting ? this.#larger.pageSize : setting);
  }

  /** The service's page limit; absent if unknown. */
  get largestPage(): number | undefined {
    return this.#known.pageSize;
  }

  /** Pages, and so calls, for a refresh of everything loaded. */
  get refreshDepth(): number {
    const { nextPageIndex, pageSize, count } = this.#pages;
    const wanted = this.refreshPageSize;
    const size = nextPageIndex * pageSize;
    // Larger pages may not be full: the last one, or all if the service has a limit.
    const covered = pageSize > wanted ? Math.min(size, count) : size;
    return Math.max(1, Math.ceil(covered / wanted));
  }

  /** Counts only pages that exist, if the total is known. */
  get progress(): ListProgress | undefined {
    if (this.#running === undefined) {
      return undefined;
    }
    const { run, stop } = this.#running;
    const { activity, reason, renews, came, startedAt } = run;
    const { nextPageIndex, pagesLeft } = run.pages;
    const last = Math.min(lastPageOf(run), nextPageIndex + (pagesLeft ?? Infinity));
    const [pagesRead, pagesPlanned] = renews
      ? [came.size, renews.length]
      : [nextPageIndex - startedAt, last - startedAt];
    return { activity, reason, pagesRead, pagesPlanned, stopping: stop.signal.aborted };
  }

  /** Reads the first page unless one is loaded or loading. After a failure or cancel it waits for the user. */
  async ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return settled ? 'idle' : this.#readOn('firstPage', 1, 'user');
  }

  /** Reads the next page in one call. If a page failed, reads that one. */
  async loadMore(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const { nextPageIndex, end, ahead } = this.#pages;
    const failed = this.#failed?.failure.activity;
    if (failed === 'firstPage' || failed === 'loadMore') {
      return this.retry(caller);
    }
    if (nextPageIndex === 0) {
      return this.#readOn('firstPage', 1, caller);
    }
    let pages = 1;
    // Include pages that arrived before this one failed: they are paid for.
    while (ahead.has(nextPageIndex + pages)) {
      pages += 1;
    }
    return end === undefined ? this.#readOn('loadMore', pages, caller) : 'idle';
  }

  /**
   * Reads up to `maxPages` further pages, one by one while the total is unknown. First waits for a running operation,
   * and stops unless that succeeds.
   */
  async loadAll(maxPages: number, caller: Caller = 'user'): Promise<ListOutcome> {
    while (this.#running) {
      const { run, outcome } = this.#running;
      const ended = await outcome;
      if (run.activity === 'loadAll' || ended !== 'done') {
        return ended;
      }
    }
    if (this.#pages.end !== undefined || maxPages < 1) {
      return 'idle';
    }
    return this.#readOn('loadAll', maxPages, caller);
  }

  /**
   * Reads the list again, as deep as loaded unless `pages` is set. Keeps the old rows until the new snapshot is
   * complete. Fewer pages than loaded replace only those. If the service returns smaller pages than requested, reads
   * more pages, but at most as many as are loaded.
   * @param options.pageSize monitors per page, instead of {@link refreshPageSize}.
   * @param options.reason `loadAll` if the user wants all, in larger pages.
   */
  async refresh(
    options: { pages?: number; pageSize?: number; caller?: Caller; reason?: 'refresh' | 'loadAll' } = {},
  ): Promise<ListOutcome> {
    const activity = this.#running?.run.activity;
    if (activity === 'refresh' || activity === 'firstPage') {
      return this.#running!.outcome;
    }
    this.#abort();
    const { caller = 'user', pageSize = this.refreshPageSize } = options;
    const { nextPageIndex: depth, count } = this.#pages;
    const pages = this.#newSnapshot(pageSize);
    const untilPage = Math.max(1, options.pages ?? this.refreshDepth);
    const isOfAll = caller !== 'agent' && untilPage * pages.pageSize >= count;
    return this.#start({
      activity: 'refresh',
      reason: options.reason ?? 'refresh',
      caller,
      pages,
      came: pages.ahead,
      startedAt: 0,
      untilPage,
      replaces: isOfAll ? this.#pages : undefined,
      readAlone: depth >= PAGES_READ_ALONE ? 1 : PAGES_READ_ALONE,
    });
  }

  /** Rereads some loaded pages, one call each. Does nothing during another operation. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const pages = this.#pages;
    const renews = pageIndexes.filter((pageIndex) => pageIndex < pages.nextPageIndex);
    const plan = { caller: 'user', pages, startedAt: 0, untilPage: 0, readAlone: 0 } as const;
    return renews.length === 0
      ? 'idle'
      : this.#start({ ...plan, activity: 'refreshPages', reason: 'refresh', renews, came: new Map() });
  }

  /** Continues a failed operation; keeps the pages already read. */
  async retry(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (!this.#failed) {
      return 'idle';
    }
    const { run } = this.#failed;
    // A retry of a refresh must not use older responses either.
    const reason = isRenewal(run.activity) ? run.reason : 'retry';
    return this.#start({ ...run, reason, caller, startedAt: run.pages.nextPageIndex });
  }

  /** Stops {@link ensureFirstPage} from reading until the user asks. */
  waitForUser(): void {
    if (this.#pages.nextPageIndex === 0 && this.#running === undefined && this.#failed === undefined) {
      this.#stopped = { pagesKept: 0 };
    }
  }

  /**
   * Makes no more calls. Load All and Refresh wait for running calls, which may be charged, and keep their pages; a
   * second cancel aborts them. A single page is aborted at once.
   */
  cancel(): void {
    if (this.#running === undefined) {
      return;
    }
    const { run, stop } = this.#running;
    const readsMany =
      run.activity === 'loadAll' || run.activity === 'refresh' || (run.renews?.length ?? 0) > 1;
    if (readsMany && !stop.signal.aborted) {
      stop.abort();
      this.#options.onDidChange(SAME_ROWS);
    } else {
      this.#abort();
      this.#concludeStopped(run);
    }
  }

  /** Forgets everything, aborts calls and drops late responses. */
  clear(): void {
    this.restore([]);
  }

  /** Loads saved pages without a call. They must start at the first page and have no gap. */
  restore(pages: readonly Page[]): void {
    this.#abort();
    const restored = this.#newSnapshot(pages[0]?.pageSize);
    pages.forEach((page) => restored.add(page));
    this.#learn(restored);
    this.#replace(restored);
    this.#failed = undefined;
    this.#stopped = undefined;
    this.#partlyRefreshed = undefined;
    this.#options.onDidChange(REPLACED_ROWS);
  }

  /** Replaces loaded pages after the mapping changed. Running operations continue. */
  reread(pages: readonly Page[]): void {
    this.#pages.reread(pages);
    this.#options.onDidChange({ ...REPLACED_ROWS, isReread: true });
  }

  #newSnapshot(pageSize = this.#options.pageSize()): PagedMonitors {
    return new PagedMonitors({
      id: this.#options.newId(),
      pageSize: this.#toGiven(pageSize),
      known: this.#known,
    });
  }

  get #known(): KnownPaging {
    return this.#options.paging?.known ?? NOTHING_KNOWN;
  }

  #learn({ learned }: PagedMonitors): void {
    this.#options.paging?.learn(learned);
  }

  /** Limits a page size to the service's maximum. */
  #toGiven(pageSize: number): number {
    return Math.min(pageSize, this.#known.pageSize ?? pageSize);
  }

  /** Reads the next pages. */
  #readOn(
    activity: 'firstPage' | 'loadMore' | 'loadAll',
    pages: number,
    caller: Caller,
  ): Promise<ListOutcome> {
    if (this.#pages.nextPageIndex === 0) {
      this.#replace(this.#newSnapshot());
    }
    const { nextPageIndex: startedAt, ahead: came } = this.#pages;
    const untilPage = startedAt + pages;
    const plan = { pages: this.#pages, came, startedAt, untilPage, readAlone: PAGES_READ_ALONE };
    return this.#start({ ...plan, activity, reason: activity, caller });
  }

  #replace(pages: PagedMonitors): void {
    this.#pages = pages;
    const setting = this.#options.pageSize();
    this.#larger = pages.pageSize > setting ? { pageSize: pages.pageSize, setting } : undefined;
  }

  #start(plan: PageRun): Promise<ListOutcome> {
    const run = { ...plan, action: { action: this.#options.newId(), announced: callsOf(plan) } };
    const abort = new AbortController();
    const stop = new AbortController();
    this.#failed = undefined;
    this.#stopped = undefined;
    this.#partlyRefreshed = undefined;
    const onPage = (change: ListChange): void => {
      this.#learn(run.pages);
      this.#options.onDidChange(run.pages === this.#pages ? change : SAME_ROWS);
    };
    const { fetchPage } = this.#options;
    const perform = async (): Promise<ListOutcome> => {
      // Wait until `#running` is set below, because fetchPage may finish at once.
      await Promise.resolve();
      const failed = await readPages(run, {
        fetchPage,
        onPage,
        aborted: abort.signal,
        stopped: stop.signal,
      });
      if (abort.signal.aborted) {
        return 'cancelled';
      }
      this.#running = undefined;
      return stop.signal.aborted ? this.#concludeStopped(run) : this.#conclude(run, failed);
    };
    const outcome = perform();
    this.#running = { run, abort, stop, outcome };
    this.#options.onDidChange(SAME_ROWS);
    return outcome;
  }

  #conclude(run: PageRun, failed: FailedPage | undefined): ListOutcome {
    if (failed === undefined) {
      const renewed = isRenewal(run.activity) && this.#adopt(run);
      this.#options.onDidChange(renewed ? REPLACED_ROWS : SAME_ROWS);
      return 'done';
    }
    const isFirst = run.activity === 'loadAll' && run.pages.nextPageIndex === 0;
    // If nothing is loaded, offer a retry of one page only.
    const failedRun: PageRun = isFirst ? { ...run, activity: 'firstPage', untilPage: 1 } : run;
    const failure = toFailure(failedRun, failed.error);
    this.#failed = { run: failedRun, failure };
    this.#larger = run.activity === 'refresh' ? undefined : this.#larger;
    const renewed = run.renews !== undefined && this.#adopt(run);
    this.#options.onDidChange({ ...(renewed ? REPLACED_ROWS : SAME_ROWS), stoppedBy: failure });
    return 'failed';
  }

  #concludeStopped(run: PageRun): ListOutcome {
    const { activity, pages, startedAt, came, renews } = run;
    const pagesRead = (renews ? 0 : pages.nextPageIndex - startedAt) + came.size;
    const renewed = isRenewal(activity) && this.#adopt(run);
    this.#stopped = { pagesKept: isRenewal(activity) && !renewed ? 0 : pagesRead };
    this.#options.onDidChange(renewed ? REPLACED_ROWS : SAME_ROWS);
    return 'cancelled';
  }

  /**
   * Shows the result of a refresh. A complete snapshot replaces the old one. A partial one replaces only its pages, if
   * they have the same size, so that loaded rows never disappear.
   * @returns whether anything changed.
   */
  #adopt({ pages, came, renews }: PageRun): boolean {
    const before = this.#pages;
    const isAsDeep = pages.pageSize === before.pageSize && pages.nextPageIndex >= before.nextPageIndex;
    const isWhole = pages.end !== undefined || isAsDeep || pages.count >= before.count;
    if (!renews && isWhole && pages.nextPageIndex > 0) {
      this.#replace(pages);
      return true;
    }
    const read = renews ? [...came.values()] : [...pages.pages, ...came.values()];
    if (read.length === 0 || pages.pageSize !== before.pageSize) {
      return false;
    }
    this.#pages = before.renewed([...read.flatMap(({ earlier = [] }) => earlier), ...read]);
    const [pagesRead, pagesLoaded] = [read.length, before.nextPageIndex];
    this.#partlyRefreshed = pagesRead < pagesLoaded ? { pagesRead, pagesLoaded } : undefined;
    return true;
  }

  #abort(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.stop.abort();
    running?.abort.abort();
  }
}

/** Returns whether the activity rereads loaded pages. */
export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}

/**
 * Returns the page index before which a run stops. If a refresh gets smaller pages than requested, it reads more of
 * them.
 */
function lastPageOf({ pages, untilPage, replaces }: PageRun): number {
  const [first] = pages.pages;
  if (replaces === undefined || first === undefined || pages.pageSize >= first.pageSize) {
    return untilPage;
  }
  const wanted = Math.ceil(replaces.count / pages.pageSize);
  return Math.max(untilPage, Math.min(wanted, replaces.nextPageIndex));
}

/** Returns the next page index; undefined if the plan or the list has ended. */
function duePageOf(run: PageRun): number | undefined {
  const { pages, came, renews } = run;
  if (renews) {
    return renews.find((pageIndex) => !came.has(pageIndex));
  }
  const { nextPageIndex } = pages;
  return pages.end === undefined && nextPageIndex < lastPageOf(run) ? nextPageIndex : undefined;
}

/** Returns the indexes of pages to read now, in order. */
function missingPagesOf(run: PageRun): number[] {
  const { pages, came, renews, readAlone } = run;
  const { nextPageIndex } = pages;
  const ahead = nextPageIndex < readAlone ? 1 : MAX_PAGES_AHEAD;
  const length = Math.min(lastPageOf(run) - nextPageIndex, pages.pagesLeft ?? 1, ahead);
  const wanted = renews ?? Array.from({ length }, (_, offset) => nextPageIndex + offset);
  return wanted.filter((pageIndex) => !came.has(pageIndex));
}

/** Returns the most calls that a run still makes. */
function callsOf(run: PageRun): number {
  const { pages, came, renews } = run;
  if (renews) {
    return missingPagesOf(run).length;
  }
  const planned = lastPageOf(run) - pages.nextPageIndex;
  return Math.max(1, Math.min(planned, pages.pagesLeft ?? planned) - came.size);
}

function toFailure(run: PageRun, error: unknown): ListFailure {
  const pageIndex = duePageOf(run) ?? run.pages.nextPageIndex;
  return { activity: run.activity, pageIndex, callsLeft: callsOf(run), error };
}

interface FailedPage {
  readonly error: unknown;
}

interface PageReading {
  readonly fetchPage: FetchPage;
  readonly aborted: AbortSignal;
  readonly stopped: AbortSignal;
  /** Called after each page. */
  readonly onPage: (change: ListChange) => void;
}

/**
 * Reads pages until the plan or list ends, a page fails or a signal aborts. Makes the next call when a response
 * arrives, unless another one is still being read. Never requests a page twice. After a failure or stop it waits for
 * running calls but makes no more.
 */
async function readPages(
  run: PageRun,
  { fetchPage, aborted, stopped, onPage }: PageReading,
): Promise<FailedPage | undefined> {
  const { activity, pages, came, renews, reason, caller } = run;
  const asked = new Map<number, Promise<void>>();
  /** Requested pages without a response. */
  const awaited = new Set<number>();
  /** Requested pages not yet read. */
  const unread = new Set<number>();
  let hasFailed = false;

  const askAhead = (): void => {
    if (hasFailed || stopped.aborted || aborted.aborted) {
      return;
    }
    const free = Math.min(CALLS_AT_ONCE - awaited.size, CALLS_AT_ONCE + MAX_BEING_READ - unread.size);
    const missing = missingPagesOf(run).filter((pageIndex) => !asked.has(pageIndex));
    for (const pageIndex of missing.slice(0, Math.max(0, free))) {
      const page = ask(pageIndex);
      // Handled when its page is due; ignored if the list ends earlier.
      page.catch(() => undefined);
      asked.set(pageIndex, page);
    }
  };
  const ask = async (pageIndex: number): Promise<void> => {
    awaited.add(pageIndex);
    unread.add(pageIndex);
    const request: PageRequest = {
      pageIndex,
      pageSize: pages.pageSize,
      reason,
      caller,
      ...run.action,
      renews: isRenewal(activity),
      snapshotId: pages.id,
      askAhead: () => {
        awaited.delete(pageIndex);
        askAhead();
      },
    };
    try {
      const page = await fetchPage(request, aborted);
      if (!aborted.aborted) {
        take(page, pageIndex);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      awaited.delete(pageIndex);
      unread.delete(pageIndex);
      askAhead();
    }
  };
  const take = (page: Page, pageIndex: number): void => {
    came.set(pageIndex, page);
    if (renews) {
      onPage(SAME_ROWS);
      return;
    }
    // This page may have changed the mapping of earlier ones.
    const { earlier = [] } = page;
    const shown = earlier.filter((other) => other.pageIndex < pages.nextPageIndex);
    earlier.filter((other) => came.has(other.pageIndex)).forEach((other) => came.set(other.pageIndex, other));
    if (shown.length > 0) {
      pages.reread(shown);
      onPage(REPLACED_ROWS);
    }
  };

  for (let due = duePageOf(run); due !== undefined && !aborted.aborted; due = duePageOf(run)) {
    if (stopped.aborted) {
      await Promise.allSettled(asked.values());
    } else {
      askAhead();
    }
    try {
      await asked.get(due);
      const page = came.get(due);
      if (page === undefined || aborted.aborted) {
        // Stopped before requesting this page.
        return undefined;
      }
      if (!renews) {
        came.delete(due);
        onPage({ rows: 'grown', ...pages.add(page) });
      }
    } catch (error) {
      await Promise.allSettled(asked.values());
      return { error };
    }
  }
  return undefined;
}
