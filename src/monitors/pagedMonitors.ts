import { couldBeCap, isKnownEnd, NOTHING_KNOWN, toMonitorsKey, type KnownPaging } from './knownPaging';
import { noCounts, type Monitor, type MonitorStatus } from './monitor';
import type { Page } from './page';

/** Why no further page is asked for. */
export type ListEnd =
  /** The response said that nothing follows. */
  | 'noMore'
  /** As many monitors were received as the account has. */
  | 'total'
  /** A page that is shorter than those before it, or than what the service is known to give. */
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

/** Where a monitor is in the list, and the page on which it was read last. */
interface Place {
  readonly index: number;
  page: Page;
  /** It's a record of the list itself, and not only inside another. */
  isOwn: boolean;
}

/** What was read out of the pages of a snapshot. */
function nothingSeen({ tellsTotals }: KnownPaging) {
  return {
    /** In the service's order. */
    order: [] as Monitor[],
    places: new Map<string, Place>(),
    counts: noCounts(),
    monitors: undefined as readonly Monitor[] | undefined,
    tellsStatus: undefined as boolean | undefined,
    readAt: undefined as number | undefined,
    /** Records of the list itself: all that came, and each once. */
    received: 0,
    own: 0,
    longestPage: 0,
    repeated: 0,
    totalRose: 0,
    totalFell: 0,
    /** Pages up to the last one that brought something new: those before it are in the middle of the list. */
    pagesWithNews: 0,
    /** The newest total, whatever it proves. */
    told: undefined as number | undefined,
    /** The newest total may be the number of records on its page, or of those up to it. */
    isDoubtful: false,
    /** A total was more than the records up to its page. */
    tellsTotals,
    /** The most that the service says there are at least. */
    atLeast: 0,
    saysMore: false,
    mayBeEnd: false,
    end: undefined as ListEnd | undefined,
  };
}

type Seen = ReturnType<typeof nothingSeen>;

/**
 * The pages of one snapshot of an account, from the first page on, merged by monitor id.
 * Knows where the list ends and whether it moved while it was read. Totals and pages count the records of the list
 * itself; monitors inside others are rows like all.
 */
export class PagedMonitors {
  readonly #plannedId: string;
  readonly #known: KnownPaging;
  /** Pages after these that came before their turn, by index: paid for, though not shown yet. */
  readonly ahead = new Map<number, Page>();
  #pages: Page[] = [];
  #pageSize: number;
  #seen: Seen;

  /**
   * @param options.id of the snapshot, until its first page says otherwise.
   * @param options.pageSize monitors to ask for with the first page.
   * @param options.known of the service, before these pages.
   */
  constructor(options: { readonly id: string; readonly pageSize: number; readonly known?: KnownPaging }) {
    this.#plannedId = options.id;
    this.#pageSize = options.pageSize;
    this.#known = options.known ?? NOTHING_KNOWN;
    this.#seen = nothingSeen(this.#known);
  }

  /** Pages of one id fit together. Another window may have begun this snapshot: then it is the id that it gave. */
  get id(): string {
    return this.#pages[0]?.snapshotId ?? this.#plannedId;
  }

  get pages(): readonly Page[] {
    return this.#pages;
  }

  /** Monitors to ask for with each page: one size, as pages are offsets into a list. Falls with a first page that is short. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** In the service's order; a monitor that came again stands where it came first, as it was read last. */
  get monitors(): readonly Monitor[] {
    this.#seen.monitors ??= [...this.#seen.order];
    return this.#seen.monitors;
  }

  get count(): number {
    return this.#seen.order.length;
  }

  /** How many of the monitors have each status. */
  get counts(): Readonly<Record<MonitorStatus, number>> {
    return this.#seen.counts;
  }

  /**
   * Whether statuses are worth talking about: one monitor in ten tells its own, or a question which field it is is open.
   * Being paused is a setting.
   */
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

  /** The page on which a monitor was read last. */
  pageOf(monitorId: string): Page | undefined {
    return this.#placeOf(monitorId)?.page;
  }

