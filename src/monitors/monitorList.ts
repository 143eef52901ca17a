import type { Monitor } from './monitor';
import type { Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page, PageRequest } from './page';
import { PagedMonitors } from './pagedMonitors';

/** How an operation ended. `idle`: there was nothing to do, and nothing was called. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

/** How far the running operation is, in pages. */
export interface ListProgress {
  readonly activity: ListActivity;
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

/** A plan to read pages into a snapshot. */
interface PageRun {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly pages: PagedMonitors;
  /** Index of the first page that this run reads. */
  readonly startedAt: number;
  /** Index of the page before which to stop; the list may end earlier. See {@link lastPageOf}. */
  readonly untilPage: number;
  /** What a refresh of all that is loaded replaces. */
  readonly replaces?: PagedMonitors;
  /** Pages read one after the other, before {@link CALLS_AT_ONCE}. */
  readonly readAlone: number;
  /** Pages that came before their turn, by index. Kept over a failure and a cancel, as they are paid for. */
  readonly prefetched: Map<number, Page>;
  /** With `refreshPages`: indexes of the loaded pages that are read anew, and put in place together. */
  readonly renews?: readonly number[];
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
  /** Pages after those of `#pages` that came before their turn: paid for, though not shown yet. */
  #prefetched = new Map<number, Page>();
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
    const { nextPageIndex, pagesLeft } = run.pages;
    const last = Math.min(lastPageOf(run), nextPageIndex + (pagesLeft ?? Infinity));
    return {
      activity: run.activity,
      pagesRead: run.renews ? run.prefetched.size : nextPageIndex - run.startedAt,
      pagesPlanned: run.renews ? run.renews.length : last - run.startedAt,
      stopping: stop.signal.aborted,
    };
  }

