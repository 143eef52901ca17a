import assert from 'node:assert/strict';
import { keepSameRows, toRows, type Row } from '../../../src/ui/tree/rows';
import { aMonitor } from '../../support/aMonitor';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

const notice = (minutesLeft: number): Row => ({ kind: 'notice', notice: { id: 'sessionEnds', minutesLeft } });

describe('rows that are made anew', () => {
  it('are the very rows of before where nothing has changed, however often that is told', async () => {
    const { list } = await aLoadedList(2);
    const before = [notice(5), ...toRows(list)];
    assert.equal(keepSameRows(before, [notice(5), ...toRows(list)]), before);
  });

  it('keep what stands before a further page', async () => {
    const { list, service } = await aLoadedList(1);
    const before = toRows(list);
    const done = list.loadMore();
    await service.answerAll();
    await done;
    const now = keepSameRows(before, toRows(list));
    assert.equal(now.length, 21);
    assert.ok(now.slice(0, 10).every((row, index) => row === before[index]));
    assert.deepEqual(now.at(-1), { kind: 'loadMore', loaded: 20, total: 35 });
  });

  it('differ where a page is on its way, has failed, or was read anew', async () => {
    const { list, service } = await aLoadedList(1);
    const idle = toRows(list);
    void list.loadMore();
    await turn();
    const loading = keepSameRows(idle, toRows(list));
    assert.notEqual(loading, idle);
    assert.equal(loading.at(-1)?.kind, 'loading');
    await service.answerAll();
    assert.notEqual(keepSameRows(loading, toRows(list)), loading);
  });

  it('differ where a monitor has another status, a notice another number, or a row is gone', () => {
    const up: Row = { kind: 'monitor', monitor: aMonitor(), change: undefined };
    const down: Row = { kind: 'monitor', monitor: aMonitor({ status: 'down' }), change: 'wentDown' };
    assert.deepEqual(keepSameRows([notice(5), up], [notice(4), down]), [notice(4), down]);
    assert.deepEqual(keepSameRows([up, down], [up]), [up]);
    assert.deepEqual(keepSameRows([up], []), []);
  });
});
