import assert from 'node:assert/strict';
import {
  eventually,
  eventuallyDo,
  eventuallySays,
  tidy,
  toLiteral,
} from '../support/driver/eventually';
import { useStage } from '../support/stage';

const CHECKOUT = 'Checkout API – Frankfurt';

const HOSTILE = '[evil](command:workbench.action.quit) <b>evil</b> $(flame) **evil**';

/** With spaces in what VS Code would read as a link or an icon. */
const SHOWN = '[evil] (command:workbench.action.quit) <b>evil</b> $ (flame) **evil**';

describe('An address in an editor', () => {
  const stage = useStage();

  const hover = () =>
    stage.workbench.page.locator('.monaco-editor .monaco-hover:visible .hover-contents');

  /** Pastes a text in place of what is in an editor, with the cursor at the end. */
  async function write(text: string): Promise<void> {
    const { page } = stage.workbench;
    const editor = page.locator('.editor-instance .monaco-editor');
    if (!(await editor.isVisible())) {
      await stage.workbench.runCommand('File: New Untitled Text File');
    }
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.keyboard.press('ControlOrMeta+V');
    await eventually(
      'The text in the editor',
      () => editor.innerText(),
      (shown) => tidy(shown).endsWith(tidy(text.split('\n').at(-1)!)),
    );
  }

  /** Shows by keyboard what is at the end of a text. */
  async function hoverAtEndOf(text: string, shown: RegExp): Promise<void> {
    await write(text);
    await eventuallyDo(`A hover with ${shown}`, async () => {
      await stage.workbench.runCommand('Show or Focus Hover');
      await eventually(
        `The hover of ${text}`,
        () => hover().allInnerTexts(),
        (all) => shown.test(tidy(all.join(' '))),
        5_000,
      );
    });
  }

  /** Clicks Show Details in the hover. */
  async function showDetails(shown: RegExp): Promise<void> {
    await hover().getByText('Show Details').click();
    await stage.workbench.webPage.shows(shown);
    await stage.workbench.closeEditor();
  }

  it('shows its monitor in a hover without a call, with a link to the details', async () => {
    const service = await stage.visit();
    service.updateMonitor(0, {
      status: 'down',
      statusSince: new Date(Date.now() - 65 * 60_000).toISOString(),
      lastError: '503 Service Unavailable',
      url: 'https://checkout.example.com/health',
    });
    service.updateMonitor(1, {
      id: 'a")] (b',
      name: HOSTILE,
      url: 'https://hostile.example.com/',
    });
    await stage.signIn(service);
    await stage.workbench.tree.shows(CHECKOUT);
    await service.idle();
    service.forgetCalls();
    await hoverAtEndOf(
      'service: checkout\nregion: eu\nhealth: https://checkout.example.com/health',
      /Checkout API – Frankfurt · checkout\.example\.com\/health Down 1h — 503 Service Unavailable Loaded: now Show Details/,
    );
    await showDetails(/^Checkout API – Frankfurt Down 1h — 503 /);
    await hoverAtEndOf('host: hostile.example.com', new RegExp(toLiteral(SHOWN)));
    assert.equal(await hover().locator('a:visible', { hasText: 'evil' }).count(), 0);
    await showDetails(/^\[evil\].* ID a"\)\] \(b/);
    // VS Code asks to save a text.
    await write('');
    assert.equal(service.callCount(), 0);
  });

  it('is looked for by Find in Workspace in the menu of a row', async () => {
    const { monitors, page, tree } = stage.workbench;
    const service = await stage.visit();
    service.breakOnly(0);
    service.updateMonitor(0, { url: 'https://checkout.example.com/health?deep=1' });
    await stage.signIn(service);
    await (await tree.openContextMenu(CHECKOUT)).choose('Find in Workspace');
    const input = page.locator('.search-view .search-widget textarea').first();
    await eventuallySays('Search for', () => input.inputValue(), 'checkout.example.com/health');
    await monitors.open();
  });
});
