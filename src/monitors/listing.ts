import { isMadeId } from './monitorIds';
import { findKeys, type NamedId } from './identity';
import { badnessOf, type Monitor } from './monitor';
import type { Page, PageList } from './page';
import type { PageContent, ReadPage } from './pageContent';

/** A monitor as a page has it. */
export interface Reading {
  readonly monitor: Monitor;
  readonly page: Page;
}

/** All that the pages of a list say together. */
export interface Listing {
  /** Pages without a gap, and what they contain. */
  readonly pages: readonly Page[];
  readonly contents: readonly PageContent[];
  /** By id, in the service's order. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Monitors that are on no page since a refresh, by id. */
  readonly notReadAgain: ReadonlyMap<string, Reading>;
  /** Whether each page had monitors that no page before it had. */
  readonly hasNews: readonly boolean[];
  /** Entries of the service's list. Those that are on several pages count once. */
  readonly entries: number;
  /** Whether entries are on several pages: pages overlap, or the order has changed and others were skipped. */
  readonly hasRepeats: boolean;
  readonly hasDoubtfulIds: boolean;
  /** Whether a name is on two pages without ids, so that nobody knows if it is one monitor. */
  readonly hasSharedNames: boolean;
}

/** Returns the pages up to the first gap. */
export function shownPages({ pages }: PageList): readonly Page[] {
  const gap = pages.findIndex(({ index }, place) => index !== place);
  return gap < 0 ? pages : pages.slice(0, gap);
}

/**
 * Reads the pages of a list together.
 * @param before a listing by the same mapping, which is continued if the list only has further pages
 */
export function readList(list: PageList, read: ReadPage, before?: Listing): Listing {
  const pages = shownPages(list);
  const isContinued =
    before instanceof ListingSoFar &&
    before.read === read &&
    before.pages.every((page, place) => page === pages[place]);
  const listing = isContinued ? before : new ListingSoFar(read);
  pages.slice(listing.pages.length).forEach((page) => listing.add(page));
  listing.addHidden(list);
  return listing;
}

/** Grows with each page, because reading all pages again for each one would take quadratic time. */
class ListingSoFar implements Listing {
  readonly pages: Page[] = [];
  readonly contents: PageContent[] = [];
  readonly readings = new Map<string, Reading>();
  readonly hasNews: boolean[] = [];
  notReadAgain: ReadonlyMap<string, Reading> = new Map();
  entries = 0;
  hasRepeats = false;
  hasDoubtfulIds = false;
  hasSharedNames = false;
  readonly #namedIds = new Map<string, NamedId>();
  /** Page indexes by the names of records without ids. */
  readonly #unidentified = new Map<string, number>();

  constructor(readonly read: ReadPage) {}

  add(page: Page): void {
    const content = this.read(page);
    const { keys, hasDoubtfulIds } = findKeys(page, content, this.#namedIds);
    const readings = new Map<string, Reading>();
    let repeated = 0;
    content.records.forEach(({ monitor, isNested }, place) => {
      const id = keys[place]!;
      const reading = { monitor: withId(monitor, id), page };
      const sameOnPage = readings.get(id);
      readings.set(id, sameOnPage ? worseOf(sameOnPage, reading) : reading);
      if (this.readings.has(id) && !isNested) {
        repeated += 1;
      }
      if (monitor.id === id) {
        this.#addNamedId(id, monitor.name, page.index);
      } else {
        this.#addUnidentified(monitor.name, page.index);
      }
    });
    this.hasNews.push([...readings.keys()].some((id) => !this.readings.has(id)));
    for (const [id, reading] of readings) {
      const earlier = this.readings.get(id);
      this.readings.set(id, earlier ? toCurrent(earlier, reading) : reading);
    }
    this.entries += content.entries - repeated;
    this.hasRepeats ||= repeated > 0;
    this.hasDoubtfulIds ||= hasDoubtfulIds;
    this.pages.push(page);
    this.contents.push(content);
  }

  /** Adds pages that aren't shown: a later reading counts, on whatever page. */
  addHidden({ pages, replaced }: PageList): void {
    const missing = new Map<string, Reading>();
    const behindGap = new Set(pages.slice(this.pages.length));
    const hidden = [...replaced, ...behindGap].sort((a, b) => a.call.number - b.call.number);
    for (const page of hidden) {
      const content = this.read(page);
      const { keys } = findKeys(page, content, this.#namedIds);
      content.records.forEach(({ monitor }, place) => {
        const id = keys[place]!;
        const reading = { monitor: withId(monitor, id), page };
        const shown = this.readings.get(id);
        if (shown && (isLater(page, shown.page) || isOverlapping(page, shown.page))) {
          this.readings.set(id, toCurrent(shown, reading));
        }
        if (!shown && (!behindGap.has(page) || missing.has(id))) {
          missing.set(id, reading);
        }
      });
    }
    this.notReadAgain = missing;
  }

  #addNamedId(id: string, name: string, pageIndex: number): void {
    if (!this.#namedIds.has(id)) {
      this.#namedIds.set(id, { name, pageIndex });
    }
  }

  #addUnidentified(name: string, pageIndex: number): void {
    const first = this.#unidentified.get(name) ?? pageIndex;
    this.hasSharedNames ||= name !== '' && first !== pageIndex;
    this.#unidentified.set(name, first);
  }
}

function withId(monitor: Monitor, id: string): Monitor {
  return monitor.id === id ? monitor : { ...monitor, id };
}

/** The later reading counts. If the calls overlapped, or nobody knows if it is one monitor, the worse status does. */
function toCurrent(earlier: Reading, later: Reading): Reading {
  if (isMadeId(later.monitor.id) || isOverlapping(earlier.page, later.page)) {
    return worseOf(earlier, later);
  }
  return isLater(later.page, earlier.page) ? later : earlier;
}

function isLater(one: Page, other: Page): boolean {
  return one.call.number > other.call.number;
}

function isOverlapping({ call: one }: Page, { call: other }: Page): boolean {
  return one.begun < other.ended && other.begun < one.ended;
}

function worseOf(one: Reading, other: Reading): Reading {
  return badnessOf(other.monitor) > badnessOf(one.monitor) ? other : one;
}
