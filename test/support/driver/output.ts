import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually, matches, tidy, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

/** The output panel, and what is written to disk behind it. */
export class Output {
  constructor(
    private readonly page: Page,
    private readonly home: string,
  ) {}

  isOpen(): Promise<boolean> {
    return this.page
      .locator('.part.panel .output-view-content, .part.panel .output-view')
      .first()
      .isVisible();
  }

  /** The channel that the panel shows. */
  async channel(): Promise<string> {
    return this.page.locator('.part.panel .title-actions select').first().inputValue();
  }

  /** The lines in sight. */
  async lines(): Promise<string[]> {
    const lines = await this.page
      .locator('.part.panel .view-lines .view-line')
      .evaluateAll((found: PageElement[]) =>
        found.map((line) => ({
          top: Number(/top:\s*([\d.]+)/.exec(line.getAttribute('style') ?? '')?.[1] ?? '0'),
          text: line.textContent ?? '',
        })),
      );
    return lines.sort((one, other) => one.top - other.top).map(({ text }) => tidy(text));
  }

  async shows(text: TextMatch): Promise<void> {
    await eventually(
      `Output line ${text}`,
      () => this.lines(),
      (lines) => lines.some((line) => matches(line, text)),
    );
  }

  /** All that was ever written to a log channel, in sight or not, by every window of this VS Code. */
  log(channel: string): string {
    return this.files()
      .filter((file) => file.endsWith(`${channel}.log`))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  }

  /** Every file that VS Code and the extension have written here: logs, storage, settings, caches. */
  files(): string[] {
    const data = join(this.home, 'data');
    if (!existsSync(data)) {
      return [];
    }
    return (
      readdirSync(data, { recursive: true, encoding: 'utf8' })
        .map((file) => join(data, file))
        // What is written in passing may be gone by now.
        .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    );
  }
}
