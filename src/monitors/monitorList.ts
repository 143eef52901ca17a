import type { CallAction, Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page } from './page';
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
  /** The same monitors, read with another mapping. */
  readonly isReread?: true;
  readonly stoppedBy?: ListFailure;
}

export const SAME_ROWS: ListChange = { rows: 'same' };
export const REPLACED_ROWS: ListChange = { rows: 'replaced' };

/** Calls at the same time, if the total is known. */
const CALLS_AT_ONCE = 4;

/** One runner reads the pages of all operations. */
interface Run {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly startedAt: number;
  /** Stops before this page. */
  readonly untilPage: number;
  /** A refresh fills a new list; others change the shown one. */
  fresh?: PagedMonitors;
  /** Loaded pages to read again, and which of them it has. */
  readonly again?: readonly number[];
  readonly renewed: Set<number>;
}

interface Running {
  readonly run: Run;
  readonly abort: AbortController;
  readonly outcome: Promise<ListOutcome>;
  /** Makes no further calls. */
  isStopping: boolean;
}

export interface MonitorListOptions {
  readonly fetchPage: FetchPage;
  /** Monitors per page, for the next snapshot. */
  readonly pageSize: () => number;
  /** Must be unique across windows. */
  readonly newId: () => string;
  /** Default: nothing is known or kept. */
  readonly paging?: { readonly known: KnownPaging; learn(learned: KnownPaging): void };
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
  #failed: { readonly run: Run; readonly failure: ListFailure } | undefined;
  #stopped: { readonly pagesKept: number } | undefined;
  #partlyRefreshed: { readonly pagesRead: number; readonly pagesLoaded: number } | undefined;
  /** The setting of the page size when the rows were read. */
  #setting: number | undefined;

  constructor(options: MonitorListOptions) {
    this.#options = options;
    this.#pages = this.#newSnapshot();
  }

  /** A new object when rows are replaced. */
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

  /** Keeps a larger size until the setting changes or a refresh fails. */
  get refreshPageSize(): number {
    const setting = this.#options.pageSize();
    const isLarger = setting === this.#setting && this.#pages.pageSize > setting;
    return this.#toGiven(isLarger ? this.#pages.pageSize : setting);
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
    const { run, isStopping: stopping } = this.#running;
    const { activity, reason, again, renewed, startedAt } = run;
    const { nextPageIndex, pagesLeft = Infinity } = this.#pagesOf(run);
    const [pagesRead, pagesPlanned] = again
      ? [renewed.size, again.length]
      : [nextPageIndex - startedAt, Math.min(this.#lastPageOf(run), nextPageIndex + pagesLeft) - startedAt];
    return { activity, reason, pagesRead, pagesPlanned, stopping };
  }

  /** Reads the first page unless already tried. After a failure or cancel it waits for the user. */
  async ensureFirstPage(): Promise<ListOutcome> {
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return this.#running?.outcome ?? (settled ? 'idle' : this.#readOn('firstPage', 1, 'user'));
  }

  /** Reads the next or failed page in one call. */
  async loadMore(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const failed = this.failure?.activity;
    if (failed === 'firstPage' || failed === 'loadMore') {
      return this.retry(caller);
    }
    const { nextPageIndex, end } = this.#pages;
    return end === undefined
      ? this.#readOn(nextPageIndex === 0 ? 'firstPage' : 'loadMore', 1, caller)
      : 'idle';
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
    return this.#pages.end !== undefined || maxPages < 1 ? 'idle' : this.#readOn('loadAll', maxPages, caller);
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
    const { caller = 'user', reason = 'refresh', pageSize = this.refreshPageSize } = options;
    const untilPage = Math.max(1, options.pages ?? this.refreshDepth);
    const fresh = this.#newSnapshot(pageSize);
    return this.#start({ activity: 'refresh', reason, caller, startedAt: 0, untilPage, fresh });
  }

  /** Rereads loaded pages, one call each. Does nothing during another operation. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    const loaded = pageIndexes.filter((pageIndex) => pageIndex < this.#pages.nextPageIndex);
    if (this.#running || loaded.length === 0) {
      return this.#running?.outcome ?? 'idle';
    }
    const plan = { activity: 'refreshPages', reason: 'refresh', caller: 'user' } as const;
    return this.#start({ ...plan, startedAt: 0, untilPage: 0, again: loaded });
  }

  /** Continues a failed operation and keeps the pages already read. */
  async retry(caller: Caller = 'user'): Promise<ListOutcome> {
    if (this.#running || !this.#failed) {
      return this.#running?.outcome ?? 'idle';
    }
    const { run } = this.#failed;
    // A retried refresh must not use older responses either.
    const reason = isRenewal(run.activity) ? run.reason : 'retry';
    return this.#start({ ...run, reason, caller, startedAt: this.#pagesOf(run).nextPageIndex });
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
    const running = this.#running;
    if (running === undefined) {
      return;
    }
    const { activity, again } = running.run;
    const isSingle = activity === 'firstPage' || activity === 'loadMore' || again?.length === 1;
    if (isSingle || running.isStopping) {
      this.#abort();
      this.#concludeStopped(running.run);
    } else {
      running.isStopping = true;
      this.#options.onDidChange(SAME_ROWS);
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
    this.#options.paging?.learn(restored.learned);
    this.#replace(restored);
    this.#forgetLastRun();
    this.#options.onDidChange(REPLACED_ROWS);
  }

  /** Replaces pages after the mapping changed. Running operations continue. */
  reread(pages: readonly Page[]): void {
    this.#pages = this.#pages.renewed(pages);
    this.#options.onDidChange({ ...REPLACED_ROWS, isReread: true });
  }

  get #known(): KnownPaging {
    return this.#options.paging?.known ?? NOTHING_KNOWN;
  }

  /** Applies the service's limit. */
  #toGiven(pageSize: number): number {
    return Math.min(pageSize, this.#known.pageSize ?? pageSize);
  }

  #newSnapshot(pageSize = this.#options.pageSize()): PagedMonitors {
    const id = this.#options.newId();
    return new PagedMonitors({ id, pageSize: this.#toGiven(pageSize), known: this.#known });
  }

  #replace(pages: PagedMonitors): void {
    this.#pages = pages;
    this.#setting = this.#options.pageSize();
  }

  #forgetLastRun(): void {
    this.#failed = undefined;
    this.#stopped = undefined;
    this.#partlyRefreshed = undefined;
  }

  #abort(): void {
    this.#running?.abort.abort();
    this.#running = undefined;
  }

