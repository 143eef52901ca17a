import { findKeys, type NamedId } from './identity';
import { badnessOf, noCounts, type Monitor } from './monitor';
import { isMadeId } from './monitorIds';
import type { Page, PageList } from './page';
import type { PageContent, ReadPage } from './pageContent';

/** A monitor as a page has it. */
export interface Reading {
  readonly monitor: Monitor;
  readonly page: Page;
}

/** `more`: the service says that more follows. `maybe`: only another call can show it. `end`: nothing follows. */
export type ListEnd = 'more' | 'maybe' | 'end';

/** Returns the pages up to the first gap. */
function shownPages({ pages }: PageList): readonly Page[] {
  return pages.slice(0, pages.findLastIndex(({ index }, place) => index === place) + 1);
}

/**
 * Reads the pages of a list together.
 * @param before a listing by the same mapping, which is continued if the list only has further pages
 */
export function readList(list: PageList, read: ReadPage, before?: Listing): Listing {
  const pages = shownPages(list);
  const isContinued =
    before?.read === read && before.pages.every((page, place) => page === pages[place]);
  const listing = isContinued ? before : new Listing(read);
  pages.slice(listing.pages.length).forEach((page) => listing.add(page));
  listing.addHidden(list);
  return listing;
}

/**
 * All that the pages of a list say together. Grows with each page, because reading all pages again for each one would
 * take quadratic time.
 */
export class Listing {
  /** Pages without a gap, and what they contain. */
  readonly pages: Page[] = [];
  readonly contents: PageContent[] = [];
  /** By id, in the service's order. */
  readonly readings = new Map<string, Reading>();
  /** By page, also what a later reading replaced. */
  readonly byPage = new Map<Page, readonly Reading[]>();
  /** Of the readings. */
  readonly counts = noCounts();
  /** How many readings have no status. */
  withoutStatus = 0;
  /** Monitors that are on no page since a refresh, by id. */
  notReadAgain: ReadonlyMap<string, Reading> = new Map();
  /** Whether each page had monitors that no page before it had. */
  readonly hasNews: boolean[] = [];
  /** Entries of the service's list. Entries on several pages count once. */
  entries = 0;
  /** Whether entries are on several pages: pages overlap, or the order has changed and others were skipped. */
  #hasRepeats = false;
  #hasDoubtfulIds = false;
  /** Whether a name is on two pages without ids, so that it may be one monitor or two. */
  #hasSharedNames = false;
  /** The totals that pages state, and that of the last one. */
  readonly #totals: number[] = [];
  #lastTotal = 0;
  readonly #idsByName = new Map<string, string[]>();
  readonly #namedIds = new Map<string, NamedId>();
  /** Page indexes by the names of records without ids. */
  readonly #unidentified = new Map<string, number>();

