import { remember } from '../base/remember';
import type { Caller } from '../monitors/call';
import type { ListActivity, ListFailure } from '../monitors/listActivity';
import { readList, type LoadedMonitors } from '../monitors/loadedMonitors';
import { NO_PAGES, type Page, type PageList } from '../monitors/page';
import { withPages, withRefresh } from '../monitors/pageList';
import { CallError } from '../service/errors';
import { readPages } from './readPages';
import type { ServiceMapping } from './serviceMapping';

/** `idle`: there was nothing to do. */
export type ListOutcome = 'done' | 'failed' | 'canceled' | 'idle';

export interface PageRequest {
  /** From 0. */
  readonly index: number;
  /** Monitors to ask for. */
  readonly size: number;
  readonly caller: Caller;
}

export type ListProgress = NonNullable<MonitorList['progress']>;

export interface MonitorListOptions {
  /** Makes one call. @throws CallError */
  readonly fetchPage: (request: PageRequest, signal: AbortSignal) => Promise<Page>;
  readonly service: Pick<ServiceMapping, 'read' | 'describeUnread'>;
  /** The setting: monitors per page. */
  readonly pageSize: () => number;
  /** Whether calls must go out one after the other, because the service was overloaded. */
  readonly isOneAtATime: () => boolean;
  /** Saves the pages. Returns them, joined with other windows' pages. */
  readonly save: (loaded: LoadedMonitors) => PageList;
  /** Runs after each change of pages, progress or failure. */
  readonly onDidChange: () => void;
}

/** Calls at the same time, for pages that surely exist. */
const CALLS_AT_ONCE = 4;

interface Plan {
  readonly activity: ListActivity;
  readonly caller?: Caller | undefined;
  /** Indexes of the pages to read, one call each. `refreshPages` reads pages again, and others read further ones. */
  readonly pages: readonly number[];
  /** Monitors per page of a full refresh. */
  readonly size?: number | undefined;
  /** The pages of a full refresh. The old rows stay until it ends. */
  fresh?: LoadedMonitors | undefined;
}

interface Operation extends Plan {
  /** Indexes of the pages that are read. */
  readonly read: Set<number>;
  readonly abort: AbortController;
  outcome: Promise<ListOutcome>;
}

