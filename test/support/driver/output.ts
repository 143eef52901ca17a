import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventuallyOne, matches, tidy, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

/** The output panel, and the files behind it. */
export class Output {
  constructor(
    private readonly page: Page,
    private readonly home: string,
  ) {}

  /** The visible lines. */
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
    await eventuallyOne(
      `Output line ${text}`,
      () => this.lines(),
      (line) => matches(line, text),
    );
  }

  /** The whole log of a channel, by all windows of this VS Code. */
  log(channel: string): string {
    return this.files()
      .filter((file) => file.endsWith(`${channel}.log`))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  }

  /** Every file that VS Code and the extension have written. */
  files(): string[] {
    const data = join(this.home, 'data');
    if (!existsSync(data)) {
      return [];
    }
    return (
      readdirSync(data, { recursive: true, encoding: 'utf8' })
        .map((file) => join(data, file))
        // Temporary files may be gone.
        .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    );
  }
}
