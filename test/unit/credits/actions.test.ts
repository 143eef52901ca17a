import assert from 'node:assert/strict';
import { lastActions } from '../../../src/credits/actions';
import { SimulatedService } from '../../simulator/simulatedService';
import { aWindow } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('The last actions', () => {
  const folder = useTemporaryFolder();

  it('show announced and used calls of each, newest first', async () => {
    const service = await SimulatedService.start({ monitors: 340 });
    const window = aWindow(service, { folder: folder() });
    try {
      await window.signIn();
      await window.controller.ensureFirstPage();
      service.failNext({ kind: 'reset' });
      await window.controller.loadAll(6);
      await window.controller.list!.retry();
      const actions = lastActions(await window.calls.list(0), 10);
      assert.deepEqual(
        actions.map(({ reason, announced, calls }) => `${reason}: ${calls} of ${announced}`),
        ['retry: 6 of 6', 'loadAll: 1 of 6', 'firstPage: 1 of 1', 'signIn: 1 of 1'],
      );
      assert.deepEqual(lastActions(await window.calls.list(0), 1), actions.slice(0, 1));
    } finally {
      window.dispose();
      await service.stop();
    }
  });
});
