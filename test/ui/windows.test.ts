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
const linus = { email: 'linus@example.com', password: 'pauling', monitors: 130 };

/** Runs in the page before VS Code, so that the browser forgets all secrets at the end of the window. */
const FORGET_SECRETS = `{
  const store = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (!/secrets/.test(key)) store.call(this, key, value);
  };
}`;

// Each tab of a browser has its own copy of the secrets until it is reloaded. On the desktop all windows share them.
describe('two tabs of a browser', () => {
  let service: SimulatedService;
  before(async () => void (service = await SimulatedService.start({ accounts: [ada, grace, linus] })));
  after(() => service.stop());
  const first = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));

  async function reload(tab: Workbench): Promise<void> {
    await tab.page.bringToFront();
    await tab.reload();
    await tab.monitors.open();
  }

  it('keep a session only while they are open if there is no keyring, and say so', async () => {
    const { monitors, notifications, page, quickInput } = first();
    const script = await page.addInitScript(FORGET_SECRETS);
    await first().reload();
    await monitors.open();
    await signIn(first(), linus);
    await monitors.tree.showsAtEnd(loadMoreRow('50 of 130'));
    await first().reload();
    await monitors.open();
    await monitors.showsWelcome(/aren't signed in/);
    await first().runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^password of linus/i, linus.password);
    const { description } = await monitors.tree.showsAtStart('Signed in for this window only');
    assert.equal(description, 'Learn More');
    await monitors.tree.click('Signed in for this window only');
    await notifications.shows(/no keyring .* ends with this window/);
    await monitors.tree.clickAtEnd(loadMoreRow('50 of 130'));
    await monitors.tree.showsAtEnd(loadMoreRow('100 of 130'));
    await script.dispose();
  });

  it('agree on sign-in, account and sign-out after a reload, without another call', async () => {
    await first().reload();
    service.forgetCalls();
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
