import assert from 'node:assert/strict';
import type { ListAnswer } from '../../simulator/answering';
import { aView } from '../../support/aView';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

const HOUR = 60 * 60_000;

/** Monitors that are up, except number 250. */
const monitors = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `m${n}`,
    name: `Monitor ${n}`,
    status: n === 250 ? 'down' : 'up',
  }));

const three = monitors(3);
const [down] = monitors(251).slice(250);

interface Served {
  readonly count: number;
  /** The most that the service gives per page. */
  readonly cap?: number;
  /** If true, page n starts at n times the requested size; otherwise at n times the size that was applied. */
  readonly countsByAsked?: boolean;
  /** Further fields of a page. */
  readonly beside?: (page: readonly object[], to: number) => object;
}

const toAnswer =
  ({ count, cap = Infinity, countsByAsked = false, beside = () => ({}) }: Served): ListAnswer =>
  ({ pageIndex, pageSize }) => {
    const given = Math.min(pageSize, cap);
    const from = pageIndex * (countsByAsked ? pageSize : given);
    const page = monitors(count).slice(from, from + given);
    return { monitors: page, ...beside(page, from + page.length) };
  };

describe('The end of a list', () => {
  const windows = useWindows();

  /** A window that shows the first page of what the service serves; calls are counted from then on. */
  async function open(
    served: Served,
    pageSize = 50,
  ): Promise<Window & { view: ReturnType<typeof aView> }> {
    windows.service.listAnswer = toAnswer(served);
    windows.pageSize = pageSize;
    const window = await windows.open();
    await (window.controller.session ?? window.signIn());
    await window.controller.ensureFirstPage();
    windows.service.forgetCalls();
    const view = aView(window);
    return { ...window, view };
  }

  const sizesAsked = (): unknown[] => windows.service.calls.map(({ pageSize }) => pageSize);

  describe('if the first page has fewer monitors than asked for', () => {
    for (const countsByAsked of [false, true]) {
      it(`is open if the service may cap its pages, and the rest is read in pages of that length (it counts by ${countsByAsked ? 'requested size' : 'its own size'})`, async () => {
        const { view, controller } = await open({ count: 340, cap: 100, countsByAsked }, 500);
        assert.equal(view.line, '0 down in 100 loaded');
        assert.equal(view.lastRow, 'Load more (1 call) · may be the end');
        await controller.loadMore();
        assert.equal(view.line, '0 down in 200+');
        assert.equal(view.lastRow, 'Load more (1 call) · 200+');
        await controller.loadAll(10);
        assert.deepEqual(sizesAsked(), [100, 100, 100]);
        assert.equal(view.line, '1 down — all 340');
        assert.equal(view.lastRow, undefined);
        windows.service.forgetCalls();
        await controller.refresh();
        assert.deepEqual(
          sizesAsked(),
          [100, 100, 100, 100],
          'the page size of the address from then on',
        );
        assert.equal(view.line, '1 down — all 340');
      });
    }

    it('is proven by an empty next page, which is remembered for a day, even after a restart', async () => {
      const first = await open({ count: 25 });
      assert.equal(first.view.lastRow, 'Load more (1 call) · may be the end');
      await first.controller.loadMore();
      assert.equal(windows.service.callCount(), 1);
      assert.deepEqual([first.view.line, first.view.lastRow], ['None down in all 25', undefined]);
      await first.controller.refresh();
      assert.deepEqual([windows.service.callCount(), first.view.line], [2, 'None down in all 25']);
      await windows.closeAll();
      const second = await open({ count: 25 });
      assert.equal(second.view.line, 'None down in all 25');
      second.passTime(23 * HOUR);
      await second.signIn();
      await second.controller.refresh();
      assert.equal(second.view.line, 'None down in all 25');
      second.passTime(2 * HOUR);
      await second.signIn();
      await second.controller.refresh();
      assert.equal(second.view.line, '0 down in 25 loaded');
      assert.equal(second.view.lastRow, 'Load more (1 call) · may be the end');
    });
  });

  it('is open if a refresh in larger pages gets fewer monitors than asked for, and the rest is read in their size', async () => {
    const { view, controller } = await open({ count: 340, cap: 100 });
    await controller.loadAll(3);
    windows.service.forgetCalls();
    await controller.refresh({ pages: 1, pageSize: 500 });
    assert.deepEqual(sizesAsked(), [500, 100]);
    assert.equal(view.line, '0 down in 200+');
  });

  describe('by a total', () => {
    const pageLength = (page: readonly object[]) => ({ total: page.length });

    for (const beside of [{ total_cranes: 340, subtotal: 53 }, { pages: { total: 340 } }]) {
      it(`is open if ${Object.keys(beside)[0]} exceed the short page, but may be of something else`, async () => {
        const { view, controller } = await open({ count: 340, cap: 53, beside: () => beside }, 100);
        assert.deepEqual(
          [view.line, view.lastRow],
          ['0 down in 53 loaded', 'Load more (1 call) · may be the end'],
        );
        await controller.loadAll(10);
        assert.equal(view.line, '1 down — all 340');
      });
    }

    for (const cap of [50, 25]) {
      it(`isn't proven if the total is the length of a page of ${cap}, asked for in pages of 50`, async () => {
        const { view, controller } = await open({ count: 340, cap, beside: pageLength });
        assert.equal(view.line, `0 down in ${cap} loaded`);
        assert.equal(view.lastRow, 'Load more (1 call) · may be the end');
        await controller.loadAll(20);
        assert.equal(view.line, '1 down — all 340');
      });
    }

    it('is proven once the address has given a total that is larger than its page', async () => {
      const beside = () => ({ total: 60 });
      const { view, controller } = await open({ count: 60, beside });
      assert.equal(view.line, '0 down in 50 of 60');
      windows.service.listAnswer = toAnswer({ count: 50, beside: pageLength });
      await controller.refresh({ pages: 1 });
      assert.equal(view.line, 'None down in all 50');
    });
  });

  for (const [what, first, later] of [
    ['an empty list', { websites: three, heartbeats: [] }, { websites: three, heartbeats: [down] }],
    ['no such list', { websites: three }, { websites: three, heartbeats: [down] }],
    ['an empty region', { eu: three, us: [] }, { eu: three, us: [down] }],
    [
      'a region with an empty list',
      { eu: { monitors: three }, us: { monitors: [] } },
      { eu: { monitors: three }, us: { monitors: [down] } },
    ],
  ] as const) {
    it(`includes a list that begins to have monitors after a page with ${what}`, async () => {
      const { view, controller } = await open({ count: 0 });
      for (const json of [first, later]) {
        windows.service.listAnswer = () => ({ ...json, hasMore: false });
        await controller.refresh();
      }
      assert.equal(view.line, '1 down — all 4');
    });
  }

  const people = three.map(({ id, name }) => ({ id: `p${id}`, name, status: 'active' }));
  for (const json of [
    { checks: { items: three }, users: { items: people } },
    { cranes: three, operators: people },
  ]) {
    it(`leaves out records of another kind, on later pages too: ${Object.keys(json).join(', ')}`, async () => {
      const { view, controller } = await open({ count: 0 });
      windows.service.listAnswer = () => ({ ...json, hasMore: false });
      await controller.refresh();
      await controller.refresh();
      assert.equal(view.line, 'None down in all 3');
    });
  }

  it('is not proven by a page that repeats the monitors of the page before', async () => {
    const { view, controller } = await open({ count: 50 });
    windows.service.listAnswer = () => ({ monitors: monitors(50), hasMore: true });
    await controller.loadMore();
    assert.equal(windows.service.callCount(), 1);
    assert.deepEqual([view.line, view.lastRow], ['0 down in 50 loaded, may not be all', undefined]);
  });

  it('is proven by a 416 after a full page', async () => {
    const { view, controller } = await open({ count: 50 });
    windows.service.failNext({ kind: 'status', status: 416 });
    await controller.loadMore();
    assert.deepEqual([view.line, view.lastRow], ['None down in all 50', undefined]);
  });
});
