import assert from 'node:assert/strict';
import { MonitorList, type PageRequest } from '../../../src/account/monitorList';
import { CallError } from '../../../src/service/errors';
import { aPage, readAnswer, type Answer } from '../../support/aList';
import { settled } from '../../support/inMemorySecretStorage';

type Serve = (index: number, size: number) => Answer | Error;

/** Monitors from `a` on, page by page. */
const alphabet =
  (count: number, said = ''): Serve =>
  (index, size) => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, count);
    return letters.slice(index * size, (index + 1) * size).join(' ') + said;
  };
const withTotal = (count: number): Serve => alphabet(count, ` | total ${count}`);

const overloaded = new CallError('tooManyCalls', { status: 429 });

/** A list over a service that answers at once, or when the test lets it. */
function aMonitorList(serve: Serve) {
  const service = { serve, isHeld: false, isOverloaded: false, pageSize: 3 };
  const asked: string[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const release: (() => void)[] = [];
  const fetchPage = async ({ index, size }: PageRequest) => {
    asked.push(`${index}×${size}`);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    const answer = service.serve(index, size);
    await (service.isHeld ? new Promise<void>((resolve) => release.push(resolve)) : undefined);
    inFlight -= 1;
    if (answer instanceof Error) {
      throw answer;
    }
    return aPage(index, answer, { size });
  };
  const list = new MonitorList({
    fetchPage,
    service: { read: readAnswer, describeUnread: () => new CallError('unreadable') },
    pageSize: () => service.pageSize,
    isOneAtATime: () => service.isOverloaded,
    save: ({ list: pages }) => pages,
    onDidChange: () => undefined,
  });
  return {
    list,
    service,
    /** Names of the rows: `abc`. */
    rows: (): string => list.loaded.monitors.map(({ name }) => name).join(''),
    /** The calls since the last time: `1×3` is page 1 of 3 monitors. */
    calls: (): string => asked.splice(0).join(' '),
    mostInFlight: () => mostInFlight,
    /** Waits for the calls to arrive. */
    arrived: settled,
    answer: async (): Promise<void> => {
      release.splice(0).forEach((resolve) => resolve());
      await settled();
    },
  };
}

describe('The list of monitors', () => {
  it('asks later pages for as many monitors as the first one had, and the first one for the setting', async () => {
    const { list, service, calls } = aMonitorList(alphabet(9));
    service.serve = (index) => ['a b', 'c d', 'e'][index]!;
    await list.loadAll(2);
    service.pageSize = 5;
    await list.loadMore();
    assert.equal(calls(), '0×3 1×2 2×2');
    await list.refreshPages([0, 1]);
    assert.equal(calls(), '0×3 1×2', 'each page as before');
    await list.refresh();
    assert.equal(calls(), '0×5 1×2');
  });

  describe('after a failure', () => {
    it('keeps its rows, names the page, and Retry makes the calls that are left', async () => {
      const served = aMonitorList(withTotal(20));
      const { list, service, rows, calls } = served;
      service.serve = (index, size) => (index === 3 ? overloaded : withTotal(20)(index, size));
      service.isOverloaded = true;
      assert.equal(await list.loadAll(5), 'failed');
      assert.deepEqual([rows(), calls()], ['abcdefghi', '0×3 1×3 2×3 3×3']);
      const { activity, pageIndex, pagesLeft } = list.failure!;
      assert.deepEqual([activity, pageIndex, pagesLeft], ['loadAll', 3, [3, 4]]);
      service.serve = withTotal(20);
      assert.equal(await list.retry(), 'done');
      assert.deepEqual([rows().length, calls(), list.failure], [15, '3×3 4×3', undefined]);
    });

    it('of a refresh, shows the pages that came, and Retry reads the others', async () => {
      const { list, service, rows, calls } = aMonitorList(withTotal(9));
      await list.loadAll(3);
      const changed: Serve = (index) => `${['a! b c', 'd! e f', 'g! h i'][index]} | total 9`;
      service.isOverloaded = true;
      service.serve = (index, size) => (index === 1 ? overloaded : changed(index, size));
      calls();
      assert.equal(await list.refresh(), 'failed');
      assert.deepEqual([list.loaded.counts.down, list.failure!.pagesLeft.length], [1, 2]);
      service.serve = changed;
      assert.equal(await list.retry(), 'done');
      assert.deepEqual([list.loaded.counts.down, calls()], [3, '0×3 1×3 1×3 2×3']);
      assert.equal(rows(), 'abcdefghi');
    });
  });

  describe('if it is canceled', () => {
    it('once, takes the pages that were asked for', async () => {
      const { list, service, rows, calls, arrived, answer } = aMonitorList(withTotal(20));
      await list.loadAll(2);
      service.isHeld = true;
      const outcome = list.loadAll(5);
      await arrived();
      list.cancel();
      assert.equal(list.progress?.stopping, true);
      await answer();
      assert.equal(await outcome, 'canceled');
      assert.deepEqual([rows().length, calls()], [18, '0×3 1×3 2×3 3×3 4×3 5×3']);
    });

    it('twice, or during a single call, drops them', async () => {
      for (const [most, cancels] of [
        [5, 2],
        [1, 1],
      ] as const) {
        const { list, service, rows, arrived, answer } = aMonitorList(withTotal(20));
        await list.loadAll(2);
        service.isHeld = true;
        const outcome = list.loadAll(most);
        await arrived();
        Array.from({ length: cancels }, () => list.cancel());
        await answer();
        assert.deepEqual([await outcome, rows()], ['canceled', 'abcdef']);
      }
    });
  });

  describe('during a refresh', () => {
    const down: Serve = (index) => `${['a! b c', 'd! e f'][index]} | total 6`;
    /** Six rows, and a refresh that waits at its second page. */
    async function aRefresh(size: number) {
      const served = aMonitorList(withTotal(6));
      const { list, service, arrived, answer } = served;
      await list.loadAll(2);
      service.serve = size === 3 ? down : () => 'a! b | total 6';
      service.isHeld = true;
      const outcome = list.refresh({ size });
      await arrived();
      await answer();
      return { ...served, outcome };
    }

    it('keeps its old rows until all pages are there', async () => {
      const { list, answer, outcome } = await aRefresh(3);
      assert.deepEqual([list.loaded.counts.down, list.progress?.pagesRead], [0, 1]);
      await answer();
      assert.deepEqual([await outcome, list.loaded.counts.down], ['done', 2]);
    });

    it('that is canceled, takes its pages if they have the same size', async () => {
      for (const [size, problems] of [
        [3, 2],
        [2, 0],
      ] as const) {
        const { list, rows, answer, outcome } = await aRefresh(size);
        list.cancel();
        await answer();
        assert.equal(await outcome, 'canceled');
        assert.deepEqual([rows(), list.loaded.counts.down], ['abcdef', problems], `${size}`);
      }
    });
  });

  for (const [title, serve, most] of [
    ['up to four calls at once if the total says that the pages exist', withTotal(26), 4],
    ['one call after the other without a total', alphabet(26), 1],
  ] as const) {
    it(`makes ${title}`, async () => {
      const { list, mostInFlight, rows } = aMonitorList(serve);
      await list.loadAll(9);
      assert.deepEqual([mostInFlight(), rows().length], [most, 26]);
    });
  }
});
