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

  /** Reads 100 monitors on two pages, twice. */
  async function keepsIds(): Promise<void> {
    await window.app.list!.loadMore();
    const first = idsNow();
    const ids = await readAll();
    assert.deepEqual([ids.slice(0, 50), new Set(ids).size], [first, 100]);
    await window.app.list!.refresh();
    assert.deepEqual(idsNow(), ids);
  }

  it('keeps its ID when a later page repeats what looked like an id', async () => {
    const monitors = Array.from({ length: 100 }, (_, n) => {
      return { code: `S-${Math.min(n, 50)}`, name: `Shop ${n}`, status: 'up' };
    });
    serve(monitors);
    await keepsIds();
  });

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
});
