import { Emitter } from '../../src/base/event';
import { MonitorList, type ListChange } from '../../src/monitors/monitorList';
import { HandDrivenPages } from './handDrivenPages';
import type { StillList } from './stillList';

/**
 * A list with pages of ten, whose calls the test answers. The service gives totals and pages of up to a thousand.
 */
export function aMonitorList(served: StillList = { size: 35, tellsTotal: true }, pageSize = 10) {
  const service = new HandDrivenPages(served);
  const settings = { pageSize };
  const changes = new Emitter<ListChange>();
  const list = new MonitorList({
    fetchPage: service.fetchPage,
    pageSize: () => settings.pageSize,
    paging: { known: { longestPage: 1_000, tellsTotals: true }, learn: () => undefined },
    onDidChange: (change) => changes.fire(change),
  });
  const change = (what: ListChange): void => changes.fire(what);
  return { list, service, settings, change, onDidChange: changes.event };
}

/** The same after its first pages are loaded, with an empty record of calls. */
export async function aLoadedList(pages: number, served?: StillList, pageSize?: number) {
  const loaded = aMonitorList(served, pageSize);
  for (let page = 0; page < pages; page++) {
    const outcome = loaded.list.loadMore();
    await loaded.service.answerAll();
    await outcome;
  }
  loaded.service.requests.length = 0;
  loaded.service.signals.length = 0;
  return loaded;
}
