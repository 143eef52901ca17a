import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MonitorList } from '../../../src/monitors/monitorList';
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

    it('asks for the next page once a response has been read, also while an earlier page takes its time', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      void list.loadAll(50);
      await turn();
      await service.respond(3);
      await service.respond(4);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6]);
      await service.answer(3);
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 7]);
    });

    it('reads on after pages that come without a response, as another window had read them', async () => {
      const list = new MonitorList({
        pageSize: () => 10,
        newId: () => 'one',
        onDidChange: () => undefined,
        fetchPage: (request) => Promise.resolve(pageOf(hundred, request)),
      });
      assert.equal(await list.loadAll(50), 'done');
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
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

    it('asks for no page after the last one, whatever responses still come', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      const cutShort = { ...pageOf(hundred, { pageIndex: 2, pageSize: 10 }), monitors: [], hasMore: false };
      await service.answer(2, cutShort);
      assert.equal(await outcome, 'done');
      const asked = service.asked.length;
      await service.respond(3);
      await service.answer(4);
      assert.equal(service.asked.length, asked);
    });

    it('lets a page beyond the end fail, which nobody waits for any more', async () => {
      const unhandled: unknown[] = [];
      const note = (error: unknown): void => void unhandled.push(error);
      process.on('unhandledRejection', note);
      try {
        const { list, service } = await aLoadedList(2, hundred);
        const outcome = list.loadAll(50);
        await turn();
        await service.answer(2, { ...pageOf(hundred, { pageIndex: 2, pageSize: 10 }), hasMore: false });
        assert.equal(await outcome, 'done');
        await service.fail(3);
        assert.deepEqual([list.failure, unhandled], [undefined, []]);
      } finally {
        process.off('unhandledRejection', note);
      }
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

    it('stops at the plan', async () => {
      const { list, service } = aMonitorList({ size: 100 });
      const outcome = list.loadAll(3);
      await turn();
      assert.equal(list.progress?.pagesPlanned, 3);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual([service.asked, list.loaded.end, list.loaded.complete], [[0, 1, 2], undefined, false]);
    });
  });

  it('from an empty list reads in the size that the setting has by then', async () => {
    const { list, service, settings } = aMonitorList({ size: 35, tellsTotal: true });
    settings.pageSize = 20;
    void list.loadAll(9);
    await service.answerAll();
    assert.deepEqual(
      service.requests.map(({ pageSize }) => pageSize),
      [20, 20],
    );
  });

  it('that fails after its first page is one that a retry goes on with', async () => {
    const { list, service } = aMonitorList({ size: 35, tellsTotal: true });
    void list.loadAll(9);
    await turn();
    await service.answer(0);
    await service.fail(1);
    assert.deepEqual([list.failure?.activity, list.failure?.callsLeft], ['loadAll', 3]);
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
      const left = { activity: 'loadAll', pagesRead: 0, pagesPlanned: 7, stopping: false };
      assert.deepEqual(list.progress, left, 'what is there is not read again');
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [2, 3, 4, 5, 6, 3, 7, 8, 9]);
      assert.equal(callsLeft, 4, 'what it said it would take');
      assert.deepEqual(idsOf(list.loaded.monitors), idsOf(monitorsFrom(0, 100)));
    });

    it('does not pay again at a click on loadAll either', async () => {
      const { list, service } = await failedAtPage3();
      const outcome = list.loadAll(50);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(
        [...service.asked].sort((a, b) => a - b),
        [2, 3, 3, 4, 5, 6, 7, 8, 9],
      );
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

    it('asks again for all that failed, and goes on', async () => {
      const { list, service } = await aLoadedList(2, hundred);
      const outcome = list.loadAll(50);
      await turn();
      for (const pageIndex of [2, 4]) {
        await service.fail(pageIndex);
      }
      for (const pageIndex of [3, 5]) {
        await service.answer(pageIndex);
      }
      assert.equal(await outcome, 'failed');
      void list.retry();
      await turn();
      assert.deepEqual(service.open, [2, 4, 6, 7], 'what failed, and what follows');
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

    it('by a listener, in the moment in which a page arrives, asks for nothing more', async () => {
      const { list, service, onDidChange } = await aLoadedList(1, { size: 100 });
      onDidChange(() => list.loaded.count === 20 && list.cancel());
      const outcome = list.loadAll(50);
      await service.answerAll();
      assert.equal(await outcome, 'cancelled');
      assert.deepEqual(service.asked, [1]);
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

    it('goes on after a single page, which it does not ask for again', async () => {
      const { list, service } = await aLoadedList(1, hundred);
      void list.loadMore();
      const outcome = list.loadAll(50);
      await service.answerAll();
      assert.equal(await outcome, 'done');
      assert.deepEqual(service.asked, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
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
