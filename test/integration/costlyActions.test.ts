import type { Settings } from '../../src/ui/settings';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CostlyActions } from '../../src/ui/credits/costlyActions';
import { SimulatedService } from '../simulator/simulatedService';
import { AnExtension, setUserSetting } from '../support/anExtension';

describe('The question before many calls', () => {
  let service: SimulatedService;
  let extension: AnExtension;
  let costly: CostlyActions;

  beforeEach(async () => {
    service = await SimulatedService.start({
      monitors: 100,
      accounts: [
        { email: 'ada@example.com', password: 'correct horse 42' },
        { email: 'grace@example.com', password: 'battery staple 7' },
      ],
    });
    await setUserSetting('pageSize', 20);
    await setUserSetting('confirmAboveCalls', 0);
    extension = await AnExtension.open();
    const { app } = extension;
    for (const account of service.accounts.toReversed()) {
      await extension.signIn(service, account);
      await app.ensureFirstPage();
    }
    assert.equal(app.session?.email, 'ada@example.com');
    costly = new CostlyActions(app, { confirmAboveCalls: 0 } as Settings);
    service.forgetCalls();
  });

  afterEach(async () => {
    await extension.close();
    await setUserSetting('pageSize', undefined);
    await setUserSetting('confirmAboveCalls', undefined);
    await service.stop();
  });

  /** Presses Enter in the question until it is answered: it may not be open yet. */
  const answered = async <T>(outcome: Promise<T>): Promise<T> => {
    const pressing = setInterval(
      () => void vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
      100,
    );
    return outcome.finally(() => clearInterval(pressing));
  };

  for (const action of ['loadAll', 'refresh'] as const) {
    it(`runs ${action} only for the account that it asked about`, async () => {
      const { app } = extension;
      const { sessions } = app;
      const outcome = costly[action]();
      const grace = sessions.sessions.find(({ email }) => email === 'grace@example.com')!;
      await sessions.add(grace);
      assert.equal(app.session?.email, 'grace@example.com');
      assert.equal(await answered(outcome), 'idle');
      assert.equal(service.callCount(), 0);
      await sessions.add(sessions.sessions.find(({ email }) => email === 'ada@example.com')!);
      await app.ensureFirstPage();
      assert.equal(await answered(costly[action]()), 'done');
      assert.equal(service.callCount(), 1, 'Enter takes the cheapest');
      assert.ok(service.calls.every(({ account }) => account === 'ada@example.com'));
    });
  }
});
