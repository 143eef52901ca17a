import assert from 'node:assert/strict';
import { listShapes } from '../simulator/responseShapes';
import { eventually, matches, type TextMatch } from '../support/driver/eventually';
import { signIn } from '../support/driver/signIn';
import { loadMoreRow } from '../support/driver/treeView';
import { callsOf, useStage } from '../support/stage';

describe('A response of another shape', () => {
  const stage = useStage();

  /** Moves to the item with this label with the arrow keys, and presses Enter. */
  async function pick(label: TextMatch): Promise<void> {
    const { quickInput } = stage.workbench;
    await eventually(
      `Cursor on ${label}`,
      async () => {
        const items = await quickInput.items();
        const isOn = items.some((item) => item.focused && matches(item.label, label));
        if (!isOn && items.length > 0) {
          await quickInput.press('ArrowDown');
        }
        return isOn;
      },
      (isOn) => isOn,
    );
    await quickInput.press('Enter');
  }

  /** What a screen reader says of the items, without the names of icons. */
  async function itemsOf(title: TextMatch): Promise<string[]> {
    const { items } = await stage.workbench.quickInput.shows(title);
    return items.map(({ ariaLabel }) => ariaLabel);
  }

  const row = (name: string) => stage.workbench.monitors.tree.shows(name);

  it('is corrected in Choose Fields, with the keyboard alone, at no call', async () => {
    const { monitors, quickInput, dialog, page } = stage.workbench;
    const service = await stage.visit({ monitors: 3 });
    service.updateMonitor(0, { status: 'down' });
    service.listShape = (found) => ({
      monitors: found.map(({ id, name, status }, i) => ({
        id,
        name,
        status,
        label: `Label ${i}`,
        serial: `s-${i}`,
      })),
    });
    await signIn(stage.workbench, service);
    await row('Checkout API – Frankfurt');
    const calls = callsOf(service);
    await stage.workbench.runCommand('Monitor Explorer: Choose Fields…');
    const fields = await itemsOf('Choose Fields');
    assert.ok((await quickInput.items())[0]!.focused, 'Enter picks the first');
    assert.equal(fields.length, 13);
    assert.match(fields[0]!, /^Name, name · Checkout API – Frankfurt$/);
    assert.match(fields[2]!, /^Last Change, Not found$/);
    assert.match(fields.at(-1)!, /^List of Monitors, monitors$/);
    await pick('Name');
    const choices = await itemsOf('Choose Fields: Name');
    assert.deepEqual(choices.slice(-2), ['None of These', 'As Found']);
    assert.ok(choices.includes('label, Label 0'), choices.join());
    await pick('label');
    assert.match((await itemsOf('Choose Fields'))[0]!, /^Name, label · Label 0 · picked$/);
    await quickInput.press('Escape');
    await row('Label 0');
    // A change of IDs asks first. "As Found" does not.
    await stage.workbench.runCommand('Monitor Explorer: Choose Fields…');
    await pick('ID');
    await pick('serial');
    const { buttons } = await dialog.shows(/^Use other IDs\?/);
    assert.ok(buttons.includes('Use Other IDs'));
    await page.keyboard.press('Escape');
    await quickInput.shows('Choose Fields');
    await quickInput.press('Escape');
    await stage.workbench.runCommand('Monitor Explorer: Choose Fields…');
    await pick('Name');
    await pick('As Found');
    await quickInput.shows('Choose Fields');
    await quickInput.press('Escape');
    await row('Checkout API – Frankfurt');
    assert.equal(callsOf(service), calls);
    await monitors.tree.hides('Label 0');
  });

  it('lists all status values on one screen, and calls nothing up or down until their meanings are known', async () => {
    const { monitors, quickInput } = stage.workbench;
    const service = await stage.visit({ monitors: 6 });
    for (const [index, status] of (['up', 'down', 'up', 'down', 'up', 'up'] as const).entries()) {
      service.updateMonitor(index, { status });
    }
    service.listShape = listShapes.numericStatus;
    await signIn(stage.workbench, service);
    assert.doesNotMatch(await monitors.message(), /\bNone down\b|\b0 down\b|\bup\b/);
    await monitors.tree.click('Status values not known: 2');
    assert.deepEqual(
      (await itemsOf('Status Values')).map((label) => label.replace(/^\S+ {2}/, '')),
      ['2, Unknown · 4 monitors', '9, Unknown · 2 monitors', 'Not a Status', 'Done'],
    );
    await pick('2');
    await quickInput.shows('What does "2" mean?');
    await pick('Up');
    assert.match((await itemsOf('Status Values'))[0]!, /2, Up · 4 monitors$/);
    await pick('9');
    await quickInput.shows('What does "9" mean?');
    await pick('Down');
    await quickInput.shows('Status Values');
    await pick('Done');
    await quickInput.isClosed();
    await monitors.showsMessage(/^2 down — all 6\b/);
    await monitors.tree.shows('Status page – Dublin', ({ icon }) => icon === 'error');
    assert.equal(callsOf(service), 'token, list 0');
  });

  it('can be copied for a bug report without values', async () => {
    const { quickInput, page } = stage.workbench;
    const clipboard = (): Promise<string> =>
      page.evaluate<string>('navigator.clipboard.readText()');
    const service = await stage.browse({ monitors: 3 });
    await stage.workbench.runCommand('Monitor Explorer: Choose Fields…');
    await quickInput.shows('Choose Fields');
    await quickInput.clickButton('Copy for a Bug Report');
    const report = await eventually('The report', clipboard, (text) => /^name: name$/m.test(text));
    assert.match(report, /\{id: string, name: string/);
    assert.doesNotMatch(report, /Checkout|https?:/);
    await quickInput.press('Escape');
    assert.equal(callsOf(service), '');
  });

  it('asks at the sign-in which value is the token, and masks all of them', async () => {
    const { monitors, quickInput, page } = stage.workbench;
    const service = await stage.visit();
    let issued = '';
    const decoy = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy';
    service.tokenShape = ({ token }) => {
      issued = token;
      return { tokens: [{ token: decoy }, { token }] };
    };
    await stage.workbench.runCommand('Monitor Explorer: Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    const items = await itemsOf('Which of these is the access token?');
    assert.equal(items.length, 2);
    assert.ok(!(await page.locator('.codicon-quick-input-back').isVisible()), 'the call is paid');
    assert.ok(!items.some((item) => item.includes(issued) || item.includes(decoy)), 'masked');
    await pick(/^tokens\[1\]/);
    await monitors.tree.shows(loadMoreRow('10 of 34'));
    assert.equal(callsOf(service), 'token, list 0');
  });
});
