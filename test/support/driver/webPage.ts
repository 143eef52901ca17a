import type { Frame, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../host/places';
import { eventually, matches, tidy, type TextMatch } from './eventually';

/** What the driver uses of axe-core, which runs in the page. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** A page that an extension shows as a web page. VS Code keeps it in frames of its own. */
export class WebPage {
  constructor(private readonly page: Page) {}

  /** Waits for a page with this text, and resolves with all of its text. */
  async shows(text: TextMatch): Promise<string> {
    const { found } = await this.find(text);
    return found;
  }

  /** Presses a button of the page with this text. */
  async press(text: TextMatch, button: string): Promise<void> {
    const { frame } = await this.find(text);
    await frame.getByRole('button', { name: button, exact: true }).click();
  }

  /** The names of the buttons of the page with this text. */
  async buttons(text: TextMatch): Promise<string[]> {
    const { frame } = await this.find(text);
    return (await frame.getByRole('button').allInnerTexts()).map(tidy);
  }

  /** Waits until the page with this text has the colors of a kind of theme, such as "vscode-high-contrast-light". */
  async showsTheme(text: TextMatch, kind: string): Promise<void> {
    await eventually(
      `Web page in ${kind}`,
      async () => {
        const { frame } = await this.find(text);
        return frame.locator('body').getAttribute('data-vscode-theme-kind');
      },
      (now) => now === kind,
    );
  }

  /** "2px solid rgb(0, 120, 212)": the ring around what has the keyboard in the page with this text. */
  async focusRing(text: TextMatch): Promise<string> {
    const { frame } = await this.find(text);
    return frame.evaluate<string>('getComputedStyle(document.activeElement).outline');
  }

  /** The accessible name of what has the keyboard in the page with this text. */
  async focusedName(text: TextMatch): Promise<string> {
    const { frame } = await this.find(text);
    const name = await frame.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText",
    );
    return tidy(name);
  }

  /** What an expression is in the page with this text. */
  async evaluate<Result>(text: TextMatch, expression: string): Promise<Result> {
    const { frame } = await this.find(text);
    return frame.evaluate<Result>(expression);
  }

  /** How many elements of the page with this text match a selector. */
  async count(text: TextMatch, selector: string): Promise<number> {
    const { frame } = await this.find(text);
    return frame.locator(selector).count();
  }

  /** What axe-core finds amiss for people who can't see the page with this text, or not well. */
  async accessibilityFindings(text: TextMatch): Promise<string[]> {
    const { frame } = await this.find(text);
    await frame.evaluate(readFileSync(join(checkout(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'));
    const { violations } = await frame.evaluate<AxeResults>('axe.run(document)');
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${tidy(failureSummary)}`),
    );
  }

  /** With the mouse: what is typed into such a page does not reach VS Code. */
  async close(): Promise<void> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    await tab.hover();
    await tab.locator('.action-label[aria-label^="Close"]').click();
  }

  private async find(text: TextMatch): Promise<{ readonly frame: Frame; readonly found: string }> {
    const pages = await eventually(
      `Web page with ${text}`,
      () => this.texts(),
      (now) => now.some(({ found }) => matches(found, text)),
    );
    return pages.find(({ found }) => matches(found, text))!;
  }

  private async texts(): Promise<{ readonly frame: Frame; readonly found: string }[]> {
    const frames = this.page.frames().filter((frame) => frame !== this.page.mainFrame());
    return Promise.all(
      frames.map(async (frame) => {
        const found = await frame
          .locator('body')
          .innerText({ timeout: 1_000 })
          .catch(() => '');
        return { frame, found: tidy(found) };
      }),
    );
  }
}
