import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CostlyActions } from '../../src/ui/credits/costlyActions';
import type { Settings } from '../../src/ui/settings';
import { useWindows } from '../support/useWindows';

describe('The question before many calls', () => {
  const windows = useWindows({
    monitors: 100,
    pageSize: 20,
    accounts: [
      { email: 'ada@example.com', password: 'correct horse 42' },
      { email: 'grace@example.com', password: 'battery staple 7' },
    ],
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
      const { service } = windows;
      const { app, sessions, signIn } = await windows.open();
      const grace = await signIn(service.accounts[1]);
      await app.ensureFirstPage();
      const ada = await signIn();
      await app.ensureFirstPage();
      service.forgetCalls();
      const costly = new CostlyActions(app, { confirmAboveCalls: 0 } as Settings);
      const outcome = costly[action]();
      await sessions.add(grace);
      assert.equal(app.session?.email, grace.email);
      assert.equal(await answered(outcome), 'idle');
      assert.equal(service.callCount(), 0);
      await sessions.add(ada);
      await app.ensureFirstPage();
      assert.equal(await answered(costly[action]()), 'done');
      assert.equal(service.callCount(), 1, 'Enter takes the cheapest');
      assert.ok(service.calls.every(({ account }) => account === ada.email));
    });
  }
});
