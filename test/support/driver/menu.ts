import type { Locator, Page } from 'playwright-core';
import { eventually, tidy, toLiteral } from './eventually';

/** The open menu or submenu: of a row, a title, or the accounts. */
export class Menu {
  private readonly labels: Locator;

  /** @param within selector of the menu */
  constructor(
    private readonly page: Page,
    private readonly within = '.monaco-menu',
  ) {
    this.labels = page.locator(`${within} .action-item:not(.disabled) .action-label`);
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
    const entry = this.entry(item);
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

  async openSubmenu(item: string): Promise<Menu> {
    await this.entry(item).hover();
    const submenu = new Menu(this.page, '.monaco-submenu');
    await submenu.items();
    return submenu;
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }

  private entry(item: string): Locator {
    return this.page.locator(`${this.within} .action-label`, { hasText: new RegExp(`^${toLiteral(item)}$`) });
  }
}
