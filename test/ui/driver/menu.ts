import type { Page } from 'playwright-core';
import { eventually, tidy } from './eventually';

/** The menu that is open: a context menu or the "…" of a view's title. */
export class Menu {
  constructor(private readonly page: Page) {}

  async items(): Promise<string[]> {
    const labels = this.page.locator('.monaco-menu .action-item:not(.disabled) .action-label:visible');
    const texts = await eventually(
      'A menu with entries',
      () => labels.allInnerTexts(),
      (found) => found.length > 0,
    );
    return texts.map(tidy).filter((text) => text !== '');
  }

  async choose(item: string): Promise<void> {
    await this.page.locator('.monaco-menu .action-label', { hasText: new RegExp(`^${item}$`) }).click();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }
}
