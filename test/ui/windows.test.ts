import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { AccountsMenu } from '../support/driver/accountsMenu';
import { signIn, signOut } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { useWorkbench } from '../support/driver/useWorkbench';
import type { Workbench } from '../support/driver/workbench';

const ada = { email: 'ada@example.com', password: 'correct horse 42', monitors: 120 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };

// In a browser each tab goes on with the copy of the secrets that it loaded; on the desktop all windows share them.
describe('two tabs of a browser', () => {
  let service: SimulatedService;
  let second: Workbench;
  before(async () => void (service = await SimulatedService.start({ accounts: [ada, grace] })));
  after(() => service.stop());
  const first = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));
  before(async () => {
    second = await first().openWindow();
    for (const { monitors, page } of [first(), second]) {
      await page.bringToFront();
      await monitors.open();
      await monitors.showsWelcome(/aren't signed in/);
    }
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      console.log(`The second tab: ${await second.keepEvidence(`second-${this.currentTest.title}`)}`);
    }
  });

  async function reload(tab: Workbench): Promise<void> {
    await tab.page.bringToFront();
    await tab.reload();
    await tab.monitors.open();
  }

  it('agree on a sign-in once the other is reloaded, at the cost of one', async () => {
    await first().page.bringToFront();
    await signIn(first(), ada);
    await first().monitors.tree.showsAtEnd(loadMoreRow('50 of 120'));
    await reload(second);
    await second.monitors.tree.showsAtEnd(loadMoreRow('50 of 120'));
    assert.deepEqual(
      service.calls.map(({ kind }) => kind),
      ['token', 'list'],
    );
  });

  it('agree on a second account, and on which one is shown', async () => {
    await second.runCommand('Monitor Explorer: Sign In');
    await second.quickInput.answer(/^e-mail/i, grace.email);
    await second.quickInput.answer(/^password/i, grace.password);
    await second.monitors.tree.showsAtEnd(loadMoreRow('50 of 60'));
    service.forgetCalls();
    await reload(first());
    await first().monitors.tree.showsAtEnd(loadMoreRow('50 of 60'));
    assert.equal((await new AccountsMenu(first()).accounts()).length, 2);
    assert.equal(service.callCount(), 0);
  });

  it('agree on a sign-out', async () => {
    await signOut(first());
    await first().monitors.showsWelcome(/aren't signed in/);
    await reload(second);
    await second.monitors.showsWelcome(/aren't signed in/);
    assert.equal(service.callCount(), 0);
  });
});
