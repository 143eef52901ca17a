import type { Monitor } from '../monitors/monitor';
import type { ListFailure, ListProgress, MonitorList } from '../monitors/monitorList';

/** What stands in the tree, as data; rows are rendered elsewhere. */
export type Row =
  | { readonly kind: 'monitor'; readonly monitor: Monitor }
  | { readonly kind: 'loading'; readonly progress: ListProgress; readonly pageIndex: number }
  | { readonly kind: 'failure'; readonly failure: ListFailure }
  | { readonly kind: 'loadMore'; readonly loaded: number; readonly total: number | undefined };

/** The rows of a list. Reads nothing and changes nothing: what is not loaded is not there. */
export function toRows(list: MonitorList): Row[] {
  const { loaded, failure, progress } = list;
  const monitors = loaded.monitors.map((monitor): Row => ({ kind: 'monitor', monitor }));
  const refreshFailed = failure?.activity === 'refresh';
  const before: Row[] = refreshFailed ? [{ kind: 'failure', failure }] : [];
  // A refresh shows its progress above the rows, which stay as they are.
  if (progress && progress.activity !== 'refresh') {
    return [...before, ...monitors, { kind: 'loading', progress, pageIndex: loaded.nextPageIndex }];
  }
  if (failure && !refreshFailed) {
    return [...before, ...monitors, { kind: 'failure', failure }];
  }
  if (loaded.nextPageIndex > 0 && loaded.end === undefined) {
    const more: Row = { kind: 'loadMore', loaded: loaded.count, total: loaded.total };
    return [...before, ...monitors, more];
  }
  return [...before, ...monitors];
}
