import type { Caller, CallReason } from '../monitors/call';
import type { ListActivity, ListFailure } from '../monitors/listActivity';
import type { Listing } from '../monitors/listing';
import { LoadedMonitors } from '../monitors/loadedMonitors';
import { NO_PAGES, type Page, type PageList } from '../monitors/page';
import type { ReadPage } from '../monitors/pageContent';
import { withPages, withRefresh } from '../monitors/pageList';
import { CallError } from '../service/errors';
import { readPages, type ReadingEnd } from './readPages';

/** `idle`: there was nothing to do. */
export type ListOutcome = 'done' | 'failed' | 'canceled' | 'idle';

/** `pages`: there are other pages. `mapping`: the same pages mean something else. `state`: only progress or failure. */
export type ListChange = 'pages' | 'mapping' | 'state';

export interface PageRequest {
  /** From 0. */
  readonly index: number;
  /** Monitors to ask for. */
  readonly size: number;
  readonly caller: Caller;
}

export interface ListProgress {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly pagesRead: number;
  readonly pagesPlanned: number;
  /** Canceled, but waiting for calls that were made. */
  readonly stopping: boolean;
}

export interface MonitorListOptions {
  /** Makes one call. @throws CallError */
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page>;
  readonly read: () => ReadPage;
  /** The setting: monitors per page. */
  readonly pageSize: () => number;
  /** Whether calls must go out one after the other, because the service was overloaded. */
  readonly isOneAtATime: () => boolean;
  /** Describes a page without a list that is known. */
  readonly describeUnread: (page: Page) => CallError;
  /** Saves the pages. Returns them, joined with those of other windows. */
  readonly save: (list: PageList) => PageList;
  readonly onDidChange: (change: ListChange) => void;
}

/** Calls at the same time, for pages that surely exist. */
const CALLS_AT_ONCE = 4;

/** Pages to read again, by index; or so many from the first one. */
type Target = { readonly pages: readonly number[] } | { readonly depth: number };

interface Plan {
  readonly activity: ListActivity;
  readonly reason: CallReason;
  readonly caller: Caller;
  readonly target: Target;
  /** The most calls. */
  readonly most: number;
  /** Monitors per page of a refresh. */
  readonly freshSize?: number | undefined;
}

interface Operation {
  readonly plan: Plan;
  /** The list that a refresh fills. The old one stays until the refresh ends. */
  fresh: PageList | undefined;
  /** Indexes of the pages that are read. */
  readonly read: Set<number>;
  readonly abort: AbortController;
  isStopping: boolean;
  outcome: Promise<ListOutcome>;
}

/** The monitors of one account, read page by page. Runs one operation at a time. */
export class MonitorList {
  #list: PageList = NO_PAGES;
  #loaded: LoadedMonitors | undefined;
  /** The pages of a refresh that runs. */
  #fresh: LoadedMonitors | undefined;
  #operation: Operation | undefined;
  #failed: Operation | undefined;
  #isStopped = false;

  #failure: ListFailure | undefined;
  #unread: { readonly page: Page; readonly error: CallError } | undefined;

  constructor(private readonly options: MonitorListOptions) {}

  get pages(): PageList {
    return this.#list;
  }

  get loaded(): LoadedMonitors {
    this.#loaded = this.#read(this.#list, this.#loaded);
    return this.#loaded;
  }

  /** How the last operation failed, until the next one begins; or that the last page has no list that is known. */
  get failure(): ListFailure | undefined {
    const page = this.#unreadPage;
    if (this.#failure || this.#operation || page === undefined) {
      return this.#failure;
    }
    if (this.#unread?.page !== page) {
      this.#unread = { page, error: this.options.describeUnread(page) };
    }
    const { index } = page;
    return {
      activity: toActivity(index),
      pageIndex: index,
      callsLeft: 1,
      error: this.#unread.error,
    };
  }

  /** Whether pages were asked for. After a failure or a cancel, the list waits for the user. */
  get isTried(): boolean {
    return this.#list.pages.length > 0 || this.failure !== undefined || this.#isStopped;
  }

