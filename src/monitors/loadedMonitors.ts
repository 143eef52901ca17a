import { readList, type ListEnd, type Listing, type Reading } from './listing';
import type { Monitor, StatusCounts } from './monitor';
import { NO_PAGES, type Page, type PageList } from './page';
import type { ReadPage } from './pageContent';

/** Answers about the pages of a list. Each is computed when it is asked for first. */
export class LoadedMonitors {
  readonly listing: Listing;
  #monitors: readonly Monitor[] | undefined;

  constructor(
    readonly list: PageList = NO_PAGES,
    readonly read: ReadPage,
    before?: LoadedMonitors,
  ) {
    this.listing = readList(list, read, before?.listing);
  }

  /** In the service's order; then monitors that were not read again. */
  get monitors(): readonly Monitor[] {
    const { readings, notReadAgain } = this.listing;
    this.#monitors ??= [...readings.values(), ...notReadAgain.values()].map(
      ({ monitor }) => monitor,
    );
    return this.#monitors;
  }

  get counts(): StatusCounts {
    const counts = { ...this.listing.counts };
    for (const { monitor } of this.listing.notReadAgain.values()) {
      counts[monitor.status] += 1;
    }
    return counts;
  }

  /** Whether rows show statuses: a tenth of the monitors that aren't paused have one, or the user is asked for it. */
  get tellsStatus(): boolean {
    const { readings, counts, withoutStatus, contents } = this.listing;
    const active = readings.size - counts.paused;
    const isAsked = contents.at(-1)?.unclearFields.includes('status') === true;
    return (active - withoutStatus) * 10 >= active || isAsked;
  }

  /** Monitors in the account, if the service says it. */
  get total(): number | undefined {
    return this.listing.total;
  }

  get end(): ListEnd {
    return this.listing.end;
  }

  /** Whether all monitors are surely loaded. */
  get complete(): boolean {
    return this.listing.complete;
  }

  get pages(): readonly Page[] {
    return this.listing.pages;
  }

  get count(): number {
    return this.listing.readings.size + this.listing.notReadAgain.size;
  }

  /** Whether the last page looks like the end of the list. */
  get mayBeEnd(): boolean {
    return this.listing.mayBeEnd;
  }

  /** Further pages that the total promises. */
  get pagesLeft(): number | undefined {
    return this.listing.pagesLeft;
  }

  /** Monitors to ask for on the next page. */
  get nextSize(): number | undefined {
    return this.listing.nextSize;
  }

  /** Pages up to the last one with monitors, which a refresh reads again. */
  get pagesWithMonitors(): number {
    return this.listing.contents.findLastIndex(({ entries }) => entries > 0) + 1;
  }

  /** Epoch milliseconds at which the oldest page was read. */
  get readAt(): number | undefined {
    const times = this.pages.map(({ call }) => call.ended);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** The oldest reading, also of monitors that weren't read again: exports and tools don't mark these. */
  get oldestReadAt(): number | undefined {
    const { readAt } = this;
    const others = [...this.listing.notReadAgain.values()].map(({ page }) => page.call.ended);
    return readAt === undefined ? undefined : Math.min(readAt, ...others);
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

  isNotReadAgain(id: string): boolean {
    return this.listing.notReadAgain.has(id);
  }

  /** Returns the reading of a monitor that counts. */
  readingOf(id: string): Reading | undefined {
    return this.listing.readings.get(id) ?? this.listing.notReadAgain.get(id);
  }
}