/** The monitors of one account, read page by page. Runs one operation at a time. */
export class MonitorList {
  #loaded: LoadedMonitors;
  #operation: Operation | undefined;
  #failed: { readonly plan: Plan; readonly failure: ListFailure } | undefined;
  #isStopped = false;
  readonly #toUnreadFailure = remember((page: Page): ListFailure => {
    const { index } = page;
    const error = this.options.service.describeUnread(page);
    return { activity: 'loadMore', pageIndex: index, pagesLeft: [index], error };
  });

  constructor(private readonly options: MonitorListOptions) {
    this.#loaded = readList(NO_PAGES, options.service.read);
  }

  get #read() {
    return this.options.service.read;
  }

  get loaded() {
    if (this.#loaded.read !== this.#read) {
      this.#loaded = readList(this.#loaded.list, this.#read);
    }
    return this.#loaded;
  }

  /** How the last operation failed, until the next one begins; or that the list of the last page isn't known. */
  get failure(): ListFailure | undefined {
    const { loaded } = this;
    if (this.#operation) {
      return undefined;
    }
    const unread = hasUnreadPage(loaded) ? this.#toUnreadFailure(loaded.pages.at(-1)!) : undefined;
    return this.#failed?.failure ?? unread;
  }

  /** Whether pages were asked for. After a failure or a cancel, the list waits for the user. */
  get isTried(): boolean {
    return this.#loaded.list.pages.length > 0 || this.failure !== undefined || this.#isStopped;
  }

  get progress() {
    const operation = this.#operation;
    if (operation === undefined) {
      return undefined;
    }
    const { activity, read } = operation;
    const pagesPlanned = read.size + this.#missing(operation).length;
    return { activity, pagesRead: read.size, pagesPlanned, stopping: this.#isStopped };
  }

  /** Calls of a full refresh. */
  get refreshDepth(): number {
    return this.depthFor(this.options.pageSize());
  }

  /** Counts the calls of a full refresh with so many monitors per page. */
  depthFor(size: number): number {
    const { nextSize = size, pages, pagesWithMonitors } = this.loaded;
    const isSameSize = pages[0]?.size === size;
    const depth = isSameSize ? pagesWithMonitors : Math.ceil((pagesWithMonitors * nextSize) / size);
    return Math.max(1, depth);
  }

  /** Reads the first page unless pages were asked for. */
  async ensureFirstPage() {
    return this.isTried ? (this.#operation?.outcome ?? 'idle') : this.loadMore();
  }

  /** Reads the next or the failed page in one call. */
  async loadMore() {
    return this.failure?.activity === 'loadMore' ? this.retry() : this.loadAll(1, 'loadMore');
  }

  /** Reads up to so many further pages. */
  async loadAll(most: number, activity: ListActivity = 'loadAll') {
    const { end, pages } = this.loaded;
    if (this.#operation || end === 'end') {
      return this.#operation?.outcome ?? 'idle';
    }
    const first = pages.length;
    return this.#start({ activity, pages: [...Array(first + most).keys()].slice(first) });
  }

  /**
   * Reads the list again, as deep as it is loaded. The old rows stay until then.
   * @param options.size monitors per page; default: the setting
   * @param options.most the most calls; default: {@link refreshDepth}. Fewer only read the first pages again.
   */
  async refresh(options: { size?: number; most?: number; caller?: Caller } = {}) {
    const running = this.#operation;
    if (running && (running.activity === 'refresh' || this.loaded.pages.length === 0)) {
      return running.outcome;
    }
    const { size = this.options.pageSize(), caller } = options;
    const depth = this.depthFor(size);
    const { most = depth } = options;
    const pages = [...Array(most).keys()];
    if (most < depth) {
      return this.refreshPages(pages, caller);
    }
    this.#abort();
    const fresh = readList(NO_PAGES, this.#read);
    return this.#start({ activity: 'refresh', caller, pages, size, fresh });
  }

  /** Reads loaded pages again, one call each. Does nothing during another operation. */
  async refreshPages(indexes: readonly number[], caller?: Caller) {
    const pages = indexes.filter((index) => this.#pageAt(index) !== undefined);
    if (this.#operation || pages.length === 0) {
      return this.#operation?.outcome ?? 'idle';
    }
    return this.#start({ activity: 'refreshPages', caller, pages });
  }

  /** Continues the operation that failed. Pages that were read stay. */
  async retry() {
    const { failure } = this;
    const pages = failure?.pagesLeft ?? [];
    return failure && this.#failed
      ? this.#start({ ...this.#failed.plan, caller: 'user', pages })
      : this.refreshPages(pages);
  }

  /** Stops making calls. Waits for calls that were made, unless it is a single one or a second cancel. */
  cancel(): void {
    const { progress } = this;
    if (progress && (progress.stopping || progress.pagesPlanned <= 1)) {
      this.#abort();
    }
    this.waitForUser();
  }

  /** Makes no further calls until the user asks, but waits for calls that were made. */
  waitForUser(): void {
    this.#isStopped = true;
    this.options.onDidChange();
  }

  /** Removes all rows, also the saved ones. */
  removeRows(): void {
    this.#abort();
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
    this.#use(list);
    this.options.onDidChange();
  }

  #start(plan: Plan) {
    const operation: Operation = {
      ...plan,
      read: new Set(),
      abort: new AbortController(),
      outcome: Promise.resolve().then(() => this.#run(operation)),
    };
    this.#operation = operation;
    this.#failed = undefined;
    this.#isStopped = false;
    this.options.onDidChange();
    return operation.outcome;
  }

  async #run(operation: Operation) {
    const { activity, abort } = operation;
    const { signal } = abort;
    const end = await readPages({
      next: () => this.#next(operation),
      isStopped: () => this.#isStopped || signal.aborted,
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
    const pagesLeft = this.#missing(operation);
    this.#operation = undefined;
    this.#isStopped = end === 'canceled';
    this.#adopt(operation, end === 'done');
    if (typeof end === 'object') {
      this.#failed = { plan: operation, failure: { ...end, activity, pagesLeft } };
    }
    this.options.onDidChange();
    return typeof end === 'string' && !this.failure ? end : 'failed';
  }

  #toRequest({ caller = 'user', size, fresh }: Operation, index: number): PageRequest {
    const { nextSize = size ?? this.options.pageSize() } = fresh ?? this.loaded;
    const before = fresh ? undefined : this.#pageAt(index);
    return { index, size: before?.size ?? nextSize, caller };
  }

  #take(operation: Operation, page: Page): void {
    const { fresh } = operation;
    const before = this.#pageAt(page.index);
    const replacesRows = fresh ?? (before && this.#read(before).hasList);
    if (replacesRows && !this.#read(page).hasList) {
      throw this.options.service.describeUnread(page);
    }
    const isFirstAgain = page.index === 0 && this.loaded.count > 0;
    if (isFirstAgain && this.#isUnbelievablyEmpty(page)) {
      throw new CallError('listIsEmpty');
    }
    operation.read.add(page.index);
    const list = withPages((fresh ?? this.#loaded).list, [page], this.#read);
    if (fresh) {
      operation.fresh = readList(list, this.#read, fresh);
      this.options.onDidChange();
    } else {
      this.#set(list);
    }
  }

  /** An empty answer empties a list only if the service says 0 where it said totals before. */
  #isUnbelievablyEmpty(page: Page): boolean {
    const { entries, total } = this.#read(page);
    const { contents } = this.loaded;
    // A service that counts pages from 1 may send an empty page 0.
    if (entries > 0 || contents[0]?.entries === 0) {
      return false;
    }
    return (
      total?.count !== 0 ||
      !contents.some((content) => content.total && content.total.count > content.entries)
    );
  }

  /** Shows a refresh. If it didn't end, its pages replace older ones of the same size. */
  #adopt({ fresh, size }: Operation, isDone: boolean): void {
    const { list } = this.#loaded;
    const [first] = list.pages;
    if (fresh && (isDone || first === undefined || first.size === size)) {
      const replace = isDone ? withRefresh : withPages;
      this.#set(replace(list, fresh.list.pages, this.#read));
    }
  }

  #set(list: PageList): void {
    this.#use(list);
    this.show(this.options.save(this.#loaded));
  }

  #use(list: PageList): void {
    if (list !== this.#loaded.list) {
      this.#loaded = readList(list, this.#read, this.#loaded);
    }
  }

  #abort(): void {
    this.#operation?.abort.abort();
    this.#operation = undefined;
  }

  #pageAt(index: number) {
    return this.#loaded.list.pages.find((page) => page.index === index);
  }

  /** Returns the pages that an operation still has to read. Pages after the end don't exist. */
  #missing({ activity, pages, read, fresh }: Operation): readonly number[] {
    const missing = pages.filter((index) => !read.has(index));
    if (activity === 'refreshPages') {
      return missing;
    }
    const filled = fresh ?? this.loaded;
    const isAtEnd = filled.end === 'end' || (read.size > 0 && filled.isStuck);
    if (isAtEnd || hasUnreadPage(filled)) {
      return [];
    }
    const there = new Set(filled.list.pages.map(({ index }) => index));
    const last = filled.pages.length + (filled.pagesLeft ?? Infinity);
    return missing.filter((index) => index < last && !there.has(index));
  }

  /** One page, unless the service has said how many there are, and a second one has shown that it heeds the index. */
  #next(operation: Operation): readonly number[] {
    const { pages, pagesLeft, hasNews } = operation.fresh ?? this.loaded;
    const isIndexHeeded = pages.length > 1 && hasNews.at(-1) === true;
    const areThere =
      operation.activity === 'refreshPages' || (pagesLeft !== undefined && isIndexHeeded);
    const atOnce = areThere && !this.options.isOneAtATime() ? CALLS_AT_ONCE : 1;
    return this.#missing(operation).slice(0, atOnce);
  }
}

function hasUnreadPage({ contents }: LoadedMonitors): boolean {
  return contents.at(-1)?.hasList === false;
}
