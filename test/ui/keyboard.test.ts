import assert from 'node:assert/strict';
import { eventuallyDo, type TextMatch } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { loadMoreRow } from '../support/driver/treeView';
import { assertCalls, useStage } from '../support/stage';

describe('With the keyboard alone', () => {
  const stage = useStage();

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await stage.workbench.press(key);
    }
  }

  async function cursorIsOn(label: TextMatch): Promise<void> {
    await stage.workbench.tree.shows(label, ({ isFocused }) => isFocused);
  }

  const focusView = () => stage.workbench.runCommand('Monitors: Focus on Monitors View');

  /** Waits until an element of the side bar has the focus. */
  const hasFocus = (element: string) =>
    stage.workbench.page.locator(`.part.sidebar ${element}:focus`).waitFor();

  it('a user signs in, walks through the rows, loads more, retries and signs out', async () => {
    const { monitors, notifications, quickInput, tree } = stage.workbench;
    const rows = '.monaco-list[role=tree]';
    const signedOut = /You aren't signed in/;
    const service = await stage.visit();
    await monitors.showsWelcome(signedOut);
    await focusView();
    await press('Tab', 'Tab', 'Enter');
    await tree.shows('Example: uptime');
    await hasFocus(rows);
    await press('Home');
    await cursorIsOn('Example: uptime');
    await press('Enter');
    await monitors.showsWelcome(signedOut);
    await focusView();
    await press('Tab', 'Enter');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, 'wrong');
    await quickInput.showsError(/^The e-mail or password isn't accepted/);
    await monitors.showsWelcome(signedOut);
    await press('x');
    await quickInput.showsValue('x');
    await press('Escape');
    await hasFocus('.welcome-view-content');
    // Again, because the extension may give the focus to the welcome text once more.
    await eventuallyDo('Sign In', async () => {
      await press('Tab', 'Enter');
      await quickInput.shows(/^e-mail/i, 5_000);
    });
    await quickInput.answer(/^e-mail/i, service.email);
    const gate = service.holdResponses();
    await quickInput.answer(/^password/i, service.password);
    await tree.shows(/^Signing in to/);
    await hasFocus(rows);
    await press('F1');
    await quickInput.shows(/^Type the name of a command/);
    gate.release();
    await tree.shows(loadMoreRow('10 of 34'));
    assert.ok(await quickInput.isOpen());
    await press('Escape');
    await hasFocus(rows);
    await stage.listPlainly();
    await focusView();
    await hasFocus(rows);
    await press('Home');
    await cursorIsOn('Checkout API – Frankfurt');
    await press('ArrowDown');
    await cursorIsOn('Status page – Dublin');
    await press('End');
    await cursorIsOn(loadMoreRow('10 of 34'));
    await press('Enter');
    await cursorIsOn(loadMoreRow('20 of 34'));
    // Longer than a double click takes.
    await passTime(stage.workbench, service, 1_000);
    service.failNext({ kind: 'status', status: 503 });
    await press('Enter');
    await cursorIsOn('Retry (1 call)');
    await stage.run('Retry');
    await tree.showsMore('30 of 34');
    assertCalls(service, 'token, token, list 0, list 1, list 2, list 2');
    await stage.run('Sign Out');
    await stage.workbench.dialog.shows(/^Sign out /);
    await press('Enter');
    await monitors.showsWelcome(signedOut);
    await notifications.shows(/^Signed out ada@example\.com/);
  });
});
