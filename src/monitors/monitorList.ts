import type { Caller, CallReason } from './call';
import { NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import type { FetchPage, Page } from './page';
import { PagedMonitors } from './pagedMonitors';

/** `idle`: nothing to do, no call made. */
export type ListOutcome = 'done' | 'failed' | 'canceled' | 'idle';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh' | 'refreshPages';

export interface ListProgress extends Readonly<Pick<Plan, 'activity' | 'reason' | 'pagesRead'>> {
  /** The list may end earlier. */
  readonly pagesPlanned: number;
  /** Canceled, but waiting for calls already made. */
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
}

export const SAME_ROWS: ListChange = { rows: 'same' };
export const REPLACED_ROWS: ListChange = { rows: 'replaced' };

/** Calls at the same time, if the total is known. */
const CALLS_AT_ONCE = 4;

/** What to read, and how much of it was read. */
interface Plan {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  pagesRead: number;
  /** The page at which to stop, without reading it. */
  readonly untilPage: number;
  /** A refresh fills a new list; others change the shown one. */
  fresh?: PagedMonitors;
  /** Loaded pages that are still to be read again. */
  readonly again?: Set<number>;
}

interface Run extends Plan {
  readonly abort: AbortController;
  /** Makes no further calls. */
  isStopping: boolean;
  outcome: Promise<ListOutcome>;
}

/** How the last operation ended, until the next one begins. */
interface Ending {
  readonly failed?: Plan;
  readonly failure?: ListFailure;
  /** Set after a cancel; the list then waits for the user. */
  readonly stopped?: { readonly pagesKept: number };
  /** Set if only some pages were reread. */
  readonly partlyRefreshed?: { readonly pagesRead: number; readonly pagesLoaded: number } | undefined;
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
  #run: Run | undefined;
  #ending: Ending = {};
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
    return this.#ending.failure;
  }

  get ending(): Ending {
    return this.#ending;
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
    if (this.#run === undefined) {
      return undefined;
    }
    const { activity, reason, pagesRead, isStopping: stopping } = this.#run;
    const pagesPlanned = pagesRead + this.#missingPages(this.#run).length;
    return { activity, reason, pagesRead, pagesPlanned, stopping };
  }

  /** Reads the first page unless already tried. After a failure or cancel it waits for the user. */
  async ensureFirstPage(): Promise<ListOutcome> {
    const isTried = this.#pages.nextPageIndex > 0 || this.failure || this.#ending.stopped;
    return this.#run?.outcome ?? (isTried ? 'idle' : this.#readOn('firstPage', 1, 'user'));
  }

  /** Reads the next or failed page in one call. */
  async loadMore(caller: Caller = 'user'): Promise<ListOutcome> {
    const failed = this.failure?.activity;
    if (this.#run || failed === 'firstPage' || failed === 'loadMore') {
      return this.retry(caller);
    }
    const { nextPageIndex, end } = this.#pages;
    const activity = nextPageIndex === 0 ? 'firstPage' : 'loadMore';
    return end === undefined ? this.#readOn(activity, 1, caller) : 'idle';
  }

  /** Reads up to `maxPages` further pages. Waits for a running operation, and stops if that fails. */
  async loadAll(maxPages: number, caller: Caller = 'user'): Promise<ListOutcome> {
    while (this.#run) {
      const { activity, outcome } = this.#run;
      const ended = await outcome;
      if (activity === 'loadAll' || ended !== 'done') {
        return ended;
      }
    }
    const isAll = this.#pages.end !== undefined || maxPages < 1;
    return isAll ? 'idle' : this.#readOn('loadAll', maxPages, caller);
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
    if (this.#run?.activity === 'refresh' || this.#run?.activity === 'firstPage') {
      return this.#run.outcome;
    }
    this.#abort();
    const { caller = 'user', reason = 'refresh', pageSize = this.refreshPageSize } = options;
    const untilPage = Math.max(1, options.pages ?? this.refreshDepth);
    const fresh = this.#newSnapshot(pageSize);
    return this.#start({ activity: 'refresh', reason, caller, pagesRead: 0, untilPage, fresh });
  }

  /** Rereads loaded pages, one call each. Does nothing during another operation. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    const again = new Set(pageIndexes.filter((pageIndex) => pageIndex < this.#pages.nextPageIndex));
    if (this.#run || again.size === 0) {
      return this.#run?.outcome ?? 'idle';
    }
    const plan = { activity: 'refreshPages', reason: 'refresh', caller: 'user' } as const;
    return this.#start({ ...plan, pagesRead: 0, untilPage: 0, again });
  }

  /** Continues a failed operation and keeps the pages already read. */
  async retry(caller: Caller = 'user'): Promise<ListOutcome> {
    const { failed } = this.#ending;
    if (this.#run || !failed) {
      return this.#run?.outcome ?? 'idle';
    }
    // A retried refresh must not use older responses either.
    const reason = isRenewal(failed.activity) ? failed.reason : 'retry';
    return this.#start({ ...failed, reason, caller });
  }

  /** Keeps {@link ensureFirstPage} from reading until the user asks. */
  waitForUser(): void {
    if (this.#pages.nextPageIndex === 0 && this.#run === undefined && this.failure === undefined) {
      this.#ending = { stopped: { pagesKept: 0 } };
    }
  }

  /**
   * Makes no further calls. Load All and Refresh wait for running calls, which may be charged, and keep their pages; a
   * second cancel aborts them. A single page is aborted at once.
   */
  cancel(): void {
    const run = this.#run;
    if (run === undefined) {
      return;
    }
    const isOfOne = run.pagesRead + this.#missingPages(run).length === 1;
    if (isOfOne || run.isStopping) {
      this.#abort();
      this.#conclude(run);
    } else {
      run.isStopping = true;
      this.#options.onDidChange(SAME_ROWS);
    }
  }

  /** Removes all rows. Drops responses that arrive later. */
  clear(): void {
    this.#abort();
    this.#showSaved(this.#newSnapshot());
  }

  /** Shows saved pages without a call, from the first on, unless anything else happens during the pauses. */
  async restore(pages: readonly Page[], pause: () => Promise<unknown>): Promise<void> {
    const shown = this.#pages;
    const restored = this.#newSnapshot(pages[0]?.pageSize);
    for (const page of pages) {
      restored.add(page);
      await pause();
    }
    if (this.#pages === shown && this.#run === undefined) {
      this.#showSaved(restored);
    }
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
    return new PagedMonitors(this.#options.newId(), this.#toGiven(pageSize), this.#known);
  }

  #showSaved(pages: PagedMonitors): void {
    this.#options.paging?.learn(pages.learned);
    this.#show(pages);
    this.#ending = {};
    this.#options.onDidChange(REPLACED_ROWS);
  }

  #show(pages: PagedMonitors): void {
    this.#pages = pages;
    this.#setting = this.#options.pageSize();
  }

  #abort(): void {
    this.#run?.abort.abort();
    this.#run = undefined;
  }

  #readOn(activity: CallReason & ListActivity, pages: number, caller: Caller): Promise<ListOutcome> {
    if (this.#pages.nextPageIndex === 0) {
      this.#show(this.#newSnapshot());
    }
    const untilPage = this.#pages.nextPageIndex + pages;
    return this.#start({ activity, reason: activity, caller, pagesRead: 0, untilPage });
  }

  #start(plan: Plan): Promise<ListOutcome> {
    const outcome = Promise.resolve<ListOutcome>('idle');
    const run: Run = { ...plan, abort: new AbortController(), isStopping: false, outcome };
    this.#ending = {};
    this.#run = run;
    run.outcome = outcome.then(() => this.#perform(run));
    this.#options.onDidChange(SAME_ROWS);
    return run.outcome;
  }

  /** Reads pages until the plan or the list ends. After a failure or cancel it only waits for running calls. */
  async #perform(run: Run): Promise<ListOutcome> {
    const { activity, reason, caller } = run;
    const { signal } = run.abort;
    const action = { action: this.#options.newId(), announced: this.#missingPages(run).length };
    const calls = new Map<number, Promise<void>>();
    const errors = new Map<number, unknown>();
    const read = async (pageIndex: number): Promise<void> => {
      const { id: snapshotId, pageSize } = run.fresh ?? this.#pages;
      const asked = { pageIndex, pageSize, snapshotId, reason, caller, renews: isRenewal(activity) };
      try {
        const page = await this.#options.fetchPage({ ...asked, ...action }, signal);
        if (!signal.aborted) {
          this.#take(run, pageIndex, page);
        }
      } catch (error) {
        errors.set(pageIndex, error);
      }
      calls.delete(pageIndex);
    };
    const askMore = (): boolean => {
      const most = run.isStopping || errors.size > 0 ? 0 : this.#callsAtOnce(run);
      const pages = this.#missingPages(run).filter((pageIndex) => !calls.has(pageIndex));
      pages.slice(0, Math.max(0, most - calls.size)).forEach((index) => calls.set(index, read(index)));
      return calls.size > 0;
    };
    while (!signal.aborted && askMore()) {
      await Promise.race(calls.values());
    }
    if (signal.aborted) {
      return 'canceled';
    }
    this.#run = undefined;
    return this.#conclude(run, run.isStopping ? undefined : errors);
  }

  #take(run: Run, pageIndex: number, page: Page): void {
    if (page.pageIndex !== pageIndex) {
      throw new RangeError(`page ${page.pageIndex} came instead of page ${pageIndex}`);
    }
    const before = run.fresh ?? this.#pages;
    const count = before.nextPageIndex;
    // This page may change how earlier ones are read.
    const newer = [...(page.earlier ?? []), ...(run.again ? [page] : [])];
    const pages = newer.length > 0 ? before.renewed(newer) : before;
    run.pagesRead += 1;
    if (!run.again?.delete(pageIndex)) {
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

  /**
   * A failure counts when its page is due, and never if the list ends earlier.
   * @param errors by page index; absent after a cancel
   */
  #conclude(run: Run, errors?: ReadonlyMap<number, unknown>): ListOutcome {
    const { activity, pagesRead, fresh } = run;
    const missing = this.#missingPages(run);
    const [pageIndex] = missing;
    if (errors && pageIndex !== undefined) {
      const error = errors.get(pageIndex);
      this.#ending = { failed: run, failure: { activity, pageIndex, callsLeft: missing.length, error } };
      // The larger page size may be why it failed, so the setting counts again.
      this.#setting = fresh ? undefined : this.#setting;
      this.#options.onDidChange(SAME_ROWS);
      return 'failed';
    }
    const change = this.#adopt(run);
    const pagesLoaded = this.#pages.nextPageIndex;
    const isShown = fresh === undefined || change !== SAME_ROWS;
    const isPart = isRenewal(activity) && isShown && pagesRead < pagesLoaded;
    this.#ending = errors
      ? { partlyRefreshed: isPart ? { pagesRead, pagesLoaded } : undefined }
      : { stopped: { pagesKept: fresh && change === SAME_ROWS ? 0 : pagesRead } };
    this.#options.onDidChange(change);
    return errors ? 'done' : 'canceled';
  }

  /** Shows a refresh. A partial one replaces only its pages, if of the same size, so that rows never disappear. */
  #adopt({ fresh }: Run): ListChange {
    const { pageSize, nextPageIndex, count } = this.#pages;
    if (fresh === undefined || fresh.nextPageIndex === 0) {
      return SAME_ROWS;
    }
    const isSameSize = fresh.pageSize === pageSize;
    const isAsDeep = fresh.count >= count || (isSameSize && fresh.nextPageIndex >= nextPageIndex);
    if (fresh.end !== undefined || isAsDeep) {
      this.#show(fresh);
    } else if (isSameSize) {
      this.#pages = this.#pages.renewed([...fresh.pages, ...fresh.ahead.values()]);
    }
    return isSameSize || this.#pages === fresh ? REPLACED_ROWS : SAME_ROWS;
  }

  /** Indexes of the pages still to be read, in order. */
  #missingPages(plan: Plan): number[] {
    const { nextPageIndex, pagesLeft = Infinity, ahead } = plan.fresh ?? this.#pages;
    const length = Math.min(this.#lastPageOf(plan) - nextPageIndex, pagesLeft);
    const pages = plan.again ?? Array.from({ length }, (_, index) => nextPageIndex + index);
    return [...pages].filter((pageIndex) => !ahead.has(pageIndex));
  }

  /** Without a total, a page shows if there is a next one. The second one shows if the service heeds the page index. */
  #callsAtOnce(plan: Plan): number {
    const { nextPageIndex, pagesLeft } = plan.fresh ?? this.#pages;
    const alone = this.#pages.nextPageIndex < 2 ? 2 : 1;
    return plan.again || (pagesLeft !== undefined && nextPageIndex >= alone) ? CALLS_AT_ONCE : 1;
  }

  /** A refresh that gets smaller pages than requested reads more of them. */
  #lastPageOf({ fresh, caller, untilPage }: Plan): number {
    const [first] = fresh?.pages ?? [];
    const { count, nextPageIndex } = this.#pages;
    const isSmaller = fresh && first && fresh.pageSize < first.pageSize;
    if (!isSmaller || caller === 'agent' || untilPage * first.pageSize < count) {
      return untilPage;
    }
    return Math.max(untilPage, Math.min(Math.ceil(count / fresh.pageSize), nextPageIndex));
  }
}

export function isRenewal(activity: ListActivity): boolean {
  return activity === 'refresh' || activity === 'refreshPages';
}
