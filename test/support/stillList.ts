import type { Page } from '../../src/monitors/page';
import { monitorsFrom } from './aMonitor';

/** A list that doesn't change, and what its service says about it. */
export interface StillList {
  readonly size: number;
  readonly tellsTotal?: boolean;
  readonly tellsHasMore?: boolean;
}

/** The page that the service answers. */
export function pageOf(
  list: StillList,
  request: Pick<Page, 'pageIndex' | 'pageSize'> & { readonly snapshotId?: string },
): Page {
  const { pageIndex, pageSize, snapshotId = 'a snapshot' } = request;
  const from = pageIndex * pageSize;
  const to = Math.min(list.size, from + pageSize);
  return {
    snapshotId,
    pageIndex,
    pageSize,
    monitors: monitorsFrom(from, to),
    readAt: Date.UTC(2026, 0, 15, 12) + pageIndex,
    ...(list.tellsTotal && { total: list.size }),
    ...(list.tellsHasMore && { hasMore: to < list.size }),
  };
}
