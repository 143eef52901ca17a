import { learnPaging, mayBeCap, NOTHING_KNOWN, type KnownPaging } from './knownPaging';
import { summarize, type Monitor, type StatusCounts, type Summary } from './monitor';
import { lengthOf, ownLengthOf, type Page } from './page';

/** `nothingNew`: a page only repeated monitors. The service may ignore pageIndex, so reading would never end. */
export type ListEnd = 'proven' | 'nothingNew';

/**
 * The pages of a snapshot, merged by monitor id. Detects the end and changes during paging. Totals and page lengths
 * exclude nested monitors; rows include them.
 */
export class PagedMonitors {
  /** Later pages that arrived early: paid for but not shown yet. */
  readonly ahead = new Map<number, Page>();
  readonly #pages: Page[] = [];
  /** In the service's order, with the page that last had them. Repeated monitors keep their first place. */
  readonly #places = new Map<string, { readonly monitor: Monitor; readonly page: Page }>();
  /** IDs of the monitors at the top level of the list; nested ones only if they are there, too. */
  readonly #own = new Set<string>();
  #summary: Summary | undefined;
  #pageSize: number;
  #end: ListEnd | undefined;
  /** Records of the list itself, with repetitions. */
  #received = 0;
  #longestPage = 0;
  /** Monitors that came into the list or left it during paging. */
  #inserted = 0;
  #removed = 0;
  /** Pages up to the last one with new monitors; earlier ones are in the middle. */
  #pagesWithNews = 0;
  /** The newest total, even if wrong. */
  #total: number | undefined;
  /** The total may just count the records so far. */
  #isDoubtful = false;
  /** A total once exceeded the records so far. */
  #tellsTotals: boolean;
  #saysMore = false;

  /** @param plannedId of the snapshot, until the first page sets it. */
  constructor(
    private readonly plannedId: string,
    pageSize: number,
    private readonly known: KnownPaging = NOTHING_KNOWN,
  ) {
    this.#pageSize = pageSize;
    this.#tellsTotals = known.tellsTotals;
  }

  /** May come from another window that began the snapshot. */
  get id(): string {
    return this.#pages[0]?.snapshotId ?? this.plannedId;
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

  get tellsStatus(): boolean {
    return this.#summarize().tellsStatus;
  }

  find(monitorId: string): Monitor | undefined {
    return this.#places.get(monitorId)?.monitor;
  }

  pageOf(monitorId: string): Page | undefined {
    return this.#places.get(monitorId)?.page;
  }

  get nextPageIndex(): number {
    return this.#pages.length;
  }

  /** Monitors in the account, with loaded nested ones; `undefined` if unreliable. */
  get total(): number | undefined {
    const total = this.#believedTotal;
    return total === undefined ? undefined : total + this.count - this.#own.size;
  }

  get end(): ListEnd | undefined {
    return this.#end;
  }

  /** Whether only another call can show if more follows. */
  get mayBeEnd(): boolean {
    const [first, second] = this.#pages;
    const isOpen = this.#end === undefined && !this.#saysMore;
    return first !== undefined && second === undefined && isOpen && this.#isUnproven(first);
  }

  /** Whether all monitors are surely loaded. */
  get complete(): boolean {
    const isProven = this.#end === 'proven' && !this.#saysMore && this.mayMiss === 0;
    const isWhole = this.#pages.every(
      ({ cutFrom, atLeast = 0 }) => cutFrom === undefined && this.#received >= atLeast,
    );
    return isProven && isWhole && this.#own.size >= (this.#believedTotal ?? 0);
  }

