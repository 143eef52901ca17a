import { readList } from './loadedMonitors';
import type { Page, PageList, ReadPage } from './page';

/** Adds pages, or replaces those with the same index. An earlier call never replaces a later one. */
export function withPages(list: PageList, added: readonly Page[], read: ReadPage): PageList {
  const byIndex = new Map(list.pages.map((page) => [page.index, page]));
  const replaced = [...list.replaced];
  for (const page of added) {
    const before = byIndex.get(page.index);
    if (before && before.call.number >= page.call.number) {
      continue;
    }
    byIndex.set(page.index, page);
    if (before) {
      replaced.push({ ...before, refreshes: 0 });
    }
  }
  const pages = [...byIndex.values()].sort((a, b) => a.index - b.index);
  // Pages that are only added aren't checked, because that would read all pages again for each one of Load All.
  const isLonger = replaced.length > list.replaced.length;
  return isLonger ? withoutNeedless({ pages, replaced }, read) : { pages, replaced };
}

/**
 * Replaces the list by a full refresh. A monitor that the refresh lacks stays as "not read again", unless it was
 * lacking before, or the total fell by the number of such monitors.
 */
export function withRefresh(list: PageList, pages: readonly Page[], read: ReadPage): PageList {
  const lackedOnce = list.replaced.filter(({ refreshes }) => refreshes === 0);
  // Pages behind a gap weren't shown, but they were paid for.
  const replaced = [...list.pages, ...lackedOnce].map((page) => ({ ...page, refreshes: 1 }));
  const refreshed = withoutNeedless({ pages, replaced }, read);
  const { total = NaN, notReadAgain } = readList(refreshed, read);
  const before = readList(list, read);
  const areGone = before.total === total + notReadAgain.size;
  return areGone && notReadAgain.size > 0 ? { pages, replaced: [] } : refreshed;
}

/** Joins the pages that two windows have. The list of the later full refresh wins, and then the later calls. */
export function mergeLists(older: PageList, newer: PageList, read: ReadPage): PageList {
  const first = firstCallOf(newer);
  const other = firstCallOf(older);
  if (!first || !other) {
    return first ? newer : older;
  }
  if (other.number > first.number) {
    return mergeLists(newer, older, read);
  }
  const { nextSize } = readList(newer, read);
  const later = older.pages.filter(({ index, size, call }) => {
    return call.number > first.number && (index === 0 || size === nextSize);
  });
  const { pages, replaced } = withPages(newer, later, read);
  const all = [...replaced];
  for (const page of older.pages) {
    // The worse status of calls at the same time counts.
    if (page.call.ended > first.begun && !later.includes(page)) {
      all.push({ ...page, refreshes: 0 });
    }
  }
  return withoutNeedless({ pages, replaced: all }, read);
}

/** Returns the first call of a list. A full refresh makes a list with a later one. */
function firstCallOf({ pages }: PageList) {
  const calls = pages.map(({ call }) => call);
  return calls.sort((a, b) => a.number - b.number)[0];
}

/** Drops replaced pages whose monitors were all read later. */
function withoutNeedless(list: PageList, read: ReadPage): PageList {
  const { readings, notReadAgain } = readList(list, read);
  const counting = [...readings.values(), ...notReadAgain.values()];
  const needed = new Set<Page>(counting.map(({ page }) => page));
  return { ...list, replaced: list.replaced.filter((page) => needed.has(page)) };
}