  get progress(): ListProgress | undefined {
    const operation = this.#operation;
    if (operation === undefined) {
      return undefined;
    }
    const { plan, read, isStopping } = operation;
    return {
      activity: plan.activity,
      reason: plan.reason,
      pagesRead: read.size,
      pagesPlanned: read.size + this.#missing(operation).length,
      stopping: isStopping,
    };
  }

  /** Calls of a full refresh. */
  get refreshDepth(): number {
    return this.depthFor(this.options.pageSize());
  }

  /** Calls of a full refresh with so many monitors per page. */
  depthFor(size: number): number {
    const { nextSize = size, pages, pagesWithMonitors } = this.loaded;
    const isSameSize = pages[0]?.size === size;
    const depth = isSameSize ? pagesWithMonitors : Math.ceil((pagesWithMonitors * nextSize) / size);
    return Math.max(1, depth);
  }

  /** Reads the first page unless pages were asked for. */
  async ensureFirstPage(): Promise<ListOutcome> {
    return this.isTried ? (this.#operation?.outcome ?? 'idle') : this.loadMore();
  }

  /** Reads the next or the failed page in one call. */
  async loadMore(): Promise<ListOutcome> {
    const failed = this.failure?.activity;
    if (this.#operation || failed === 'firstPage' || failed === 'loadMore') {
      return this.retry();
    }
    return this.#readOn(toActivity(this.loaded.pages.length), 1);
  }

  /** Reads up to so many further pages. */
  async loadAll(most: number): Promise<ListOutcome> {
    return this.#operation?.outcome ?? this.#readOn('loadAll', most);
  }

  /**
   * Reads the list again, as deep as it is loaded. The old rows stay until then.
   * @param options.size monitors per page; default: the setting
   * @param options.most the most calls; default: {@link refreshDepth}. Fewer only read the first pages again.
   */
  async refresh(
    options: { size?: number; most?: number; caller?: Caller; reason?: CallReason } = {},
  ): Promise<ListOutcome> {
    const running = this.#operation;
    if (running && ['refresh', 'firstPage'].includes(running.plan.activity)) {
      return running.outcome;
    }
    const { size = this.options.pageSize(), caller = 'user', reason = 'refresh' } = options;
    const depth = this.depthFor(size);
    const { most = depth } = options;
    if (most < depth) {
      return this.refreshPages([...Array(most).keys()], caller);
    }
    this.#abort();
    const target = { depth: most };
    return this.#start({ activity: 'refresh', reason, caller, target, most, freshSize: size });
  }

  /** Reads loaded pages again, one call each. Does nothing during another operation. */
  async refreshPages(indexes: readonly number[], caller: Caller = 'user'): Promise<ListOutcome> {
    const pages = indexes.filter((index) => this.#pageAt(index) !== undefined);
    if (this.#operation || pages.length === 0) {
      return this.#operation?.outcome ?? 'idle';
    }
    return this.#readAgain(pages, 'refreshPages', 'refresh', caller);
  }

  /** Continues the operation that failed. Pages that were read stay. */
  async retry(): Promise<ListOutcome> {
    if (this.#operation) {
      return this.#operation.outcome;
    }
    const failed = this.#failed;
    if (failed && this.#failure) {
      const reason = failed.fresh ? failed.plan.reason : 'retry';
      const most = this.#failure.callsLeft;
      return this.#start({ ...failed.plan, reason, caller: 'user', most }, failed);
    }
    const { index } = this.#unreadPage ?? {};
    return index === undefined ? 'idle' : this.#readAgain([index], toActivity(index), 'retry');
  }

  /** Keeps {@link ensureFirstPage} from reading until the user asks. */
  waitForUser(): void {
    this.#isStopped = true;
  }

  /** Makes no further calls. Waits for those that were made, unless it is a single one or a second cancel. */
  cancel(): void {
    const operation = this.#operation;
    if (operation === undefined) {
      return;
    }
    if (operation.isStopping || (this.progress?.pagesPlanned ?? 0) <= 1) {
      this.#abort();
      this.#isStopped = true;
      this.options.onDidChange('state');
    } else {
      this.finish();
    }
  }

  /** Makes no further calls, but waits for those that were made. */
  finish(): void {
    if (this.#operation) {
      this.#operation.isStopping = true;
      this.options.onDidChange('state');
    }
  }

  /** Removes all rows, also the saved ones. */
  removeRows(): void {
    this.#abort();
    this.#failure = undefined;
    this.#failed = undefined;
    this.#isStopped = true;
    this.#set(NO_PAGES);
  }

  /** Drops responses that come later. */
  dispose(): void {
    this.#abort();
  }

  /** Shows saved pages. A running operation goes on. */
  show(list: PageList): void {
    this.#list = list;
    this.options.onDidChange('pages');
  }

  #readAgain(
    pages: readonly number[],
    activity: ListActivity,
    reason: CallReason,
    caller: Caller = 'user',
  ) {
    return this.#start({ activity, reason, caller, target: { pages }, most: pages.length });
  }

  async #readOn(activity: 'firstPage' | 'loadMore' | 'loadAll', most: number) {
    if (this.loaded.end === 'end') {
      return 'idle';
    }
    const target = { depth: this.loaded.pages.length + most };
    return this.#start({ activity, reason: activity, caller: 'user', target, most });
  }

