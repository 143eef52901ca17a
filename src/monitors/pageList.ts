import { readList, shownPages } from './listing';
import type { Page, PageList } from './page';
import type { ReadPage } from './pageContent';

/** Adds pages, or replaces those with the same index. An earlier call never replaces a later one. */
export function withPages(list: PageList, added: readonly Page[], read: ReadPage): PageList {
  const pages = new Map(list.pages.map((page) => [page.index, page]));
  const replaced = [...list.replaced];
  for (const page of added) {
    const before = pages.get(page.index);
    if (before && before.call.number >= page.call.number) {
      continue;
    }
    if (before) {
      replaced.push({ ...before, refreshes: 0 });
    }
    pages.set(page.index, page);
  }
  const sorted = [...pages.values()].sort((a, b) => a.index - b.index);
  const joined = { pages: sorted, replaced };
  // Pages that are only added aren't checked, because that would read all pages again for each one of Load All.
  return replaced.length === list.replaced.length ? joined : withoutNeedless(joined, read);
}

/**
 * Replaces the list by a full refresh. A monitor that the refresh lacks stays as "not read again", unless it was
 * lacking before, or the total fell by the number of such monitors.
 */
export function withRefresh(list: PageList, pages: readonly Page[], read: ReadPage): PageList {
  const before = [...shownPages(list), ...list.replaced.filter((page) => page.refreshes === 0)];
  const replaced = before.map((page) => ({ ...page, refreshes: 1 }));
  const refreshed = withoutNeedless({ pages, replaced }, read);
  const { total = NaN, notReadAgain } = readList(refreshed, read);
  const areGone = readList(list, read).total === total + notReadAgain.size;
  return areGone ? { pages, replaced: [] } : refreshed;
}

/** Joins the pages that two windows have. The list of the later full refresh wins, and then the later calls. */
export function mergeLists(older: PageList, newer: PageList, read: ReadPage): PageList {
  const firstCall = firstCallOf(newer);
  if (firstCallOf(older) > firstCall) {
    return mergeLists(newer, older, read);
  }
  if (newer.pages.length === 0) {
    return older;
  }
  const { nextSize } = readList(newer, read);
  const isLater = ({ index, size, call }: Page) =>
    call.number > firstCall && (index === 0 || size === nextSize);
  const begun = Math.min(...newer.pages.map(({ call }) => call.begun));
  // The worse status of calls at the same time counts.
  const overlapping = older.pages
    .filter((page) => !isLater(page) && page.call.ended > begun)
    .map((page) => ({ ...page, refreshes: 0 }));
  const { pages, replaced } = withPages(newer, older.pages.filter(isLater), read);
  return withoutNeedless({ pages, replaced: [...replaced, ...overlapping] }, read);
}

/** Returns the number of a list's first call. A full refresh makes a list with a later one. */
function firstCallOf({ pages }: PageList): number {
  return Math.min(...pages.map(({ call }) => call.number));
}

/** Drops replaced pages whose monitors were all read later. */
function withoutNeedless({ pages, replaced }: PageList, read: ReadPage): PageList {
  const { readings, notReadAgain } = readList({ pages, replaced }, read);
  const counting = [...readings.values(), ...notReadAgain.values()];
  const needed = new Set<Page>(counting.map(({ page }) => page));
  return { pages, replaced: replaced.filter((page) => needed.has(page)) };
}
