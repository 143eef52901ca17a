import type { Frame, Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../host/places';
import { eventuallyOne, eventuallySays, matches, tidy, type TextMatch } from './eventually';

/** The part of axe-core that the driver uses. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** VS Code rarely leaves the frame of a web page blank, until the page is shown again. */
const BLANK_MS = 15_000;

/** A web page of an extension. VS Code keeps it in its own frames. */
export class WebPage {
  constructor(private readonly page: Page) {}

  /**
   * Waits for a page with this text.
   * @returns all of its text
   */
  async shows(text: TextMatch): Promise<string> {
    const { found } = await this.find(text);
    return found;
  }

  async press(text: TextMatch, button: string): Promise<void> {
    const { frame } = await this.find(text);
    await frame.getByRole('link', { name: button, exact: true }).click();
  }

  /** Waits until the page has this kind of theme, such as "vscode-high-contrast-light". */
  async showsTheme(text: TextMatch, kind: string): Promise<void> {
    const read = () => this.evaluate<string>(text, 'document.body.dataset.vscodeThemeKind');
    await eventuallySays('Theme of a web page', read, kind);
  }

  /** The outline of the focused element: "2px solid rgb(0, 120, 212)". */
  focusRing(text: TextMatch): Promise<string> {
    return this.evaluate<string>(text, 'getComputedStyle(document.activeElement).outline');
  }

  /** The accessible name of the focused element. */
  async focusedName(text: TextMatch): Promise<string> {
    const name = await this.evaluate<string>(
      text,
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText",
    );
    return tidy(name);
  }

  /** Evaluates an expression in the page. */
  async evaluate<Result>(text: TextMatch, expression: string): Promise<Result> {
    const { frame } = await this.find(text);
    return frame.evaluate<Result>(expression);
  }

  /** Accessibility problems that axe-core finds in the page. */
  async accessibilityFindings(text: TextMatch): Promise<string[]> {
    const { frame } = await this.find(text);
    await frame.evaluate(
      readFileSync(join(checkout(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8'),
    );
    const { violations } = await frame.evaluate<AxeResults>(
      "axe.run(document, { resultTypes: ['violations'], preload: false })",
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${tidy(failureSummary)}`),
    );
  }

  /** With the mouse, because keys in the page don't reach VS Code. */
  async close(): Promise<void> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    await tab.hover();
    await tab.locator('.action-label[aria-label^="Close"]').click();
  }

  private async find(text: TextMatch): Promise<{ readonly frame: Frame; readonly found: string }> {
    const find = (timeoutMs?: number) =>
      eventuallyOne(
        `Web page with ${text}`,
        () => this.texts(),
        ({ found }) => matches(found, text),
        timeoutMs,
      );
    return find(BLANK_MS).catch(async () => {
      const texts = await this.texts();
      if (texts.length > 0 && texts.every(({ found }) => found === '')) {
        await this.showAgain();
      }
      return find();
    });
  }

  /** Opens another editor and closes it. */
  private async showAgain(): Promise<void> {
    const tabs = this.page.locator('.editor-group-container.active .tabs-container');
    await tabs.dblclick({ position: { x: (await tabs.boundingBox())!.width - 5, y: 5 } });
    await tabs.locator('.tab.active[aria-label^="Untitled"]').waitFor();
    await this.close();
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
