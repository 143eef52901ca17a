import type { Page } from 'playwright-core';
import { eventually, matches, tidy, type TextMatch } from './eventually';

/** A page that an extension shows as a web page, such as rendered Markdown. VS Code keeps it in frames of its own. */
export class WebPage {
  constructor(private readonly page: Page) {}

  /** Waits for a page with this text, and resolves with all of its text. */
  async shows(text: TextMatch): Promise<string> {
    const texts = await eventually(
      `Web page with ${text}`,
      () => this.texts(),
      (now) => now.some((one) => matches(one, text)),
    );
    return texts.find((one) => matches(one, text))!;
  }

  /** With the mouse: what is typed into such a page does not reach VS Code. */
  async close(): Promise<void> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    await tab.hover();
    await tab.locator('.action-label[aria-label^="Close"]').click();
  }

  private async texts(): Promise<string[]> {
    const frames = this.page.frames().filter((frame) => frame !== this.page.mainFrame());
    const texts = await Promise.all(
      frames.map((frame) =>
        frame
          .locator('body')
          .innerText({ timeout: 1_000 })
          .catch(() => ''),
      ),
    );
    return texts.map(tidy);
  }
}