  /**
   * Reads the first page unless a page is loaded, being loaded, failed to load or was cancelled: those two wait
   * for a user.
   */
  ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return settled ? Promise.resolve('idle') : this.#readFirstPage();
  }

  /** Reads the next page; the page that failed, where one did. One call, also where that page was one of many. */
  loadMore(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const failed = this.#failed?.failure.activity;
    if (failed === 'firstPage' || failed === 'loadMore') {
      return this.retry(caller);
    }
    if (this.#pages.nextPageIndex === 0) {
      return this.#readFirstPage(caller);
    }
    if (this.#pages.end !== undefined) {
      return Promise.resolve('idle');
    }
    let untilPage = this.#pages.nextPageIndex + 1;
    // Pages that came before this one failed are paid for.
    while (this.#prefetched.has(untilPage)) {
      untilPage += 1;
    }
    return this.#start(this.#runUntil('loadMore', untilPage, caller));
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
    if (this.#pages.nextPageIndex === 0) {
      this.#replace(this.#newSnapshot());
    }
    return this.#start(this.#runUntil('loadAll', this.#pages.nextPageIndex + maxPages, caller));
  }

  /**
   * Reads the list anew, as deep as it is loaded unless `pages` says otherwise. What is loaded stays until the whole
   * new snapshot is there. Fewer pages than are loaded renew those in place; the others keep their age. If the service
   * gives smaller pages than asked for, it goes on until as much is read as is loaded, in no more pages than that has.
   * @param options.pageSize monitors per page of this snapshot, in place of {@link refreshPageSize}.
   */
  refresh(options: { pages?: number; pageSize?: number; caller?: Caller } = {}): Promise<ListOutcome> {
    const activity = this.#running?.run.activity;
    if (activity === 'refresh' || activity === 'firstPage') {
      return this.#running!.outcome;
    }
    this.#abort();
    const { nextPageIndex: depth, count } = this.#pages;
    const pages = this.#newSnapshot(options.pageSize ?? this.refreshPageSize);
    const untilPage = Math.max(1, options.pages ?? this.refreshDepth);
    return this.#start({
      activity: 'refresh',
      reason: 'refresh',
      caller: options.caller ?? 'user',
      pages,
      startedAt: 0,
      untilPage,
      ...(options.caller !== 'agent' && untilPage * pages.pageSize >= count && { replaces: this.#pages }),
      readAlone: depth >= PAGES_READ_ALONE ? 1 : PAGES_READ_ALONE,
      prefetched: new Map(),
    });
  }

  /** Reads some of the loaded pages anew, in their places: a call for each. Does nothing while another operation runs. */
  refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const renews = pageIndexes.filter((pageIndex) => pageIndex < this.#pages.nextPageIndex);
    if (renews.length === 0) {
      return Promise.resolve('idle');
    }
    return this.#start({
      activity: 'refreshPages',
      reason: 'refresh',
      caller: 'user',
      pages: this.#pages,
      startedAt: 0,
      untilPage: renews.length,
      readAlone: 0,
      prefetched: new Map(),
      renews,
    });
  }

  /** Goes on where a failed operation stopped: pages that it had read are not read again. */
  retry(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (!this.#failed) {
      return Promise.resolve('idle');
    }
    const { run } = this.#failed;
    const renews = run.activity === 'refresh' || run.renews !== undefined;
    // The retry of a refresh is a refresh, too: its pages must not come from those that were read before.
    const reason = renews ? run.reason : 'retry';
    return this.#start(
      run.renews
        ? { ...run, reason, caller }
        : { ...run, reason, caller, startedAt: run.pages.nextPageIndex },
    );
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

  #readFirstPage(caller: Caller = 'user'): Promise<ListOutcome> {
    this.#replace(this.#newSnapshot());
    return this.#start(this.#runUntil('firstPage', 1, caller));
  }

  #replace(pages: PagedMonitors): void {
    this.#pages = pages;
    this.#prefetched = new Map();
    const setting = this.#options.pageSize();
    this.#larger = pages.pageSize > setting ? { pageSize: pages.pageSize, setting } : undefined;
  }

  #runUntil(activity: 'firstPage' | 'loadMore' | 'loadAll', untilPage: number, caller: Caller): PageRun {
    return {
      activity,
      reason: activity,
      caller,
      pages: this.#pages,
      startedAt: this.#pages.nextPageIndex,
      untilPage,
      readAlone: PAGES_READ_ALONE,
      prefetched: this.#prefetched,
    };
  }

  #start(run: PageRun): Promise<ListOutcome> {
    const abort = new AbortController();
    const stop = new AbortController();
    this.#failed = undefined;
    this.#stopped = undefined;
    this.#partlyRefreshed = undefined;
    const onPage = (change: ListChange): void => {
      this.#learn(run.pages);
      this.#options.onDidChange(run.pages === this.#pages ? change : SAME_ROWS);
    };
    const loading = {
      fetchPage: this.#options.fetchPage,
      aborted: abort.signal,
      stopped: stop.signal,
      onPage,
    };
    const perform = async (): Promise<ListOutcome> => {
      // A FetchPage that answers at once can't end the run before it is noted below.
      await Promise.resolve();
      const end = await (run.renews ? readAnew(run, run.renews, loading) : loadPages(run, loading));
      if (abort.signal.aborted) {
        return 'cancelled';
      }
      this.#running = undefined;
      return this.#conclude(run, end, stop.signal.aborted);
    };
    const outcome = perform();
    this.#running = { run, abort, stop, outcome };
    this.#options.onDidChange(SAME_ROWS);
    return outcome;
  }

  #conclude(run: PageRun, end: RunEnd, stopped: boolean): ListOutcome {
    if (stopped) {
      this.#concludeStopped(run);
      return 'cancelled';
    }
    if (end.failed) {
      const isFirst = run.activity === 'loadAll' && run.pages.nextPageIndex === 0;
      // Where nothing is loaded, what is offered says what one page takes.
      const failed: PageRun = isFirst ? { ...run, activity: 'firstPage', untilPage: 1 } : run;
      const failure = toFailure(failed, end.error);
      this.#failed = { run: failed, failure };
      this.#larger = run.activity === 'refresh' ? undefined : this.#larger;
      const renewed = run.renews !== undefined && this.#adopt(run);
      this.#options.onDidChange({ ...(renewed ? REPLACED_ROWS : SAME_ROWS), stoppedBy: failure });
      return 'failed';
    }
    const renewed = isRenewal(run.activity) && this.#adopt(run);
    this.#options.onDidChange(renewed ? REPLACED_ROWS : SAME_ROWS);
    return 'done';
  }

  #concludeStopped(run: PageRun): void {
    const { pages, startedAt, prefetched, renews } = run;
    const pagesRead = (renews ? 0 : pages.nextPageIndex - startedAt) + prefetched.size;
    const renewed = isRenewal(run.activity) && this.#adopt(run);
    this.#stopped = { pagesKept: isRenewal(run.activity) && !renewed ? 0 : pagesRead };
    this.#options.onDidChange(renewed ? REPLACED_ROWS : SAME_ROWS);
  }

  /**
   * Shows what a refresh has read. A whole snapshot takes the place of the old one. A part of one renews the pages that
   * it read, where they are of the same size, as rows that are loaded are never dropped for it.
   * @returns whether anything changed.
   */
  #adopt({ pages, prefetched, renews }: PageRun): boolean {
    const before = this.#pages;
    if (renews) {
      const hasRead = prefetched.size > 0;
      if (hasRead) {
        this.#renew([...prefetched.values()]);
      }
      return hasRead;
    }
    const isAsDeep = pages.pageSize === before.pageSize && pages.nextPageIndex >= before.nextPageIndex;
    const isWhole = pages.end !== undefined || isAsDeep || pages.count >= before.count;
    if (isWhole && pages.nextPageIndex > 0) {
      this.#replace(pages);
      return true;
    }
    const read = [...pages.pages, ...prefetched.values()];
    if (read.length === 0 || pages.pageSize !== before.pageSize) {
      return false;
    }
    this.#renew(read);
    return true;
  }

  /** Puts pages in the place of those with their index, in the snapshot that is shown. */
  #renew(pages: readonly Page[]): void {
    const before = this.#pages;
    const prefetched = this.#prefetched;
    const newer = new Map(
      [...pages.flatMap(({ earlier = [] }) => earlier), ...pages].map((page) => [page.pageIndex, page]),
    );
    const renewed = new PagedMonitors({ id: before.id, pageSize: before.pageSize, known: this.#known });
    for (const page of before.pages) {
      renewed.add({ ...(newer.get(page.pageIndex) ?? page), snapshotId: before.id });
    }
    this.#pages = renewed;
    this.#prefetched = prefetched;
    const [pagesRead, pagesLoaded] = [pages.length, before.nextPageIndex];
    this.#partlyRefreshed = pagesRead < pagesLoaded ? { pagesRead, pagesLoaded } : undefined;
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

function toFailure(run: PageRun, error: unknown): ListFailure {
  const { activity, pages, prefetched, renews } = run;
  if (renews) {
    const missing = renews.filter((pageIndex) => !prefetched.has(pageIndex));
    return { activity, pageIndex: missing[0]!, callsLeft: missing.length, error };
  }
  const pageIndex = pages.nextPageIndex;
  const planned = lastPageOf(run) - pageIndex;
  const callsLeft = Math.max(1, Math.min(planned, pages.pagesLeft ?? planned) - prefetched.size);
  return { activity, pageIndex, callsLeft, error };
}

type RunEnd = { readonly failed: false } | { readonly failed: true; readonly error: unknown };

interface PageLoading {
  readonly fetchPage: FetchPage;
  readonly aborted: AbortSignal;
  readonly stopped: AbortSignal;
  /** Called after each page that was taken. */
  readonly onPage: (change: ListChange) => void;
}

/**
 * Reads pages in order until the plan or the list ends, a page fails, or a signal aborts. The next call goes out as soon
 * as a response has come, before that is read, unless another one is still being read. A page that has come is never asked
 * for again; once one has failed or the run was stopped, what is in flight is waited for, but nothing more is asked.
 */
async function loadPages(
  run: PageRun,
  { fetchPage, aborted, stopped, onPage }: PageLoading,
): Promise<RunEnd> {
  const { pages, prefetched } = run;
  const asked = new Map<number, Promise<void>>();
  /** Indexes of the pages that were asked for and have no response yet. */
  const awaited = new Set<number>();
  /** Indexes of the pages that were asked for and aren't read yet. */
  const unread = new Set<number>();
  let failed = false;
  const ask = async (pageIndex: number): Promise<void> => {
    awaited.add(pageIndex);
    unread.add(pageIndex);
    try {
      const { pageSize, id: snapshotId } = pages;
      const request: PageRequest = {
        pageIndex,
        pageSize,
        reason: run.reason,
        caller: run.caller,
        snapshotId,
        askAhead: () => {
          awaited.delete(pageIndex);
          askAhead();
        },
      };
      const page = await fetchPage(request, aborted);
      if (!aborted.aborted) {
        takeEarlier(page);
        prefetched.set(pageIndex, page);
      }
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      awaited.delete(pageIndex);
      unread.delete(pageIndex);
      askAhead();
    }
  };
  /** What a page has told of the service's responses may have changed how those before it are read. */
  const takeEarlier = ({ earlier = [] }: Page): void => {
    const shown = earlier.filter((page) => page.pageIndex < pages.nextPageIndex);
    earlier
      .filter((page) => prefetched.has(page.pageIndex))
      .forEach((page) => prefetched.set(page.pageIndex, page));
    if (shown.length > 0) {
      pages.reread(shown);
      onPage(REPLACED_ROWS);
    }
  };
  const askAhead = (): void => {
    if (failed || stopped.aborted || aborted.aborted) {
      return;
    }
    const free = Math.min(CALLS_AT_ONCE - awaited.size, CALLS_AT_ONCE + MAX_BEING_READ - unread.size);
    for (const pageIndex of missingAhead(run, asked).slice(0, Math.max(0, free))) {
      const page = ask(pageIndex);
      // A failure counts when its page is due; where the list ends before, it never does.
      page.catch(() => undefined);
      asked.set(pageIndex, page);
    }
  };
  while (!aborted.aborted && pages.end === undefined && pages.nextPageIndex < lastPageOf(run)) {
    if (stopped.aborted) {
      await Promise.allSettled(asked.values());
    } else {
      askAhead();
    }
    try {
      await asked.get(pages.nextPageIndex);
      const page = prefetched.get(pages.nextPageIndex);
      if (page === undefined) {
        // Stopped before this page was asked for.
        return { failed: false };
      }
      if (!aborted.aborted) {
        prefetched.delete(page.pageIndex);
        onPage({ rows: 'grown', ...pages.add(page) });
      }
    } catch (error) {
      await Promise.allSettled(asked.values());
      return { failed: true, error };
    }
  }
  return { failed: false };
}

/** The pages that are wanted now and neither here nor asked for, in order. */
function missingAhead(run: PageRun, asked: ReadonlyMap<number, unknown>): number[] {
  const { pages, prefetched } = run;
  const ahead = pages.nextPageIndex < run.readAlone ? 1 : MAX_PAGES_AHEAD;
  const wanted = Math.min(lastPageOf(run) - pages.nextPageIndex, pages.pagesLeft ?? 1, ahead);
  return Array.from({ length: wanted }, (_, offset) => pages.nextPageIndex + offset).filter(
    (pageIndex) => !asked.has(pageIndex) && !prefetched.has(pageIndex),
  );
}

/**
 * Reads loaded pages anew, several at once. Once one has failed or the run was stopped, what is in flight is waited for,
 * but nothing more is asked. What has come is never asked for again.
 */
async function readAnew(
  { pages, prefetched, reason, caller }: PageRun,
  renews: readonly number[],
  { fetchPage, aborted, stopped, onPage }: PageLoading,
): Promise<RunEnd> {
  const { pageSize, id: snapshotId } = pages;
  const queue = renews.filter((pageIndex) => !prefetched.has(pageIndex)).values();
  let end: RunEnd = { failed: false };
  const readNext = async (): Promise<void> => {
    for (const pageIndex of queue) {
      if (end.failed || stopped.aborted || aborted.aborted) {
        return;
      }
      try {
        const page = await fetchPage({ pageIndex, pageSize, reason, caller, snapshotId }, aborted);
        if (!aborted.aborted) {
          prefetched.set(pageIndex, page);
          onPage(SAME_ROWS);
        }
      } catch (error) {
        end = { failed: true, error };
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, readNext));
  return end;
}
