import assert from 'node:assert/strict';
import { eventually, eventuallyDo, type TextMatch } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { isRow, loadMoreRow } from '../support/driver/treeView';
import { callsOf, useStage } from '../support/stage';

describe('With the keyboard alone', () => {
  const stage = useStage();

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await stage.workbench.press(key);
    }
  }

  async function cursorIsOn(label: TextMatch): Promise<void> {
    await eventually(
      `Cursor on ${label}`,
      () => stage.workbench.monitors.tree.rows(),
      (rows) => rows.some((row) => row.isFocused && isRow(row, label)),
    );
  }

  it('a user signs in, walks through the rows, loads more, retries and signs out', async () => {
    const { monitors, quickInput, notifications } = stage.workbench;
    const service = await stage.visit();
    await monitors.showsWelcome(/You aren't signed in/);
    await stage.workbench.runCommand('Monitors: Focus on Monitors View');
    const tree = stage.workbench.page.locator('.part.sidebar .monaco-list[role=tree]:focus');
    await press('Tab', 'Tab', 'Enter');
    await monitors.tree.shows('Example: uptime');
    await tree.waitFor();
    await press('Home');
    await cursorIsOn('Example: uptime');
    await press('Enter');
    await monitors.showsWelcome(/You aren't signed in/);
    await stage.workbench.runCommand('Monitors: Focus on Monitors View');
    await press('Tab', 'Enter');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, 'wrong');
    await quickInput.showsError(/^The e-mail or password isn't accepted/);
    await monitors.showsWelcome(/You aren't signed in/);
    await press('x');
    await quickInput.showsValue('x');
    await press('Escape');
    await stage.workbench.page.locator('.part.sidebar .welcome-view-content:focus').waitFor();
    // Again, because the extension may give the focus to the welcome text once more.
    await eventuallyDo('Sign In', async () => {
      await press('Tab', 'Enter');
      await quickInput.shows(/^e-mail/i, 5_000);
    });
    await quickInput.answer(/^e-mail/i, service.email);
    const gate = service.holdResponses();
    await quickInput.answer(/^password/i, service.password);
    await monitors.tree.shows(/^Signing in to/);
    await tree.waitFor();
    await press('F1');
    await quickInput.shows(/^Type the name of a command/);
    gate.release();
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.ok(await quickInput.isOpen());
    await press('Escape');
    await tree.waitFor();
    await stage.listPlainly();
    await stage.workbench.runCommand('Monitors: Focus on Monitors View');
    await tree.waitFor();
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
    await stage.workbench.runCommand('Monitor Explorer: Retry');
    await monitors.tree.shows(loadMoreRow('30 of 34'));
    assert.equal(callsOf(service), 'token, token, list 0, list 1, list 2, list 2');
    await stage.workbench.runCommand('Monitor Explorer: Sign Out');
    await stage.workbench.dialog.shows(/^Sign out /);
    await press('Enter');
    await monitors.showsWelcome(/You aren't signed in/);
    await notifications.shows(/^Signed out ada@example\.com/);
  });
});
