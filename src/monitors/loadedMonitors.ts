import { findReadings, type Reading, isMadeId } from './identity';
import { badnessOf, countStatuses, type Monitor } from './monitor';
import { NO_PAGES, type Page, type PageList, type PageContent, type ReadPage } from './page';

/** `more`: the service says that more follows. `maybe`: only another call can show it. `end`: nothing follows. */
export type ListEnd = 'more' | 'maybe' | 'end';

/**
 * Reads the pages of a list together.
 * @param before monitors by the same mapping. If the list only has further pages, these are added to them.
 */
export function readList(list: PageList, read: ReadPage, before?: LoadedMonitors): LoadedMonitors {
  const pages = list.pages.filter(({ index }, place) => index === place);
  const isContinued =
    before?.read === read && before.pages.every((page, place) => page === pages[place]);
  const loaded = isContinued ? before : new LoadedMonitors(read);
  loaded.show(list, pages);
  return loaded;
}

/**
 * All that the pages of a list say together. Grows with each page, because reading all pages again for each one would
 * take quadratic time.
 */
export class LoadedMonitors {
  list = NO_PAGES;
  /** Pages without a gap, and what they contain. */
  readonly pages: Page[] = [];
  readonly contents: PageContent[] = [];
  /** By id, in the service's order. */
  readonly readings = new Map<string, Reading>();
  /** Monitors that are on no page since a refresh, by id. */
  notReadAgain: ReadonlyMap<string, Reading> = new Map();
  /** Whether each page had monitors that no page before it had. */
  readonly hasNews: boolean[] = [];
  /** Entries of the service's list. Entries on several pages count once. */
  entries = 0;
  #monitors: readonly Monitor[] | undefined;
  /** Whether entries are on several pages: pages overlap, or the order has changed and others were skipped. */
  #hasRepeats = false;
  /** Whether ids are doubtful, or a name is on two pages without ids, so that it may be one monitor or two. */
  #isUnclear = false;
  /** Different totals that pages state, and that of the last page. */
  readonly #totals = new Set<number>();
  #lastTotal = 0;
  /** Records that aren't paused, and how many of them have a status. */
  #active = 0;
  #withStatus = 0;
  /** By id, the reading of the first page that has it. */
  readonly #first = new Map<string, Reading>();
  /** The first page with a record of this name without an id. */
  readonly #unidentified = new Map<string, Page>();

  constructor(readonly read: ReadPage) {}

