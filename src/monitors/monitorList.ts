import { ChangeSource } from './changeSource';
import { compare, type Comparison } from './comparison';
import type { FetchPage, Page, ReadReason } from './page';
import { PagedMonitors } from './pagedMonitors';
import { fillPages, type PageRun } from './pageRun';

export type ListActivity = 'firstPage' | 'loadMore' | 'loadAll' | 'refresh';

/** How an operation ended. `idle`: there was nothing to do, and nothing was called. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

/** What stopped an operation, and where a retry goes on. */
export interface ListFailure {
  readonly activity: ListActivity;
  readonly pageIndex: number;
  readonly error: unknown;
}

/** How far the running operation is, in pages. */
export interface ListProgress {
  readonly activity: ListActivity;
  readonly pagesRead: number;
  /** The most pages that it will read; fewer where the list ends before. */
  readonly pagesPlanned: number;
}

interface Task {
  readonly activity: ListActivity;
  readonly run: PageRun;
}

interface Running {
  readonly task: Task;
  readonly abort: AbortController;
  readonly outcome: Promise<ListOutcome>;
}

/** Pages read at once where the total, and so the last page, is known. */
const PAGES_AT_ONCE = 4;

/**
 * The monitors of one account, loaded page by page. One operation runs at a time; asking again for what runs
 * already costs nothing. An answer that comes after a refresh, a cancel or a clear is dropped.
 */
export class MonitorList {
  readonly #changes = new ChangeSource<void>();
  readonly #fetchPage: FetchPage;
  readonly #pageSize: () => number;
  #pages: PagedMonitors;
  #running: Running | undefined;
  #failed: { task: Task; failure: ListFailure } | undefined;
  #comparison: Comparison | undefined;

  /** @param options.pageSize monitors per page of the next reading; asked anew at each first page. */
  constructor(options: { fetchPage: FetchPage; pageSize: () => number }) {
    this.#fetchPage = options.fetchPage;
    this.#pageSize = options.pageSize;
    this.#pages = new PagedMonitors(options.pageSize());
  }

  readonly onDidChange = this.#changes.listen;

  /** What is loaded. A new object after a refresh, a restore or a clear. */
  get loaded(): PagedMonitors {
    return this.#pages;
  }

  get failure(): ListFailure | undefined {
    return this.#failed?.failure;
  }

  /** What the last refresh found changed; gone with the next reading. */
  get comparison(): Comparison | undefined {
    return this.#comparison;
  }

  get progress(): ListProgress | undefined {
    const task = this.#running?.task;
    return (
      task && {
        activity: task.activity,
        pagesRead: task.run.pages.nextPageIndex - task.run.startedAt,
        pagesPlanned: task.run.untilPage - task.run.startedAt,
      }
    );
  }

  /** Reads the first page unless a page is loaded, being loaded, or failed to load: a failure waits for a retry. */
  ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (this.#pages.nextPageIndex > 0 || this.#failed) {
      return Promise.resolve('idle');
    }
    this.#pages = new PagedMonitors(this.#pageSize());
    return this.#start(this.#taskUntil('firstPage', 1, 'firstPage'));
  }

  /** Reads the next page; the page that failed, where one did. */
  loadMore(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (this.#failed?.task.run.pages === this.#pages) {
      return this.retry();
    }
    if (this.#pages.nextPageIndex === 0) {
      return this.ensureFirstPage();
    }
    if (this.#pages.end !== undefined) {
      return Promise.resolve('idle');
    }
    return this.#start(this.#taskUntil('loadMore', this.#pages.nextPageIndex + 1, 'loadMore'));
  }

  /** Reads up to `maxPages` further pages, one after the other while the total is unknown. */
  async loadAll(maxPages: number): Promise<ListOutcome> {
    if (this.#running) {
      await this.#running.outcome;
    }
    if (this.#running || this.#pages.end !== undefined || maxPages < 1) {
      return 'idle';
    }
    if (this.#pages.nextPageIndex === 0) {
      this.#pages = new PagedMonitors(this.#pageSize());
    }
    return this.#start(this.#taskUntil('loadAll', this.#pages.nextPageIndex + maxPages, 'loadAll'));
  }

  /**
   * Reads the list anew, as many pages as are loaded unless `pages` says otherwise. What is loaded stays until
   * the whole new reading is there.
   */
  refresh(options: { pages?: number; reason?: ReadReason } = {}): Promise<ListOutcome> {
    if (this.#running?.task.activity === 'refresh' || this.#running?.task.activity === 'firstPage') {
      return this.#running.outcome;
    }
    this.#abort();
    const untilPage = Math.max(1, options.pages ?? this.#pages.nextPageIndex);
    const pages = new PagedMonitors(this.#pageSize());
    return this.#start({
      activity: 'refresh',
      run: {
        pages,
        untilPage,
        startedAt: 0,
        reason: options.reason ?? 'refresh',
        width: 1,
        ahead: new Map(),
      },
    });
  }

  /** Goes on where a failed operation stopped: pages that it had read are not read again. */
  retry(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    if (!this.#failed) {
      return Promise.resolve('idle');
    }
    const { activity, run } = this.#failed.task;
    return this.#start({ activity, run: { ...run, reason: 'retry', startedAt: run.pages.nextPageIndex } });
  }

  /** Stops what runs and aborts its calls; what has arrived stays. */
  cancel(): void {
    if (this.#abort()) {
      this.#changes.tell();
    }
  }

  /** Forgets everything, and drops what still comes. */
  clear(): void {
    this.restore([]);
  }

  /** Takes pages that were read before, at no call. They start at the first page and have no gap. */
  restore(pages: readonly Page[]): void {
    this.#abort();
    const restored = new PagedMonitors(pages[0]?.pageSize ?? this.#pageSize());
    pages.forEach((page) => restored.add(page));
    this.#pages = restored;
    this.#failed = undefined;
    this.#comparison = undefined;
    this.#changes.tell();
  }

  #taskUntil(activity: ListActivity, untilPage: number, reason: ReadReason): Task {
    const pages = this.#pages;
    const width = activity === 'loadAll' ? PAGES_AT_ONCE : 1;
    const ahead =
      this.#failed?.task.run.pages === pages ? this.#failed.task.run.ahead : new Map<number, Promise<Page>>();
    return { activity, run: { pages, untilPage, startedAt: pages.nextPageIndex, reason, width, ahead } };
  }

  #start(task: Task): Promise<ListOutcome> {
    const abort = new AbortController();
    this.#failed = undefined;
    const outcome = this.#perform(task, abort.signal);
    this.#running = { task, abort, outcome };
    this.#changes.tell();
    return outcome;
  }

  async #perform(task: Task, signal: AbortSignal): Promise<ListOutcome> {
    // Lets #start note what runs before a FetchPage that answers at once could end it.
    await Promise.resolve();
    const end = await fillPages(task.run, this.#fetchPage, signal, () => this.#changes.tell());
    if (signal.aborted) {
      return 'cancelled';
    }
    this.#running = undefined;
    if (end.failed) {
      const pageIndex = task.run.pages.nextPageIndex;
      this.#failed = { task, failure: { activity: task.activity, pageIndex, error: end.error } };
    } else if (task.activity === 'refresh') {
      this.#comparison = compare(this.#pages, task.run.pages);
      this.#pages = task.run.pages;
    }
    this.#changes.tell();
    return end.failed ? 'failed' : 'done';
  }

  #abort(): boolean {
    const running = this.#running;
    this.#running = undefined;
    running?.abort.abort();
    return running !== undefined;
  }
}
