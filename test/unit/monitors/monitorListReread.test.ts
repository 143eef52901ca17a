import assert from 'node:assert/strict';
import { MonitorList } from '../../../src/monitors/monitorList';
import type { Page } from '../../../src/monitors/page';
import { aMonitor, idsOf } from '../../support/aMonitor';

/** A page of two monitors, whose ids begin with `id`. */
function aPageOf(pageIndex: number, snapshotId: string, id: string): Page {
  const monitors = [aMonitor({ id: `${id}${pageIndex}a` }), aMonitor({ id: `${id}${pageIndex}b` })];
  return { pageIndex, snapshotId, pageSize: 2, monitors, total: 6, readAt: 1 };
}

describe('a page that has told more of the responses', () => {
  it('has those before it read anew in their place, also where they have not been shown yet', async () => {
    const changes: string[] = [];
    const list = new MonitorList({
      pageSize: () => 2,
      newId: () => 'one',
      onDidChange: ({ rows }) => changes.push(rows),
      fetchPage: ({ pageIndex, snapshotId }) => {
        const page = aPageOf(pageIndex, snapshotId, pageIndex === 2 ? 'new' : 'old');
        const earlier = [0, 1].map((index) => aPageOf(index, snapshotId, 'new'));
        return Promise.resolve(pageIndex === 2 ? { ...page, earlier } : page);
      },
    });
    assert.equal(await list.loadAll(3), 'done');
    assert.deepEqual(idsOf(list.loaded.monitors), ['new0a', 'new0b', 'new1a', 'new1b', 'new2a', 'new2b']);
    assert.deepEqual([list.loaded.count, list.loaded.end, list.loaded.shift], [6, 'total', undefined]);
    assert.ok(changes.includes('replaced'));
  });
});
