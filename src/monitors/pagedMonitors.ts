import { noCounts, type Monitor, type MonitorStatus } from './monitor';
import type { Page } from './page';

/** Why no further page is asked for. */
export type ListEnd =
  /** The response said that nothing follows. */
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

/** What is loaded of an account: the rows, and how much of the whole they are. */
export type LoadedMonitors = Pick<PagedMonitors, 'monitors' | 'total' | 'complete' | 'readAt'>;

/**
 * The pages of one snapshot of an account, from the first page on, merged by monitor id.
 * Knows where the list ends and whether it moved while it was read.
 */
export class PagedMonitors {
  #pages: Page[] = [];
  /** In the service's order. */
  #order: Monitor[] = [];
  /** Where each monitor stands in `#order`, and on which page it was read last. */
  readonly #places = new Map<string, { readonly index: number; page: Page }>();
  #counts = noCounts();
  readonly #plannedId: string;
  #monitors: readonly Monitor[] | undefined;
  #readAt: number | undefined;
  #received = 0;
  #longestPage = 0;
  #repeated = 0;
  #totalRose = 0;
  #totalFell = 0;
  /** Pages up to the last one that brought something new: those before it stand in the middle of the list. */
  #pagesWithNews = 0;
  #total: number | undefined;
  #end: ListEnd | undefined;

  /** Monitors per page; the same for every page of a snapshot, as pages are offsets into a list. */
  readonly pageSize: number;

  /** @param options.id of the snapshot, until its first page says otherwise. */
  constructor(options: { readonly id: string; readonly pageSize: number }) {
    this.#plannedId = options.id;
    this.pageSize = options.pageSize;
  }

  /** Pages of one id fit together. Another window may have begun this snapshot: then it is the id that it gave. */
  get id(): string {
    return this.#pages[0]?.snapshotId ?? this.#plannedId;
  }

  get pages(): readonly Page[] {
    return this.#pages;
  }

  /** In the service's order; a monitor that came again stands where it came first, as it was read last. */
  get monitors(): readonly Monitor[] {
    this.#monitors ??= [...this.#order];
    return this.#monitors;
  }

  get count(): number {
    return this.#order.length;
  }

  /** How many of the monitors have each status. */
  get counts(): Readonly<Record<MonitorStatus, number>> {
    return this.#counts;
  }

  find(monitorId: string): Monitor | undefined {
    const place = this.#placeOf(monitorId);
    return place && this.#order[place.index];
  }

  /** The page on which a monitor was read last. */
  pageOf(monitorId: string): Page | undefined {
    return this.#placeOf(monitorId)?.page;
  }

