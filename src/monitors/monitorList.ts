import type { Monitor } from './monitor';
import type { CallAction, Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page, PageRequest } from './page';
import { PagedMonitors } from './pagedMonitors';

/** `idle`: nothing to do, no call made. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

/** In pages. */
export interface ListProgress {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly pagesRead: number;
  /** The list may end earlier. */
  readonly pagesPlanned: number;
  /** Cancelled, but waiting for calls already made. */
  readonly stopping: boolean;
}

export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** The most calls that a retry makes. */
  readonly callsLeft: number;
  readonly error: unknown;
}

export interface ListChange {
  /** `grown`: pages were appended. `replaced`: anything may differ. */
  readonly rows: 'same' | 'grown' | 'replaced';
  /** With `grown`, in order. */
  readonly added: readonly Monitor[];
  /** With `grown`: repeated monitors. */
  readonly updated: readonly Monitor[];
  /** The same monitors, read with another mapping. */
  readonly isReread?: true;
  readonly stoppedBy?: ListFailure;
}

export const SAME_ROWS: ListChange = { rows: 'same', added: [], updated: [] };
export const REPLACED_ROWS: ListChange = { rows: 'replaced', added: [], updated: [] };

/** Calls at the same time, if the total is known. */
const CALLS_AT_ONCE = 4;

/** Further pages that may wait to be read. Few, because unreadable responses waste calls. */
const MAX_BEING_READ = 1;

/** Pages to request in advance, so that a slow one doesn't block the others. */
const MAX_PAGES_AHEAD = 2 * CALLS_AT_ONCE;

/**
 * Pages to read one by one first: if the service ignores pageIndex, only these calls are wasted. A refresh already
 * knows that and waits only for the total.
 */
const PAGES_READ_ALONE = 2;

/** A plan to read or reread pages. */
interface PageRun {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly action?: CallAction;
  readonly pages: PagedMonitors;
  /** Loaded pages to replace together. */
  readonly renews?: readonly number[];
  /** Pages waiting for earlier ones. Kept after a failure or cancel, because they are paid for. */
  readonly came: Map<number, Page>;
  readonly startedAt: number;
  /** The run stops before this page. See {@link lastPageOf}. */
  readonly untilPage: number;
  /** The list that a full refresh replaces. */
  readonly replaces?: PagedMonitors | undefined;
  /** Pages to read one by one first. */
  readonly readAlone: number;
}

interface Running {
  readonly run: PageRun;
  /** Aborts running calls. */
  readonly abort: AbortController;
  /** Stops further calls; running ones may finish. */
  readonly stop: AbortController;
  readonly outcome: Promise<ListOutcome>;
}

export interface PagingMemory {
  readonly known: KnownPaging;
  learn(learned: KnownPaging): void;
}

export interface MonitorListOptions {
  readonly fetchPage: FetchPage;
  /** Monitors per page, for the next snapshot. */
  readonly pageSize: () => number;
  /** Must be unique across windows. */
  readonly newId: () => string;
  /** Default: nothing is kept. */
  readonly paging?: PagingMemory;
  readonly onDidChange: (change: ListChange) => void;
}

/**
 * The monitors of one account, loaded page by page. Runs one operation at a time. Drops late responses after a refresh
 * or a clear.
 */
export class MonitorList {
  readonly #options: MonitorListOptions;
  #pages: PagedMonitors;
  #running: Running | undefined;
  #failed: { readonly run: PageRun; readonly failure: ListFailure } | undefined;
  #stopped: { readonly pagesKept: number } | undefined;
  #partlyRefreshed: { readonly pagesRead: number; readonly pagesLoaded: number } | undefined;
  /** The last page size if above the setting, and the setting at that time. */
  #larger: { readonly pageSize: number; readonly setting: number } | undefined;

  constructor(options: MonitorListOptions) {
    this.#options = options;
    this.#pages = this.#newSnapshot();
  }

  /** A new object after a refresh, restore or clear. */
  get loaded(): PagedMonitors {
    return this.#pages;
  }

  get failure(): ListFailure | undefined {
    return this.#failed?.failure;
  }

  /** Set after a cancel; the list then waits for the user. */
  get stopped(): { readonly pagesKept: number } | undefined {
    return this.#stopped;
  }

  /** Set if the last operation reread only some pages. */
  get partlyRefreshed(): { readonly pagesRead: number; readonly pagesLoaded: number } | undefined {
    return this.#partlyRefreshed;
  }

  /** Keeps a larger size until the setting changes or a read fails. */
  get refreshPageSize(): number {
    const setting = this.#options.pageSize();
    return this.#toGiven(this.#larger?.setting === setting ? this.#larger.pageSize : setting);
  }

  /** The service's limit; absent if unknown. */
  get largestPage(): number | undefined {
    return this.#known.pageSize;
  }