  #readOn(
    activity: 'firstPage' | 'loadMore' | 'loadAll',
    pages: number,
    caller: Caller,
  ): Promise<ListOutcome> {
    if (this.#pages.nextPageIndex === 0) {
      this.#replace(this.#newSnapshot());
    }
    const startedAt = this.#pages.nextPageIndex;
    return this.#start({ activity, reason: activity, caller, startedAt, untilPage: startedAt + pages });
  }

  #start(plan: Omit<Run, 'renewed'> & Partial<Pick<Run, 'renewed'>>): Promise<ListOutcome> {
    const run = { renewed: new Set<number>(), ...plan };
    this.#forgetLastRun();
    const action = { action: this.#options.newId(), announced: this.#callsOf(run) };
    // Later, because a call may end at once.
    const outcome = Promise.resolve().then(() => this.#perform(running, action));
    const running: Running = { run, abort: new AbortController(), outcome, isStopping: false };
    this.#running = running;
    this.#options.onDidChange(SAME_ROWS);
    return outcome;
  }

  /** Reads pages until the plan or the list ends. After a failure or cancel it only waits for running calls. */
  async #perform(running: Running, action: CallAction): Promise<ListOutcome> {
    const { run, abort } = running;
    const { activity, reason, caller } = run;
    const calls = new Map<number, Promise<void>>();
    const errors = new Map<number, unknown>();
    const read = async (pageIndex: number): Promise<void> => {
      const { id: snapshotId, pageSize } = this.#pagesOf(run);
      const asked = { pageIndex, pageSize, snapshotId, reason, caller, ...action };
      try {
        const page = await this.#options.fetchPage({ ...asked, renews: isRenewal(activity) }, abort.signal);
        if (!abort.signal.aborted) {
          this.#take(run, pageIndex, page);
        }
      } catch (error) {
        errors.set(pageIndex, error);
      }
      calls.delete(pageIndex);
    };
    const askMore = (): boolean => {
      const isEnding = running.isStopping || errors.size > 0;
      const wanted = isEnding ? [] : this.#duePages(run).filter((pageIndex) => !calls.has(pageIndex));
      wanted.slice(0, CALLS_AT_ONCE - calls.size).forEach((index) => calls.set(index, read(index)));
      return calls.size > 0;
    };
    while (!abort.signal.aborted && askMore()) {
      await Promise.race(calls.values());
    }
    if (abort.signal.aborted) {
      return 'cancelled';
    }
    this.#running = undefined;
    return running.isStopping ? this.#concludeStopped(run) : this.#conclude(run, errors);
  }

  #take(run: Run, pageIndex: number, page: Page): void {
    if (page.pageIndex !== pageIndex) {
      throw new RangeError(`page ${page.pageIndex} came instead of page ${pageIndex}`);
    }
    const before = this.#pagesOf(run);
    const count = before.nextPageIndex;
    // This page may change how earlier ones are read.
    const newer = [...(page.earlier ?? []), ...(run.again ? [page] : [])];
    const pages = newer.length > 0 ? before.renewed(newer) : before;
    if (run.again) {
      run.renewed.add(pageIndex);
      this.#notePartly(run.renewed.size);
    } else {
      pages.addWhenDue(page);
    }
    this.#options.paging?.learn(pages.learned);
    if (run.fresh) {
      run.fresh = pages;
      this.#options.onDidChange(SAME_ROWS);
    } else {
      this.#pages = pages;
      const rows = pages !== before ? 'replaced' : pages.nextPageIndex > count ? 'grown' : 'same';
      this.#options.onDidChange({ rows });
    }
  }

  /** A failure counts when its page is due, and never if the list ends earlier. */
  #conclude(run: Run, errors: ReadonlyMap<number, unknown>): ListOutcome {
    const [pageIndex] = this.#duePages(run);
    if (pageIndex === undefined) {
      this.#options.onDidChange(this.#adopt(run) ? REPLACED_ROWS : SAME_ROWS);
      return 'done';
    }
    const { activity } = run;
    const failure = { activity, pageIndex, callsLeft: this.#callsOf(run), error: errors.get(pageIndex) };
    this.#failed = { run, failure };
    // Larger pages may be what failed.
    this.#setting = run.fresh ? undefined : this.#setting;
    this.#options.onDidChange({ rows: 'same', stoppedBy: failure });
    return 'failed';
  }

  #concludeStopped(run: Run): ListOutcome {
    const { nextPageIndex, ahead } = this.#pagesOf(run);
    const pagesRead = run.again ? run.renewed.size : nextPageIndex - run.startedAt + ahead.size;
    const isAdopted = this.#adopt(run);
    this.#stopped = { pagesKept: run.fresh && !isAdopted ? 0 : pagesRead };
    this.#options.onDidChange(isAdopted ? REPLACED_ROWS : SAME_ROWS);
    return 'cancelled';
  }

  /**
   * Shows a refresh. A partial one replaces only its pages, if of the same size, so that rows never disappear.
   * @returns whether anything changed.
   */
  #adopt({ fresh }: Run): boolean {
    const { pageSize, nextPageIndex, count } = this.#pages;
    if (fresh === undefined || fresh.nextPageIndex === 0) {
      return false;
    }
    const isSameSize = fresh.pageSize === pageSize;
    const isAsDeep = fresh.count >= count || (isSameSize && fresh.nextPageIndex >= nextPageIndex);
    if (fresh.end !== undefined || isAsDeep) {
      this.#replace(fresh);
    } else if (isSameSize) {
      const read = [...fresh.pages, ...fresh.ahead.values()];
      this.#pages = this.#pages.renewed(read);
      this.#notePartly(read.length);
    }
    return isSameSize || this.#pages === fresh;
  }

  #notePartly(pagesRead: number): void {
    const pagesLoaded = this.#pages.nextPageIndex;
    this.#partlyRefreshed = pagesRead < pagesLoaded ? { pagesRead, pagesLoaded } : undefined;
  }

  #pagesOf({ fresh }: Run): PagedMonitors {
    return fresh ?? this.#pages;
  }

  /** Indexes of the pages to read now, in order. */
  #duePages(run: Run): number[] {
    if (run.again) {
      return run.again.filter((pageIndex) => !run.renewed.has(pageIndex));
    }
    const { nextPageIndex, pagesLeft = 1, ahead } = this.#pagesOf(run);
    // The second page shows whether the service heeds the page index.
    const isAlone = nextPageIndex < (this.#pages.nextPageIndex < 2 ? 2 : 1);
    const most = isAlone ? 1 : Infinity;
    const length = Math.min(this.#lastPageOf(run) - nextPageIndex, pagesLeft, most);
    const due = Array.from({ length }, (_, offset) => nextPageIndex + offset);
    return due.filter((pageIndex) => !ahead.has(pageIndex));
  }

  /** A refresh that gets smaller pages than requested reads more of them. */
  #lastPageOf({ fresh, caller, untilPage }: Run): number {
    const [first] = fresh?.pages ?? [];
    const { count, nextPageIndex } = this.#pages;
    const isSmaller = fresh && first && fresh.pageSize < first.pageSize;
    if (!isSmaller || caller === 'agent' || untilPage * first.pageSize < count) {
      return untilPage;
    }
    return Math.max(untilPage, Math.min(Math.ceil(count / fresh.pageSize), nextPageIndex));
  }

  /** The most calls that a run still makes. */
  #callsOf(run: Run): number {
    if (run.again) {
      return this.#duePages(run).length;
    }
    const { nextPageIndex, pagesLeft = Infinity, ahead } = this.#pagesOf(run);
    return Math.max(1, Math.min(this.#lastPageOf(run) - nextPageIndex, pagesLeft) - ahead.size);
  }
}

export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}
