import { Emitter } from '../base/event';
import { compare, type Comparison } from './comparison';
import {
  toFailure,
  toProgress,
  type ListActivity,
  type ListFailure,
  type ListProgress,
  type ListTask,
} from './listTask';
import type { FetchPage, Page, ReadReason } from './page';
import { PagedMonitors } from './pagedMonitors';
import { loadPages } from './pageRun';

export type { ListActivity, ListFailure, ListProgress } from './listTask';

/** How an operation ended. `idle`: there was nothing to do, and nothing was called. */
export type ListOutcome = 'done' | 'failed' | 'cancelled' | 'idle';

interface Running {
  readonly task: ListTask;
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
  readonly #changes = new Emitter<void>();
  readonly #fetchPage: FetchPage;
  readonly #pageSize: () => number;
  #pages: PagedMonitors;
  /** What came of `#pages` before its turn: paid for, though not shown yet. */
  #prefetched = new Map<number, Page>();
  #running: Running | undefined;
  #failed: { task: ListTask; failure: ListFailure } | undefined;
  #comparison: Comparison | undefined;
  #stopped = false;

  /** @param options.pageSize monitors per page of the next reading; asked anew at each first page. */
  constructor(options: { fetchPage: FetchPage; pageSize: () => number }) {
    this.#fetchPage = options.fetchPage;
    this.#pageSize = options.pageSize;
    this.#pages = new PagedMonitors(options.pageSize());
  }

  readonly onDidChange = this.#changes.event;

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

  /** Whether a person took the first page back before it came; nothing is read until they ask again. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Pages, and so calls, that a refresh takes to read as deep as is loaded: in the page size that it would have. */
  get refreshDepth(): number {
    return Math.max(1, Math.ceil((this.#pages.nextPageIndex * this.#pages.pageSize) / this.#pageSize()));
  }

  get progress(): ListProgress | undefined {
    return this.#running && toProgress(this.#running.task);
  }

  /**
   * Reads the first page unless a page is loaded, being loaded, failed to load or was taken back: those two wait
   * for a person.
   */
  ensureFirstPage(): Promise<ListOutcome> {
    if (this.#running) {
      return this.#running.outcome;
    }
    const settled = this.#pages.nextPageIndex > 0 || this.#failed || this.#stopped;
    return settled ? Promise.resolve('idle') : this.#readFirstPage();
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
      return this.#readFirstPage();
    }
    if (this.#pages.end !== undefined) {
      return Promise.resolve('idle');
    }
    return this.#start(this.#taskUntil('loadMore', this.#pages.nextPageIndex + 1, 'loadMore'));
  }

  /**
   * Reads up to `maxPages` further pages, one after the other while the total is unknown. Waits for another
   * operation that runs, and goes on only where that one ended well.
   */
  async loadAll(maxPages: number): Promise<ListOutcome> {
    while (this.#running) {
      const { task, outcome } = this.#running;
      const ended = await outcome;
      if (task.activity === 'loadAll' || ended !== 'done') {
        return ended;
      }
    }
    if (this.#pages.end !== undefined || maxPages < 1) {
      return 'idle';
    }
    if (this.#pages.nextPageIndex === 0) {
      this.#replace(new PagedMonitors(this.#pageSize()));
    }
    return this.#start(this.#taskUntil('loadAll', this.#pages.nextPageIndex + maxPages, 'loadAll'));
  }

  /**
   * Reads the list anew, as deep as it is loaded unless `pages` says otherwise. What is loaded stays until
   * the whole new reading is there.
   */
  refresh(options: { pages?: number; reason?: ReadReason } = {}): Promise<ListOutcome> {
    if (this.#running?.task.activity === 'refresh' || this.#running?.task.activity === 'firstPage') {
      return this.#running.outcome;
    }
    this.#abort();
    const pages = new PagedMonitors(this.#pageSize());
    const untilPage = Math.max(1, options.pages ?? this.refreshDepth);
    const reason = options.reason ?? 'refresh';
    const run = {
      pages,
      untilPage,
      startedAt: 0,
      reason,
      concurrency: 1,
      prefetched: new Map<number, Page>(),
    };
    return this.#start({ activity: 'refresh', run });
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
    // A refresh stays one: whoever brings its pages must not take any that were read before.
    const reason = activity === 'refresh' ? run.reason : 'retry';
    return this.#start({ activity, run: { ...run, reason, startedAt: run.pages.nextPageIndex } });
  }

  /** Stops what runs and aborts its calls; what has arrived stays. */
  cancel(): void {
    if (this.#abort()) {
      this.#stopped = true;
      this.#changes.fire();
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
    this.#replace(restored);
    this.#failed = undefined;
    this.#comparison = undefined;
    this.#stopped = false;
    this.#changes.fire();
  }

  #readFirstPage(): Promise<ListOutcome> {
    this.#replace(new PagedMonitors(this.#pageSize()));
    return this.#start(this.#taskUntil('firstPage', 1, 'firstPage'));
  }

  #replace(pages: PagedMonitors): void {
    this.#pages = pages;
    this.#prefetched = new Map();
  }

  #taskUntil(activity: ListActivity, untilPage: number, reason: ReadReason): ListTask {
    const pages = this.#pages;
    const concurrency = activity === 'loadAll' ? PAGES_AT_ONCE : 1;
    const run = {
      pages,
      untilPage,
      startedAt: pages.nextPageIndex,
      reason,
      concurrency,
      prefetched: this.#prefetched,
    };
    return { activity, run };
  }

  #start(task: ListTask): Promise<ListOutcome> {
    const abort = new AbortController();
    this.#failed = undefined;
    this.#stopped = false;
    const outcome = this.#perform(task, abort.signal);
    this.#running = { task, abort, outcome };
    this.#changes.fire();
    return outcome;
  }

  async #perform(task: ListTask, signal: AbortSignal): Promise<ListOutcome> {
    // Lets #start note what runs before a FetchPage that answers at once could end it.
    await Promise.resolve();
    const end = await loadPages(task.run, this.#fetchPage, signal, () => this.#changes.fire());
    if (signal.aborted) {
      return 'cancelled';
    }
    this.#running = undefined;
    if (end.failed) {
      this.#failed = { task, failure: toFailure(task, end.error) };
    } else if (task.activity === 'refresh') {
      this.#comparison = compare(this.#pages, task.run.pages);
      this.#replace(task.run.pages);
    }
    this.#changes.fire();
    return end.failed ? 'failed' : 'done';
  }

  #abort(): boolean {
    const running = this.#running;
    this.#running = undefined;
    running?.abort.abort();
    return running !== undefined;
  }
}
