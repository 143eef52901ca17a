import type { Caller, CallReason } from './call';
import type { KnownPaging } from './knownPaging';
import { isRenewal, type ListActivity, type ListFailure } from './listActivity';
import type { FetchPage, Page } from './page';
import { PagedMonitors } from './pagedMonitors';

/** `idle`: nothing to do, no call made. */
export type ListOutcome = 'done' | 'failed' | 'canceled' | 'idle';

export type ListProgress = Readonly<Omit<Run, 'wanted' | 'fresh' | 'abort' | 'outcome'>>;

/** Of the rows. `grown`: pages were appended. `reread`: the mapping changed. `replaced`: anything may differ. */
export type ListChange = 'same' | 'grown' | 'reread' | 'replaced';

/** Calls at the same time, if the total is known. */
const CALLS_AT_ONCE = 4;

interface Run {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** Indexes of the pages to read. The list may end earlier. */
  readonly wanted: Set<number>;
  /** A refresh fills a new list; others change the shown one. */
  fresh?: PagedMonitors;
  pagesRead: number;
  /** With a known total, only pages that exist. */
  pagesPlanned: number;
  readonly abort: AbortController;
  /** Canceled, but waiting for calls already made. */
  stopping: boolean;
  outcome: Promise<ListOutcome>;
}

export interface MonitorListOptions {
  readonly fetchPage: FetchPage;
  /** Monitors per page, for the next snapshot. */
  readonly pageSize: () => number;
  readonly paging: { readonly known: KnownPaging; learn(learned: KnownPaging): void };
  readonly onDidChange: (change: ListChange) => void;
}

/**
 * The monitors of one account, loaded page by page. Runs one operation at a time. Drops late responses after a refresh
 * or a clear.
 */
export class MonitorList {
  #loaded: PagedMonitors;
  #run: Run | undefined;
  /** How the last operation ended, until the next one begins. */
  #ending: { readonly failed?: Run; readonly failure?: ListFailure; readonly isStopped?: boolean } =
    {};
  /** The setting of the page size when the rows were read. */
  #setting: number | undefined;

  constructor(private readonly options: MonitorListOptions) {
    this.#loaded = this.#newSnapshot();
  }

  /** A new object when rows are replaced. */
  get loaded(): PagedMonitors {
    return this.#loaded;
  }

  get failure(): ListFailure | undefined {
    return this.#ending.failure;
  }

  /** Whether pages were asked for. After a failure or cancel, the list waits for the user. */
  get isTried(): boolean {
    const { failure, isStopped = false } = this.#ending;
    return this.#loaded.nextPageIndex > 0 || failure !== undefined || isStopped;
  }

  /** Keeps a larger size until the setting changes. */
  get refreshPageSize(): number {
    const setting = this.options.pageSize();
    const least = setting === this.#setting ? this.#loaded.pageSize : 0;
    return Math.min(Math.max(setting, least), this.largestPage ?? Infinity);
  }

  /** The service's limit; absent if unknown. */
  get largestPage(): number | undefined {
    return this.options.paging.known.pageSize;
  }

  /** Pages, and so calls, of a full refresh. */
  get refreshDepth(): number {
    const { nextPageIndex, pageSize, count } = this.#loaded;
    const wanted = this.refreshPageSize;
    const size = nextPageIndex * pageSize;
    // Larger pages may not be full.
    const covered = pageSize > wanted ? Math.min(size, count) : size;
    return Math.max(1, Math.ceil(covered / wanted));
  }

  get progress(): ListProgress | undefined {
    return this.#run;
  }

  async ensureFirstPage(): Promise<ListOutcome> {
    return this.#run?.outcome ?? (this.isTried ? 'idle' : this.loadMore());
  }