  constructor(readonly read: ReadPage) {}

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
    const totals = this.#totals;
    const [first = 0] = totals;
    const isCommon = totals.length > 0 && totals.every((total) => total === first);
    return isCommon && first >= this.entries ? first : undefined;
  }

  /** The further pages that the total promises; `undefined` without a total. */
  get pagesLeft(): number | undefined {
    const { total, nextSize = 1 } = this;
    if (this.end === 'end' || total === undefined) {
      return this.end === 'end' ? 0 : undefined;
    }
    const longest = Math.max(...this.#lengths);
    const perPage = Math.min(nextSize, longest || nextSize);
    return Math.max(1, Math.ceil((total - this.entries) / perPage));
  }

  /** Monitors to ask for on later pages, which are offsets of this size; `undefined` without a page. */
  get nextSize(): number | undefined {
    const [page] = this.pages;
    return page && Math.min(page.size, this.contents[0]!.entries || Infinity);
  }

  /** Whether a last page that is shorter than asked, or that has nothing new, may be the end. */
  get mayBeEnd(): boolean {
    const { entries = 0 } = this.#last ?? {};
    const { size = 0 } = this.pages.at(-1) ?? {};
    const hasNews = this.hasNews.at(-1);
    return this.end === 'maybe' && (entries < size || hasNews === false);
  }

  /** Whether reading on can't be expected to help: two pages had no news, or one without a sign for more. */
  get isStuck(): boolean {
    const [last = true, before = true] = this.hasNews.toReversed();
    return !last && (!before || !this.#saysMore);
  }

  /** Adds the next page. */
  add(page: Page): void {
    const content = this.read(page);
    const readings = new Map<string, Reading>();
    let repeated = 0;
    this.#toReadings(page).forEach((reading, place) => {
      const { id, name } = reading.monitor;
      const record = content.records[place]!;
      const onPage = readings.get(id);
      readings.set(id, onPage ? worseOf(onPage, reading) : reading);
      if (this.readings.has(id) && !record.isNested) {
        repeated += 1;
      }
      if (record.monitor.id === id) {
        const named = this.#namedIds.get(id);
        this.#namedIds.set(id, named ?? { name, pageIndex: page.index });
        return;
      }
      this.#hasDoubtfulIds ||= record.monitor.id !== '';
      const firstIndex = this.#unidentified.get(name) ?? page.index;
      this.#hasSharedNames ||= name !== '' && firstIndex !== page.index;
      this.#unidentified.set(name, firstIndex);
    });
    const { size } = this.readings;
    for (const [id, reading] of readings) {
      const earlier = this.readings.get(id);
      this.#setReading(id, earlier ? toCurrent(earlier, reading) : reading);
    }
    this.hasNews.push(this.readings.size > size);
    this.entries += content.entries - repeated;
    this.#hasRepeats ||= repeated > 0;
    this.pages.push(page);
    this.contents.push(content);
    const total = toTotal(page, content);
    this.#lastTotal = total ?? 0;
    if (total !== undefined) {
      this.#totals.push(total);
    }
  }

  /** Adds pages that aren't shown: a later reading counts, on whatever page. */
  addHidden({ pages, replaced }: PageList): void {
    const missing = new Map<string, Reading>();
    const behindGap = new Set(pages.slice(this.pages.length));
    const hidden = [...replaced, ...behindGap].sort((a, b) => a.call.number - b.call.number);
    for (const page of hidden) {
      for (const reading of this.#toReadings(page)) {
        const { id } = reading.monitor;
        const shown = this.readings.get(id);
        if (shown && (isLater(page, shown.page) || isOverlapping(page, shown.page))) {
          this.#setReading(id, toCurrent(shown, reading));
        }
        if (!shown && (!behindGap.has(page) || missing.has(id))) {
          missing.set(id, reading);
        }
      }
    }
    this.notReadAgain = missing;
  }

  /** Returns the monitors with a name. */
  findNamesakes(name: string): readonly Monitor[] {
    const ids = this.#idsByName.get(name) ?? [];
    const readings = [...ids.map((id) => this.readings.get(id)!), ...this.notReadAgain.values()];
    return readings.map(({ monitor }) => monitor).filter((monitor) => monitor.name === name);
  }

  #setReading(id: string, reading: Reading): void {
    const earlier = this.readings.get(id);
    if (earlier) {
      this.#count(earlier, -1);
    }
    this.#count(reading, 1);
    this.readings.set(id, reading);
    const { name } = reading.monitor;
    if (earlier?.monitor.name !== name) {
      const ids = this.#idsByName.get(name) ?? [];
      ids.push(id);
      this.#idsByName.set(name, ids);
    }
  }

  #count({ monitor: { status, rawStatus } }: Reading, by: 1 | -1): void {
    this.counts[status] += by;
    this.withoutStatus += status === 'unknown' && !rawStatus ? by : 0;
  }

  #toReadings(page: Page): readonly Reading[] {
    const { records } = this.read(page);
    const keys = findKeys(page.index, records, this.#namedIds);
    const readings = records.map(({ monitor }, place) => {
      const id = keys[place]!;
      return { monitor: monitor.id === id ? monitor : { ...monitor, id }, page };
    });
    this.byPage.set(page, readings);
    return readings;
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
    const isLastEmpty = lengths.pop() === 0;
    const shorter = lengths.findIndex((length) => length === 0 || length !== lengths[0]);
    // The last one with monitors may be shorter.
    const areEqual = shorter < 0 || (shorter === lengths.length - 1 && lengths[shorter] !== 0);
    return isLastEmpty && lengths.length > 0 && areEqual;
  }

  get #isContradicted(): boolean {
    const totals = this.#totals;
    return (
      (this.#hasRepeats && !this.#reachesTotal) ||
      this.#hasDoubtfulIds ||
      this.#hasSharedNames ||
      this.notReadAgain.size > 0 ||
      totals.some((total) => total !== totals[0] || total > this.entries) ||
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
  const isOfEmptyPage = entries === 0 && total.count === 0 && page.index > 0;
  const mayBeLength = total.count === entries && (entries >= page.size || !total.saysTotal);
  return isOfEmptyPage || mayBeLength ? undefined : total.count;
}

/** The later reading counts. If the calls overlapped, or it may be two monitors, the worse status does. */
function toCurrent(earlier: Reading, later: Reading): Reading {
  if (isMadeId(later.monitor.id) || isOverlapping(earlier.page, later.page)) {
    return worseOf(earlier, later);
  }
  return isLater(later.page, earlier.page) ? later : earlier;
}

function isLater(page: Page, other: Page): boolean {
  return page.call.number > other.call.number;
}

function isOverlapping({ call }: Page, other: Page): boolean {
  return call.begun < other.call.ended && other.call.begun < call.ended;
}

function worseOf(first: Reading, second: Reading): Reading {
  return badnessOf(second.monitor) > badnessOf(first.monitor) ? second : first;
}