  /** @param failed the operation to continue */
  #start(plan: Plan, failed?: Operation): Promise<ListOutcome> {
    const operation: Operation = {
      plan,
      fresh: plan.activity === 'refresh' ? (failed?.fresh ?? NO_PAGES) : undefined,
      read: failed?.read ?? new Set(),
      abort: new AbortController(),
      isStopping: false,
      outcome: Promise.resolve<ListOutcome>('idle'),
    };
    this.#operation = operation;
    this.#failure = undefined;
    this.#failed = undefined;
    this.#isStopped = false;
    operation.outcome = Promise.resolve().then(() => this.#run(operation));
    this.options.onDidChange('state');
    return operation.outcome;
  }

  async #run(operation: Operation): Promise<ListOutcome> {
    const { signal } = operation.abort;
    const end = await readPages({
      most: operation.plan.most,
      next: () => this.#missing(operation),
      callsAtOnce: () => this.#callsAtOnce(operation),
      isStopped: () => operation.isStopping || signal.aborted,
      readPage: async (pageIndex) => {
        const page = await this.options.fetchPage(this.#toRequest(operation, pageIndex), signal);
        if (!signal.aborted) {
          this.#take(operation, page);
        }
      },
    });
    if (signal.aborted) {
      return 'canceled';
    }
    return this.#end(end, operation);
  }

  #toRequest(operation: Operation, index: number): PageRequest {
    const { caller, freshSize = this.options.pageSize() } = operation.plan;
    const { nextSize = freshSize } = this.#filled(operation);
    if (operation.fresh) {
      return { index, size: index === 0 ? freshSize : nextSize, caller };
    }
    return { index, size: this.#pageAt(index)?.size ?? nextSize, caller };
  }