  /** Reads the next or failed page in one call. */
  async loadMore(): Promise<ListOutcome> {
    const run = this.#run;
    if (run && run.pagesRead >= run.pagesPlanned) {
      // All its pages are here, and the last one is being saved.
      return (await run.outcome) === 'done' ? this.loadMore() : 'idle';
    }
    const failed = this.failure?.activity;
    if (run || failed === 'firstPage' || failed === 'loadMore') {
      return this.retry();
    }
    const { nextPageIndex, end } = this.#loaded;
    const activity = nextPageIndex === 0 ? 'firstPage' : 'loadMore';
    return end === undefined ? this.#readOn(activity, 1) : 'idle';
  }

  /** Reads up to `maxPages` further pages. Waits for a running operation, and stops if that fails. */
  async loadAll(maxPages: number): Promise<ListOutcome> {
    const running = this.#run;
    if (running) {
      const outcome = await running.outcome;
      const goesOn = running.activity !== 'loadAll' && outcome === 'done';
      return goesOn ? this.loadAll(maxPages) : outcome;
    }
    return this.#loaded.end === undefined ? this.#readOn('loadAll', maxPages) : 'idle';
  }

  /**
   * Reads the list again, as deep as loaded or for `pages`. Old rows stay until the new ones are complete; fewer pages
   * replace only those. If the service returns smaller pages than requested, reads more, but not more than are loaded.
   * @param options.pageSize instead of {@link refreshPageSize}.
   * @param options.reason `loadAll` if the user wants all, in larger pages.
   */
  async refresh(
    options: {
      pages?: number;
      pageSize?: number;
      caller?: Caller;
      reason?: 'refresh' | 'loadAll';
    } = {},
  ): Promise<ListOutcome> {
    if (this.#run?.activity === 'refresh' || this.#run?.activity === 'firstPage') {
      return this.#run.outcome;
    }
    this.#abort();
    const { caller = 'user', reason = 'refresh', pages = this.refreshDepth } = options;
    const wanted = toIndexes(0, Math.max(1, pages));
    const fresh = this.#newSnapshot(options.pageSize ?? this.refreshPageSize);
    return this.#start({ activity: 'refresh', reason, caller, wanted, fresh });
  }

  /** Rereads loaded pages, one call each. Does nothing during another operation. */
  async refreshPages(pageIndexes: readonly number[]): Promise<ListOutcome> {
    const wanted = new Set(
      pageIndexes.filter((pageIndex) => pageIndex < this.#loaded.nextPageIndex),
    );
    if (this.#run || wanted.size === 0) {
      return this.#run?.outcome ?? 'idle';
    }
    return this.#start({ activity: 'refreshPages', reason: 'refresh', caller: 'user', wanted });
  }

  /** Continues a failed operation and keeps the pages already read. */
  async retry(): Promise<ListOutcome> {
    const { failed } = this.#ending;
    if (this.#run || !failed) {
      return this.#run?.outcome ?? 'idle';
    }
    // A retried refresh must not use older responses either.
    const reason = isRenewal(failed.activity) ? failed.reason : 'retry';
    return this.#start({ ...failed, reason, caller: 'user' });
  }

  /** Keeps {@link ensureFirstPage} from reading until the user asks. */
  waitForUser(): void {
    this.#ending = this.isTried ? this.#ending : { isStopped: true };
  }

  /**
   * Makes no further calls. Load All and Refresh wait for running calls, which may be charged, and keep their pages; a
   * second cancel aborts them. A single page is aborted at once.
   */
  cancel(): void {
    const run = this.#run;
    if (run?.stopping === false && run.pagesPlanned > 1) {
      this.finish();
    } else if (run) {
      this.#abort();
      this.#conclude(run);
    }
  }

  /** Makes no further calls, but waits for running ones, which may be charged. */
  finish(): void {
    if (this.#run) {
      this.#run.stopping = true;
      this.options.onDidChange('same');
    }
  }

  clear(): void {
    this.#abort();
    this.#showSaved(this.#newSnapshot());
  }

  /** Shows saved pages without a call, from the first on, unless anything else happens during the pauses. */
  async adopt(pages: readonly Page[], pause: () => Promise<unknown>): Promise<void> {
    const shown = this.#loaded;
    const adopted = this.#newSnapshot(pages[0]?.pageSize);
    for (const page of pages) {
      adopted.add(page);
      await pause();
    }
    if (this.#loaded === shown && this.#run === undefined) {
      this.#showSaved(adopted);
    }
  }

  /** Replaces pages after the mapping changed. Running operations continue. */
  reread(pages: readonly Page[]): void {
    this.#loaded = this.#loaded.renewed(pages);
    this.options.onDidChange('reread');
  }

  #newSnapshot(pageSize = this.options.pageSize()): PagedMonitors {
    const given = Math.min(pageSize, this.largestPage ?? pageSize);
    return new PagedMonitors(crypto.randomUUID(), given, this.options.paging.known);
  }

