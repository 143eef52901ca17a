import type { Monitor } from './monitor';
import type { CallAction, Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page, PageRequest } from './page';
import { PagedMonitors } from './pagedMonitors';

/** How an operation ended. `idle`: there was nothing to do, and nothing was called. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

/** How far the running operation is, in pages. */
export interface ListProgress {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly pagesRead: number;
  /** The most pages that it will read; fewer where the list ends before. */
  readonly pagesPlanned: number;
  /** It was cancelled, and waits only for calls that had gone out already. */
  readonly stopping: boolean;
}

/** What stopped an operation, and where a retry goes on. */
export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  /** The most calls that a retry takes: the page that failed, and what was planned after it. */
  readonly callsLeft: number;
  readonly error: unknown;
}

/** What a change did to the loaded monitors. */
export interface ListChange {
  /** `same`: only progress, failure or the like changed. `grown`: pages were appended. `replaced`: anything may differ. */
  readonly rows: 'same' | 'grown' | 'replaced';
  /** With `grown`: the new monitors, in order. */
  readonly added: readonly Monitor[];
  /** With `grown`: monitors that came again, as they are now. */
  readonly updated: readonly Monitor[];
  /** The monitors are the same, and read in another way. */
  readonly isReread?: true;
  /** What has just stopped an operation. */
  readonly stoppedBy?: ListFailure;
}

export const SAME_ROWS: ListChange = { rows: 'same', added: [], updated: [] };
export const REPLACED_ROWS: ListChange = { rows: 'replaced', added: [], updated: [] };

/** Calls that are out at once where the total, and so the last page, is known. */
const CALLS_AT_ONCE = 4;

/** Pages that may be asked for and not read yet, beyond those: where responses can't be read, so few are lost. */
const MAX_BEING_READ = 1;

/** Pages that may be asked for, counted from the one that is due: while that takes its time, the others go on. */
const MAX_PAGES_AHEAD = 2 * CALLS_AT_ONCE;

/**
 * Pages after which it is known that the service heeds pageIndex: with one that doesn't, each further call is lost.
 * A refresh of a list that had several pages knows it already, and waits only for the total.
 */
const PAGES_READ_ALONE = 2;

/** A plan to read pages: those that follow in a snapshot, or some of its pages anew. */
interface PageRun {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly action?: CallAction;
  readonly pages: PagedMonitors;
  /** Indexes of loaded pages that are read anew, and put in place together. */
  readonly renews?: readonly number[];
  /** Pages that came and have no place yet, by index. Kept over a failure and a cancel, as they are paid for. */
  readonly came: Map<number, Page>;
  /** Index of the first page that this run reads. */
  readonly startedAt: number;
  /** Index of the page before which to stop; the list may end earlier. See {@link lastPageOf}. */
  readonly untilPage: number;
  /** What a refresh of all that is loaded replaces. */
  readonly replaces?: PagedMonitors | undefined;
  /** Pages read one after the other, before {@link CALLS_AT_ONCE}. */
  readonly readAlone: number;
}

interface Running {
  readonly run: PageRun;
  /** Aborts the calls in flight. */
  readonly abort: AbortController;
  /** Asks for no further page; what is in flight may land. */
  readonly stop: AbortController;
  readonly outcome: Promise<ListOutcome>;
}

/** Keeps what lists have shown of the pages of their service. */
export interface PagingMemory {
  readonly known: KnownPaging;
  learn(learned: KnownPaging): void;
}

export interface MonitorListOptions {
  readonly fetchPage: FetchPage;
  /** Monitors per page of the next snapshot; asked anew at each first page. */
  readonly pageSize: () => number;
  /** Makes an id for a new snapshot that no other window makes. */
  readonly newId: () => string;
  /** What lists of the same service have shown of its pages; nothing is kept unless given. */
  readonly paging?: PagingMemory;
  /** Called after each change of what the list says. */
  readonly onDidChange: (change: ListChange) => void;
}

/**
 * The monitors of one account, loaded page by page. One operation runs at a time; asking again for what runs
 * already costs nothing. A response that comes after a refresh or a clear is dropped.
 */
