import assert from 'node:assert/strict';
import { idsOf, monitorsFrom } from '../../support/aMonitor';
import { aLoadedList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

const served = { size: 35, tellsTotal: true };

describe('A refresh', () => {
  it('keeps the old rows until all new ones are there', async () => {
    const { list, service } = await aLoadedList(3);
    const old = list.loaded;
    const outcome = list.refresh();
    for (const open of [[0], [1], [2]]) {
      await turn();
      assert.deepEqual([list.loaded, service.open], [old, open]);
      await service.answer();
    }
    assert.equal(await outcome, 'done');
    assert.notEqual(list.loaded, old);
    assert.deepEqual([list.loaded.count, list.loaded.nextPageIndex], [30, 3]);
    assert.deepEqual(service.asked, [0, 1, 2]);
  });

  it('loads as many monitors as before if the page size changed', async () => {
    const { list, service, settings } = await aLoadedList(3);
    assert.equal(list.refreshDepth, 3);
    settings.pageSize = 15;
    assert.equal(list.refreshDepth, 2, 'what it says is what it will take');
    void list.refresh();
    await service.answerAll();
    assert.deepEqual([service.asked, list.loaded.count], [[0, 1], 30]);
  });

  it('takes only the calls that the monitors need if a larger page was not full', async () => {
    const { list, settings } = await aLoadedList(1, served, 500);
    settings.pageSize = 10;
    assert.deepEqual([list.loaded.count, list.refreshDepth], [35, 4]);
  });

  it('when canceled keeps the pages that are on their way', async () => {
    const { list, service } = await aLoadedList(2);
    const old = list.loaded;
    const outcome = list.refresh();
    await turn();
    await service.answer(0);
    list.cancel();
    assert.deepEqual([service.open, list.progress?.stopping], [[1], true]);
    const failed = new Error('late');
    await service.fail(1, failed);
    assert.equal(await outcome, 'canceled');
    assert.equal(list.failure, undefined);
    assert.notEqual(list.loaded.pages[0], old.pages[0]);
    assert.equal(list.loaded.pages[1]?.readAt, old.pages[1]?.readAt);
    const more = list.loadMore();
    await service.answerAll();
    assert.equal(await more, 'done');
    assert.deepEqual(service.asked, [0, 1, 2]);
    assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 30)));
  });

  describe('of some pages', () => {
    const hundred = { size: 100, tellsTotal: true };

    it('loads only these pages', async () => {
      const { list, service } = await aLoadedList(10, hundred);
      const outcome = list.refreshPages([1, 3, 4, 6, 9]);
      await turn();
      assert.deepEqual([service.open, list.progress?.pagesPlanned], [[1, 3, 4, 6], 5]);
      await service.answer(6);
      assert.deepEqual([service.open, list.progress?.pagesRead], [[1, 3, 4, 9], 1]);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [1, 3, 4, 6, 9]);
      assert.ok(service.requests.every(({ reason }) => reason === 'refresh'));
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
      assert.equal(await list.refreshPages([10]), 'idle', 'it is not loaded');
    });

    it('keeps the pages beside a failed one, and a retry loads only the rest', async () => {
      const { list, service } = await aLoadedList(10, hundred);
      const before = list.loaded;
      const outcome = list.refreshPages([1, 3, 4, 6, 9]);
      await turn();
      await service.fail(3);
      await service.answerAll();
      assert.equal(await outcome, 'failed');
      assert.deepEqual(service.asked, [1, 3, 4, 6], 'nothing more is asked for');
      assert.notEqual(list.loaded, before);
      const { activity, pageIndex, callsLeft } = list.failure!;
      assert.deepEqual([activity, pageIndex, callsLeft], ['refreshPages', 3, 2]);
      const retried = list.retry();
      await service.answerAll();
      assert.equal(await retried, 'done');
      assert.deepEqual(service.asked, [1, 3, 4, 6, 3, 9]);
      assert.ok(
        service.requests.every(({ reason }) => reason === 'refresh'),
        'no older page will do',
      );
    });
  });

  describe('that fails', () => {
    async function failedAtPage2() {
      const loaded = await aLoadedList(4);
      const old = loaded.list.loaded;
      const outcome = loaded.list.refresh();
      await turn();
      await loaded.service.answer(0);
      await loaded.service.answer(1);
      await loaded.service.fail(2);
      await loaded.service.answer(3);
      assert.equal(await outcome, 'failed');
      return { ...loaded, old };
    }

    it('continues at the failed page at a retry', async () => {
      const { list, service, old } = await failedAtPage2();
      const outcome = list.retry();
      await turn();
      assert.equal(list.loaded, old);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [0, 1, 2, 3, 2], 'page 3 had come already');
      assert.ok(
        service.requests.every(({ reason }) => reason === 'refresh'),
        'no older page will do',
      );
      assert.notEqual(list.loaded, old);
      assert.equal(list.loaded.count, 35);
    });
  });

  describe('beside other changes of the list', () => {
    it('is aborted when the list is cleared, and its late response is dropped', async () => {
      const { list, service } = await aLoadedList(1);
      for (const begin of [() => list.loadMore(), () => list.refresh()]) {
        const outcome = begin();
        await turn();
        list.clear();
        assert.equal(service.signals.at(-1)?.aborted, true);
        assert.equal(await outcome, 'canceled');
        assert.deepEqual([list.loaded.count, list.failure], [0, undefined]);
      }
    });
  });
});
