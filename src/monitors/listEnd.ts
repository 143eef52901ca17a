import type { Listing } from './listing';
import type { Page } from './page';
import type { PageContent } from './pageContent';

/** `more`: the service says that more follows. `maybe`: only another call can show it. `end`: nothing follows. */
export type ListEnd = 'more' | 'maybe' | 'end';

/** Returns where a list ends, as far as the service has said it. */
export function endOf(listing: Listing): ListEnd {
  const last = listing.contents.at(-1);
  if (last === undefined || !last.hasList || saysMore(listing)) {
    return 'more';
  }
  // An empty first page may be a mistake of the service.
  const isPastTheEnd = last.entries === 0 && listing.pages.length > 1;
  if (isPastTheEnd || reachesTotal(listing)) {
    return 'end';
  }
  return statesEnd(listing) && !mayBeShifted(listing) ? 'end' : 'maybe';
}

/** Returns whether a page before the last one had nothing new, so that the last one may have the wrong number. */
function mayBeShifted({ hasNews }: Listing): boolean {
  return hasNews.slice(1, -1).includes(false);
}

/** Returns whether all monitors are loaded, by a statement of the service that nothing contradicts. */
export function isComplete(listing: Listing): boolean {
  return endOf(listing) === 'end' && statesEnd(listing) && !isContradicted(listing);
}

/** Returns the monitors in the account, if all pages that say it agree. */
export function totalOf(listing: Listing): number | undefined {
  const [first, ...others] = statedTotals(listing);
  if (first === undefined || others.some((total) => total !== first)) {
    return undefined;
  }
  return first >= listing.entries ? first : undefined;
}

/** Returns the further pages that the total promises; `undefined` without a total. */
export function pagesLeftOf(listing: Listing): number | undefined {
  const total = totalOf(listing);
  if (endOf(listing) === 'end') {
    return 0;
  }
  if (total === undefined) {
    return undefined;
  }
  const longest = Math.max(...listing.contents.map(({ entries }) => entries));
  const size = nextSizeOf(listing) ?? 1;
  const perPage = longest === 0 ? size : Math.min(size, longest);
  return Math.max(1, Math.ceil((total - listing.entries) / perPage));
}

/** Returns the monitors to ask for on later pages, which are offsets of this size; `undefined` without a page. */
export function nextSizeOf({ pages, contents }: Listing): number | undefined {
  const [page] = pages;
  const { entries = 0 } = contents[0] ?? {};
  return page && entries > 0 ? Math.min(page.size, entries) : page?.size;
}

/** Returns whether a last page that is shorter than asked, or that has nothing new, may be the end. */
export function mayBeEnd(listing: Listing): boolean {
  const { pages, contents, hasNews } = listing;
  const isShort = (contents.at(-1)?.entries ?? 0) < (pages.at(-1)?.size ?? 0);
  return endOf(listing) === 'maybe' && (isShort || hasNews.at(-1) === false);
}

/** Returns whether reading on can't be expected to help: two pages had no news, or one without a sign for more. */
export function isStuck(listing: Listing): boolean {
  const [last = true, before = true] = listing.hasNews.toReversed();
  return !last && (!before || !saysMore(listing));
}

function saysMore(listing: Listing): boolean {
  const last = listing.contents.at(-1);
  const total = toTotal(listing.pages.at(-1), last) ?? 0;
  return last?.hasMore === true || total > countShown(listing);
}

function statesEnd(listing: Listing): boolean {
  return (
    saysNoMore(listing) ||
    leavesOutSign(listing) ||
    reachesTotal(listing) ||
    isEmptyAfterEqualPages(listing)
  );
}

function saysNoMore({ contents }: Listing): boolean {
  return contents.at(-1)?.hasMore === false;
}

/** Returns whether earlier pages said that more follows, and the last one doesn't: `next` is left out. */
function leavesOutSign({ contents }: Listing): boolean {
  const earlier = contents.slice(0, -1);
  return (
    earlier.length > 0 &&
    earlier.every(({ hasMore }) => hasMore === true) &&
    contents.at(-1)?.hasMore === undefined
  );
}

function reachesTotal(listing: Listing): boolean {
  const { contents } = listing;
  const total = totalOf(listing);
  const isOnAllPages = contents.every((content) => content.total?.count === total);
  return total !== undefined && countShown(listing) >= total && isOnAllPages;
}

/** Counts entries and monitors that weren't read again, because further pages can't be expected to have more. */
function countShown({ entries, notReadAgain }: Listing): number {
  return entries + notReadAgain.size;
}

function isEmptyAfterEqualPages({ contents }: Listing): boolean {
  const filled = contents.filter(({ entries }) => entries > 0);
  const [first] = filled;
  return (
    first !== undefined &&
    contents.at(-1)?.entries === 0 &&
    filled.length === contents.length - 1 &&
    filled.slice(0, -1).every(({ entries }) => entries === first.entries)
  );
}

function isContradicted(listing: Listing): boolean {
  const totals = new Set(statedTotals(listing));
  return (
    (listing.hasRepeats && !reachesTotal(listing)) ||
    listing.hasDoubtfulIds ||
    listing.hasSharedNames ||
    listing.notReadAgain.size > 0 ||
    totals.size > 1 ||
    Math.max(0, ...totals) > listing.entries ||
    listing.contents.some(
      ({ hasOtherList, entriesWithoutRecord }) => hasOtherList || entriesWithoutRecord > 0,
    )
  );
}

function statedTotals({ pages, contents }: Listing): readonly number[] {
  return contents.flatMap((content, place) => toTotal(pages[place], content) ?? []);
}

/**
 * Returns the stated total. A number equal to its page's length says nothing if the page is full or if its key doesn't
 * say total.
 */
function toTotal(page?: Page, content?: PageContent): number | undefined {
  const { total, entries = 0 } = content ?? {};
  if (page === undefined || total === undefined) {
    return undefined;
  }
  // Past the end, some services send the page's length, 0, as the total.
  const isOfEmptyPage = entries === 0 && total.count === 0 && page.index > 0;
  const mayBeLength = total.count === entries && (entries >= page.size || !total.saysTotal);
  return isOfEmptyPage || mayBeLength ? undefined : total.count;
}