export class MonitorList {
  readonly #options: MonitorListOptions;
  #pages: PagedMonitors;
  #running: Running | undefined;
  #failed: { readonly run: PageRun; readonly failure: ListFailure } | undefined;
  #stopped: { readonly pagesKept: number } | undefined;
  #partlyRefreshed: { readonly pagesRead: number; readonly pagesLoaded: number } | undefined;
  /** Monitors per page where the list was read in larger pages than the setting, and what the setting was then. */
  #larger: { readonly pageSize: number; readonly setting: number } | undefined;

  constructor(options: MonitorListOptions) {
    this.#options = options;
    this.#pages = this.#newSnapshot();
  }

  /** What is loaded. A new object after a refresh, a restore or a clear. */
  get loaded(): PagedMonitors {
    return this.#pages;
  }

  get failure(): ListFailure | undefined {
    return this.#failed?.failure;
  }

  /** The last operation was cancelled: how many of its pages were kept. Nothing is read until a user asks again. */
  get stopped(): { readonly pagesKept: number } | undefined {
    return this.#stopped;
  }

  /** The last operation read some of the loaded pages anew: what changed on the others since isn't known. */
  get partlyRefreshed(): { readonly pagesRead: number; readonly pagesLoaded: number } | undefined {
    return this.#partlyRefreshed;
  }

  /** Monitors per page of the next refresh: those of larger pages, until the setting is changed or they fail. */
  get refreshPageSize(): number {
    const setting = this.#options.pageSize();
    return this.#toGiven(this.#larger?.setting === setting ? this.#larger.pageSize : setting);
  }

  /** The most monitors per page that the service is known to give; absent if it gives what is asked for, so far. */
  get largestPage(): number | undefined {
    return this.#known.pageSize;
  }

  /** Pages, and so calls, that a refresh takes to read as deep as is loaded: in the page size that it would have. */
  get refreshDepth(): number {
    const { nextPageIndex, pageSize, count } = this.#pages;
    const wanted = this.refreshPageSize;
    const size = nextPageIndex * pageSize;
    // Larger pages may have been far from full: the last one, or all where the service gives fewer than asked for.
    const covered = pageSize > wanted ? Math.min(size, count) : size;
    return Math.max(1, Math.ceil(covered / wanted));
  }

  /** Pages that are planned and not in the list are not promised: with a total, the list's end is known. */
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

  /**
   * Reads the first page unless a page is loaded, being loaded, failed to load or was cancelled: those two wait
   * for a user.
   */
  async ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return settled ? 'idle' : this.#readOn('firstPage', 1, 'user');
  }

  /** Reads the next page; the page that failed, where one did. One call, also where that page was one of many. */
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
    // Pages that came before this one failed are paid for.
    while (ahead.has(nextPageIndex + pages)) {
      pages += 1;
    }
    return end === undefined ? this.#readOn('loadMore', pages, caller) : 'idle';
  }

  /**
   * Reads up to `maxPages` further pages, one after the other while the total is unknown. Waits for another
   * operation that runs, and goes on only where that one ended well.
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
   * Reads the list anew, as deep as it is loaded unless `pages` says otherwise. What is loaded stays until the whole
   * new snapshot is there. Fewer pages than are loaded renew those in place; the others keep their age. If the service
   * gives smaller pages than asked for, it goes on until as much is read as is loaded, in no more pages than that has.
   * @param options.pageSize monitors per page of this snapshot, in place of {@link refreshPageSize}.
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

  /** Reads some of the loaded pages anew, in their places: a call for each. Does nothing while another operation runs. */
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

  /** Goes on where a failed operation stopped: pages that it had read are not read again. */
  async retry(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (!this.#failed) {
      return 'idle';
    }
    const { run } = this.#failed;
    // The retry of a refresh is a refresh, too: its pages must not come from those that were read before.
    const reason = isRenewal(run.activity) ? run.reason : 'retry';
    return this.#start({ ...run, reason, caller, startedAt: run.pages.nextPageIndex });
  }

  /** Leaves the first page to a click: {@link ensureFirstPage} reads nothing until something was read. */
  waitForUser(): void {
    if (this.#pages.nextPageIndex === 0 && this.#running === undefined && this.#failed === undefined) {
      this.#stopped = { pagesKept: 0 };
    }
  }

  /**
   * Asks for nothing more. Load All and Refresh wait for the calls that have gone out, as they may have been charged,
   * and keep their pages; cancelled once more, they wait no longer. A call for a single page is aborted at once.
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

  /** Forgets everything, aborts what runs, and drops what still comes. */
  clear(): void {
    this.restore([]);
  }

  /** Takes pages that were read before, at no call. They start at the first page and have no gap. */
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

  /** Takes loaded pages as they are read now, each in its place. What runs goes on. */
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

  /** No more monitors per page than the service is known to give. */
  #toGiven(pageSize: number): number {
    return Math.min(pageSize, this.#known.pageSize ?? pageSize);
  }

  /** Reads pages that follow those that are loaded. */
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
      // A FetchPage that answers at once can't end the run before it is noted below.
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
    // If nothing is loaded, what is offered says what one page takes.
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
   * Shows what a refresh has read. A whole snapshot takes the place of the old one. A part of one renews the pages that
   * it read, where they are of the same size, as rows that are loaded are never dropped for it.
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

