import assert from 'node:assert/strict';
import { toExampleList } from '../../../src/ui/example/example';
import { welcomeOf } from '../../../src/ui/tree/welcome';
import { SimulatedService } from '../../simulator/simulatedService';
import { aView } from '../../support/aView';
import { aWindow } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

describe('An example', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start()));
  after(() => service.stop());

  it('shows monitors of two kinds without a call, hides them from other extensions, and ends with a sign-in', async () => {
    const window = aWindow(service, { folder: folder() });
    const { controller, now } = window;
    const view = aView(window);

    controller.showExample(await toExampleList('uptime', now()));
    assert.equal(view.line, '1 down · 1 degraded — all 7');

    controller.showExample(await toExampleList('pages', now()));
    assert.equal(view.line, 'all 5');
    assert.equal(welcomeOf(controller), undefined);
    assert.equal(controller.ownList, undefined);
    await controller.refresh();
    await controller.list?.refreshPages([0]);
    assert.equal(service.callCount(), 0);

    controller.showExample(undefined);
    assert.equal(welcomeOf(controller), 'signedOut');
    controller.showExample(await toExampleList('pages', now()));
    const session = await window.signIn();
    await window.signIns.signOut(session);
    assert.equal(welcomeOf(controller), 'signedOut');
    view.dispose();
    window.dispose();
  });
});
