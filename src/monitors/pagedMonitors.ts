import type { Monitor } from './monitor';
import type { Page } from './page';

/** Why no further page is asked for. */
export type ListEnd =
  /** The answer said that nothing follows. */
  | 'noMore'
  /** As many monitors were received as the account has. */
  | 'total'
  /** A page shorter than asked for, from a service that gives no total. */
  | 'shortPage'
  | 'emptyPage'
  /** A page with known monitors only: the service ignores pageIndex, and asking on would never end. */
  | 'nothingNew';

/** Signs that the list moved under the paging, and how many monitors may be missing for it. */
export interface ListShift {
  /** Monitors that came again on a later page: something was inserted before them. */
  readonly repeated: number;
  /** The most that may be missing from what is loaded. */
  readonly mayMiss: number;
}

/**
 * The pages of one reading of an account, from the first page on, merged by monitor id.
 * Knows where the list ends and whether it moved while it was read.
 */
export class PagedMonitors {
  readonly #pages: Page[] = [];
  readonly #byId = new Map<string, Monitor>();
  #inOrder: readonly Monitor[] | undefined;
  #received = 0;
  #longestPage = 0;
  #repeated = 0;
  #totalRose = 0;
  #totalFell = 0;
  #shortfall = 0;
  #total: number | undefined;
  #end: ListEnd | undefined;

  /** @param pageSize monitors per page; the same for every page of a reading, as pages are offsets into a list. */
  constructor(readonly pageSize: number) {}

  get pages(): readonly Page[] {
    return this.#pages;
  }

  /** In the service's order; a monitor that came again stands where it came first, as it was read last. */
  get monitors(): readonly Monitor[] {
    this.#inOrder ??= [...this.#byId.values()];
    return this.#inOrder;
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Index of the page to ask for next; equals the number of pages read. */
  get nextPageIndex(): number {
    return this.#pages.length;
  }

  /** Monitors in the account as the newest page tells; absent where no page tells, or what it tells is too small. */
  get total(): number | undefined {
    return this.#total !== undefined && this.#total >= this.count ? this.#total : undefined;
  }

  get end(): ListEnd | undefined {
    return this.#end;
  }

  /** Whether every monitor of the account is here, as far as the service lets anyone know. */
  get complete(): boolean {
    const short = this.#total !== undefined && this.count < this.#total;
    return this.#end !== undefined && !short && this.shift === undefined;
  }

  /** Epoch milliseconds of the oldest page: no monitor here is staler than that. */
  get readAt(): number | undefined {
    return this.#pages.reduce<number | undefined>(
      (oldest, page) => (oldest === undefined ? page.readAt : Math.min(oldest, page.readAt)),
      undefined,
    );
  }

  /** Pages still to be read; `undefined` where the service gives no total. */
  get pagesLeft(): number | undefined {
    if (this.#end !== undefined) {
      return 0;
    }
    if (this.#total === undefined) {
      return undefined;
    }
    return Math.max(1, Math.ceil(this.#total / this.#servedPageSize()) - this.#pages.length);
  }

  get shift(): ListShift | undefined {
    const inserted = Math.max(this.#repeated, this.#totalRose);
    const onlyInserted = this.#totalFell === 0 && this.#shortfall === 0;
    if (onlyInserted && this.#end !== undefined && this.#total !== undefined && this.count >= this.#total) {
      return undefined;
    }
    const mayMiss = Math.max(inserted + this.#totalFell, this.#shortfall);
    return mayMiss === 0 ? undefined : { repeated: this.#repeated, mayMiss };
  }

  /**
   * Takes the next page.
   * @throws RangeError where the page is not the next one: a gap would hide monitors.
   */
  add(page: Page): void {
    if (page.pageIndex !== this.nextPageIndex) {
      throw new RangeError(`page ${page.pageIndex} came where page ${this.nextPageIndex} was due`);
    }
    const added = this.#merge(page.monitors);
    const length = page.monitors.length;
    if (this.#pages.length > 0 && added > 0) {
      this.#noticeShift(page, length - added);
    }
    this.#pages.push(page);
    this.#received += length;
    this.#longestPage = Math.max(this.#longestPage, length);
    this.#total = page.total ?? this.#total;
    this.#end = this.#endAfter(page, added);
  }

  #merge(monitors: readonly Monitor[]): number {
    const before = this.#byId.size;
    for (const monitor of monitors) {
      this.#byId.set(monitor.id, monitor);
    }
    this.#inOrder = undefined;
    return this.#byId.size - before;
  }

  #noticeShift(page: Page, repeated: number): void {
    this.#repeated += repeated;
    const change = page.total !== undefined && this.#total !== undefined ? page.total - this.#total : 0;
    this.#totalRose += Math.max(0, change);
    this.#totalFell += Math.max(0, -change);
    // Only now that a further page brought monitors is it known that the one before stood in the middle.
    const before = this.#pages.at(-1)!.monitors.length;
    this.#shortfall += Math.max(0, this.#longestPage - before);
  }

  #endAfter(page: Page, added: number): ListEnd | undefined {
    if (page.hasMore === false) {
      return 'noMore';
    }
    if (page.monitors.length === 0) {
      return 'emptyPage';
    }
    if (added === 0) {
      return 'nothingNew';
    }
    if (this.#total !== undefined) {
      const reached = Math.max(this.#received, this.#pages.length * this.#servedPageSize());
      return reached >= this.#total ? 'total' : undefined;
    }
    return page.hasMore !== true && page.monitors.length < this.pageSize ? 'shortPage' : undefined;
  }

  /** A service may give fewer monitors a page than asked for; with a total that is told from the end of the list. */
  #servedPageSize(): number {
    return this.#longestPage === 0 ? this.pageSize : Math.min(this.pageSize, this.#longestPage);
  }
}
