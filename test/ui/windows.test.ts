import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { AccountsMenu } from '../support/driver/accountsMenu';
import { signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';
import { callsOf } from '../support/stage';

const ada = { email: 'ada@example.com', password: 'correct horse 42', monitors: 120 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };

// Each tab of a browser has its own copy of the secrets until it is reloaded. On the desktop all windows share them.
describe('two tabs of a browser', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ accounts: [ada, grace] })));
  after(() => service.stop());
  const first = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  async function reload(tab: Workbench): Promise<void> {
    await tab.page.bringToFront();
    await tab.reload();
    await tab.monitors.open();
  }

  it('agree on sign-in, account and sign-out after a reload, without another call', async () => {
    const second = await first().openWindow();
    for (const { monitors, page } of [first(), second]) {
      await page.bringToFront();
      await monitors.open();
      await monitors.showsWelcome(/aren't signed in/);
    }
    await first().page.bringToFront();
    await signIn(first(), ada);
    await first().monitors.tree.showsAtEnd(loadMoreRow('50 of 120'));
    await reload(second);
    await second.monitors.tree.showsAtEnd(loadMoreRow('50 of 120'));
    assert.equal(callsOf(service), 'token, list 0');

    await second.runCommand('Monitor Explorer: Sign In');
    await second.quickInput.answer(/^e-mail/i, grace.email);
    await second.quickInput.answer(/^password/i, grace.password);
    await second.monitors.tree.showsAtEnd(loadMoreRow('50 of 60'));
    service.forgetCalls();
    await reload(first());
    await first().monitors.tree.showsAtEnd(loadMoreRow('50 of 60'));
    assert.equal((await new AccountsMenu(first()).accounts()).length, 2);

    await signOut(first());
    await first().monitors.showsWelcome(/aren't signed in/);
    await reload(second);
    await second.monitors.showsWelcome(/aren't signed in/);
    assert.equal(service.callCount(), 0);
    await second.close();
  });
});
