import type { Page } from '../../src/monitors/page';
import { monitorsFrom } from './aMonitor';

/** A list of an account that nobody changes, and what its service tells about it. */
export interface StillList {
  readonly size: number;
  readonly tellsTotal?: boolean;
  readonly tellsHasMore?: boolean;
  /** The most monitors that the service gives per page, whatever is asked for. */
  readonly servesAtMost?: number;
}

/** The page as the service answers it. */
export function pageOf(
  list: StillList,
  request: Pick<Page, 'pageIndex' | 'pageSize'> & { readonly snapshotId?: string },
): Page {
  const { pageIndex, pageSize, snapshotId = 'a snapshot' } = request;
  const served = Math.min(pageSize, list.servesAtMost ?? pageSize);
  const from = pageIndex * served;
  const to = Math.min(list.size, from + served);
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
