import assert from 'node:assert/strict';
import { eventually, type TextMatch } from '../support/driver/eventually';
import { passTime } from '../support/driver/passTime';
import { signIn } from '../support/driver/signIn';
import { isRow, loadMoreRow } from '../support/driver/treeView';
import { changeSettings } from '../support/driver/userSettings';
import { callsOf, useStage } from '../support/stage';

describe('For a user with a keyboard, a screen reader or other eyes', () => {
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

  it('the whole main job goes by keys: sign in, walk the rows, load more, retry, sign out', async () => {
    const { monitors, quickInput, notifications } = stage.workbench;
    const service = await stage.visit();
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    await stage.listPlainly();
    await stage.workbench.runCommand('Monitors: Focus on Monitors View');
    await stage.workbench.page.locator('.part.sidebar .monaco-list[role=tree]:focus').waitFor();
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
    await monitors.tree.showsAtStart(/^Page 3: .*503/);
    await stage.workbench.runCommand('Monitor Explorer: Retry');
    await monitors.tree.shows(loadMoreRow('30 of 34'));
    assert.equal(callsOf(service), 'token, list 0, list 1, list 2, list 2');
    await stage.workbench.runCommand('Monitor Explorer: Sign Out');
    await stage.workbench.dialog.shows(/^Sign out /);
    await press('Enter');
    await monitors.showsWelcome(/You aren't signed in/);
    await notifications.shows(/^Signed out ada@example\.com/);
  });

  it('the button of an empty view is reached by Tab and pressed by Enter', async () => {
    const { monitors, quickInput } = stage.workbench;
    await stage.visit();
    await monitors.showsWelcome(/You aren't signed in/);
    await stage.workbench.runCommand('Monitors: Focus on Monitors View');
    await press('Tab', 'Enter');
    await quickInput.shows(/^e-mail/i);
  });

  it('a row says its status in its name, and shows it by the shape of its icon, in every theme', async () => {
    const { monitors } = stage.workbench;
    const service = await stage.visit({ monitors: 7 });
    const statuses = ['up', 'down', 'degraded', 'paused', 'pending', 'confused'] as const;
    statuses.forEach((status, index) =>
      service.updateMonitor(index, { status: status as 'up', name: `It is ${status}` }),
    );
    await signIn(stage.workbench, service);
    await monitors.tree.shows('Up');
    await stage.listPlainly();
    const themes = ['Default Dark Modern', 'Default High Contrast', 'Default High Contrast Light'];
    for (const theme of themes) {
      await changeSettings(stage.workbench, {
        'workbench.colorTheme': theme,
        'window.autoDetectColorScheme': false,
      });
      await monitors.tree.shows('It is up');
      const rows = (await monitors.tree.rows()).filter(({ label }) => label.startsWith('It is'));
      assert.equal(rows.length, 6, theme);
      for (const { label, ariaLabel, description } of rows) {
        const word = label.slice('It is '.length);
        assert.match(ariaLabel, new RegExp(`^${label}, (status )?${word}\\b`), theme);
        assert.equal(description.includes(word), word !== 'up', theme);
      }
      assert.equal(new Set(rows.map(({ icon }) => icon)).size, 6, `${theme}: a shape of its own for each`);
      await stage.workbench.keepEvidence(theme);
    }
  });
});
