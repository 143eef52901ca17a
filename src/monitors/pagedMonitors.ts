import { couldBeCap, isKnownEnd, NOTHING_KNOWN, toMonitorsKey, type KnownPaging } from './knownPaging';
import { noCounts, type Monitor, type MonitorStatus } from './monitor';
import type { Page } from './page';

export type ListEnd =
  /** The response says so. */
  | 'noMore'
  /** All monitors of the account were received. */
  | 'total'
  /** A page was shorter than usual. */
  | 'shortPage'
  | 'emptyPage'
  /** A page without new monitors: the service ignores pageIndex, so reading would never end. */
  | 'nothingNew';

/** Signs of changes during paging. */
export interface ListShift {
  /** Monitors that came again, pushed by insertions. */
  readonly repeated: number;
  /** The maximum of missing monitors. */
  readonly mayMiss: number;
}

export type LoadedMonitors = Pick<PagedMonitors, 'monitors' | 'total' | 'complete' | 'readAt'>;

interface Place {
  readonly index: number;
  page: Page;
  /** In the list itself, not only nested. */
  isOwn: boolean;
}

function nothingSeen({ tellsTotals }: KnownPaging) {
  return {
    /** In the service's order. */
    order: [] as Monitor[],
    places: new Map<string, Place>(),
    counts: noCounts(),
    monitors: undefined as readonly Monitor[] | undefined,
    tellsStatus: undefined as boolean | undefined,
    readAt: undefined as number | undefined,
    /** Records of the list itself, with and without repetitions. */
    received: 0,
    own: 0,
    longestPage: 0,
    repeated: 0,
    totalRose: 0,
    totalFell: 0,
    /** Pages up to the last one with new monitors; earlier ones are in the middle. */
    pagesWithNews: 0,
    /** The newest total, even if wrong. */
    told: undefined as number | undefined,
    /** The total may just count the records so far. */
    isDoubtful: false,
    /** A total once exceeded the records so far. */
    tellsTotals,
    /** The service's lower bound for the total. */
    atLeast: 0,
    saysMore: false,
    mayBeEnd: false,
    end: undefined as ListEnd | undefined,
  };
}

type Seen = ReturnType<typeof nothingSeen>;

/**
 * The pages of a snapshot, merged by monitor id. Detects the end and changes during paging. Totals and page lengths
 * exclude nested monitors; rows include them.
 */
export class PagedMonitors {
  readonly #plannedId: string;
  readonly #known: KnownPaging;
  /** Later pages that arrived early: paid for but not shown yet. */
  readonly ahead = new Map<number, Page>();
  #pages: Page[] = [];
  #pageSize: number;
  #seen: Seen;

  /**
   * @param options.id of the snapshot, until the first page sets it.
   * @param options.pageSize monitors to request.
   * @param options.known from earlier lists.
   */
  constructor(options: { readonly id: string; readonly pageSize: number; readonly known?: KnownPaging }) {
    this.#plannedId = options.id;
    this.#pageSize = options.pageSize;
    this.#known = options.known ?? NOTHING_KNOWN;
    this.#seen = nothingSeen(this.#known);
  }

  /** May come from another window that began the snapshot. */
  get id(): string {
    return this.#pages[0]?.snapshotId ?? this.#plannedId;
  }

  get pages(): readonly Page[] {
    return this.#pages;
  }

  /** Constant, because pages are offsets; only a short first page reduces it. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** In the service's order. Repeated monitors keep their first place. */
  get monitors(): readonly Monitor[] {
    this.#seen.monitors ??= [...this.#seen.order];
    return this.#seen.monitors;
  }

  get count(): number {
    return this.#seen.order.length;
  }

  get counts(): Readonly<Record<MonitorStatus, number>> {
    return this.#seen.counts;
  }

  /** Whether to show statuses: at least a tenth of the active monitors have one, or the user must choose the field. */
  get tellsStatus(): boolean {
    this.#seen.tellsStatus ??= this.#findsStatus();
    return this.#seen.tellsStatus;
  }

