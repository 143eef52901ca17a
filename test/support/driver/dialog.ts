import type { Locator, Page } from 'playwright-core';
import { eventuallySays, tidy, type TextMatch } from './eventually';

/** A modal dialog. */
export class Dialog {
  private readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  async shows(
    text: TextMatch,
  ): Promise<{ readonly text: string; readonly buttons: readonly string[] }> {
    const message = this.box.locator('.dialog-message-container');
    const shown = await eventuallySays('Dialog', async () => tidy(await message.innerText()), text);
    const buttons = await this.box.locator('.dialog-buttons .monaco-button').allInnerTexts();
    return { text: shown, buttons: buttons.map(tidy) };
  }

  async click(button: string): Promise<void> {
    await this.box.locator('.dialog-buttons').getByText(button, { exact: true }).click();
  }
}
