import assert from 'node:assert/strict';
import { MonitorList } from '../../../src/monitors/monitorList';
import type { Page } from '../../../src/monitors/page';
import { aMonitor, idsOf, monitorsFrom } from '../../support/aMonitor';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { pageOf } from '../../support/stillList';

/** A page of two monitors, whose ids begin with `id`. */
function aPageOf(pageIndex: number, snapshotId: string, id: string): Page {
  const monitors = [aMonitor({ id: `${id}${pageIndex}a` }), aMonitor({ id: `${id}${pageIndex}b` })];
  return { pageIndex, snapshotId, pageSize: 2, monitors, total: 6, readAt: 1 };
}

describe('A page that changes how responses are read', () => {
  it('replaces earlier pages, shown or not', async () => {
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
    assert.deepEqual([list.loaded.count, list.loaded.end, list.loaded.mayMiss], [6, 'proven', 0]);
    assert.ok(changes.includes('replaced'));
  });

  it('replaces pages that arrived early, which do not count as shown', async () => {
    const hundred = { size: 100, tellsTotal: true };
    const { list, service } = await aLoadedList(2, hundred);
    const firstId = (pageIndex: number): number =>
      pageIndex * 10 + ([0, 1, 4].includes(pageIndex) ? 1000 : 0);
    const asReadNow = (pageIndex: number): Page => ({
      ...pageOf(hundred, { pageIndex, pageSize: 10, snapshotId: list.loaded.id }),
      monitors: monitorsFrom(firstId(pageIndex), firstId(pageIndex) + 10),
    });
    void list.loadAll(50);
    await turn();
    await service.answer(4);
    await service.answer(5, { ...asReadNow(5), earlier: [0, 1, 4].map(asReadNow) });
    await service.fail(2);
    await service.answerAll();
    assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 7]);
    assert.equal(list.failure?.callsLeft, 3, 'pages 2, 8 and 9');
    void list.retry();
    await service.answerAll();
    const all = Array.from({ length: 10 }, (_, pageIndex) => asReadNow(pageIndex).monitors);
    assert.deepEqual(idsOf(list.loaded.monitors), idsOf(all.flat()));
  });
});
