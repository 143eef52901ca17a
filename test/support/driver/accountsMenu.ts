import { tidy, eventually } from './eventually';
import { Menu } from './menu';
import type { Workbench } from './workbench';

/** VS Code's Accounts menu at the bottom of the activity bar. */
export class AccountsMenu {
  constructor(private readonly workbench: Workbench) {}

  /**
   * Opens the menu.
   * @returns its entries
   */
  async open(): Promise<string[]> {
    const { page } = this.workbench;
    await page.locator('.part.activitybar .action-label[aria-label^="Accounts"]').click();
    const labels = page.locator('.monaco-menu .action-label:visible');
    const texts = await eventually(
      'The Accounts menu',
      () => labels.allInnerTexts(),
      (found) => found.length > 0,
    );
    return texts.map(tidy).filter((text) => text !== '');
  }

  /** Labels of this extension's accounts. */
  async accounts(): Promise<string[]> {
    const entries = await this.open();
    await this.close();
    return entries.flatMap((entry) => / ?(.*) \(Monitor Explorer\)$/.exec(entry)?.[1] ?? []);
  }

  async choose(account: string, entry: string): Promise<void> {
    const { page } = this.workbench;
    await this.open();
    await page.locator('.monaco-menu .action-label', { hasText: account }).click();
    await new Menu(page).choose(entry);
  }

  async close(): Promise<void> {
    await this.workbench.page.keyboard.press('Escape');
  }
}