  /** Pages, and so calls, of a full refresh. */
  get refreshDepth(): number {
    const { nextPageIndex, pageSize, count } = this.#pages;
    const wanted = this.refreshPageSize;
    const size = nextPageIndex * pageSize;
    // Larger pages may not be full.
    const covered = pageSize > wanted ? Math.min(size, count) : size;
    return Math.max(1, Math.ceil(covered / wanted));
  }

  /** With a known total, counts only pages that exist. */
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

  /** Reads the first page unless already tried. After a failure or cancel it waits for the user. */
  async ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return settled ? 'idle' : this.#readOn('firstPage', 1, 'user');
  }

  /** Reads the next or failed page in one call. */
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
    // These arrived before this page failed, and are paid for.
    while (ahead.has(nextPageIndex + pages)) {
      pages += 1;
    }
    return end === undefined ? this.#readOn('loadMore', pages, caller) : 'idle';
  }

  /** Reads up to `maxPages` further pages. Waits for a running operation, and stops if that fails. */
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
   * Reads the list again, as deep as loaded or for `pages`. Old rows stay until the new ones are complete; fewer pages
   * replace only those. If the service returns smaller pages than requested, reads more, but not more than are loaded.
   * @param options.pageSize instead of {@link refreshPageSize}.
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

  /** Rereads loaded pages, one call each. Does nothing during another operation. */
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

  /** Continues a failed operation and keeps the pages already read. */
  async retry(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (!this.#failed) {
      return 'idle';
    }
    const { run } = this.#failed;
    // A retried refresh must not use older responses either.
    const reason = isRenewal(run.activity) ? run.reason : 'retry';
    return this.#start({ ...run, reason, caller, startedAt: run.pages.nextPageIndex });
  }

  /** Keeps {@link ensureFirstPage} from reading until the user asks. */
  waitForUser(): void {
    if (this.#pages.nextPageIndex === 0 && this.#running === undefined && this.#failed === undefined) {
      this.#stopped = { pagesKept: 0 };
    }
  }

  /**
   * Makes no further calls. Load All and Refresh wait for running calls, which may be charged, and keep their pages; a
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

  /** Also drops late responses. */
  clear(): void {
    this.restore([]);
  }

  /** Loads saved pages without a call, from the first on. */
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

  /** Replaces pages after the mapping changed. Running operations continue. */
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

  /** Applies the service's limit. */
  #toGiven(pageSize: number): number {
    return Math.min(pageSize, this.#known.pageSize ?? pageSize);
  }

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
      // Let `#running` be set first, because fetchPage may finish at once.
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
    // Nothing is loaded, so offer a retry of one page only.
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
   * Shows a refresh. A partial one replaces only its pages, if of the same size, so that rows never disappear.
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

export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}

/** A refresh that gets smaller pages than requested reads more of them. */
function lastPageOf({ pages, untilPage, replaces }: PageRun): number {
  const [first] = pages.pages;
  if (replaces === undefined || first === undefined || pages.pageSize >= first.pageSize) {
    return untilPage;
  }
  const wanted = Math.ceil(replaces.count / pages.pageSize);
  return Math.max(untilPage, Math.min(wanted, replaces.nextPageIndex));
}

/** Index of the next page, until the plan or the list ends. */
function duePageOf(run: PageRun): number | undefined {
  const { pages, came, renews } = run;
  if (renews) {
    return renews.find((pageIndex) => !came.has(pageIndex));
  }
  const { nextPageIndex } = pages;
  return pages.end === undefined && nextPageIndex < lastPageOf(run) ? nextPageIndex : undefined;
}

/** Pages to read now, in order. */
function missingPagesOf(run: PageRun): number[] {
  const { pages, came, renews, readAlone } = run;
  const { nextPageIndex } = pages;
  const ahead = nextPageIndex < readAlone ? 1 : MAX_PAGES_AHEAD;
  const length = Math.min(lastPageOf(run) - nextPageIndex, pages.pagesLeft ?? 1, ahead);
  const wanted = renews ?? Array.from({ length }, (_, offset) => nextPageIndex + offset);
  return wanted.filter((pageIndex) => !came.has(pageIndex));
}

/** The most calls that a run still makes. */
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
  readonly onPage: (change: ListChange) => void;
}

/**
 * Reads pages until the plan or list ends, a page fails or a signal aborts. Makes the next call when a response
 * arrives, while that is read. Never requests a page twice. After a failure or stop it only waits for running calls.
 */
async function readPages(
  run: PageRun,
  { fetchPage, aborted, stopped, onPage }: PageReading,
): Promise<FailedPage | undefined> {
  const { activity, pages, came, renews, reason, caller } = run;
  const asked = new Map<number, Promise<void>>();
  /** Requested pages without a response. */
  const awaited = new Set<number>();
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
      // A failure counts when its page is due, and never if the list ends earlier.
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
    // This page may change how earlier ones are read.
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