  #placeOf(id: string) {
    const places = this.#places;
    return places.get(id) ?? places.get(id.normalize('NFC')) ?? places.get(id.normalize('NFD'));
  }

  /** Indexes of the pages on which the monitors that are wanted were read last, in order. */
  pagesWith(isWanted: (monitor: Monitor) => boolean): number[] {
    const wanted = new Set<number>();
    for (const { index, page } of this.#places.values()) {
      if (isWanted(this.#order[index]!)) {
        wanted.add(page.pageIndex);
      }
    }
    return [...wanted].sort((one, other) => one - other);
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
    if (this.#end === undefined || this.shift !== undefined) {
      return false;
    }
    // A service that ignores pageIndex may have any number of monitors that it never shows.
    return this.total === undefined ? this.#end !== 'nothingNew' : this.count === this.total;
  }

  /** Epoch milliseconds of the oldest page: no monitor here is staler than that. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** Pages still to be read; `undefined` where the service gives no total. */
  get pagesLeft(): number | undefined {
    if (this.#end !== undefined) {
      return 0;
    }
    if (this.total === undefined) {
      return undefined;
    }
    return Math.max(1, Math.ceil(this.total / this.#servedPageSize()) - this.#pages.length);
  }

  get shift(): ListShift | undefined {
    const inserted = Math.max(this.#repeated, this.#totalRose);
    const shortfall = this.#shortfall();
    const onlyInserted = this.#totalFell === 0 && shortfall === 0;
    if (onlyInserted && this.#end !== undefined && this.#total !== undefined && this.count >= this.#total) {
      return undefined;
    }
    const signs = Math.max(inserted + this.#totalFell, shortfall);
    // At the end the total tells of more than the signs do, where a whole page came again.
    const unseen = signs > 0 && this.#end !== undefined ? (this.total ?? 0) - this.count : 0;
    const mayMiss = Math.max(signs, unseen);
    return mayMiss === 0 ? undefined : { repeated: this.#repeated, mayMiss };
  }

  /**
   * Takes the next page.
   * @returns the monitors that are new, in order, and those that came again.
   * @throws RangeError where the page is not the next one: a gap would hide monitors.
   */
  add(page: Page): { readonly added: readonly Monitor[]; readonly updated: readonly Monitor[] } {
    if (page.pageIndex !== this.nextPageIndex) {
      throw new RangeError(`page ${page.pageIndex} came where page ${this.nextPageIndex} was due`);
    }
    const merged = this.#merge(page);
    const added = merged.added.length;
    const length = page.monitors.length;
    // Past the end some services count what is on the page: none. That is no total.
    const total = length === 0 && page.total === 0 && this.count > 0 ? undefined : page.total;
    if (this.#pages.length > 0) {
      this.#noticeShift(total, added > 0 ? length - added : 0);
    }
    this.#pages.push(page);
    this.#received += length;
    this.#longestPage = Math.max(this.#longestPage, length);
    this.#pagesWithNews = added > 0 ? this.#pages.length : this.#pagesWithNews;
    this.#total = total ?? this.#total;
    this.#readAt = Math.min(this.#readAt ?? page.readAt, page.readAt);
    this.#end = this.#endAfter(page, added);
    return merged;
  }

  /** Takes pages as they are read now, each in place of the one with its index. Any monitor may have another id by it. */
  reread(pages: readonly Page[]): void {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const all = this.#pages.map((page) => newer.get(page.pageIndex) ?? page);
    this.#pages = [];
    this.#order = [];
    this.#places.clear();
    this.#counts = noCounts();
    this.#received = 0;
    this.#longestPage = 0;
    this.#repeated = 0;
    this.#totalRose = 0;
    this.#totalFell = 0;
    this.#pagesWithNews = 0;
    this.#total = undefined;
    this.#end = undefined;
    all.forEach((page) => this.add(page));
  }

  #merge(page: Page): { readonly added: readonly Monitor[]; readonly updated: readonly Monitor[] } {
    const added: Monitor[] = [];
    const updated: Monitor[] = [];
    for (const monitor of page.monitors) {
      const known = this.#places.get(monitor.id);
      if (known) {
        this.#counts[this.#order[known.index]!.status] -= 1;
        this.#order[known.index] = monitor;
        known.page = page;
        updated.push(monitor);
      } else {
        this.#places.set(monitor.id, { index: this.#order.length, page });
        this.#order.push(monitor);
        added.push(monitor);
      }
      this.#counts[monitor.status] += 1;
    }
    this.#monitors = undefined;
    return { added, updated };
  }

  #noticeShift(total: number | undefined, repeated: number): void {
    this.#repeated += repeated;
    const change = total !== undefined && this.#total !== undefined ? total - this.#total : 0;
    this.#totalRose += Math.max(0, change);
    this.#totalFell += Math.max(0, -change);
  }

  /** How many monitors the pages in the middle lack, measured by the longest page. */
  #shortfall(): number {
    const middle = this.#pages.slice(0, Math.max(0, this.#pagesWithNews - 1));
    return middle.reduce((sum, { monitors }) => sum + this.#longestPage - monitors.length, 0);
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
    if (this.total !== undefined) {
      const reached = Math.max(this.#received, this.#pages.length * this.#servedPageSize());
      return reached >= this.total ? 'total' : undefined;
    }
    return page.hasMore !== true && page.monitors.length < this.pageSize ? 'shortPage' : undefined;
  }

  /** A service may give fewer monitors a page than asked for; with a total that is told from the end of the list. */
  #servedPageSize(): number {
    return Math.min(this.pageSize, this.#longestPage);
  }
}
