import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually, eventuallySays, matches, tidy, type TextMatch } from './eventually';
import { Menu } from './menu';
import type { PageElement } from './pageElement';
import { TreeView } from './treeView';

interface Welcome {
  readonly text: string;
  readonly buttons: readonly string[];
}

/** A view in the side bar: its title, welcome text and rows. */
export class View {
  readonly tree: TreeView;
  private readonly pane: Locator;
  /** In the activity bar. */
  private readonly icon: Locator;

  /** @param name of the view and of its container */
  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {
    // The view's description is between its name and the word "Section".
    const header = page.locator(`.pane-header[aria-label^="${name}"][aria-label*="Section"]`);
    this.pane = page.locator('.part.sidebar .pane', { has: header });
    this.icon = page.locator(`.part.activitybar .action-label[aria-label^="${name}"]`);
    this.tree = new TreeView(page, this.pane);
  }

  isOpen(): Promise<boolean> {
    return this.pane.isVisible();
  }

  /** Clicks the icon in the activity bar if the view is hidden. */
  async open(): Promise<void> {
    await this.toggleUntil('visible');
  }

  async hide(): Promise<void> {
    await this.toggleUntil('hidden');
  }

  /** The message above the rows, or an empty text. */
  async message(): Promise<string> {
    const message = this.pane.locator('.tree-explorer-viewlet-tree-view > .message');
    return (await message.isVisible()) ? tidy(await message.innerText()) : '';
  }

  async showsMessage(text: TextMatch): Promise<void> {
    await eventuallySays('Message', () => this.message(), text);
  }

  /** Waits until there is no message and no row. */
  async isEmpty(): Promise<void> {
    await eventually(
      `Nothing in ${this.name}`,
      async () => ({ message: await this.message(), rows: await this.tree.rows() }),
      ({ message, rows }) => message === '' && rows.length === 0,
    );
  }

  /** Waits for a text beside the view's name. */
  async showsDescription(text: TextMatch): Promise<void> {
    const header = this.pane.locator('.pane-header');
    const read = async (): Promise<string> => {
      const name = tidy(await header.getAttribute('aria-label'));
      return name.slice(`${this.name} - `.length, -' Section'.length);
    };
    await eventuallySays('Description', read, text);
  }

  /** Undefined while the view has rows. */
  async welcome(): Promise<Welcome | undefined> {
    const content = this.pane.locator('.welcome-view-content');
    if (!(await content.isVisible())) {
      return undefined;
    }
    // Read together, because VS Code may replace the welcome text.
    const [text = '', ...buttons] = await content.evaluate((element: PageElement) =>
      [element, ...element.querySelectorAll('.monaco-button')].map((part) => part.innerText),
    );
    return { text: tidy(text), buttons: buttons.map(tidy) };
  }

  async showsWelcome(text: TextMatch): Promise<Welcome> {
    const welcome = await eventually(
      `Welcome text ${text}`,
      () => this.welcome(),
      (now) => now !== undefined && matches(now.text, text),
    );
    return welcome!;
  }

  /** Clicks a button or link of the welcome text. */
  async clickWelcome(button: string): Promise<void> {
    const content = this.pane.locator('.welcome-view-content');
    await content
      .getByRole('button', { name: button })
      .or(content.getByRole('link', { name: button }))
      .click();
  }

  /** Waits for the text of the badge on the icon, or for an empty text. */
  async showsBadge(text: TextMatch): Promise<void> {
    const read = async (): Promise<string> =>
      tidy(await this.icon.getAttribute('aria-label')).slice(`${this.name} - `.length);
    await eventuallySays('Badge', read, text);
  }

  /** The accessible names of the title's buttons, without the "…" menu. */
  async titleActions(): Promise<string[]> {
    const labels = (await this.titleBar()).locator('.menu-entry .action-label');
    const names = await Promise.all(
      (await labels.all()).map((label) => label.getAttribute('aria-label')),
    );
    return names.map(tidy);
  }

  async clickTitleAction(name: string): Promise<void> {
    await this.pane.hover({ position: { x: 5, y: 5 } });
    await (await this.titleBar()).locator(`.action-label[aria-label^="${name}"]`).click();
  }

  /** Opens the "…" menu of the title. */
  async openTitleMenu(): Promise<Menu> {
    await (await this.titleBar()).locator('.codicon-toolbar-more').click();
    return new Menu(this.page);
  }

  /** A container with one view shows the view's actions in its own title. */
  private async titleBar(): Promise<Locator> {
    const merged = /\bmerged-header\b/.test((await this.pane.getAttribute('class')) ?? '');
    return merged
      ? this.page.locator('.part.sidebar .composite.title .title-actions')
      : this.pane.locator('.pane-header .actions');
  }

  /** Tries several times, because VS Code ignores a second click within 300 ms. */
  private async toggleUntil(state: 'visible' | 'hidden'): Promise<void> {
    await eventually(
      `View ${this.name} ${state}`,
      async () => {
        if ((await this.isOpen()) !== (state === 'visible')) {
          // The badge covers the icon.
          await this.icon.click({ force: true });
          await this.pane.waitFor({ state, timeout: 2_000 });
        }
        // A new window restores its last view a moment later.
        await wait(500);
        return (await this.isOpen()) === (state === 'visible');
      },
      Boolean,
    );
  }
}
