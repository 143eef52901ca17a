import assert from 'node:assert/strict';
import { eventually } from './driver/eventually';
import { useStage } from './stage';

describe('Monitors to take away', () => {
  const stage = useStage();

  const clipboard = (): Promise<string> =>
    stage.workbench.page.evaluate<string>('navigator.clipboard.readText()');

  it('are copied from the menu of a row, as a name or as a line for a chat', async () => {
    const service = await stage.browse();
    const { monitors } = stage.workbench;
    const { label } = await monitors.tree.shows(/^Checkout API/);
    const copy = async (how: string): Promise<void> => {
      const menu = await monitors.tree.openContextMenu(label);
      await (await menu.openSubmenu('Copy')).choose(how);
    };
    await copy('Copy as Markdown');
    await eventually('The copied line', clipboard, (text) =>
      /^- \*\*\w+\*\* `Checkout API[^`]*` `https:\/\/checkout/.test(text),
    );
    await copy('Copy Name');
    await eventually('The copied name', clipboard, (text) => text === label);
    assert.equal(service.callCount(), 0);
    await stage.noErrors();
  });

  it('are exported as a table into a new editor, which says what part of all they are', async () => {
    const service = await stage.browse();
    const { quickInput, page } = stage.workbench;
    await stage.workbench.runCommand('Monitor Explorer: Export Monitors');
    await quickInput.shows(/10 of 34 loaded, read /);
    await quickInput.choose('Markdown');
    await quickInput.choose('New Editor');
    const lines = page.locator('.editor-group-container.active .monaco-editor .view-lines');
    const text = await eventually(
      'The table',
      async () => (await lines.innerText()).replaceAll('\u00a0', ' '),
      (now) => now.includes('10 of 34 loaded, read ') && now.includes('| Status | Name |'),
    );
    assert.match(text, /\| (up|down|degraded|paused|pending) \| `/);
    assert.equal(service.callCount(), 0);
    await quickInput.isClosed();
    await lines.click();
    await stage.workbench.runCommand('View: Revert and Close Editor');
  });
});
