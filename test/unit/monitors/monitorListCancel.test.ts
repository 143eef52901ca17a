import assert from 'node:assert/strict';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

describe('a list whose operation is taken back', () => {
  it('aborts the call, and keeps what is there', async () => {
    const { list, service } = await aLoadedList(1);
    const outcome = list.loadMore();
    await turn();
    list.cancel();
    assert.equal(service.signals[0]?.aborted, true);
    assert.equal(await outcome, 'cancelled');
    assert.deepEqual([list.loaded.count, list.failure, list.progress], [10, undefined, undefined]);
  });

  it('before the call went out, makes none', async () => {
    const { list, service } = await aLoadedList(1);
    const outcome = list.loadMore();
    list.cancel();
    assert.equal(await outcome, 'cancelled');
    assert.deepEqual(service.asked, []);
  });

  it('reads that very page at the next click', async () => {
    const { list, service } = await aLoadedList(1);
    void list.loadMore();
    await turn();
    list.cancel();
    const outcome = list.loadMore();
    await service.answerAll();
    assert.equal(await outcome, 'done');
    assert.deepEqual(service.asked, [1, 1]);
    assert.equal(list.loaded.count, 20);
  });
});
