import { readList } from './loadedMonitors';
import type { Page, PageList, ReplacedPage } from './page';
import type { ReadPage } from './pageContent';

/** Adds pages, or replaces those with the same index. An earlier call never replaces a later one. */
export function withPages(list: PageList, added: readonly Page[], read: ReadPage): PageList {
  const pages = [...list.pages];
  const replaced = [...list.replaced];
  for (const page of added) {
    const place = pages.findIndex(({ index }) => index === page.index);
    const before = pages[place];
    if (before === undefined) {
      pages.push(page);
    } else if (before.call.number < page.call.number) {
      pages[place] = page;
      replaced.push({ ...before, refreshes: 0 });
    }
  }
  pages.sort((a, b) => a.index - b.index);
  // Pages that are only added aren't checked, because that would read all pages again for each one of Load All.
  if (replaced.length === list.replaced.length) {
    return { pages, replaced };
  }
  return withoutNeedless({ pages, replaced }, read);
}

/**
 * Replaces the list by a full refresh. A monitor that the refresh lacks stays as "not read again", unless it was
 * lacking before, or the total fell by the number of such monitors.
 */
export function withRefresh(list: PageList, pages: readonly Page[], read: ReadPage): PageList {
  const lackedOnce = list.replaced.filter(({ refreshes }) => refreshes === 0);
  // Pages behind a gap weren't shown, but they were paid for.
  const replaced = [...list.pages, ...lackedOnce].map((page) => {
    return { ...page, refreshes: 1 };
  });
  const refreshed = withoutNeedless({ pages, replaced }, read);
  const { total = NaN, notReadAgain } = readList(refreshed, read);
  const before = readList(list, read);
  const areGone = before.total === total + notReadAgain.size;
  return areGone && notReadAgain.size > 0 ? { pages, replaced: [] } : refreshed;
}

/** Joins the pages that two windows have. The list of the later full refresh wins, and then the later calls. */
export function mergeLists(older: PageList, newer: PageList, read: ReadPage): PageList {
  const { number, begun } = firstCallOf(newer);
  if (firstCallOf(older).number > number) {
    return mergeLists(newer, older, read);
  }
  if (newer.pages.length === 0) {
    return older;
  }
  const { nextSize } = readList(newer, read);
  const later: Page[] = [];
  const overlapping: ReplacedPage[] = [];
  for (const page of older.pages) {
    const hasSameSize = page.index === 0 || page.size === nextSize;
    if (hasSameSize && page.call.number > number) {
      later.push(page);
    } else if (page.call.ended > begun) {
      // The worse status of calls at the same time counts.
      overlapping.push({ ...page, refreshes: 0 });
    }
  }
  const { pages, replaced } = withPages(newer, later, read);
  return withoutNeedless({ pages, replaced: [...replaced, ...overlapping] }, read);
}

/** Returns the first call of a list. A full refresh makes a list with a later one. */
function firstCallOf({ pages }: PageList) {
  const calls = pages.map(({ call }) => call);
  return {
    number: Math.min(...calls.map((call) => call.number)),
    begun: Math.min(...calls.map((call) => call.begun)),
  };
}

/** Drops replaced pages whose monitors were all read later. */
function withoutNeedless({ pages, replaced }: PageList, read: ReadPage): PageList {
  const { readings, notReadAgain } = readList({ pages, replaced }, read);
  const counting = [...readings.values(), ...notReadAgain.values()];
  const needed = new Set<Page>();
  counting.forEach(({ page }) => needed.add(page));
  return {
    pages,
    replaced: replaced.filter((page) => needed.has(page)),
  };
}
