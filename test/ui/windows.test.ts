import assert from 'node:assert/strict';
import { SimulatedService } from '../simulator/simulatedService';
import { AccountsMenu } from './driver/accountsMenu';
import { eventually } from './driver/eventually';
import { signIn } from './driver/signIn';
import { useWorkbench } from './driver/useWorkbench';
import type { Workbench } from './driver/workbench';

const ada = { email: 'ada@example.com', password: 'correct horse 42', monitors: 120 };
const grace = { email: 'grace@example.com', password: 'hopper', monitors: 60 };

describe('two windows', () => {
  let service: SimulatedService;
  let second: Workbench;
  before(async () => void (service = await SimulatedService.start({ accounts: [ada, grace] })));
  after(() => service.stop());
  const first = useWorkbench(() => ({ settings: { 'monitorExplorer.baseUrl': service.baseUrl } }));
  before(async () => {
    second = await first().openWindow();
    for (const { monitors } of [first(), second]) {
      await monitors.open();
      await monitors.showsWelcome(/not signed in/i);
    }
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      console.log(`The second window: ${await second.keepEvidence(`second-${this.currentTest.title}`)}`);
    }
  });

  const bothShow = async (end: string, email: string): Promise<void> => {
    for (const { monitors, page } of [first(), second]) {
      await page.bringToFront();
      await monitors.showsMessage(new RegExp(`^${email}:`));
      await monitors.tree.showsAtEnd(end);
    }
  };

  const bothBeginWith = async (label: RegExp): Promise<void> => {
    for (const { monitors, page } of [first(), second]) {
      // What is in the back is rendered late.
      await page.bringToFront();
      await monitors.tree.showsAtStart(label);
    }
  };

  /** Answers how long the session shall last, where that is asked. */
  async function finish({ quickInput }: Workbench): Promise<void> {
    const step = await eventually(
      'The end of the sign-in, or its last step',
      () => quickInput.state(),
      (state) => state === undefined || /how long/i.test(state.placeholder),
    );
    if (step) {
      await quickInput.choose('24 hours');
    }
  }

  it('agree on a sign-in in one of them, at the cost of one', async () => {
    await signIn(first(), ada);
    await bothShow('Load more (50 of 120)', ada.email);
    assert.deepEqual(
      service.calls.map(({ kind }) => kind),
      ['token', 'list'],
    );
  });

  it('agree on a second account, and on which one is shown, at no call', async () => {
    await second.page.bringToFront();
    await signIn(second, grace);
    await bothShow('Load more (50 of 60)', grace.email);
    service.forgetCalls();
    await first().page.bringToFront();
    await first().runCommand('Monitor Explorer: Switch Account');
    await first().quickInput.choose(ada.email);
    await bothShow('Load more (50 of 120)', ada.email);
    assert.equal(service.callCount(), 0);
    assert.equal((await new AccountsMenu(second).accounts()).length, 2);
  });

  it('agree on a new sign-in after the session was over, and go on', async () => {
    service.revokeTokens();
    await first().page.bringToFront();
    await first().monitors.tree.click('Load more (50 of 120)');
    await first().monitors.tree.showsAtEnd('Page 2 failed');
    await bothBeginWith(/^Session ended/);
    service.forgetCalls();
    await first().page.bringToFront();
    await first().runCommand('Monitor Explorer: Sign In');
    await first().quickInput.answer(/^password of ada/i, ada.password);
    await bothBeginWith(/^(?!Session ended)/);
    await bothShow('Load more (100 of 120)', ada.email);
    assert.deepEqual(
      service.calls.map(({ kind, pageIndex }) => [kind, pageIndex]),
      [
        ['token', undefined],
        ['list', 1],
      ],
    );
  });

  it('agree on a sign-out', async () => {
    service.forgetCalls();
    await second.runCommand('Monitor Explorer: Sign Out');
    for (const { monitors } of [first(), second]) {
      await monitors.showsWelcome(/not signed in/i);
    }
    assert.equal(service.callCount(), 0);
  });

  it('that sign in at the same moment end in one state', async () => {
    const steps = async (window: Workbench): Promise<void> => {
      await window.page.bringToFront();
      await window.runCommand('Monitor Explorer: Sign In');
      await window.quickInput.shows(/^(e-mail|password)/i);
    };
    await steps(first());
    await steps(second);
    for (const { quickInput, page } of [first(), second]) {
      await page.bringToFront();
      const step = await quickInput.shows(/^(e-mail|password)/i);
      if (!step.isPassword) {
        await quickInput.answer(/^e-mail/i, ada.email);
      }
      await quickInput.shows(/^password/i);
      await quickInput.type(ada.password);
    }
    await Promise.all([first().quickInput.accept(), second.quickInput.accept()]);
    await Promise.all([finish(first()), finish(second)]);
    await bothShow('Load more (50 of 120)', ada.email);
    await first().page.bringToFront();
    await first().reload();
    await first().monitors.open();
    await bothShow('Load more (50 of 120)', ada.email);
  });
});
