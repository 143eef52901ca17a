import type { Page } from './page';
import { PagedMonitors } from './pagedMonitors';

/**
 * Returns pages that another window saved, or `undefined` to keep the shown ones. They must reach as far as the shown
 * ones, or to the end. In another snapshot, none may be older than the oldest shown page.
 */
export function pagesToAdopt(
  shown: readonly Page[],
  stored: readonly Page[],
  nowMs: number,
): readonly Page[] | undefined {
  if (stored.length === 0) {
    return undefined;
  }
  // A future time comes from a wrong clock. Treat it as oldest.
  const timeOf = ({ readAt }: Page): number => (readAt > nowMs ? -1 : readAt);
  const oldest = Math.min(...shown.map(timeOf));
  const reachOf = (pages: readonly Page[]): number => pages.length * (pages.at(-1)?.pageSize ?? 0);
  const isOther = shown[0]?.snapshotId !== stored[0]?.snapshotId;
  const goesAsFar = reachOf(stored) >= reachOf(shown) || hasEnd(stored);
  const isNewer = stored.every((page, index) =>
    isOther
      ? shown.length === 0 || timeOf(page) > oldest
      : timeOf(page) >= timeOf(shown[index] ?? page),
  );
  const isSame =
    stored.length === shown.length && stored.every((page, index) => page === shown[index]);
  return goesAsFar && isNewer && !isSame ? stored : undefined;
}

function hasEnd(pages: readonly Page[]): boolean {
  const list = new PagedMonitors('', pages[0]!.pageSize);
  pages.forEach((page) => list.add(page));
  return list.end !== undefined;
}
