import { nextSizeOf, totalOf } from './listEnd';
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
export function withRefresh(list: PageList, fresh: readonly Page[], read: ReadPage): PageList {
  const before = [
    ...shownPages(list).map((page) => ({ ...page, refreshes: 0 })),
    ...list.replaced.filter(({ refreshes }) => refreshes === 0),
  ];
  const replaced = before.map((page) => ({ ...page, refreshes: page.refreshes + 1 }));
  const refreshed = withoutNeedless({ pages: fresh, replaced }, read);
  const missing = readList(refreshed, read).notReadAgain.size;
  const totalBefore = totalOf(readList(list, read));
  const totalNow = totalOf(readList(refreshed, read));
  const areGone =
    totalBefore !== undefined && totalNow !== undefined && totalBefore - totalNow === missing;
  return areGone ? { ...refreshed, replaced: [] } : refreshed;
}

/** Joins the pages that two windows have. The list of the later full refresh wins, and then the later calls. */
export function mergeLists(one: PageList, other: PageList, read: ReadPage): PageList {
  if (one.pages.length === 0 || other.pages.length === 0) {
    return one.pages.length === 0 ? other : one;
  }
  const isOneOlder = firstCallOf(one) <= firstCallOf(other);
  const older = isOneOlder ? one : other;
  const newer = isOneOlder ? other : one;
  const size = nextSizeOf(readList(newer, read));
  const later = older.pages.filter(
    (page) => page.call.number > firstCallOf(newer) && (page.index === 0 || page.size === size),
  );
  const begun = Math.min(...newer.pages.map(({ call }) => call.begun));
  // The worse status of calls at the same time counts.
  const overlapping = older.pages
    .filter((page) => !later.includes(page) && page.call.ended > begun)
    .map((page) => ({ ...page, refreshes: 0 }));
  const joined = withPages(newer, later, read);
  return withoutNeedless({ ...joined, replaced: [...joined.replaced, ...overlapping] }, read);
}

/** Returns the number of a list's first call. A full refresh makes a list with a later one. */
function firstCallOf({ pages }: PageList): number {
  return Math.min(...pages.map(({ call }) => call.number));
}

/** Drops replaced pages whose monitors were all read later. */
function withoutNeedless(list: PageList, read: ReadPage): PageList {
  if (list.replaced.length === 0) {
    return list;
  }
  const { readings, notReadAgain } = readList(list, read);
  const current = [...readings.values(), ...notReadAgain.values()];
  const needed = new Set<Page>(current.map(({ page }) => page));
  const replaced = list.replaced.filter((page) => needed.has(page));
  return { ...list, replaced };
}