/** Whether it reads loaded pages anew. */
export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}

/**
 * Index of the page before which a run stops. A refresh that gets smaller pages than it asked for goes on until it has as
 * much as it replaces.
 */
function lastPageOf({ pages, untilPage, replaces }: PageRun): number {
  const [first] = pages.pages;
  if (replaces === undefined || first === undefined || pages.pageSize >= first.pageSize) {
    return untilPage;
  }
  const wanted = Math.ceil(replaces.count / pages.pageSize);
  return Math.max(untilPage, Math.min(wanted, replaces.nextPageIndex));
}

/** Index of the page that must come next; undefined if the plan or the list has ended. */
function duePageOf(run: PageRun): number | undefined {
  const { pages, came, renews } = run;
  if (renews) {
    return renews.find((pageIndex) => !came.has(pageIndex));
  }
  const { nextPageIndex } = pages;
  return pages.end === undefined && nextPageIndex < lastPageOf(run) ? nextPageIndex : undefined;
}

/** Indexes of the pages that are wanted now and haven't come, in order. */
function missingPagesOf(run: PageRun): number[] {
  const { pages, came, renews, readAlone } = run;
  const { nextPageIndex } = pages;
  const ahead = nextPageIndex < readAlone ? 1 : MAX_PAGES_AHEAD;
  const length = Math.min(lastPageOf(run) - nextPageIndex, pages.pagesLeft ?? 1, ahead);
  const wanted = renews ?? Array.from({ length }, (_, offset) => nextPageIndex + offset);
  return wanted.filter((pageIndex) => !came.has(pageIndex));
}

/** The most calls that a run takes from now on. */
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
  /** Called after each page that was taken. */
  readonly onPage: (change: ListChange) => void;
}

/**
 * Reads pages until the plan or the list ends, a page fails, or a signal aborts. The next call goes out as soon as a
 * response has come, before that is read, unless another one is still being read. A page that has come is never asked for
 * again; once one has failed or the run was stopped, what is in flight is waited for, but nothing more is asked.
 */
async function readPages(
  run: PageRun,
  { fetchPage, aborted, stopped, onPage }: PageReading,
): Promise<FailedPage | undefined> {
  const { activity, pages, came, renews, reason, caller } = run;
  const asked = new Map<number, Promise<void>>();
  /** Indexes of the pages that were asked for and have no response yet. */
  const awaited = new Set<number>();
  /** Indexes of the pages that were asked for and aren't read yet. */
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
      // A failure counts when its page is due; if the list ends before, it never does.
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
    // What a page has told of the service's responses may have changed how those before it are read.
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
        // Stopped before this page was asked for.
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