  #showSaved(pages: PagedMonitors): void {
    this.options.paging.learn(pages.learned);
    this.#show(pages);
    this.#ending = {};
    this.options.onDidChange('replaced');
  }

  #show(pages: PagedMonitors): void {
    this.#loaded = pages;
    this.#setting = this.options.pageSize();
  }

  #abort(): void {
    this.#run?.abort.abort();
    this.#run = undefined;
  }

  #readOn(activity: CallReason & ListActivity, pages: number): Promise<ListOutcome> {
    if (this.#loaded.nextPageIndex === 0) {
      this.#show(this.#newSnapshot());
    }
    const wanted = toIndexes(this.#loaded.nextPageIndex, pages);
    this.#loaded.ahead.forEach((_, pageIndex) => wanted.delete(pageIndex));
    return this.#start({ activity, reason: activity, caller: 'user', wanted });
  }

  #start(
    plan: Pick<Run, 'activity' | 'reason' | 'caller' | 'wanted' | 'fresh'>,
  ): Promise<ListOutcome> {
    const outcome = Promise.resolve<ListOutcome>('idle');
    const abort = new AbortController();
    const run: Run = { pagesRead: 0, pagesPlanned: 0, ...plan, abort, stopping: false, outcome };
    run.pagesPlanned = run.pagesRead + this.#missingPages(run).length;
    this.#ending = {};
    this.#run = run;
    run.outcome = outcome.then(() => this.#perform(run));
    this.options.onDidChange('same');
    return run.outcome;
  }

  /** Reads pages until the plan or the list ends. After a failure or cancel it only waits for running calls. */
  async #perform(run: Run): Promise<ListOutcome> {
    const { activity, reason, caller } = run;
    const { signal } = run.abort;
    const calls = new Map<number, Promise<void>>();
    const errors = new Map<number, unknown>();
    const read = async (pageIndex: number): Promise<void> => {
      const { id: snapshotId, pageSize } = run.fresh ?? this.#loaded;
      const asked = {
        pageIndex,
        pageSize,
        snapshotId,
        reason,
        caller,
        isRenewal: isRenewal(activity),
      };
      try {
        await this.options.fetchPage(asked, signal, (page) => {
          if (!signal.aborted) {
            this.#take(run, page);
          }
        });
      } catch (error) {
        errors.set(pageIndex, error);
      }
      calls.delete(pageIndex);
    };
    const askMore = (): boolean => {
      const most = run.stopping || errors.size > 0 ? 0 : this.#callsAtOnce(run);
      const pages = this.#missingPages(run).filter((pageIndex) => !calls.has(pageIndex));
      pages
        .slice(0, Math.max(0, most - calls.size))
        .forEach((index) => calls.set(index, read(index)));
      return calls.size > 0;
    };
    while (!signal.aborted && askMore()) {
      await Promise.race(calls.values());
    }
    if (signal.aborted) {
      return 'canceled';
    }
    this.#run = undefined;
    return this.#conclude(run, run.stopping ? undefined : errors);
  }

  #take(run: Run, page: Page): void {
    const before = run.fresh ?? this.#loaded;
    const count = before.nextPageIndex;
    const isDue = page.pageIndex >= count;
    // This page may change how earlier ones are read.
    const newer = [...(page.earlier ?? []), ...(isDue ? [] : [page])];
    const pages = newer.length > 0 ? before.renewed(newer) : before;
    if (isDue) {
      pages.addWhenDue(page);
    }
    run.wanted.delete(page.pageIndex);
    run.pagesRead += 1;
    this.options.paging.learn(pages.learned);
    if (run.fresh) {
      run.fresh = pages;
      this.#deepen(run, page.pageSize);
    } else {
      this.#loaded = pages;
    }
    run.pagesPlanned = run.pagesRead + this.#missingPages(run).length;
    const growth = pages.nextPageIndex > count ? 'grown' : 'same';
    const change = pages === before ? growth : 'replaced';
    this.options.onDidChange(run.fresh ? 'same' : change);
  }

  /**
   * A failure counts when its page is due, and never if the list ends earlier.
   * @param errors by page index; absent after a cancel
   */
  #conclude(run: Run, errors?: ReadonlyMap<number, unknown>): ListOutcome {
    const { activity, fresh } = run;
    const missing = this.#missingPages(run);
    const [pageIndex] = missing;
    if (errors && pageIndex !== undefined) {
      const error = errors.get(pageIndex);
      this.#ending = {
        failed: run,
        failure: { activity, pageIndex, callsLeft: missing.length, error },
      };
      this.options.onDidChange('same');
      return 'failed';
    }
    this.#ending = { isStopped: !errors };
    this.options.onDidChange(fresh?.nextPageIndex ? this.#adopt(fresh) : 'same');
    return errors ? 'done' : 'canceled';
  }

  /** Shows a refresh. A partial one replaces only its pages, if of the same size, so that rows never disappear. */
  #adopt(fresh: PagedMonitors): ListChange {
    const { pageSize, nextPageIndex, count } = this.#loaded;
    const isSameSize = fresh.pageSize === pageSize;
    const isAsDeep = fresh.count >= count || (isSameSize && fresh.nextPageIndex >= nextPageIndex);
    if (fresh.end !== undefined || isAsDeep) {
      this.#show(fresh);
    } else if (isSameSize) {
      this.#loaded = this.#loaded.renewed([...fresh.pages, ...fresh.ahead.values()]);
    }
    return isSameSize || this.#loaded === fresh ? 'replaced' : 'same';
  }

  /** Plans more pages of a refresh if its first one is smaller than requested, but not more than are loaded. */
  #deepen({ fresh, caller, wanted, pagesRead }: Run, requested: number): void {
    const { count, nextPageIndex } = this.#loaded;
    const isForAll = (pagesRead + wanted.size) * requested >= count;
    if (fresh && pagesRead === 1 && fresh.pageSize < requested && isForAll && caller !== 'agent') {
      const most = Math.min(Math.ceil(count / fresh.pageSize), nextPageIndex);
      toIndexes(1, most - 1).forEach((pageIndex) => wanted.add(pageIndex));
    }
  }

  /** Pages past a known end aren't missing. */
  #missingPages({ fresh, wanted }: Run): number[] {
    const { nextPageIndex, pagesLeft = Infinity } = fresh ?? this.#loaded;
    return [...wanted].filter((pageIndex) => pageIndex < nextPageIndex + pagesLeft);
  }

  /** Without a total, a page shows if there is a next one. The second one shows if the service heeds the page index. */
  #callsAtOnce({ activity, fresh }: Run): number {
    const { nextPageIndex, pagesLeft } = fresh ?? this.#loaded;
    const isKnown = activity === 'refreshPages' || (pagesLeft !== undefined && nextPageIndex > 1);
    return isKnown ? CALLS_AT_ONCE : 1;
  }
}

function toIndexes(first: number, count: number): Set<number> {
  return new Set(Array.from({ length: Math.max(0, count) }, (_, index) => first + index));
}
