import type { Locator, Page } from 'playwright-core';
import { eventually, eventuallyOne, matches, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

export type QuickInputState = ReturnType<typeof readState>[number];

/** Runs in the page, to read one moment. */
function readState(widgets: PageElement[]) {
  const visibleText = (element: PageElement | null): string =>
    element?.checkVisibility()
      ? (element.textContent ?? '').replace(/[\s\u00a0]+/g, ' ').trim()
      : '';
  return widgets
    .filter((widget) => widget.checkVisibility())
    .map((widget) => {
      const input = widget.querySelector('.quick-input-box input')!;
      return {
        title: visibleText(widget.querySelector('.quick-input-title')),
        /** The prompt or the validation message. */
        message: visibleText(widget.querySelector('.quick-input-message')),
        isInvalid: widget.querySelector('.quick-input-box .monaco-inputbox.error') !== null,
        placeholder: input.getAttribute('placeholder') ?? '',
        value: input.value,
        isPassword: input.getAttribute('type') === 'password',
        /** False while the extension is busy. */
        isEnabled: !input.disabled,
        items: [...widget.querySelectorAll('.quick-input-list .monaco-list-row')]
          .filter((row) => row.checkVisibility())
          .map((row) => ({
            label: visibleText(row.querySelector('.label-name')),
            icon: row.querySelector('.label-name .codicon')?.className ?? '',
            /** The text for screen readers: label, description and detail. */
            ariaLabel: row.getAttribute('aria-label') ?? '',
            focused: /\bfocused\b/.test(row.className),
            /** Valid until VS Code renders another item here. */
            elementId: row.id,
          })),
      };
    });
}

/** VS Code's input box and pick list at the top of the window. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;
  private readonly backButton: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
    this.backButton = this.widget.locator('.quick-input-titlebar .codicon-quick-input-back');
  }

  isOpen(): Promise<boolean> {
    return this.widget.isVisible();
  }

  async state(): Promise<QuickInputState | undefined> {
    const [state] = await this.widget.evaluateAll(readState);
    return state;
  }

  /** The visible items. */
  async items(): Promise<QuickInputState['items']> {
    return (await this.state())?.items ?? [];
  }

  /** Waits for a step with this title, prompt or placeholder, until it can be typed in. */
  async shows(text: TextMatch, timeoutMs?: number): Promise<QuickInputState> {
    const isShown = ({ isEnabled, title, message, placeholder }: QuickInputState): boolean =>
      isEnabled && [title, message, placeholder].some((shown) => matches(shown, text));
    return this.until(`with ${text}`, isShown, timeoutMs);
  }

  /** Waits for a validation message. */
  async showsError(text: TextMatch): Promise<QuickInputState> {
    return this.until(
      `refusing with ${text}`,
      ({ isInvalid, message }) => isInvalid && matches(message, text),
    );
  }

  /** Waits for a value, which VS Code may write later than the rest. */
  async showsValue(value: string): Promise<void> {
    await this.until(`holding ${value}`, (state) => state.value === value);
  }

  async isClosed(): Promise<void> {
    await eventually(
      'No quick input',
      () => this.isOpen(),
      (isOpen) => !isOpen,
    );
  }

  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Focuses the input first, because VS Code may give the focus back to a web page. */
  async press(key: string): Promise<void> {
    await this.input.press(key);
  }

  async accept(): Promise<void> {
    await this.press('Enter');
  }

  /** Opens the command palette and types into it. Opens it again if something else takes the focus. */
  async typeCommand(text: string): Promise<void> {
    const isPalette = (state: QuickInputState | undefined): boolean =>
      state?.value.startsWith('>') === true;
    await eventually(
      'The command palette',
      async () => {
        if (!isPalette(await this.state())) {
          await this.page.keyboard.press('F1');
          await eventually('The empty palette', () => this.state(), isPalette, 2_000);
        }
        await this.input.fill(`>${text}`, { timeout: 2_000 });
        return (await this.state())?.value;
      },
      (value) => value === `>${text}`,
    );
  }

  /** Waits for the step, types the answer and accepts it. */
  async answer(step: TextMatch, text: string): Promise<void> {
    await this.shows(step);
    await this.type(text);
    await this.accept();
  }

  async choose(label: TextMatch, timeoutMs?: number): Promise<void> {
    const found = await eventuallyOne(
      `Quick input item ${label}`,
      () => this.items(),
      (item) => matches(item.label, label),
      timeoutMs,
    );
    await this.widget
      .locator(`[id="${found.elementId}"]`)
      // Another item may be here now.
      .filter({ hasText: found.label })
      .click(timeoutMs === undefined ? {} : { timeout: timeoutMs });
  }

  async back(): Promise<void> {
    await this.backButton.click();
  }

  /** Clicks a button of the title bar. */
  async clickButton(name: string): Promise<void> {
    // A tooltip of what the pointer is on may cover the button.
    await this.page.mouse.move(0, 0);
    await this.widget.locator(`.quick-input-titlebar .action-label[aria-label="${name}"]`).click();
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press('Escape');
  }

  private async until(
    how: string,
    isSo: (state: QuickInputState) => boolean,
    timeoutMs?: number,
  ): Promise<QuickInputState> {
    const isRight = (now: QuickInputState | undefined): boolean => now !== undefined && isSo(now);
    const state = await eventually(`Quick input ${how}`, () => this.state(), isRight, timeoutMs);
    return state!;
  }
}
