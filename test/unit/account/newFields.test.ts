import assert from 'node:assert/strict';
import { useWindows } from '../../support/useWindows';

describe('A field of records', () => {
  const windows = useWindows({ monitors: 3 });

  it('is read from the page on that has it first, and changes no other one', async () => {
    const { service } = windows;
    service.listShape = (records) => ({
      monitors: records.map(({ id, name, status }) =>
        status === 'down'
          ? { id, name, status, last_error: 'Refused', title: 'x' }
          : { id, name, status },
      ),
    });
    [0, 1, 2].forEach((index) => service.updateMonitor(index, { status: 'up' }));
    const { app } = await windows.openSignedIn();
    const { name } = service.updateMonitor(1, { status: 'down' });
    await app.list!.refresh();
    const down = app.list!.loaded.monitors.find(({ status }) => status === 'down');
    assert.deepEqual([down?.name, down?.lastError], [name, 'Refused']);
  });
});
