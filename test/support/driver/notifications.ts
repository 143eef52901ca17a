import type { Locator, Page } from 'playwright-core';
import { eventuallyOne, matches, tidy, toLiteral, type TextMatch } from './eventually';
import type { PageElement } from './pageElement';

interface Notification {
  readonly text: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly buttons: readonly string[];
}

/** Runs in the page, to read one moment. */
function readNotifications(toasts: PageElement[]): Notification[] {
  return toasts.map((toast) => ({
    text: toast.querySelector('.notification-list-item-message')?.textContent ?? '',
    severity: (/codicon-(info|warning|error)/.exec(
      toast.querySelector('.notification-list-item-icon')?.className ?? '',
    )?.[1] ?? 'info') as Notification['severity'],
    buttons: [
      ...toast.querySelectorAll('.notification-list-item-buttons-container .monaco-button'),
    ].map((button) => button.textContent ?? ''),
  }));
}

/** The notifications at the bottom right. */
export class Notifications {
  constructor(private readonly page: Page) {}

  async list(): Promise<Notification[]> {
    const list = await this.toasts().evaluateAll(readNotifications);
    return list.map((one) => ({ ...one, text: tidy(one.text), buttons: one.buttons.map(tidy) }));
  }

  async shows(text: TextMatch): Promise<Notification> {
    return eventuallyOne(
      `Notification ${text}`,
      () => this.list(),
      (one) => matches(one.text, text),
    );
  }

  async click(text: TextMatch, button: string): Promise<void> {
    const toast = await this.locate(text);
    await toast
      .locator('.notification-list-item-buttons-container')
      .getByText(button, { exact: true })
      .click();
  }

  /** By its text, because notifications move when another one closes. */
  private async locate(text: TextMatch): Promise<Locator> {
    await this.shows(text);
    const hasText = typeof text === 'string' ? new RegExp(`^\\s*${toLiteral(text)}\\s*$`) : text;
    const message = this.page.locator('.notification-list-item-message').filter({ hasText });
    return this.toasts().filter({ has: message }).first();
  }

  private toasts(): Locator {
    return this.page.locator('.notifications-toasts.visible .notification-toast');
  }
}
