import { couldBeCap, isKnownEnd, NOTHING_KNOWN, toMonitorsKey, type KnownPaging } from './knownPaging';
import { countStatuses, type Monitor, type StatusCounts } from './monitor';
import type { Page } from './page';

/** `nothingNew`: a page only repeated monitors. The service may ignore pageIndex, so reading would never end. */
export type ListEnd = 'proven' | 'nothingNew';

export type LoadedMonitors = Pick<PagedMonitors, 'monitors' | 'total' | 'complete' | 'readAt'>;

interface Place {
  monitor: Monitor;
  /** The page that last had it. */
  page: Page;
  /** Whether it is in the list itself, and not only nested. */
  isOwn: boolean;
}

interface Summary {
  readonly monitors: readonly Monitor[];
  readonly counts: StatusCounts;
  readonly tellsStatus: boolean;
}

/**
 * The pages of a snapshot, merged by monitor id. Detects the end and changes during paging. Totals and page lengths
 * exclude nested monitors; rows include them.
 */
export class PagedMonitors {
  readonly #plannedId: string;
  readonly #known: KnownPaging;
  /** Later pages that arrived early: paid for but not shown yet. */
  readonly ahead = new Map<number, Page>();
  readonly #pages: Page[] = [];
  /** In the service's order. Repeated monitors keep their first place. */
  readonly #places = new Map<string, Place>();
  #summary: Summary | undefined;
  #pageSize: number;
  #end: ListEnd | undefined;
  #mayBeEnd = false;
  /** Records of the list itself, with and without repetitions. */
  #received = 0;
  #own = 0;
  #longestPage = 0;
  /** Number of pages up to the last one that brought new monitors. */
  #pagesWithNews = 0;
  /** Monitors that came into the list or left it during paging. */
  #inserted = 0;
  #removed = 0;
  /** The newest total, even if wrong. */
  #told: number | undefined;
  /** The total may just count the records so far. */
  #isDoubtful = false;
  /** A total once exceeded the records so far. */
  #tellsTotals: boolean;
  #saysMore = false;

