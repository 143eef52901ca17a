import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { eventually, matches, tidy, type TextMatch } from './eventually';
import { Menu } from './menu';
import type { PageElement } from './pageElement';
import { TreeView } from './treeView';

export interface Welcome {
  readonly text: string;
  readonly buttons: readonly string[];
}

/** Runs in the page: in how many lines the message above the rows stands. */
const COUNT_MESSAGE_LINES = `(() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.part.sidebar .tree-explorer-viewlet-tree-view > .message'));
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
  return new Set(boxes.map(({ bottom }) => Math.round(bottom))).size;
})()`;

/** One view of an activity-bar container: its title, its welcome text or its rows. */
export class View {
  readonly tree: TreeView;
  private readonly pane: Locator;

  /** `name` as the manifest gives it: of the view, and of the container that holds nothing else. */
  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {
    // The view's description stands between its name and the word "Section".
    const header = page.locator(`.pane-header[aria-label^="${name}"][aria-label*="Section"]`);
    this.pane = page.locator('.part.sidebar .pane', { has: header });
    this.tree = new TreeView(page, this.pane);
  }

  isOpen(): Promise<boolean> {
    return this.pane.isVisible();
  }

  /** Clicks the icon in the activity bar, unless the view is there already. */
  async open(): Promise<void> {
    await this.toggleUntil('visible');
  }

  /** Hides the side bar by a second click on the icon. */
  async hide(): Promise<void> {
    await this.toggleUntil('hidden');
  }

  /** The container's title, with the view's name where it is the only one. */
  async title(): Promise<string> {
    return tidy(await this.page.locator('.part.sidebar .composite.title h2').innerText());
  }

  /** The view's message above its rows; empty for none. */
  async message(): Promise<string> {
    const message = this.pane.locator('.tree-explorer-viewlet-tree-view > .message');
    return (await message.isVisible()) ? tidy(await message.innerText()) : '';
  }

  async showsMessage(text: TextMatch): Promise<void> {
    await eventually(
      `Message ${text}`,
      () => this.message(),
      (now) => matches(now, text),
    );
  }

  /** Waits until there is neither a message nor a row. */
  async isEmpty(): Promise<void> {
    await eventually(
      `Nothing in ${this.name}`,
      async () => ({ message: await this.message(), rows: await this.tree.rows() }),
      ({ message, rows }) => message === '' && rows.length === 0,
    );
  }

  /** In how many lines the view's message stands. */
  messageLines(): Promise<number> {
    return this.page.evaluate<number>(COUNT_MESSAGE_LINES);
  }

  /** Drags the edge of the side bar. */
  async setWidth(pixels: number): Promise<void> {
    const readBox = async () => (await this.page.locator('.part.sidebar').boundingBox())!;
    await eventually(
      `A side bar of ${pixels} pixels`,
      async () => {
        const { x, y, width: now } = await readBox();
        const sashes = await this.page.locator('.monaco-sash.vertical:not(.disabled)').all();
        const boxes = await Promise.all(sashes.map((sash) => sash.boundingBox()));
        const middles = boxes.flatMap((box) => (box && box.height > 300 ? [box.x + box.width / 2] : []));
        const distance = (middle: number): number => Math.abs(middle - (x + now));
        const [sash] = middles.sort((one, other) => distance(one) - distance(other));
        if (Math.abs(now - pixels) > 2 && sash !== undefined) {
          await this.page.mouse.move(sash, y + 300);
          await this.page.mouse.down();
          await this.page.mouse.move(sash + pixels - now, y + 300, { steps: 3 });
          await this.page.mouse.up();
        }
        return (await readBox()).width;
      },
      (now) => Math.abs(now - pixels) <= 2,
    );
  }

  /** What stands beside the view's name. */
  async showsDescription(text: TextMatch): Promise<void> {
    const header = this.pane.locator('.pane-header');
    await eventually(
      `Description ${text}`,
      async () => {
        const name = tidy(await header.getAttribute('aria-label'));
        return name.slice(`${this.name} - `.length, -' Section'.length);
      },
      (now) => matches(now, text),
    );
  }

  /** Undefined while the view shows rows. */
  async welcome(): Promise<Welcome | undefined> {
    const content = this.pane.locator('.welcome-view-content');
    if (!(await content.isVisible())) {
      return undefined;
    }
    // Text and buttons are taken at one moment: between two looks VS Code may put another welcome in place.
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

  /** Presses a button, or a link, of the welcome text. */
  async clickWelcome(button: string): Promise<void> {
    const content = this.pane.locator('.welcome-view-content');
    await content
      .getByRole('button', { name: button })
      .or(content.getByRole('link', { name: button }))
      .click();
  }

  /** The line that runs under the title while the view is busy. */
  async isBusy(): Promise<boolean> {
    const bar = this.page.locator('.part.sidebar .monaco-progress-container.active');
    return (await bar.count()) > 0;
  }

  /** What the number on the icon in the activity bar says; empty while there is none. */
  async badge(): Promise<string> {
    const icon = this.page.locator(`.part.activitybar .action-label[aria-label^="${this.name}"]`);
    return tidy(await icon.getAttribute('aria-label')).slice(`${this.name} - `.length);
  }

  async showsBadge(text: TextMatch): Promise<void> {
    await eventually(
      `Badge ${text}`,
      () => this.badge(),
      (now) => matches(now, text),
    );
  }

  /** The accessible names of the buttons in the title, without the "…" menu. */
  async titleActions(): Promise<string[]> {
    const labels = (await this.titleBar()).locator('.menu-entry .action-label');
    const names = await Promise.all((await labels.all()).map((label) => label.getAttribute('aria-label')));
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

  /** A container with one view shows that view's actions in its own title. */
  private async titleBar(): Promise<Locator> {
    const merged = /\bmerged-header\b/.test((await this.pane.getAttribute('class')) ?? '');
    return merged
      ? this.page.locator('.part.sidebar .composite.title .title-actions')
      : this.pane.locator('.pane-header .actions');
  }

  /** VS Code takes a second click within 300 ms for a double click and ignores it, hence the tries. */
  private async toggleUntil(state: 'visible' | 'hidden'): Promise<void> {
    const icon = this.page.locator(`.part.activitybar .action-label[aria-label^="${this.name}"]`);
    await eventually(
      `View ${this.name} ${state}`,
      async () => {
        if ((await this.isOpen()) !== (state === 'visible')) {
          // A badge covers the icon, and takes clicks in its stead.
          await icon.click({ force: true });
          await this.pane.waitFor({ state, timeout: 2_000 });
        }
        // A window that has just opened brings back the view that was open last a moment later.
        await wait(500);
        return (await this.isOpen()) === (state === 'visible');
      },
      (done) => done,
    );
  }
}