  /** In the service's order; then monitors that were not read again. Another array after each change. */
  get monitors(): readonly Monitor[] {
    this.#monitors ??= [...this.readings.values(), ...this.notReadAgain.values()].map(
      ({ monitor }) => monitor,
    );
    return this.#monitors;
  }

  get count(): number {
    return this.readings.size + this.notReadAgain.size;
  }

  get counts() {
    return countStatuses(this.monitors);
  }

  /** Whether rows show statuses: a tenth of the monitors that aren't paused have one, or the user is asked for it. */
  get tellsStatus(): boolean {
    const isAsked = this.#last?.unclearFields.includes('status') === true;
    return isAsked || this.#withStatus * 10 >= this.#active;
  }

  /** Where the list ends, as far as the service has said it. */
  get end(): ListEnd {
    const last = this.#last;
    if (!last?.hasList || this.#saysMore) {
      return 'more';
    }
    // An empty first page may be a mistake of the service.
    const isPastTheEnd = last.entries === 0 && this.pages.length > 1;
    // If a page before the last one had nothing new, pages may count from 1, and the last one has the wrong number.
    const mayBeShifted = this.hasNews.slice(1, -1).includes(false);
    const isStated = this.#reachesTotal || (this.#statesEnd && !mayBeShifted);
    return isPastTheEnd || isStated ? 'end' : 'maybe';
  }

  /** Whether all monitors are loaded, by a statement of the service that nothing contradicts. */
  get complete(): boolean {
    return this.end === 'end' && this.#statesEnd && !this.#isContradicted;
  }

  /** The monitors in the account, if all pages that say it agree. */
  get total(): number | undefined {
    const [total = NaN, ...others] = this.#totals;
    return others.length === 0 && total >= this.entries ? total : undefined;
  }

  /** The further pages that the total promises; `undefined` without a total. */
  get pagesLeft(): number | undefined {
    const { total, nextSize = 1 } = this;
    if (this.end === 'end') {
      return 0;
    }
    if (total === undefined) {
      return undefined;
    }
    return Math.max(1, Math.ceil((total - this.entries) / nextSize));
  }

  /** Monitors to ask for on later pages, which are offsets of this size; `undefined` without a page. */
  get nextSize(): number | undefined {
    const [page] = this.pages;
    return page && Math.min(page.size, this.contents[0]!.entries || Infinity);
  }

  /** Whether a last page that is shorter than asked, or that has nothing new, may be the end. */
  get mayBeEnd(): boolean {
    if (this.end !== 'maybe') {
      return false;
    }
    return this.hasNews.at(-1) === false || this.#last!.entries < this.pages.at(-1)!.size;
  }

  /** Whether reading on can't be expected to help: two pages had no news, or one without a sign for more. */
  get isStuck(): boolean {
    const [last = true, before = true] = this.hasNews.toReversed();
    return !last && (!before || !this.#saysMore);
  }

  /** Pages up to the last one with monitors, which a refresh reads again. */
  get pagesWithMonitors(): number {
    return this.contents.findLastIndex(({ entries }) => entries > 0) + 1;
  }

  /** Epoch milliseconds at which the oldest page was read. */
  get readAt(): number | undefined {
    return findOldest(this.pages);
  }

  /** The oldest reading, also of monitors that weren't read again: exports and tools don't mark these. */
  get oldestReadAt(): number | undefined {
    const others = [...this.notReadAgain.values()].map(({ page }) => page);
    return findOldest([...this.pages, ...others]);
  }

  /** The number of the last call; 0 without pages. */
  get lastCall(): number {
    return Math.max(0, ...this.pages.map(({ call }) => call.number));
  }

  find(id: string): Monitor | undefined {
    return this.readingOf(id)?.monitor;
  }

  /** Returns the page whose reading of a monitor counts. */
  pageOf(id: string): Page | undefined {
    return this.readingOf(id)?.page;
  }

  /** Returns the reading of a monitor that counts. */
  readingOf(id: string): Reading | undefined {
    return this.readings.get(id) ?? this.notReadAgain.get(id);
  }

  /** Adds further pages of a list, and what its other pages say. @param shown its pages without a gap */
  show(list: PageList, shown: readonly Page[]): void {
    this.list = list;
    shown.slice(this.pages.length).forEach((page) => this.#add(page));
    this.#addHidden(list);
    this.#monitors = undefined;
  }

  #add(page: Page): void {
    const content = this.read(page);
    const { size } = this.readings;
    this.entries += content.entries;
    this.#toReadings(page).forEach((reading, place) => {
      const { id, name, status, rawStatus } = reading.monitor;
      const record = content.records[place]!;
      const first = this.#first.get(id) ?? reading;
      this.#first.set(id, first);
      if (first.page !== page && !record.isNested) {
        this.#hasRepeats = true;
        this.entries -= 1;
      }
      if (record.monitor.id !== id) {
        const firstPage = this.#unidentified.get(name) ?? page;
        this.#unidentified.set(name, firstPage);
        this.#isUnclear ||= record.monitor.id !== '' || (name !== '' && firstPage !== page);
      }
      if (status !== 'paused') {
        this.#active += 1;
        this.#withStatus += Number(status !== 'unknown' || Boolean(rawStatus));
      }
      this.#setReading(id, reading);
    });
    this.hasNews.push(this.readings.size > size);
    this.pages.push(page);
    this.contents.push(content);
    const total = toTotal(page, content);
    this.#lastTotal = total ?? 0;
    if (total !== undefined) {
      this.#totals.add(total);
    }
  }

  /** Adds pages that aren't shown: a later reading counts, on whatever page. */
  #addHidden({ pages, replaced }: PageList): void {
    const missing = new Map<string, Reading>();
    const hidden: readonly Page[] = [...replaced, ...pages.slice(this.pages.length)];
    for (const page of hidden.toSorted((a, b) => a.call.number - b.call.number)) {
      for (const reading of this.#toReadings(page)) {
        const { id } = reading.monitor;
        const shown = this.readings.get(id);
        if (shown) {
          const isLater = page.call.number > shown.page.call.number;
          if (isLater || isOverlapping(page, shown.page)) {
            this.#setReading(id, reading);
          }
        } else if ('refreshes' in page || missing.has(id)) {
          missing.set(id, reading);
        }
      }
    }
    this.notReadAgain = missing;
  }

  #setReading(id: string, added: Reading): void {
    const earlier = this.readings.get(id);
    this.readings.set(id, earlier ? toCurrent(earlier, added) : added);
  }

  #toReadings(page: Page): readonly Reading[] {
    return findReadings(page, this.read(page).records, this.#first);
  }

  get #last(): PageContent | undefined {
    return this.contents.at(-1);
  }

  /** Entries and monitors that weren't read again, because further pages can't be expected to have more. */
  get #shown(): number {
    return this.entries + this.notReadAgain.size;
  }

  get #lengths(): number[] {
    return this.contents.map(({ entries }) => entries);
  }

  get #saysMore(): boolean {
    return this.#last?.hasMore === true || this.#lastTotal > this.#shown;
  }

  get #statesEnd(): boolean {
    const earlier = this.contents.slice(0, -1);
    const hasMore = this.#last?.hasMore;
    // `next` is left out.
    const leavesOutSign =
      hasMore === undefined &&
      earlier.length > 0 &&
      earlier.every((content) => content.hasMore === true);
    return hasMore === false || leavesOutSign || this.#reachesTotal || this.#isEmptyAfterEqualPages;
  }

  get #reachesTotal(): boolean {
    const { total, contents } = this;
    const isOnAllPages = contents.every((content) => content.total?.count === total);
    return total !== undefined && this.#shown >= total && isOnAllPages;
  }

  get #isEmptyAfterEqualPages(): boolean {
    const lengths = this.#lengths;
    const isEmpty = lengths.pop() === 0;
    // The last one with monitors may be shorter.
    const before = lengths.pop() ?? 0;
    return isEmpty && before > 0 && lengths.every((length) => length > 0 && length === lengths[0]);
  }

  get #isContradicted(): boolean {
    return (
      (this.#hasRepeats && !this.#reachesTotal) ||
      this.#isUnclear ||
      this.notReadAgain.size > 0 ||
      this.#totals.size > 1 ||
      Math.max(...this.#totals) > this.entries ||
      this.contents.some(
        ({ hasOtherList, entriesWithoutRecord }) => hasOtherList || entriesWithoutRecord > 0,
      )
    );
  }
}

/**
 * Returns the stated total. A number equal to its page's length says nothing if the page is full or if its key doesn't
 * say total.
 */
function toTotal(page: Page, { total, entries }: PageContent): number | undefined {
  if (total === undefined) {
    return undefined;
  }
  // Past the end, some services send the page's length, 0, as the total.
  const isPastTheEnd = entries === 0 && page.index > 0;
  const isTotal = total.saysTotal && entries < page.size && !isPastTheEnd;
  return isTotal || total.count !== entries ? total.count : undefined;
}

function findOldest(pages: readonly Page[]): number | undefined {
  const times = pages.map(({ call }) => call.ended);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The later reading counts. If the calls overlapped, or it may be two monitors, the worse status does. */
function toCurrent(earlier: Reading, later: Reading): Reading {
  if (isMadeId(later.monitor.id) || isOverlapping(earlier.page, later.page)) {
    return badnessOf(later.monitor) > badnessOf(earlier.monitor) ? later : earlier;
  }
  return later.page.call.number > earlier.page.call.number ? later : earlier;
}

/** Also of one page, which may have a record twice. */
function isOverlapping(page: Page, other: Page): boolean {
  const { begun, ended } = page.call;
  return page === other || (begun < other.call.ended && other.call.begun < ended);
}
