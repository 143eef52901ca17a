import type { Locator, Page } from 'playwright-core';
import { eventually, matches, tidy, type TextMatch } from './eventually';

/** A modal dialog. */
export class Dialog {
  private readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator('.monaco-dialog-box');
  }

  async shows(
    text: TextMatch,
  ): Promise<{ readonly text: string; readonly buttons: readonly string[] }> {
    const shown = await eventually(
      `Dialog ${text}`,
      async () => tidy(await this.box.locator('.dialog-message-container').innerText()),
      (now) => matches(now, text),
    );
    const buttons = await this.box.locator('.dialog-buttons .monaco-button').allInnerTexts();
    return { text: shown, buttons: buttons.map(tidy) };
  }

  async click(button: string): Promise<void> {
    await this.box.locator('.dialog-buttons').getByText(button, { exact: true }).click();
  }
}