  /** Epoch milliseconds of the oldest page. */
  get readAt(): number | undefined {
    return this.#pages.length === 0
      ? undefined
      : Math.min(...this.#pages.map(({ readAt }) => readAt));
  }

  get pagesLeft(): number | undefined {
    if (this.#end !== undefined) {
      return 0;
    }
    const total = this.#believedTotal;
    if (total === undefined || this.mayBeEnd) {
      return undefined;
    }
    return Math.max(1, Math.ceil(total / this.#servedPageSize) - this.#pages.length);
  }

  /** The most monitors that are missing because the list changed during paging. */
  get mayMiss(): number {
    const total = this.#believedTotal;
    const isAllThere = this.#end !== undefined && total !== undefined && this.#own.size >= total;
    if (isAllThere && this.#removed === 0) {
      return 0;
    }
    const signs = Math.max(this.#inserted + this.#removed, this.#missingInMiddle);
    // If a whole page came again, more may be missing than the signs show.
    return signs > 0 && this.#end !== undefined
      ? Math.max(signs, (total ?? 0) - this.#own.size)
      : signs;
  }

  get learned(): KnownPaging {
    return learnPaging(this, this.#longestPage, this.#tellsTotals);
  }

  add(page: Page): void {
    const ownBefore = this.#own.size;
    const countBefore = this.count;
    const longestBefore = this.#longestPage;
    const before = this.#pages.at(-1);
    for (const monitor of page.monitors) {
      this.#places.set(monitor.id, { monitor, page });
      if (monitor.parent === undefined) {
        this.#own.add(monitor.id);
      }
    }
    this.#summary = undefined;
    const ownLength = ownLengthOf(page);
    const length = lengthOf(page);
    const added = this.#own.size - ownBefore;
    const hasNews = added > 0 || this.count > countBefore;
    this.#pages.push(page);
    this.#pagesWithNews = hasNews ? this.#pages.length : this.#pagesWithNews;
    this.#received += ownLength;
    this.#longestPage = Math.max(longestBefore, length);
    const growth = this.#takeTotal(page);
    // An insertion pushes a monitor to the next page, where it comes again.
    const repeated = before && added > 0 ? Math.max(0, ownLength - added) : 0;
    this.#inserted += Math.max(repeated, growth);
    this.#removed += Math.max(0, -growth);
    const reached = Math.max(this.#received, this.#pages.length * this.#servedPageSize);
    // If signs disagree, assume that more follows.
    this.#saysMore = page.hasMore === true || (this.#believedTotal ?? 0) > reached;
    // Some services count a page's monitors over all lists, and others for each list.
    const isShort =
      ownLength < page.pageSize && (before ? length < longestBefore : !this.#isUnproven(page));
    this.#end = this.#endAfter(page, before, hasNews, isShort);
    // Pages of the received length skip nothing, however the service counts.
    const mayBeCapped =
      !before && this.#end === undefined && length > 0 && ownLength !== page.pageSize;
    const isCapped = mayBeCapped && ownLength >= this.known.longestPage;
    this.#pageSize = Math.min(this.#pageSize, page.pageSize, isCapped ? length : Infinity);
  }

  /** Adds a page that may have arrived early, and those that waited for it. */
  addWhenDue(page: Page): void {
    this.ahead.set(page.pageIndex, page);
    let due = this.ahead.get(this.nextPageIndex);
    while (due && this.#end === undefined) {
      this.add(due);
      this.ahead.delete(due.pageIndex);
      due = this.ahead.get(this.nextPageIndex);
    }
  }

  /** Returns a copy with some pages replaced. */
  renewed(pages: readonly Page[]): PagedMonitors {
    const newer = new Map(pages.map((page) => [page.pageIndex, page]));
    const renewed = new PagedMonitors(this.id, this.#pageSize, this.known);
    for (const old of this.#pages) {
      const page = newer.get(old.pageIndex) ?? old;
      renewed.add(page.snapshotId === this.id ? page : { ...page, snapshotId: this.id });
    }
    this.ahead.forEach((page, index) => renewed.ahead.set(index, newer.get(index) ?? page));
    return renewed;
  }

  #summarize(): Summary {
    const isAsked = this.#pages.at(-1)?.questions?.fields.includes('status') === true;
    const toMonitors = () => [...this.#places.values()].map(({ monitor }) => monitor);
    this.#summary ??= summarize(toMonitors(), isAsked);
    return this.#summary;
  }

  /** The newest total, unless it is too small, contradicted, or perhaps a page length. */
  get #believedTotal(): number | undefined {
    const isBelieved =
      this.#total !== undefined && this.#total >= this.#own.size && !this.#isDoubtful;
    return isBelieved ? this.#total : undefined;
  }

  /** Monitors that short pages in the middle lack. */
  get #missingInMiddle(): number {
    const lacks = this.#pages.slice(1, this.#pagesWithNews).map((next, index) => {
      return Math.max(
        0,
        Math.max(this.#longestPage, next.pageSize) - ownLengthOf(this.#pages[index]!),
      );
    });
    return lacks.reduce((sum, lack) => sum + lack, 0);
  }

  /** @returns by how much the total grew */
  #takeTotal(page: Page): number {
    const { total, hasMore } = page;
    const isEmpty = lengthOf(page) === 0;
    // Past the end, some services send the page's count, 0, as the total.
    if (total === undefined || (isEmpty && total === 0 && this.#own.size > 0)) {
      return 0;
    }
    this.#tellsTotals ||= total > this.#received;
    const growth = this.#tellsTotals && !this.#isDoubtful ? total - (this.#total ?? total) : 0;
    const isFull = ownLengthOf(page) >= page.pageSize || mayBeCap(page, this.known);
    const mayBeCount = !this.#tellsTotals && total <= this.#received && !isEmpty && isFull;
    this.#total = total;
    this.#isDoubtful = mayBeCount || (hasMore === true && total <= this.#received);
    return growth;
  }

  #endAfter(
    page: Page,
    before: Page | undefined,
    hasNews: boolean,
    isShort: boolean,
  ): ListEnd | undefined {
    if (lengthOf(page) === 0) {
      // One empty page may be a gap if the service says that more follows. Two end the list.
      const isInTheMiddle = page.hasMore === true && (before === undefined || lengthOf(before) > 0);
      return isInTheMiddle ? undefined : 'proven';
    }
    if (!hasNews) {
      return 'nothingNew';
    }
    const isProven = this.#believedTotal !== undefined || page.hasMore === false || isShort;
    return isProven && !this.#saysMore ? 'proven' : undefined;
  }

  /** Whether the first page may not be the whole list. */
  #isUnproven(page: Page): boolean {
    return mayBeCap(page, this.known) || (this.#isDoubtful && this.#total === this.#own.size);
  }

  /** Services may return fewer monitors than requested. */
  get #servedPageSize(): number {
    return Math.min(this.#pageSize, this.#longestPage);
  }
}