  #findsStatus(): boolean {
    const { unknown, paused } = this.counts;
    const count = this.count - paused;
    const isTold = ({ status, rawStatus = '' }: Monitor): boolean => status === 'unknown' && rawStatus !== '';
    return (
      (count - unknown) * 10 >= count ||
      (count - unknown + this.monitors.filter(isTold).length) * 10 >= count ||
      this.#pages.at(-1)?.questions?.fields.includes('status') === true
    );
  }

  find(monitorId: string): Monitor | undefined {
    const place = this.#placeOf(monitorId);
    return place && this.#seen.order[place.index];
  }

  /** The page that last had a monitor. */
  pageOf(monitorId: string): Page | undefined {
    return this.#placeOf(monitorId)?.page;
  }

  #placeOf(id: string): Place | undefined {
    const places = this.#seen.places;
    return places.get(id) ?? places.get(id.normalize('NFC')) ?? places.get(id.normalize('NFD'));
  }

  /** Returns page indexes in order. */
  pagesWith(isWanted: (monitor: Monitor) => boolean): number[] {
    const wanted = new Set<number>();
    for (const { index, page } of this.#seen.places.values()) {
      if (isWanted(this.#seen.order[index]!)) {
        wanted.add(page.pageIndex);
      }
    }
    return [...wanted].sort((one, other) => one - other);
  }

  /** Equals the number of pages read. */
  get nextPageIndex(): number {
    return this.#pages.length;
  }

  /** Includes loaded nested monitors. Absent if unreliable. */
  get total(): number | undefined {
    const total = this.#believedTotal;
    return total === undefined ? undefined : total + this.count - this.#seen.own;
  }

  get end(): ListEnd | undefined {
    return this.#seen.end;
  }

  /** Only another call can show if more follows. */
  get mayBeEnd(): boolean {
    return this.#seen.mayBeEnd;
  }

  /** Whether all monitors are surely loaded. */
  get complete(): boolean {
    const isProven = this.#seen.end !== undefined && this.#seen.end !== 'nothingNew' && !this.#seen.saysMore;
    const isWhole = this.#pages.every(({ cutFrom }) => cutFrom === undefined) && this.shift === undefined;
    return isProven && isWhole && this.#seen.own >= Math.max(this.#believedTotal ?? 0, this.#seen.atLeast);
  }

  /** Epoch milliseconds of the oldest page. */
  get readAt(): number | undefined {
    return this.#seen.readAt;
  }

  /** `undefined` without a reliable total. */
  get pagesLeft(): number | undefined {
    if (this.#seen.end !== undefined) {
      return 0;
    }
    const total = this.#believedTotal;
    if (total === undefined || this.#seen.mayBeEnd) {
      return undefined;
    }
    return Math.max(1, Math.ceil(total / this.#servedPageSize()) - this.#pages.length);
  }

  get shift(): ListShift | undefined {
    const inserted = Math.max(this.#seen.repeated, this.#seen.totalRose);
    const total = this.#believedTotal;
    const isAllThere = this.#seen.end !== undefined && total !== undefined && this.#seen.own >= total;
    if (isAllThere && this.#seen.totalFell === 0) {
      return undefined;
    }
    const signs = Math.max(inserted + this.#seen.totalFell, this.#shortfall());
    // If a whole page came again, more may be missing than the signs show.
    const unseen = signs > 0 && this.#seen.end !== undefined ? (total ?? 0) - this.#seen.own : 0;
    const mayMiss = Math.max(signs, unseen);
    return mayMiss === 0 ? undefined : { repeated: this.#seen.repeated, mayMiss };
  }

  get learned(): KnownPaging {
    const [first, second] = this.#pages;
    const length = first === undefined ? 0 : lengthOf(first);
    const isCapped =
      first !== undefined && length < first.pageSize && couldBeCap(length) && this.#seen.pagesWithNews > 1;
    const isEnd = this.#pages.length === 2 && this.#seen.end === 'emptyPage' && length < first!.pageSize;
    return {
      longestPage: this.#seen.longestPage,
      ...(isCapped && { pageSize: length }),
      ...(isEnd && length > 0 && { end: { monitors: toMonitorsKey(first!), at: second!.readAt } }),
      tellsTotals: this.#seen.tellsTotals,
    };
  }

  /**
   * @returns new and repeated monitors, in order.
   * @throws RangeError for another than the next page, because a gap would hide monitors.
   */
  add(page: Page): { readonly added: readonly Monitor[]; readonly updated: readonly Monitor[] } {
    if (page.pageIndex !== this.nextPageIndex) {
      throw new RangeError(`page ${page.pageIndex} came where page ${this.nextPageIndex} was due`);
    }
    const longestBefore = this.#seen.longestPage;
    const ownBefore = this.#seen.own;
    const merged = this.#merge(page);
    const hasNews = merged.added.length > 0 || this.#seen.own > ownBefore;
    const ownLength = ownLengthOf(page);
    if (this.#pages.length > 0 && this.#seen.own > ownBefore) {
      this.#seen.repeated += Math.max(0, ownLength - (this.#seen.own - ownBefore));
    }
    this.#pages.push(page);
    this.#seen.received += ownLength;
    this.#seen.longestPage = Math.max(longestBefore, lengthOf(page));
    this.#seen.pagesWithNews = hasNews ? this.#pages.length : this.#seen.pagesWithNews;
    this.#seen.readAt = Math.min(this.#seen.readAt ?? page.readAt, page.readAt);
    this.#takeTotal(page);
    this.#takeEnd(page, hasNews, longestBefore);
    return merged;
  }

  /** Returns a copy with some pages replaced. */
  renewed(pages: readonly Page[]): PagedMonitors {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const renewed = new PagedMonitors({ id: this.id, pageSize: this.pageSize, known: this.#known });
    this.#pages.forEach((page) =>
      renewed.add({ ...(newer.get(page.pageIndex) ?? page), snapshotId: this.id }),
    );
    this.ahead.forEach((page, pageIndex) => renewed.ahead.set(pageIndex, page));
    return renewed;
  }

  /** Replaces pages after the mapping changed; ids may change. */
  reread(pages: readonly Page[]): void {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const all = this.#pages.map((page) => newer.get(page.pageIndex) ?? page);
    this.#pages = [];
    this.#seen = nothingSeen(this.#known);
    all.forEach((page) => this.add(page));
  }

  #merge(page: Page): { readonly added: readonly Monitor[]; readonly updated: readonly Monitor[] } {
    const added: Monitor[] = [];
    const updated: Monitor[] = [];
    for (const monitor of page.monitors) {
      const isOwn = monitor.parent === undefined;
      const known = this.#seen.places.get(monitor.id);
      if (known) {
        this.#seen.counts[this.#seen.order[known.index]!.status] -= 1;
        this.#seen.order[known.index] = monitor;
        known.page = page;
        this.#seen.own += isOwn && !known.isOwn ? 1 : 0;
        known.isOwn ||= isOwn;
        updated.push(monitor);
      } else {
        this.#seen.places.set(monitor.id, { index: this.#seen.order.length, page, isOwn });
        this.#seen.order.push(monitor);
        this.#seen.own += isOwn ? 1 : 0;
        added.push(monitor);
      }
      this.#seen.counts[monitor.status] += 1;
    }
    this.#seen.monitors = undefined;
    this.#seen.tellsStatus = undefined;
    return { added, updated };
  }

  /** The newest total, unless it is too small, contradicted, or perhaps a page length. */
  get #believedTotal(): number | undefined {
    const isBelieved =
      this.#seen.told !== undefined && this.#seen.told >= this.#seen.own && !this.#seen.isDoubtful;
    return isBelieved ? this.#seen.told : undefined;
  }

  #takeTotal(page: Page): void {
    const { total, isLowerBound, hasMore } = page;
    const length = ownLengthOf(page);
    if (isLowerBound && total !== undefined) {
      this.#seen.atLeast = Math.max(this.#seen.atLeast, total);
      this.#seen.told = undefined;
    }
    // Past the end, some services send the page's count, 0, as the total.
    const isOfPastTheEnd = length === 0 && total === 0 && this.#seen.own > 0;
    if (total === undefined || isLowerBound || isOfPastTheEnd) {
      return;
    }
    this.#seen.tellsTotals ||= total > this.#seen.received;
    const before = this.#seen.told;
    if (this.#seen.tellsTotals && before !== undefined && !this.#seen.isDoubtful) {
      this.#seen.totalRose += Math.max(0, total - before);
      this.#seen.totalFell += Math.max(0, before - total);
    }
    const longest = lengthOf(page);
    const isLong = longest > page.pageSize && couldBeCap(longest);
    const isFull = longest === page.pageSize || isLong || this.#mayBeCap(page);
    const mayBeCount = !this.#seen.tellsTotals && total <= this.#seen.received && length > 0 && isFull;
    this.#seen.told = total;
    this.#seen.isDoubtful = mayBeCount || (hasMore === true && total <= this.#seen.received);
  }

  #takeEnd(page: Page, hasNews: boolean, longestBefore: number): void {
    const length = lengthOf(page);
    const isFirst = this.#pages.length === 1;
    const reached = Math.max(this.#seen.received, this.#pages.length * this.#servedPageSize());
    // If signs disagree, assume that more follows.
    this.#seen.saysMore =
      page.hasMore === true || Math.max(this.#believedTotal ?? 0, this.#seen.atLeast) > reached;
    this.#seen.end = this.#endAfter(page, hasNews, longestBefore);
    this.#seen.mayBeEnd =
      this.#seen.end === undefined && isFirst && !this.#seen.saysMore && this.#isUnproven(page);
    this.#pageSize = Math.min(this.#pageSize, page.pageSize);
    const isShort = length > 0 && length < page.pageSize && length >= this.#known.longestPage;
    if (isFirst && isShort && this.#seen.end === undefined) {
      // Pages of the received length skip nothing, however the service counts.
      this.#pageSize = Math.min(this.#pageSize, length);
    }
  }

  #endAfter(page: Page, hasNews: boolean, longestBefore: number): ListEnd | undefined {
    const length = lengthOf(page);
    const before = this.#pages.at(-2);
    if (length === 0) {
      // One empty page may be a gap if the service says that more follows. Two end the list.
      const isInTheMiddle = page.hasMore === true && (before === undefined || lengthOf(before) > 0);
      return isInTheMiddle ? undefined : 'emptyPage';
    }
    if (!hasNews) {
      return 'nothingNew';
    }
    if (this.#seen.saysMore) {
      return undefined;
    }
    if (this.#believedTotal !== undefined) {
      return 'total';
    }
    if (page.hasMore === false) {
      return 'noMore';
    }
    const isShort = length < page.pageSize && (before === undefined || length < longestBefore);
    return isShort && !(before === undefined && this.#isUnproven(page)) ? 'shortPage' : undefined;
  }

  /** Whether the first page may not be the whole list. */
  #isUnproven(page: Page): boolean {
    return this.#mayBeCap(page) || (this.#seen.isDoubtful && this.#seen.told === this.#seen.own);
  }

  /** Whether a short first page may be the service's limit. */
  #mayBeCap(page: Page): boolean {
    const length = lengthOf(page);
    return (
      length < page.pageSize &&
      couldBeCap(length) &&
      this.#known.longestPage <= length &&
      !isKnownEnd(this.#known, page)
    );
  }

  /** Counts the monitors missing from middle pages. */
  #shortfall(): number {
    return this.#pages.slice(1, this.#seen.pagesWithNews).reduce((sum, next, i) => {
      const full = Math.max(this.#seen.longestPage, next.pageSize);
      return sum + full - lengthOf(this.#pages[i]!);
    }, 0);
  }

  /** Services may return fewer monitors than requested. */
  #servedPageSize(): number {
    return Math.min(this.#pageSize, this.#seen.longestPage);
  }
}

/** Counts records that aren't nested. */
function ownLengthOf({ lengths, monitors }: Page): number {
  return lengths?.reduce((sum, length) => sum + length, 0) ?? monitors.length;
}

/** The longest list counts, because each is paged separately. */
function lengthOf({ lengths, monitors }: Page): number {
  return lengths === undefined ? monitors.length : Math.max(0, ...lengths);
}
