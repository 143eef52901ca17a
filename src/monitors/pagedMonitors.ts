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

/**
 * The pages of one snapshot of an account, from the first page on, merged by monitor id.
 * Knows where the list ends and whether it moved while it was read. Totals and pages count the records of the list
 * itself; monitors inside others are rows like all.
 */
export class PagedMonitors {
  readonly #plannedId: string;
  readonly #known: KnownPaging;
  #pages: Page[] = [];
  #pageSize: number;
  /** In the service's order. */
  #order: Monitor[] = [];
  #places = new Map<string, Place>();
  #counts = noCounts();
  #monitors: readonly Monitor[] | undefined;
  #readAt: number | undefined;
  /** Records of the list itself: all that came, and each once. */
  #received = 0;
  #own = 0;
  #longestPage = 0;
  #repeated = 0;
  #totalRose = 0;
  #totalFell = 0;
  /** Pages up to the last one that brought something new: those before it are in the middle of the list. */
  #pagesWithNews = 0;
  /** The newest total, whatever it proves. */
  #told: number | undefined;
  /** The newest total may be the number of records on its page, or of those up to it. */
  #isDoubtful = false;
  /** A total was more than the records up to its page. */
  #tellsTotals: boolean;
  /** The most that the service says there are at least. */
  #atLeast = 0;
  #saysMore = false;
  #mayBeEnd = false;
  #end: ListEnd | undefined;

