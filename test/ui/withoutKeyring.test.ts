import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';

const linus = { email: 'linus@example.com', password: 'pauling', monitors: 130 };

/** Runs in the page before VS Code, so that the browser forgets all secrets at the end of the window. */
const FORGET_SECRETS = `{
  const store = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (!/secrets/.test(key)) store.call(this, key, value);
  };
}`;

describe('Without a keyring', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ accounts: [linus] })));
  after(() => service.stop());
  const workbench = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  it('a session ends with the window, and a row says so', async () => {
    const { monitors, page, quickInput } = workbench();
    const script = await page.addInitScript(FORGET_SECRETS);
    await workbench().reload();
    await monitors.open();
    await signIn(workbench(), linus);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 130'));
    await workbench().reload();
    await monitors.open();
    await monitors.showsWelcome(/aren't signed in/);
    await workbench().runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^password of linus/i, linus.password);
    const { ariaLabel } = await monitors.tree.showsAtStart('Signed in for this window only');
    assert.match(ariaLabel, /no keyring .* ends with this window/);
    await monitors.tree.clickAtEnd(loadMoreRow('50 of 130'));
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 130'));
    await script.dispose();
  });
});