  /** @param plannedId of the snapshot, until the first page sets it. */
  constructor(plannedId: string, pageSize: number, known = NOTHING_KNOWN) {
    this.#plannedId = plannedId;
    this.#pageSize = pageSize;
    this.#known = known;
    this.#tellsTotals = known.tellsTotals;
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

  get monitors(): readonly Monitor[] {
    return this.#summarize().monitors;
  }

  get count(): number {
    return this.#places.size;
  }

  get counts(): StatusCounts {
    return this.#summarize().counts;
  }

  /** Whether to show statuses: at least a tenth of the active monitors have one, or the user must choose the field. */
  get tellsStatus(): boolean {
    return this.#summarize().tellsStatus;
  }

  find(monitorId: string): Monitor | undefined {
    return this.#places.get(monitorId)?.monitor;
  }

  /** The page that last had a monitor. */
  pageOf(monitorId: string): Page | undefined {
    return this.#places.get(monitorId)?.page;
  }

  /** Returns page indexes in order. */
  pagesWith(isWanted: (monitor: Monitor) => boolean): number[] {
    const wanted = [...this.#places.values()].filter(({ monitor }) => isWanted(monitor));
    return [...new Set(wanted.map(({ page }) => page.pageIndex))].sort((one, other) => one - other);
  }

  /** Equals the number of pages read. */
  get nextPageIndex(): number {
    return this.#pages.length;
  }

  /** Monitors in the account, with loaded nested ones; `undefined` if unreliable. */
  get total(): number | undefined {
    const total = this.#believedTotal;
    return total === undefined ? undefined : total + this.count - this.#own;
  }

  get end(): ListEnd | undefined {
    return this.#end;
  }

  /** Whether only another call can show if more follows. */
  get mayBeEnd(): boolean {
    return this.#mayBeEnd;
  }

  /** Whether all monitors are surely loaded. */
  get complete(): boolean {
    const isProven = this.#end === 'proven' && !this.#saysMore && this.mayMiss === 0;
    const isWhole = this.#pages.every(({ cutFrom }) => cutFrom === undefined);
    return isProven && isWhole && this.#own >= (this.#believedTotal ?? 0);
  }

  /** Epoch milliseconds of the oldest page. */
  get readAt(): number | undefined {
    return this.#pages.length === 0 ? undefined : Math.min(...this.#pages.map(({ readAt }) => readAt));
  }

  /** `undefined` without a reliable total. */
  get pagesLeft(): number | undefined {
    if (this.#end !== undefined) {
      return 0;
    }
    const total = this.#believedTotal;
    if (total === undefined || this.#mayBeEnd) {
      return undefined;
    }
    return Math.max(1, Math.ceil(total / this.#servedPageSize) - this.#pages.length);
  }

  /** The most monitors that are missing because the list changed during paging. */
  get mayMiss(): number {
    const total = this.#believedTotal;
    const isAllThere = this.#end !== undefined && total !== undefined && this.#own >= total;
    if (isAllThere && this.#removed === 0) {
      return 0;
    }
    const signs = Math.max(this.#inserted + this.#removed, this.#missingInMiddle());
    // If a whole page came again, more may be missing than the signs show.
    return signs > 0 && this.#end !== undefined ? Math.max(signs, (total ?? 0) - this.#own) : signs;
  }

  get learned(): KnownPaging {
    const [first, second] = this.#pages;
    const length = first === undefined ? 0 : lengthOf(first);
    const isShort = first !== undefined && length > 0 && length < first.pageSize;
    const isCapped = isShort && couldBeCap(length) && this.#pagesWithNews > 1;
    const isAll = isShort && this.#pages.length === 2 && lengthOf(second!) === 0 && this.#end === 'proven';
    return {
      longestPage: this.#longestPage,
      ...(isCapped && { pageSize: length }),
      ...(isAll && { end: { monitors: toMonitorsKey(first), at: second!.readAt } }),
      tellsTotals: this.#tellsTotals,
    };
  }

  /** @throws RangeError for another than the next page, because a gap would hide monitors. */
  add(page: Page): void {
    if (page.pageIndex !== this.nextPageIndex) {
      throw new RangeError(`page ${page.pageIndex} came where page ${this.nextPageIndex} was due`);
    }
    const [ownBefore, countBefore, longestBefore] = [this.#own, this.count, this.#longestPage];
    page.monitors.forEach((monitor) => this.#merge(monitor, page));
    this.#summary = undefined;
    const length = ownLengthOf(page);
    const added = this.#own - ownBefore;
    // An insertion pushes a monitor to the next page, where it comes again.
    const repeated = this.#pages.length > 0 && added > 0 ? Math.max(0, length - added) : 0;
    this.#pages.push(page);
    this.#received += length;
    this.#longestPage = Math.max(longestBefore, lengthOf(page));
    const hasNews = added > 0 || this.count > countBefore;
    this.#pagesWithNews = hasNews ? this.#pages.length : this.#pagesWithNews;
    const growth = this.#takeTotal(page);
    this.#inserted += Math.max(repeated, growth);
    this.#removed += Math.max(0, -growth);
    this.#takeEnd(page, hasNews, longestBefore);
  }

  /** Adds a page that may have arrived early, and those that waited for it. */
  addWhenDue(page: Page): void {
    this.ahead.set(page.pageIndex, page);
    for (let due = page; due.pageIndex === this.nextPageIndex && this.#end === undefined;) {
      this.add(due);
      this.ahead.delete(due.pageIndex);
      due = this.ahead.get(this.nextPageIndex) ?? due;
    }
  }

  /** Returns a copy with some pages replaced. */
  renewed(pages: readonly Page[]): PagedMonitors {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const renewed = new PagedMonitors(this.id, this.#pageSize, this.#known);
    for (const old of this.#pages) {
      const page = newer.get(old.pageIndex) ?? old;
      renewed.add(page.snapshotId === this.id ? page : { ...page, snapshotId: this.id });
    }
    this.ahead.forEach((page, index) => renewed.ahead.set(index, newer.get(index) ?? page));
    return renewed;
  }

  #merge(monitor: Monitor, page: Page): void {
    const isOwn = monitor.parent === undefined;
    const known = this.#places.get(monitor.id);
    this.#own += isOwn && known?.isOwn !== true ? 1 : 0;
    if (known) {
      known.monitor = monitor;
      known.page = page;
      known.isOwn ||= isOwn;
    } else {
      this.#places.set(monitor.id, { monitor, page, isOwn });
    }
  }

  #summarize(): Summary {
    if (this.#summary === undefined) {
      const monitors = Array.from(this.#places.values(), ({ monitor }) => monitor);
      const counts = countStatuses(monitors);
      const active = this.count - counts.paused;
      const unread = monitors.filter(({ status, rawStatus }) => status === 'unknown' && rawStatus).length;
      const isAsked = this.#pages.at(-1)?.questions?.fields.includes('status') === true;
      const tellsStatus = (active - counts.unknown + unread) * 10 >= active || isAsked;
      this.#summary = { monitors, counts, tellsStatus };
    }
    return this.#summary;
  }

  /** The newest total, unless it is too small, contradicted, or perhaps a page length. */
  get #believedTotal(): number | undefined {
    const isBelieved = this.#told !== undefined && this.#told >= this.#own && !this.#isDoubtful;
    return isBelieved ? this.#told : undefined;
  }

  /** @returns by how much the total grew */
  #takeTotal(page: Page): number {
    const { total, hasMore } = page;
    const length = ownLengthOf(page);
    // Past the end, some services send the page's count, 0, as the total.
    const isOfPastTheEnd = length === 0 && total === 0 && this.#own > 0;
    if (total === undefined || isOfPastTheEnd) {
      return 0;
    }
    this.#tellsTotals ||= total > this.#received;
    const growth = this.#tellsTotals && !this.#isDoubtful ? total - (this.#told ?? total) : 0;
    const longest = lengthOf(page);
    const isLong = longest > page.pageSize && couldBeCap(longest);
    const isFull = longest === page.pageSize || isLong || this.#mayBeCap(page);
    const mayBeCount = !this.#tellsTotals && total <= this.#received && length > 0 && isFull;
    this.#told = total;
    this.#isDoubtful = mayBeCount || (hasMore === true && total <= this.#received);
    return growth;
  }

  #takeEnd(page: Page, hasNews: boolean, longestBefore: number): void {
    const length = lengthOf(page);
    const isFirst = this.#pages.length === 1;
    const reached = Math.max(this.#received, this.#pages.length * this.#servedPageSize);
    // If signs disagree, assume that more follows.
    this.#saysMore = page.hasMore === true || (this.#believedTotal ?? 0) > reached;
    this.#end = this.#endAfter(page, hasNews, longestBefore);
    this.#mayBeEnd = this.#end === undefined && isFirst && !this.#saysMore && this.#isUnproven(page);
    this.#pageSize = Math.min(this.#pageSize, page.pageSize);
    const isShort = length > 0 && length < page.pageSize && length >= this.#known.longestPage;
    if (isFirst && isShort && this.#end === undefined) {
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
      return isInTheMiddle ? undefined : 'proven';
    }
    if (!hasNews) {
      return 'nothingNew';
    }
    const isFirst = before === undefined;
    const isShort = length < page.pageSize && (isFirst ? !this.#isUnproven(page) : length < longestBefore);
    const isProven = this.#believedTotal !== undefined || page.hasMore === false || isShort;
    return isProven && !this.#saysMore ? 'proven' : undefined;
  }

  /** Whether the first page may not be the whole list. */
  #isUnproven(page: Page): boolean {
    return this.#mayBeCap(page) || (this.#isDoubtful && this.#told === this.#own);
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

  #missingInMiddle(): number {
    return this.#pages.slice(1, this.#pagesWithNews).reduce((sum, next, i) => {
      const full = Math.max(this.#longestPage, next.pageSize);
      return sum + full - lengthOf(this.#pages[i]!);
    }, 0);
  }

  /** Services may return fewer monitors than requested. */
  get #servedPageSize(): number {
    return Math.min(this.#pageSize, this.#longestPage);
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
