import type { Locator, Page } from 'playwright-core';
import { eventually, tidy, toLiteral } from './eventually';

/** The open menu or submenu: of a row, a title, or the accounts. */
export class Menu {
  private readonly labels: Locator;

  constructor(private readonly page: Page) {
    this.labels = page.locator('.monaco-menu .action-item:not(.disabled) .action-label');
  }

  async items(): Promise<string[]> {
    const texts = await eventually(
      'A menu with entries',
      () => this.labels.locator('visible=true').allInnerTexts(),
      (found) => found.length > 0,
    );
    return texts.map(tidy).filter((text) => text !== '');
  }

  async choose(item: string): Promise<void> {
    const hasText = new RegExp(`^${toLiteral(item)}$`);
    const entry = this.page.locator('.monaco-menu .action-label', { hasText });
    await entry.waitFor();
    await eventually(
      `${item} chosen`,
      async () => {
        // A menu ignores clicks for a tenth of a second after it has opened.
        if (await entry.isVisible()) {
          await entry.click({ timeout: 1_000 });
        }
        return entry.isVisible();
      },
      (isOpen) => !isOpen,
    );
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }
}
