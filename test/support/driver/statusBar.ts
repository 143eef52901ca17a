import type { Page } from 'playwright-core';
import { eventually, matches, tidy, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

export interface StatusItem {
  /** Begins with the extension's own id. */
  readonly id: string;
  readonly text: string;
  readonly ariaLabel: string;
}

export class StatusBar {
  constructor(private readonly page: Page) {}

  /** The items of one extension, such as "monitor-explorer.monitor-explorer". */
  async items(extension: string): Promise<StatusItem[]> {
    const items = await this.page
      .locator(`.part.statusbar .statusbar-item[id^="${extension}"]`)
      .evaluateAll((found: PageElement[]) =>
        found
          .filter((item) => item.checkVisibility())
          .map((item) => ({
            id: item.id,
            text: item.textContent ?? '',
            ariaLabel: item.getAttribute('aria-label') ?? '',
          })),
      );
    return items.map((item) => ({ id: item.id, text: tidy(item.text), ariaLabel: tidy(item.ariaLabel) }));
  }

  async shows(extension: string, text: TextMatch): Promise<StatusItem> {
    const items = await eventually(
      `Status bar item ${text}`,
      () => this.items(extension),
      (now) => now.some((item) => matches(item.text, text)),
    );
    return items.find((item) => matches(item.text, text))!;
  }

  /** Points at the item, and resolves with what its hover says. */
  async hover(extension: string, text: TextMatch): Promise<string> {
    const { id } = await this.shows(extension, text);
    await this.page.locator(`.part.statusbar [id="${id}"] a`).hover();
    return tidy(await this.page.locator('.workbench-hover:visible').innerText());
  }

  /** Follows a link of the hover that is shown. */
  async clickInHover(link: string): Promise<void> {
    await this.page.locator('.workbench-hover:visible').getByText(link, { exact: true }).click();
  }

  async click(extension: string, text: TextMatch): Promise<void> {
    const { id } = await this.shows(extension, text);
    await this.page.locator(`.part.statusbar [id="${id}"] a`).click();
  }
}
