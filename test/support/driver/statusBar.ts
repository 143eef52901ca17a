import type { Page } from 'playwright-core';
import { eventuallyOne, matches, tidy, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

export class StatusBar {
  constructor(private readonly page: Page) {}

  /** The items of one extension, such as "monitor-explorer.monitor-explorer". */
  async items(extension: string) {
    const items = await this.page
      .locator(`.part.statusbar .statusbar-item[id^="${extension}"]`)
      .evaluateAll((found: PageElement[]) =>
        found
          .filter((item) => item.checkVisibility())
          .map((item) => ({ id: item.id, text: item.textContent ?? '' })),
      );
    return items.map(({ id, text }) => ({ id, text: tidy(text) }));
  }

  shows(extension: string, text: TextMatch) {
    return eventuallyOne(
      `Status bar item ${text}`,
      () => this.items(extension),
      (item) => matches(item.text, text),
    );
  }

  /** Points at the item, and resolves with what its hover says. */
  async hover(extension: string, text: TextMatch): Promise<string> {
    const { id } = await this.shows(extension, text);
    await this.page.locator(`.part.statusbar [id="${id}"] a`).hover();
    return tidy(await this.page.locator('.workbench-hover:visible').innerText());
  }

  async click(extension: string, text: TextMatch): Promise<void> {
    const { id } = await this.shows(extension, text);
    await this.page.locator(`.part.statusbar [id="${id}"] a`).click();
  }
}
