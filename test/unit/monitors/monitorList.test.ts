import assert from 'node:assert/strict';
import type { PageRequest } from '../../../src/monitors/page';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { idsOf, monitorsFrom } from '../../support/aMonitor';
import { turn } from '../../support/handDrivenPages';

describe('A list of monitors', () => {
  describe('on its first page', () => {
    it('makes one call, with index 0 and the page size of the setting', async () => {
      const { list, service } = aMonitorList();
      const outcomes = [list.ensureFirstPage(), list.ensureFirstPage()];
      await service.answerAll();
      assert.deepEqual(await Promise.all(outcomes), ['done', 'done']);
      const [{ pageIndex, pageSize, reason, snapshotId }] = service.requests as [PageRequest];
      assert.deepEqual(
        [service.requests.length, pageIndex, pageSize, reason],
        [1, 0, 10, 'firstPage'],
      );
      assert.equal(snapshotId, list.loaded.id);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 10)));
    });

    it('does not call the service after it was canceled, until a click', async () => {
      const { list, service, onDidChange } = aMonitorList();
      onDidChange(() => void list.ensureFirstPage());
      const outcome = list.ensureFirstPage();
      await turn();
      list.cancel();
      assert.equal(await outcome, 'canceled');
      await turn();
      assert.deepEqual(service.asked, [0]);
      const again = list.loadMore();
      await service.answerAll();
      assert.equal(await again, 'done');
      assert.deepEqual(service.asked, [0, 0]);
    });
  });

  describe('at Load More', () => {
    it('makes one call for ten clicks', async () => {
      const { list, service } = await aLoadedList(1);
      const clicks = Array.from({ length: 10 }, () => list.loadMore());
      await service.answerAll();
      assert.deepEqual(new Set(await Promise.all(clicks)), new Set(['done']));
      assert.deepEqual(service.asked, [1]);
      assert.equal(list.loaded.count, 20);
    });

    it('shows a page before it is saved, and reads the next one after that', async () => {
      const { list, service } = await aLoadedList(1);
      let save = (): void => undefined;
      service.saved = new Promise((resolve) => (save = resolve));
      const outcomes = [list.loadMore()];
      await service.answerAll();
      outcomes.push(list.loadMore());
      await turn();
      assert.deepEqual([list.loaded.count, service.asked], [20, [1]]);
      save();
      await service.answerAll();
      await Promise.all(outcomes);
      assert.deepEqual([list.loaded.count, service.asked], [30, [1, 2]]);
    });

    it('keeps the old page size when the setting changes, until a refresh', async () => {
      const { list, service, settings } = await aLoadedList(1);
      settings.pageSize = 20;
      void list.loadMore();
      await service.answerAll();
      void list.refresh();
      await service.answerAll();
      assert.deepEqual(
        service.requests.map(({ pageSize, reason }) => `${pageSize} ${reason}`),
        ['10 loadMore', '20 refresh'],
      );
    });
  });

  describe('with a failed page', () => {
    const error = new Error('no network');

    async function failedAtPage1() {
      const loaded = await aLoadedList(1);
      const outcome = loaded.list.loadMore();
      await turn();
      await loaded.service.fail(1, error);
      assert.equal(await outcome, 'failed');
      return loaded;
    }

    for (const again of ['retry', 'loadMore'] as const) {
      it(`loads that page again at ${again}, with two calls in all`, async () => {
        const { list, service } = await failedAtPage1();
        const outcome = list[again]();
        assert.equal(list.failure, undefined, 'the row shows what runs now');
        await service.answerAll();
        assert.equal(await outcome, 'done');
        assert.deepEqual(service.asked, [1, 1]);
        assert.equal(service.requests[1]?.reason, 'retry');
        assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 20)));
      });
    }
  });
});
