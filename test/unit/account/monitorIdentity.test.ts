import assert from 'node:assert/strict';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

describe('A monitor', () => {
  const windows = useWindows();
  let window: Window;
  beforeEach(async () => void (window = await windows.openSignedIn(0)));

  /** The service gives these records, page by page. */
  function serve(records: readonly object[]): void {
    windows.service.listAnswer = ({ pageIndex, pageSize }) => ({
      monitors: records.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize),
      hasMore: (pageIndex + 1) * pageSize < records.length,
    });
  }

  async function readAll(): Promise<readonly string[]> {
    await window.app.list!.loadMore();
    await window.app.list!.loadAll(20);
    return idsNow();
  }

  const idsNow = (): readonly string[] => window.app.list!.loaded.monitors.map(({ id }) => id);

  /** The IDs after a refresh of every page. */
  async function idsAfterRefresh(): Promise<readonly string[]> {
    await window.app.list!.refresh();
    return idsNow();
  }

  for (const [what, later] of [
    ['repeats what looked like an id', { code: 'S-1' }],
    ['lacks what was an id', {}],
  ] as const) {
    it(`keeps its ID when a later page ${what}`, async () => {
      serve([
        ...Array.from({ length: 50 }, (_, n) => ({
          code: `S-${n}`,
          name: `Shop ${n}`,
          status: 'up',
        })),
        ...Array.from({ length: 50 }, (_, n) => ({ ...later, name: `Late ${n}`, status: 'up' })),
      ]);
      await window.app.list!.loadMore();
      const first = idsNow();
      const ids = await readAll();
      assert.deepEqual(ids.slice(0, 50), first);
      assert.equal(ids.length, 100);
      assert.deepEqual(await idsAfterRefresh(), ids);
    });
  }

  it('keeps all digits of an ID beyond 2^53, even after a restart', async () => {
    const ids = ['1285704473650880701', '1285704473650880702'];
    const records = ids.map((id) => `{"id":${id},"name":"Shop","status":"up"}`);
    windows.service.failNext({
      kind: 'changed',
      body: () => `{"monitors":[${records.join()}],"hasMore":false}`,
    });
    assert.deepEqual(await readAll(), ids);
    assert.equal((window.app.list!.loaded.find(ids[0]!)!.raw as { id: unknown }).id, ids[0]);
    window = await windows.restart();
    await window.app.ensureFirstPage();
    assert.deepEqual(idsNow(), ids);
  });

  for (const [what, keyOf] of [
    ['counts from 0 on each page', (n: number) => n % 50],
    ['counts on over the pages', (n: number) => n],
  ] as const) {
    it(`has its own row if its list is an object that ${what}`, async () => {
      windows.service.listAnswer = ({ pageIndex }) => {
        const numbers = Array.from({ length: 50 }, (_, n) => pageIndex * 50 + n);
        const record = (n: number) => ({
          name: `Shop ${n}`,
          url: `https://${n}.example`,
          status: 'up',
        });
        return {
          monitors: Object.fromEntries(numbers.map((n) => [keyOf(n), record(n)])),
          hasMore: pageIndex < 1,
        };
      };
      await window.app.list!.loadMore();
      const first = idsNow();
      const ids = await readAll();
      assert.equal(new Set(ids).size, 100);
      assert.deepEqual(ids.slice(0, 50), first);
      assert.deepEqual(await idsAfterRefresh(), ids);
    });
  }
});
