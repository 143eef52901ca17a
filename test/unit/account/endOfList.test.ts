import assert from 'node:assert/strict';
import type { ListAnswer } from '../../simulator/answering';
import { aView } from '../../support/aView';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

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
    await (window.app.session ?? window.signIn());
    await window.app.ensureFirstPage();
    windows.service.forgetCalls();
    const view = aView(window);
    return { ...window, view };
  }

  const sizesAsked = (): unknown[] => windows.service.calls.map(({ pageSize }) => pageSize);

  describe('if the first page has fewer monitors than asked for', () => {
    for (const countsByAsked of [false, true]) {
      it(`is open if the service may cap its pages, and the rest is read in pages of that length (it counts by ${countsByAsked ? 'requested size' : 'its own size'})`, async () => {
        const { view, app } = await open({ count: 340, cap: 100, countsByAsked }, 500);
        assert.equal(view.line, '0 down in 100 loaded');
        assert.equal(view.lastRow, 'Load more (1 call) · may be the end');
        await app.list!.loadMore();
        assert.equal(view.line, '0 down in 200 loaded');
        assert.equal(view.lastRow, 'Load more (1 call) · 200 loaded');
        await app.list!.loadAll(10);
        assert.deepEqual(sizesAsked(), [100, 100, 100, 100], 'a short page may be the end');
        assert.equal(view.line, '1 down — all 340');
        assert.equal(view.lastRow, undefined);
        windows.service.forgetCalls();
        await app.list!.refresh();
        assert.deepEqual(sizesAsked(), [500, 100, 100, 100]);
        assert.equal(view.line, '1 down — 340 loaded', 'the end is open again');
      });
    }
  });

  it('is open if a refresh in larger pages gets fewer monitors than asked for, and the other rows stay', async () => {
    const { view, app } = await open({ count: 340, cap: 100 });
    await app.list!.loadAll(3);
    windows.service.forgetCalls();
    await app.list!.refresh({ size: 500 });
    assert.deepEqual(sizesAsked(), [500]);
    assert.equal(view.line, '0 down in 200 loaded');
  });

  describe('by a total', () => {
    for (const beside of [{ total_cranes: 340, subtotal: 53 }, { pages: { total: 340 } }]) {
      it(`is open if ${Object.keys(beside)[0]} exceed the short page, but may be of something else`, async () => {
        const { view, app } = await open({ count: 340, cap: 53, beside: () => beside }, 100);
        assert.deepEqual(
          [view.line, view.lastRow],
          ['0 down in 53 loaded', 'Load more (1 call) · may be the end'],
        );
        await app.list!.loadAll(10);
        assert.equal(view.line, '1 down — all 340');
      });
    }
  });

  for (const [what, first, later] of [
    ['an empty list', { websites: three, heartbeats: [] }, { websites: three, heartbeats: [down] }],
    ['no such list', { websites: three }, { websites: three, heartbeats: [down] }],
  ] as const) {
    it(`includes a list that begins to have monitors after a page with ${what}`, async () => {
      const { view, app } = await open({ count: 0 });
      for (const json of [first, later]) {
        windows.service.listAnswer = () => ({ ...json, hasMore: false });
        await app.list!.refresh();
      }
      assert.equal(view.line, '1 down — all 4');
    });
  }

  const people = three.map(({ id, name }) => ({ id: `p${id}`, name, status: 'active' }));
  it('may not be all if another list has records of the same form, on later pages too', async () => {
    const { view, app } = await open({ count: 0 });
    const json = { checks: { items: three }, users: { items: people }, hasMore: false };
    windows.service.listAnswer = () => json;
    await app.list!.refresh();
    await app.list!.refresh();
    assert.equal(view.line, '0 down in 3 loaded, may not be all');
  });

  it('is proven by a 416 after a full page', async () => {
    const { view, app } = await open({ count: 50 });
    windows.service.failNext({ kind: 'status', status: 416 });
    await app.list!.loadMore();
    assert.deepEqual([view.line, view.lastRow], ['None down in all 50', undefined]);
  });
});