  /**
   * @param options.id of the snapshot, until its first page says otherwise.
   * @param options.pageSize monitors to ask for with the first page.
   * @param options.known of the service, before these pages.
   */
  constructor(options: { readonly id: string; readonly pageSize: number; readonly known?: KnownPaging }) {
    this.#plannedId = options.id;
    this.#pageSize = options.pageSize;
    this.#known = options.known ?? NOTHING_KNOWN;
    this.#tellsTotals = this.#known.tellsTotals;
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

  #placeOf(id: string): Place | undefined {
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

  /**
   * Monitors in the account, those inside others included as far as they are loaded. Absent if no page tells, or if what
   * the newest tells is too small or proves nothing.
   */
  get total(): number | undefined {
    const total = this.#believedTotal;
    return total === undefined ? undefined : total + this.count - this.#own;
  }

  get end(): ListEnd | undefined {
    return this.#end;
  }

  /** Nothing says that more follows, and only another call can tell. */
  get mayBeEnd(): boolean {
    return this.#mayBeEnd;
  }

  /** Whether every monitor of the account is here, and something proves it. */
  get complete(): boolean {
    const isProven = this.#end !== undefined && this.#end !== 'nothingNew' && !this.#saysMore;
    const isWhole = this.#pages.every(({ cutFrom }) => cutFrom === undefined) && this.shift === undefined;
    return isProven && isWhole && this.#own >= Math.max(this.#believedTotal ?? 0, this.#atLeast);
  }

  /** Epoch milliseconds of the oldest page: no monitor here is staler than that. */
  get readAt(): number | undefined {
    return this.#readAt;
  }

  /** Pages still to be read; `undefined` if the service gives no total that proves anything. */
  get pagesLeft(): number | undefined {
    if (this.#end !== undefined) {
      return 0;
    }
    const total = this.#believedTotal;
    if (total === undefined || this.#mayBeEnd) {
      return undefined;
    }
    return Math.max(1, Math.ceil(total / this.#servedPageSize()) - this.#pages.length);
  }

  get shift(): ListShift | undefined {
    const inserted = Math.max(this.#repeated, this.#totalRose);
    const total = this.#believedTotal;
    const isAllThere = this.#end !== undefined && total !== undefined && this.#own >= total;
    if (isAllThere && this.#totalFell === 0) {
      return undefined;
    }
    const signs = Math.max(inserted + this.#totalFell, this.#shortfall());
    // At the end the total tells of more than the signs do, if a whole page came again.
    const unseen = signs > 0 && this.#end !== undefined ? (total ?? 0) - this.#own : 0;
    const mayMiss = Math.max(signs, unseen);
    return mayMiss === 0 ? undefined : { repeated: this.#repeated, mayMiss };
  }

  /** What these pages show of the service. */
  get learned(): KnownPaging {
    const [first, second] = this.#pages;
    const length = first === undefined ? 0 : lengthOf(first);
    const isCapped =
      first !== undefined && length < first.pageSize && couldBeCap(length) && this.#pagesWithNews > 1;
    const isEnd = this.#pages.length === 2 && this.#end === 'emptyPage' && length < first!.pageSize;
    return {
      longestPage: this.#longestPage,
      ...(isCapped && { pageSize: length }),
      ...(isEnd && length > 0 && { end: { monitors: toMonitorsKey(first!), at: second!.readAt } }),
      tellsTotals: this.#tellsTotals,
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
    const longestBefore = this.#longestPage;
    const ownBefore = this.#own;
    const merged = this.#merge(page);
    const hasNews = merged.added.length > 0 || this.#own > ownBefore;
    const ownLength = ownLengthOf(page);
    if (this.#pages.length > 0 && this.#own > ownBefore) {
      this.#repeated += Math.max(0, ownLength - (this.#own - ownBefore));
    }
    this.#pages.push(page);
    this.#received += ownLength;
    this.#longestPage = Math.max(longestBefore, lengthOf(page));
    this.#pagesWithNews = hasNews ? this.#pages.length : this.#pagesWithNews;
    this.#readAt = Math.min(this.#readAt ?? page.readAt, page.readAt);
    this.#takeTotal(page);
    this.#takeEnd(page, hasNews, longestBefore);
    return merged;
  }

  /** Takes pages as they are read now, each in place of the one with its index. Any monitor may have another id by it. */
  reread(pages: readonly Page[]): void {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const all = this.#pages.map((page) => newer.get(page.pageIndex) ?? page);
    this.#pages = [];
    this.#order = [];
    this.#places = new Map();
    this.#counts = noCounts();
    this.#received = 0;
    this.#own = 0;
    this.#longestPage = 0;
    this.#repeated = 0;
    this.#totalRose = 0;
    this.#totalFell = 0;
    this.#pagesWithNews = 0;
    this.#told = undefined;
    this.#isDoubtful = false;
    this.#tellsTotals = this.#known.tellsTotals;
    this.#atLeast = 0;
    this.#saysMore = false;
    this.#mayBeEnd = false;
    this.#end = undefined;
    all.forEach((page) => this.add(page));
  }

  #merge(page: Page): { readonly added: readonly Monitor[]; readonly updated: readonly Monitor[] } {
    const added: Monitor[] = [];
    const updated: Monitor[] = [];
    for (const monitor of page.monitors) {
      const isOwn = monitor.parent === undefined;
      const known = this.#places.get(monitor.id);
      if (known) {
        this.#counts[this.#order[known.index]!.status] -= 1;
        this.#order[known.index] = monitor;
        known.page = page;
        this.#own += isOwn && !known.isOwn ? 1 : 0;
        known.isOwn ||= isOwn;
        updated.push(monitor);
      } else {
        this.#places.set(monitor.id, { index: this.#order.length, page, isOwn });
        this.#order.push(monitor);
        this.#own += isOwn ? 1 : 0;
        added.push(monitor);
      }
      this.#counts[monitor.status] += 1;
    }
    this.#monitors = undefined;
    return { added, updated };
  }

  /** The newest total, unless it is too small, something contradicts it, or it may be the length of its page. */
  get #believedTotal(): number | undefined {
    const isBelieved = this.#told !== undefined && this.#told >= this.#own && !this.#isDoubtful;
    return isBelieved ? this.#told : undefined;
  }

  #takeTotal(page: Page): void {
    const { total, isLowerBound, hasMore } = page;
    const length = ownLengthOf(page);
    if (isLowerBound && total !== undefined) {
      this.#atLeast = Math.max(this.#atLeast, total);
      this.#told = undefined;
    }
    // Past the end some services count what is on the page: none. That is no total.
    const isOfPastTheEnd = length === 0 && total === 0 && this.#own > 0;
    if (total === undefined || isLowerBound || isOfPastTheEnd) {
      return;
    }
    this.#tellsTotals ||= total > this.#received;
    const before = this.#told;
    if (this.#tellsTotals && before !== undefined && !this.#isDoubtful) {
      this.#totalRose += Math.max(0, total - before);
      this.#totalFell += Math.max(0, before - total);
    }
    const isFull = lengthOf(page) >= page.pageSize || this.#mayBeCap(page);
    const mayBeLength = !this.#tellsTotals && total === length && length > 0 && isFull;
    this.#told = total;
    this.#isDoubtful = mayBeLength || (hasMore === true && total <= this.#received);
  }

  #takeEnd(page: Page, hasNews: boolean, longestBefore: number): void {
    const length = lengthOf(page);
    const isFirst = this.#pages.length === 1;
    const reached = Math.max(this.#received, this.#pages.length * this.#servedPageSize());
    // Of two signs that disagree, the one that says more wins.
    this.#saysMore = page.hasMore === true || Math.max(this.#believedTotal ?? 0, this.#atLeast) > reached;
    this.#end = this.#endAfter(page, hasNews, longestBefore);
    this.#mayBeEnd = this.#end === undefined && isFirst && !this.#saysMore && this.#isUnproven(page);
    this.#pageSize = Math.min(this.#pageSize, page.pageSize);
    const isShort = length > 0 && length < page.pageSize && length >= this.#known.longestPage;
    if (isFirst && isShort && this.#end === undefined) {
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
    if (this.#saysMore) {
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
    return this.#mayBeCap(page) || (this.#isDoubtful && this.#told === this.#own);
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
    return this.#pages.slice(1, this.#pagesWithNews).reduce((sum, next, i) => {
      const full = Math.max(this.#longestPage, next.pageSize);
      return sum + full - lengthOf(this.#pages[i]!);
    }, 0);
  }

  /** A service may give fewer monitors a page than asked for. */
  #servedPageSize(): number {
    return Math.min(this.#pageSize, this.#longestPage);
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
