import type { Locator, Page } from 'playwright-core';
import { eventually, tidy, toLiteral } from './eventually';

/** The menu that is open, or a submenu of it: a context menu, the "…" of a view's title, that of the accounts. */
export class Menu {
  private readonly labels: Locator;

  /** @param within selector of what holds the entries. */
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
        // A menu ignores the mouse for a tenth of a second after it has opened, and stays open then.
        if (await entry.isVisible()) {
          await entry.click({ timeout: 1_000 });
        }
        return entry.isVisible();
      },
      (isOpen) => !isOpen,
    );
  }

  /** Rests the pointer on an entry until its submenu is open. */
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
