import assert from 'node:assert/strict';
import type { ListAnswer } from '../../simulator/answering';
import { aView } from '../../support/aView';
import { useWindows } from '../../support/useWindows';

/** Monitors that are up, except number 250. */
const monitors = (from: number, to: number) =>
  Array.from({ length: 340 }, (_, n) => ({
    id: `m${n}`,
    name: `Monitor ${n}`,
    status: n === 250 ? 'down' : 'up',
  })).slice(from, to);

const three = monitors(0, 3);
const down = monitors(250, 251);
const people = three.map(({ id, name }) => ({ id: `p${id}`, name, status: 'active' }));

describe('The end of a list', () => {
  const windows = useWindows();

  /** Opens a window that shows the first page. Calls count from then on. */
  async function open(answer: ListAnswer, pageSize = 50) {
    windows.service.listAnswer = answer;
    windows.pageSize = pageSize;
    const window = await windows.openSignedIn();
    windows.service.forgetCalls();
    return { list: window.app.list!, view: aView(window) };
  }
  const sizesAsked = (): unknown[] => windows.service.calls.map(({ pageSize }) => pageSize);

  for (const [habit, stepOf] of [
    ['its own page size', () => 100],
    ['the requested size', (pageSize: number) => pageSize],
  ] as const) {
    it(`is open after a short page, and later pages have its size, if the service counts by ${habit}`, async () => {
      const { view, list } = await open(({ pageIndex, pageSize }) => {
        const from = pageIndex * stepOf(pageSize);
        return { monitors: monitors(from, from + Math.min(pageSize, 100)) };
      }, 500);
      assert.equal(view.line, '0 down in 100 loaded');
      assert.equal(view.lastRow, 'Load more (1 call) · may be the end');
      await list.loadAll(11);
      assert.deepEqual(sizesAsked(), [100, 100, 100, 100], 'a short page may be the end');
      assert.deepEqual([view.line, view.lastRow], ['1 down — all 340', undefined]);
      windows.service.forgetCalls();
      await list.refresh();
      assert.deepEqual(sizesAsked(), [500, 100, 100, 100]);
      assert.equal(view.line, '1 down — 340 loaded', 'the end is open again');
    });
  }

  for (const [what, first, later, line] of [
    [
      'includes a list beside it that was empty before',
      { websites: three, heartbeats: [] },
      { websites: three, heartbeats: down },
      '1 down — all 4',
    ],
    [
      'includes a list beside it that was left out before',
      { websites: three },
      { websites: three, heartbeats: down },
      '1 down — all 4',
    ],
    [
      'is unknown if another list has records of the same form',
      { checks: { items: three }, users: { items: people } },
      { checks: { items: three }, users: { items: people } },
      '0 down in 3 loaded, may not be all',
    ],
  ] as const) {
    it(what, async () => {
      const { view, list } = await open(() => ({ monitors: [] }));
      for (const json of [first, later]) {
        windows.service.listAnswer = () => ({ ...json, hasMore: false });
        await list.refresh();
      }
      assert.equal(view.line, line);
    });
  }

  it('is shown by a 416 after a full page', async () => {
    const { view, list } = await open(() => ({ monitors: monitors(0, 50) }));
    windows.service.failNext({ kind: 'status', status: 416 });
    await list.loadMore();
    assert.deepEqual([view.line, view.lastRow], ['None down in all 50', undefined]);
  });
});
