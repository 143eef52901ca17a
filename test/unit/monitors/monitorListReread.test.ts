import assert from 'node:assert/strict';
import type { Page } from '../../../src/monitors/page';
import { idsOf, monitorsFrom } from '../../support/aMonitor';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { pageOf } from '../../support/stillList';

describe('A page that changes how responses are read', () => {
  it('replaces earlier pages, shown or not', async () => {
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
