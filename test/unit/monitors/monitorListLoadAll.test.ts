import assert from 'node:assert/strict';
import fc from 'fast-check';
import { idsOf, monitorsFrom } from '../../support/aMonitor';
import { aLoadedList, aMonitorList } from '../../support/aMonitorList';
import { turn } from '../../support/handDrivenPages';
import { pageOf } from '../../support/stillList';

const hundred = { size: 100, tellsTotal: true };

describe('loading all of a list', () => {
  describe('with a known total', () => {
    it('reads four pages at once, in whatever order they come, and shows them in the service’s order', async () => {
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

    it('asks for the next page as soon as a response has come, before that is read, while no other is being read', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      void list.loadAll(50);
      await turn();
      await service.respond(2);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
      await service.respond(4);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6], 'five could not be read');
      await service.answer(2);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 7]);
      await service.answer(4);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 7], 'still four have no response');
      await service.answer(3);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 7, 8]);
    });

    it('loses at most four further calls after a response that cannot be read', async () => {
      const { list, service } = await aLoadedList(2, { size: 200, tellsTotal: true });
      const outcome = list.loadAll(50);
      await turn();
      for (const pageIndex of [2, 3, 4, 5]) {
        await service.respond(pageIndex);
      }
      for (const pageIndex of [2, 3, 4, 5]) {
        await service.fail(pageIndex, new Error('unreadable'));
      }
      await service.answerAll();
      assert.equal(await outcome, 'failed');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
    });

    it('goes on while one page takes its time, up to eight pages from there', async () => {
      const { list, service } = await aLoadedList(2, { size: 200, tellsTotal: true });
      const outcome = list.loadAll(50);
      await turn();
      for (const pageIndex of [3, 4, 5, 6, 7, 8, 9]) {
        await service.answer(pageIndex);
      }
      assert.deepEqual([service.open, service.asked.at(-1)], [[2], 9]);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.equal(service.asked.length, 18, 'each once');
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 200)));
    });

    it('reads the second page alone: only then is it known that the service heeds pageIndex', async () => {
      const { list, service } = await aLoadedList(1, hundred);
      const outcome = list.loadAll(50);
      await turn();
      await service.respond(1);
      assert.deepEqual(service.asked, [1]);
      await service.answer(1, { ...pageOf(hundred, { pageIndex: 0, pageSize: 10 }), pageIndex: 1 });
      assert.equal(await outcome, 'done');
      assert.deepEqual([service.asked, list.loaded.end], [[1], 'nothingNew']);
    });

    it('makes exactly the calls there are pages, each once, from an empty list', async () => {
      const sizes = fc.record({ size: fc.nat({ max: 120 }), pageSize: fc.integer({ min: 1, max: 30 }) });
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

    it('asks for no page beyond the plan', async () => {
      const { list, service } = await aLoadedList(1, hundred);
      const outcome = list.loadAll(3);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual([service.asked, list.loaded.end], [[1, 2, 3], undefined]);
    });

    it('says how far it is: pages read of pages there will be at the most', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const progress = () => [list.progress?.activity, list.progress?.pagesRead, list.progress?.pagesPlanned];
      void list.loadAll(500);
      await turn();
      assert.deepEqual(progress(), ['loadAll', 0, 8]);
      await service.answer(3);
      await service.answer(2);
      assert.deepEqual(progress(), ['loadAll', 2, 8]);
      list.cancel();
      list.cancel();
      assert.equal(list.progress, undefined);
      void list.loadAll(2);
      assert.deepEqual(progress(), ['loadAll', 0, 2]);
    });
  });

  describe('without a total', () => {
    it('reads one page after the other, to the end', async () => {
      const { list, service } = aMonitorList({ size: 35 });
      const outcome = list.loadAll(50);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual([service.asked, service.mostInFlight], [[0, 1, 2, 3], 1]);
      assert.ok(list.loaded.complete);
    });
  });

  it('calls nothing where all is loaded, or the plan is empty', async () => {
    const { list, service } = await aLoadedList(4);
    assert.equal(await list.loadAll(5), 'idle');
    const other = await aLoadedList(1);
    assert.equal(await other.list.loadAll(0), 'idle');
    assert.deepEqual([service.asked, other.service.asked], [[], []]);
  });

  describe('when one page fails', () => {
    async function failedAtPage3() {
      const loaded = await aLoadedList(2, hundred);
      const outcome = loaded.list.loadAll(50);
      await turn();
      await loaded.service.answer(5);
      await loaded.service.fail(3);
      await loaded.service.answer(2);
      assert.deepEqual(loaded.service.open, [4, 6], 'nothing more is asked for');
      await loaded.service.respond(6);
      await loaded.service.answer(4);
      await loaded.service.answer(6);
      assert.equal(await outcome, 'failed');
      return loaded;
    }

    it('asks for no further page, keeps what came before it and says which it was', async () => {
      const { list, service } = await failedAtPage3();
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
      assert.deepEqual([list.failure?.activity, list.failure?.pageIndex], ['loadAll', 3]);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 30)));
    });

    it('does not pay again for what came after it: the retry asks for that page, and goes on', async () => {
      const { list, service } = await failedAtPage3();
      const callsLeft = list.failure?.callsLeft;
      const outcome = list.retry();
      const left = { activity: 'loadAll', reason: 'retry', pagesRead: 0, pagesPlanned: 7, stopping: false };
      assert.deepEqual(list.progress, left, 'what is there is not read again');
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 3, 7, 8, 9]);
      assert.equal(callsLeft, 4, 'what it said it would take');
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
    });

    it('asks for that page alone at a click on loadMore, and shows what came after it', async () => {
      const { list, service } = await failedAtPage3();
      const outcome = list.loadMore();
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 3]);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 70)));
      assert.equal(list.failure, undefined);
    });
  });

  describe('taken back', () => {
    it('asks for nothing more, lets the calls that went out land, and keeps their pages', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      await service.answer(2);
      list.cancel();
      assert.deepEqual([service.open, list.progress?.stopping], [[3, 4, 5, 6], true]);
      await service.answerAll();
      assert.equal(await outcome, 'cancelled');
      assert.deepEqual([list.loaded.count, list.failure, list.stopped], [70, undefined, { pagesKept: 5 }]);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
    });

    it('twice, aborts every call and keeps what has arrived', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      await service.answer(2);
      list.cancel();
      list.cancel();
      assert.deepEqual([service.open, await outcome], [[], 'cancelled']);
      assert.ok(service.signals.every(({ aborted }) => aborted));
      assert.deepEqual([list.loaded.count, list.failure], [30, undefined]);
    });

    it('does not pay again for a page that had come before its turn', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      void list.loadAll(50);
      await turn();
      await service.answer(4);
      list.cancel();
      list.cancel();
      const outcome = list.loadAll(50);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 2, 3, 5, 6, 7, 8, 9]);
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
    });
  });

  describe('clicked while something runs', () => {
    it('is shared where that is a loading of all', async () => {
      const { list, service } = await aLoadedList(1, hundred);
      const clicks = Array.from({ length: 10 }, () => list.loadAll(50));
      await service.answerAll();
      assert.deepEqual(new Set(await Promise.all(clicks)), new Set(['done']));
      assert.equal(service.asked.length, 9);
    });

    for (const [how, end] of [
      ['failed', (service: { fail(): Promise<void> }) => service.fail()],
      ['cancelled', (_: unknown, list: { cancel(): void }) => (list.cancel(), list.cancel())],
    ] as const) {
      it(`ends with it where that ${how}: nothing is asked for again by itself`, async () => {
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
