import assert from 'node:assert/strict';
import fc from 'fast-check';
import { idsOf, monitorsFrom } from '../../support/aMonitor';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';

const hundred = { size: 100, tellsTotal: true };

describe('Load All', () => {
  describe('with a known total', () => {
    it('loads four pages at once, and shows them in the service’s order', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      assert.deepEqual(service.open, [2, 3, 4, 5]);
      await service.answer(5);
      await service.answer(3);
      assert.equal(list.loaded.count, 20, 'a gap would hide monitors');
      assert.deepEqual(service.open, [2, 4, 6, 7]);
      await service.answer(2);
      assert.equal(list.loaded.count, 40);
      assert.deepEqual(service.open, [4, 6, 7, 8]);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.equal(service.mostInFlight, 4);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
    });

    it('makes exactly one call for each page', async () => {
      const sizes = fc.record({
        size: fc.nat({ max: 120 }),
        pageSize: fc.integer({ min: 1, max: 30 }),
      });
      await fc.assert(
        fc.asyncProperty(sizes, async ({ size, pageSize }) => {
          const { list, service } = aMonitorList({ size, tellsTotal: true }, pageSize);
          const outcome = list.loadAll(1000);
          await service.answerAll();
          assert.equal(await outcome, 'done');
          const pages = Math.max(1, Math.ceil(size / pageSize));
          assert.deepEqual(
            service.asked,
            Array.from({ length: pages }, (_, index) => index),
          );
          assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, size)));
          assert.ok(list.loaded.complete);
        }),
        { numRuns: 30 },
      );
    });
  });

  describe('if a page fails', () => {
    async function failedAtPage3() {
      const loaded = await aLoadedList(2, hundred);
      const outcome = loaded.list.loadAll(50);
      await turn();
      await loaded.service.answer(5);
      await loaded.service.fail(3);
      await loaded.service.answer(2);
      assert.deepEqual(loaded.service.open, [4, 6], 'nothing more is asked for');
      await loaded.service.answer(4);
      await loaded.service.answer(6);
      assert.equal(await outcome, 'failed');
      return loaded;
    }

    it('stops, keeps the pages before it, and knows which it was', async () => {
      const { list, service } = await failedAtPage3();
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
      assert.deepEqual([list.failure?.activity, list.failure?.pageIndex], ['loadAll', 3]);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 30)));
    });

    it('retries that page, and pays for no later page again', async () => {
      const { list, service } = await failedAtPage3();
      const callsLeft = list.failure?.callsLeft;
      const outcome = list.retry();
      const { reason, pagesRead, pagesPlanned } = list.progress!;
      assert.deepEqual(
        [reason, pagesRead, pagesPlanned],
        ['retry', 4, 8],
        'what is there is not read again',
      );
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 3, 7, 8, 9]);
      assert.equal(callsLeft, 4, 'what it said it would take');
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
    });
  });

  describe('when canceled', () => {
    it('stops, and keeps the pages that are on their way', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      await service.answer(2);
      list.cancel();
      assert.deepEqual([service.open, list.progress?.stopping], [[3, 4, 5, 6], true]);
      await service.answerAll();
      assert.equal(await outcome, 'canceled');
      assert.deepEqual([list.loaded.count, list.failure], [70, undefined]);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
    });

    it('twice, aborts every call and keeps loaded pages', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      await service.answer(2);
      list.cancel();
      list.cancel();
      assert.deepEqual([service.open, await outcome], [[], 'canceled']);
      assert.ok(service.signals.every(({ aborted }) => aborted));
      assert.deepEqual([list.loaded.count, list.failure], [30, undefined]);
    });
  });

  describe('during another operation', () => {
    for (const [how, end] of [
      ['failed', (service: { fail(): Promise<void> }) => service.fail()],
      ['canceled', (_: unknown, list: { cancel(): void }) => (list.cancel(), list.cancel())],
    ] as const) {
      it(`ends without a call if the running operation ${how}`, async () => {
        for (const first of ['loadMore', 'loadAll'] as const) {
          const { list, service } = await aLoadedList(1, { size: 100 });
          void (first === 'loadMore' ? list.loadMore() : list.loadAll(50));
          const outcome = list.loadAll(50);
          await turn();
          await end(service, list);
          assert.equal(await outcome, how);
          await turn();
          assert.deepEqual(service.asked, [1]);
        }
      });
    }
  });
});
