import type { Monitor } from '../../../src/monitors/monitor';
import type { Page } from '../../../src/monitors/page';
import type { Snapshot } from '../../../src/storage/snapshot';

/** Epoch milliseconds at which pages were read, unless told otherwise. */
export const READ_AT = Date.UTC(2026, 0, 15, 12);

export function aStoredMonitor(id: string, facts: Partial<Monitor> = {}): Monitor {
  const raw = { id, state: 'UP', nested: { deep: [1, null, 'x'] } };
  return { id, name: `Monitor ${id}`, status: 'up', tags: ['web'], raw, ...facts };
}

/** A page of two monitors. */
export function aPage(pageIndex: number, facts: Partial<Page> = {}): Page {
  const monitors = [aStoredMonitor(`${pageIndex}-0`), aStoredMonitor(`${pageIndex}-1`)];
  return { readingId: 'a reading', pageIndex, pageSize: 2, monitors, readAt: READ_AT + pageIndex, ...facts };
}

export function aSnapshot(pages: readonly Page[], facts: Partial<Snapshot> = {}): Snapshot {
  return {
    account: 'anna',
    origin: 'https://a.test',
    pageSize: 2,
    pages,
    complete: false,
    nextPageIndex: pages.length,
    savedAt: READ_AT + 100,
    ...facts,
  };
}