  #placeOf(id: string): Place | undefined {
    const places = this.#seen.places;
    return places.get(id) ?? places.get(id.normalize('NFC')) ?? places.get(id.normalize('NFD'));
  }

  /** Indexes of the pages on which the monitors that are wanted were read last, in order. */
  pagesWith(isWanted: (monitor: Monitor) => boolean): number[] {
    const wanted = new Set<number>();
    for (const { index, page } of this.#seen.places.values()) {
      if (isWanted(this.#seen.order[index]!)) {
        wanted.add(page.pageIndex);
      }
    }
    return [...wanted].sort((one, other) => one - other);
  }

  /** Index of the page to ask for next; equals the number of pages read. */
  get nextPageIndex(): number {
    return this.#pages.length;
  }

  /**
   * Monitors in the account, those inside others included as far as they are loaded. Absent if no page tells, or if what
   * the newest tells is too small or proves nothing.
   */
  get total(): number | undefined {
    const total = this.#believedTotal;
    return total === undefined ? undefined : total + this.count - this.#seen.own;
  }

  get end(): ListEnd | undefined {
    return this.#seen.end;
  }

  /** Nothing says that more follows, and only another call can tell. */
  get mayBeEnd(): boolean {
    return this.#seen.mayBeEnd;
  }

  /** Whether every monitor of the account is here, and something proves it. */
  get complete(): boolean {
    const isProven = this.#seen.end !== undefined && this.#seen.end !== 'nothingNew' && !this.#seen.saysMore;
    const isWhole = this.#pages.every(({ cutFrom }) => cutFrom === undefined) && this.shift === undefined;
    return isProven && isWhole && this.#seen.own >= Math.max(this.#believedTotal ?? 0, this.#seen.atLeast);
  }

  /** Epoch milliseconds of the oldest page: no monitor here is staler than that. */
  get readAt(): number | undefined {
    return this.#seen.readAt;
  }

  /** Pages still to be read; `undefined` if the service gives no total that proves anything. */
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
    // At the end the total tells of more than the signs do, if a whole page came again.
    const unseen = signs > 0 && this.#seen.end !== undefined ? (total ?? 0) - this.#seen.own : 0;
    const mayMiss = Math.max(signs, unseen);
    return mayMiss === 0 ? undefined : { repeated: this.#seen.repeated, mayMiss };
  }

  /** What these pages show of the service. */
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
   * Takes the next page.
   * @returns the monitors that are new, in order, and those that came again.
   * @throws RangeError where the page is not the next one: a gap would hide monitors.
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

  /** A copy in which some pages are as they are read now. */
  renewed(pages: readonly Page[]): PagedMonitors {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const renewed = new PagedMonitors({ id: this.id, pageSize: this.pageSize, known: this.#known });
    this.#pages.forEach((page) =>
      renewed.add({ ...(newer.get(page.pageIndex) ?? page), snapshotId: this.id }),
    );
    this.ahead.forEach((page, pageIndex) => renewed.ahead.set(pageIndex, page));
    return renewed;
  }

  /** Takes pages as they are read now, each in place of the one with its index. Any monitor may have another id by it. */
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

  /** The newest total, unless it is too small, something contradicts it, or it may be the length of its page. */
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
    // Past the end some services count what is on the page: none. That is no total.
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
    // Of two signs that disagree, the one that says more wins.
    this.#seen.saysMore =
      page.hasMore === true || Math.max(this.#believedTotal ?? 0, this.#seen.atLeast) > reached;
    this.#seen.end = this.#endAfter(page, hasNews, longestBefore);
    this.#seen.mayBeEnd =
      this.#seen.end === undefined && isFirst && !this.#seen.saysMore && this.#isUnproven(page);
    this.#pageSize = Math.min(this.#pageSize, page.pageSize);
    const isShort = length > 0 && length < page.pageSize && length >= this.#known.longestPage;
    if (isFirst && isShort && this.#seen.end === undefined) {
      // Whichever size the service counts by, pages of the length that came skip nothing.
      this.#pageSize = Math.min(this.#pageSize, length);
    }
  }

  #endAfter(page: Page, hasNews: boolean, longestBefore: number): ListEnd | undefined {
    const length = lengthOf(page);
    const before = this.#pages.at(-2);
    if (length === 0) {
      // One empty page may be in the middle of a list if the service says so. Two of them end it.
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

  /** Whether nothing proves that a first page is all there is. */
  #isUnproven(page: Page): boolean {
    return this.#mayBeCap(page) || (this.#seen.isDoubtful && this.#seen.told === this.#seen.own);
  }

  /** Whether a short first page may be as long as the service's pages get. */
  #mayBeCap(page: Page): boolean {
    const length = lengthOf(page);
    return (
      length < page.pageSize &&
      couldBeCap(length) &&
      this.#known.longestPage <= length &&
      !isKnownEnd(this.#known, page)
    );
  }

  /** How many monitors the pages in the middle lack, measured by the longest page and by what the next was asked for in. */
  #shortfall(): number {
    return this.#pages.slice(1, this.#seen.pagesWithNews).reduce((sum, next, i) => {
      const full = Math.max(this.#seen.longestPage, next.pageSize);
      return sum + full - lengthOf(this.#pages[i]!);
    }, 0);
  }

  /** A service may give fewer monitors a page than asked for. */
  #servedPageSize(): number {
    return Math.min(this.#pageSize, this.#seen.longestPage);
  }
}

/** Records of the list itself on a page. */
function ownLengthOf({ lengths, monitors }: Page): number {
  return lengths?.reduce((sum, length) => sum + length, 0) ?? monitors.length;
}

/** How full a page is: each list of a response has pages of its own. */
function lengthOf({ lengths, monitors }: Page): number {
  return lengths === undefined ? monitors.length : Math.max(0, ...lengths);
}