  #take(operation: Operation, page: Page): void {
    const { fresh } = operation;
    const read = this.options.read();
    const before = this.#pageAt(page.index);
    const replacesRows = fresh !== undefined || (before !== undefined && read(before).hasList);
    if (replacesRows && !read(page).hasList) {
      throw this.options.describeUnread(page);
    }
    const isFirstAgain = page.index === 0 && this.loaded.count > 0;
    if (isFirstAgain && this.#isUnbelievablyEmpty(page)) {
      throw new CallError('listIsEmpty');
    }
    operation.read.add(page.index);
    if (fresh) {
      operation.fresh = withPages(fresh, [page], read);
      this.options.onDidChange('state');
    } else {
      this.#set(withPages(this.#list, [page], read));
    }
  }

  /** An empty answer empties a list only if the service says 0 where it said totals before. */
  #isUnbelievablyEmpty(page: Page): boolean {
    const content = this.options.read()(page);
    if (content.entries > 0) {
      return false;
    }
    const { contents } = this.loaded.listing;
    if (contents[0]?.entries === 0) {
      // A service that counts pages from 1 may have none before that.
      return false;
    }
    const gaveTotals = contents.some(({ total, entries }) => total && total.count > entries);
    return !(gaveTotals && content.total?.count === 0);
  }

  #end(end: ReadingEnd, operation: Operation): ListOutcome {
    const { fresh, plan } = operation;
    const callsLeft = this.#missing(operation).length;
    this.#operation = undefined;
    this.#isStopped = end.kind === 'canceled';
    if (fresh) {
      this.#adopt(fresh, plan, end);
    }
    if (end.kind === 'failed') {
      const { pageIndex, error } = end;
      this.#failed = operation;
      this.#failure = { activity: plan.activity, pageIndex, callsLeft, error };
    }
    this.options.onDidChange('state');
    return this.failure ? 'failed' : end.kind;
  }

  /** Shows a refresh. If it didn't end, its pages replace those of the same size. */
  #adopt(fresh: PageList, { freshSize }: Plan, end: ReadingEnd): void {
    const [page] = this.#list.pages;
    const read = this.options.read();
    if (end.kind === 'done') {
      this.#set(withRefresh(this.#list, fresh.pages, read));
    } else if (page === undefined || page.size === freshSize) {
      this.#set(withPages(this.#list, fresh.pages, read));
    }
  }

  #set(list: PageList): void {
    this.#list = list;
    this.#list = this.options.save(list);
    this.options.onDidChange('pages');
  }

  #abort(): void {
    this.#operation?.abort.abort();
    this.#operation = undefined;
  }

  get #unreadPage(): Page | undefined {
    const { listing } = this.loaded;
    return hasUnreadPage(listing) ? listing.pages.at(-1) : undefined;
  }

  #pageAt(index: number): Page | undefined {
    return this.#list.pages.find((page) => page.index === index);
  }

  /** Returns the pages that an operation still has to read. Pages after the end don't exist. */
  #missing(operation: Operation): readonly number[] {
    const { plan, read } = operation;
    const { target } = plan;
    if ('pages' in target) {
      return target.pages.filter((index) => !read.has(index));
    }
    const { list, listing, pages, end, pagesLeft = Infinity } = this.#filled(operation);
    if (end === 'end' || (read.size > 0 && listing.isStuck) || hasUnreadPage(listing)) {
      return [];
    }
    const last = Math.min(target.depth, pages.length + pagesLeft);
    const there = new Set(list.pages.map(({ index }) => index));
    const missing: number[] = [];
    for (let index = pages.length; index < last; index++) {
      if (!there.has(index)) {
        missing.push(index);
      }
    }
    return missing;
  }

  /** One, unless the service has said how many there are, and a second page has shown that it heeds the index. */
  #callsAtOnce(operation: Operation): number {
    const { pages, pagesLeft, listing } = this.#filled(operation);
    const isIndexHeeded = pages.length > 1 && listing.hasNews.at(-1) === true;
    const areThere = 'pages' in operation.plan.target || (pagesLeft !== undefined && isIndexHeeded);
    return areThere && !this.options.isOneAtATime() ? CALLS_AT_ONCE : 1;
  }

  /** The list that an operation fills. */
  #filled({ fresh }: Operation): LoadedMonitors {
    if (fresh === undefined) {
      return this.loaded;
    }
    this.#fresh = this.#read(fresh, this.#fresh);
    return this.#fresh;
  }

  /** Reads a list, unless that was done before. */
  #read(list: PageList, before: LoadedMonitors | undefined): LoadedMonitors {
    const read = this.options.read();
    const isSame = before?.list === list && before.read === read;
    return isSame ? before : new LoadedMonitors(list, read, before);
  }
}

function hasUnreadPage({ contents }: Listing): boolean {
  return contents.at(-1)?.hasList === false;
}

function toActivity(pageIndex: number) {
  return pageIndex === 0 ? 'firstPage' : 'loadMore';
}
