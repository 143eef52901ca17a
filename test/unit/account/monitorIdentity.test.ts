import assert from 'node:assert/strict';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

describe('A monitor', () => {
  const windows = useWindows();
  let window: Window;
  beforeEach(async () => void (window = await windows.openSignedIn(0)));

  const idsNow = (): readonly string[] => window.app.list!.loaded.monitors.map(({ id }) => id);

  it('keeps all digits of an ID beyond 2^53, even after a restart', async () => {
    const ids = ['1285704473650880701', '1285704473650880702'];
    const records = ids.map((id) => `{"id":${id},"name":"Shop","status":"up"}`);
    windows.service.failNext({
      kind: 'changed',
      body: () => `{"monitors":[${records.join()}],"hasMore":false}`,
    });
    await window.app.list!.loadMore();
    assert.deepEqual(idsNow(), ids);
    assert.equal((window.app.list!.loaded.find(ids[0]!)!.raw as { id: unknown }).id, ids[0]);
    window = await windows.restart();
    await window.app.ensureFirstPage();
    assert.deepEqual(idsNow(), ids);
  });
});
