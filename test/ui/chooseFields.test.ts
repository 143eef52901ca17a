import assert from 'node:assert/strict';
import { services } from '../simulator/services';
import { eventually, matches, type TextMatch } from '../support/driver/eventually';
import { assertCalls, useStage } from '../support/stage';

const CHECKOUT = 'Checkout API – Frankfurt';

describe('A response of another shape', () => {
  const stage = useStage();

  /** Moves to an item of a step with the arrow keys, and presses Enter. */
  async function pick(step: string, label: TextMatch): Promise<void> {
    const { quickInput } = stage.workbench;
    await quickInput.shows(step);
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
      Boolean,
    );
    await quickInput.press('Enter');
  }

  /** What a screen reader says of the items of a step, a line for each. */
  async function itemsOf(step: string): Promise<string> {
    const { items } = await stage.workbench.quickInput.shows(step);
    return items.map(({ ariaLabel }) => ariaLabel).join('\n');
  }

  it('is corrected in Choose Fields, with the keyboard alone, at no call', async () => {
    const { dialog, page, quickInput, tree } = stage.workbench;
    const service = await stage.visit({ monitors: 3 });
    service.breakOnly(0);
    service.listShape = (records) => ({
      monitors: records.map((record, i) => ({ ...record, label: `Label ${i}`, serial: `s-${i}` })),
    });
    await stage.signIn(service);
    await tree.shows(CHECKOUT);
    service.forgetCalls();
    await stage.run('Choose Fields…');
    assert.match(
      await itemsOf('Choose Fields'),
      /^Name, name · Checkout API – Frankfurt\n[^]*\nLast Change, Not found\n[^]*\nList of Monitors, monitors$/,
    );
    assert.ok((await quickInput.items())[0]!.focused, 'Enter picks the first');
    await pick('Choose Fields', 'Name');
    const choices = await itemsOf('Choose Fields: Name');
    assert.match(choices, /^label, Label 0$[^]*\nNone of These\nAs Found$/m);
    await pick('Choose Fields: Name', 'label');
    assert.match(await itemsOf('Choose Fields'), /^Name, label · Label 0 · picked\n/);
    await quickInput.press('Escape');
    await tree.shows('Label 0');
    // A change of IDs asks first. "As Found" does not.
    await stage.run('Choose Fields…');
    await pick('Choose Fields', 'ID');
    await pick('Choose Fields: ID', 'serial');
    const { buttons } = await dialog.shows(/^Use other IDs\?/);
    assert.ok(buttons.includes('Use Other IDs'));
    await page.keyboard.press('Escape');
    await pick('Choose Fields', 'Name');
    await pick('Choose Fields: Name', 'As Found');
    await quickInput.shows('Choose Fields');
    await quickInput.press('Escape');
    await tree.shows(CHECKOUT);
    await tree.hides('Label 0');
    assertCalls(service, '');
  });

  it('lists all status values on one screen, and calls nothing up or down until their meanings are known', async () => {
    const { monitors, quickInput, tree } = stage.workbench;
    const service = await stage.visit({ monitors: 6 });
    service.breakOnly(1, 3);
    service.listShape = services.codes;
    await stage.signIn(service);
    assert.doesNotMatch(await monitors.message(), /\bNone down\b|\b0 down\b|\bup\b/);
    await tree.click('Status values not known: 2');
    assert.match(
      await itemsOf('Status Values'),
      /2, Unknown · 4 monitors\n.*9, Unknown · 2 monitors\n.*Not a Status\n.*Done$/,
    );
    await pick('Status Values', '2');
    await pick('What does "2" mean?', 'Up');
    assert.match(await itemsOf('Status Values'), /2, Up · 4 monitors\n/);
    await pick('Status Values', '9');
    await pick('What does "9" mean?', 'Down');
    await pick('Status Values', 'Done');
    await quickInput.isClosed();
    await monitors.showsMessage(/^2 down — all 6\b/);
    await tree.shows('Status page – Dublin', ({ icon }) => icon === 'error');
    assertCalls(service, 'token, list 0');
  });

  it('asks at the sign-in which value is the token, and masks all of them', async () => {
    const { page, quickInput, tree } = stage.workbench;
    const service = await stage.visit();
    const secrets = ['Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy'];
    service.tokenShape = ({ token }) => {
      secrets.push(token);
      return { tokens: secrets.map((secret) => ({ token: secret })) };
    };
    await stage.run('Sign In');
    await quickInput.answer(/^e-mail/i, service.email);
    await quickInput.answer(/^password/i, service.password);
    const question = 'Which of these is the access token?';
    const items = await itemsOf(question);
    assert.match(items, /^tokens\[0\].*\n.*tokens\[1\].*$/);
    assert.ok(!(await page.locator('.codicon-quick-input-back').isVisible()), 'the call is paid');
    assert.ok(!secrets.some((secret) => items.includes(secret)), 'masked');
    await pick(question, /^tokens\[1\]/);
    await tree.showsMore('10 of 34');
    assertCalls(service, 'token, list 0');
  });
});
