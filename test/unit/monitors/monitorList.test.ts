import assert from 'node:assert/strict';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

describe('A list of monitors', () => {
  describe('on its first page', () => {
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
});
