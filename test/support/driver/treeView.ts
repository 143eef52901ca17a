import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import {
  eventually,
  eventuallyDo,
  eventuallyOne,
  matches,
  tidy,
  type TextMatch,
} from './eventually';
import { Menu } from './menu';
import type { PageElement } from './pageElement';

export type TreeRow = ReturnType<typeof readRows>[number];

/** Whether this is the row with a label, or with a label and description. A long name may be cut in the label. */
export const isRow = ({ label, description, ariaLabel }: TreeRow, wanted: TextMatch): boolean =>
  matches(label, wanted) ||
  matches(`${label} ${description}`.trim(), wanted) ||
  (typeof wanted === 'string' && ariaLabel.startsWith(`${wanted}, `));

/** The row that loads the next page, by what is loaded: "50 of 340", "50+". */
export const loadMoreRow = (loaded: string): RegExp =>
  new RegExp(`^Load more \\(1 call\\) ${loaded.replace('+', '\\+')}( ·|$)`);

/** Pixels, in VS Code's trees. */
const ROW_HEIGHT = 22;

/** Milliseconds between clicks, so that two are no double click and the first has reached the extension. */
const PACE_MS = 800;

/** VS Code may ask for the rows again 200 ms after it has shown them, and ignores clicks in between. */
const SETTLED_MS = 400;

/** A tooltip closes about 200 ms after the pointer has left it. */
const CLOSED_MS = 500;

/** Runs in the page, to read one moment. */
function readRows(rows: PageElement[]) {
  const at = (row: PageElement): number => Number(row.getAttribute('data-index'));
  return rows
    .sort((one, other) => at(one) - at(other))
    .map((row) => {
      const icon = row.querySelector('.custom-view-tree-node-item-icon');
      const expanded = row.getAttribute('aria-expanded');
      return {
        label: row.querySelector('.label-name')?.textContent ?? '',
        description: row.querySelector('.label-description')?.textContent ?? '',
        /** The text for screen readers. */
        ariaLabel: row.getAttribute('aria-label') ?? '',
        /** The codicon's name, such as "pass" or "loading". */
        icon: /codicon-(?!modifier)([\w-]+)/.exec(icon?.className ?? '')?.[1] ?? '',
        isSpinning: icon?.className.includes('codicon-modifier-spin') ?? false,
        level: Number(row.getAttribute('aria-level')),
        /** Undefined for rows without children. */
        isExpanded: expanded === null ? undefined : expanded === 'true',
        isSelected: row.getAttribute('aria-selected') === 'true',
        isFocused: /\bfocused\b/.test(row.className),
        /** Valid until VS Code renders another row here. */
        elementId: row.id,
      };
    });
}

/** Runs in the page: where the tree and its rows are, and their texts. */
function readPlace(tree: PageElement): string {
  const rows = tree.querySelector('.monaco-list-rows');
  return JSON.stringify([
    tree.getBoundingClientRect(),
    rows?.getAttribute('style'),
    rows?.textContent,
  ]);
}

/** The rows of a view. VS Code renders only visible rows; `allRows` reads all. */
export class TreeView {
  private readonly tree: Locator;
  private clickedAt = 0;

  constructor(
    private readonly page: Page,
    pane: Locator,
  ) {
    this.tree = pane.locator('.monaco-list[role=tree]');
  }

  /** The visible rows from top to bottom, without sticky headings. */
  async rows(): Promise<TreeRow[]> {
    const rows = await this.tree
      .locator('.monaco-list-rows > .monaco-list-row')
      .evaluateAll(readRows);
    return rows.map((row) => ({
      ...row,
      label: tidy(row.label),
      description: tidy(row.description),
    }));
  }

  /** The number of rows, visible or not, without those in closed groups. */
  async count(): Promise<number> {
    const height = await this.tree
      .locator('.monaco-list-rows')
      .evaluate(
        (rows: PageElement) =>
          /(?:^|[\s;])height:\s*([\d.]+)px/.exec(rows.getAttribute('style') ?? '')?.[1],
      );
    return Math.round(Number(height ?? 0) / ROW_HEIGHT);
  }

  /** Reads all rows in a window that is tall enough for a moment. */
  async allRows(): Promise<TreeRow[]> {
    const usual = this.page.viewportSize()!;
    const read = async () => {
      const count = await this.count();
      await this.page.setViewportSize({ ...usual, height: usual.height + count * ROW_HEIGHT });
      return { count: await this.count(), rows: await this.rows() };
    };
    try {
      const { rows } = await eventually(
        'All rows',
        read,
        ({ count, rows }) => rows.length === count,
      );
      return rows;
    } finally {
      await this.page.setViewportSize(usual);
    }
  }

  /** Waits for a visible row with this label and state. */
  async shows(
    label: TextMatch,
    isSo: (row: TreeRow) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<TreeRow> {
    return eventuallyOne(
      `Row ${label}`,
      () => this.rows(),
      (row) => isRow(row, label) && isSo(row),
      timeoutMs,
    );
  }

  /** Waits until no visible row has this label. */
  async hides(label: TextMatch): Promise<void> {
    await eventually(
      `No row ${label}`,
      () => this.rows(),
      (now) => !now.some((row) => isRow(row, label)),
    );
  }

  /** Scrolls with the wheel, which keeps focus and selection, until the last row has this label. */
  showsAtEnd(label: TextMatch): Promise<TreeRow> {
    return this.scrollTo(label, { wheel: 1_000_000, edge: -1 });
  }

  /** The same for the first row. */
  showsAtStart(label: TextMatch): Promise<TreeRow> {
    return this.scrollTo(label, { wheel: -1_000_000, edge: 0 });
  }

  /** Scrolls to the row that loads the next page, by what is loaded: "50 of 340". */
  showsMore(loaded: string): Promise<TreeRow> {
    return this.showsAtEnd(loadMoreRow(loaded));
  }

  /** Clicks it. Scrolls again if VS Code scrolls back when the tree gets the focus. */
  async clickMore(loaded: string): Promise<void> {
    await eventuallyDo(`Load more of ${loaded} to click`, async () => {
      const row = await this.showsMore(loaded);
      await this.waitForRest();
      await this.clickElement(this.elementOf(row));
    });
  }

  /** Focuses the tree without choosing a row. */
  async focus(): Promise<void> {
    await this.tree.focus();
  }

  /**
   * Clicks at a user's pace when the rows stay the same. Tries again if VS Code renders the row again at that moment.
   */
  async click(label: TextMatch): Promise<void> {
    await this.waitForRest();
    await eventuallyDo(`Row ${label} to click`, async () =>
      this.clickElement(await this.locate(label)),
    );
  }

  /** Opens a group if it's there and closed. */
  async open(label: string): Promise<void> {
    const find = async (): Promise<TreeRow | undefined> =>
      (await this.rows()).find((row) => row.label === label && row.isExpanded !== undefined);
    if ((await find())?.isExpanded === false) {
      await this.click(label);
      await eventually(`${label} is open`, find, (row) => row?.isExpanded === true);
    }
  }

  async doubleClick(label: TextMatch): Promise<void> {
    await this.waitForRest();
    await (await this.locate(label)).dblclick();
    this.clickedAt = Date.now();
  }

  /** Clicks a button in a row. Tries again if VS Code replaces the button. */
  async clickInlineAction(label: TextMatch, action: string): Promise<void> {
    await eventuallyDo(`${action} in row ${label}`, async () => {
      const row = await this.locate(label);
      // Another row's tooltip may cover this one.
      await this.leaveTooltips();
      await this.orCloseTooltip(row.hover({ timeout: 2_000 }));
      const named = row.locator(`.actions .action-label[aria-label^="${action}"]`);
      const button = await named.elementHandle({ timeout: 2_000 });
      await this.waitForRest();
      await button.click({ timeout: 2_000 });
    });
  }

  /** The accessible names of a row's buttons. */
  async inlineActions(label: TextMatch): Promise<string[]> {
    const row = await this.locate(label);
    await row.hover();
    const buttons = await row.locator('.actions .action-label').all();
    return (await Promise.all(buttons.map((button) => button.getAttribute('aria-label')))).map(
      tidy,
    );
  }

  async openContextMenu(label: TextMatch): Promise<Menu> {
    await (await this.locate(label)).click({ button: 'right' });
    return new Menu(this.page);
  }

  async tooltip(label: TextMatch): Promise<string> {
    const row = await this.locate(label);
    await this.leaveTooltips();
    await eventually(
      'No tooltip of what the pointer was on before',
      () => this.closeTooltip(),
      (wasOpen) => !wasOpen,
    );
    const read = async (): Promise<string> => {
      await row.locator('.label-name').first().hover();
      return (await this.shownTooltip.innerText({ timeout: 5_000 })).trim();
    };
    return eventually(
      `Tooltip of ${label}`,
      // Again, because VS Code forgets the pointer if it renders the row at that moment.
      () =>
        read().catch((error: unknown) =>
          this.leaveTooltips().then(() => Promise.reject(error as Error)),
        ),
      (text) => text !== '' && !text.startsWith('Loading'),
    );
  }

  private get shownTooltip(): Locator {
    return this.page
      .locator('.monaco-hover:visible .hover-contents, .workbench-hover:visible')
      .first();
  }

  /** Moves the pointer to a place without a tooltip. */
  private async leaveTooltips(): Promise<void> {
    await this.page.mouse.move(this.page.viewportSize()!.width / 2, 2);
  }

  /** Returns whether one was open. VS Code may leave it open until the pointer has been on it, and has left. */
  private async closeTooltip(): Promise<boolean> {
    const isOpen = await this.shownTooltip.isVisible();
    if (isOpen) {
      await this.shownTooltip.hover({ force: true, timeout: 2_000 });
      await this.leaveTooltips();
      await wait(CLOSED_MS);
    }
    return isOpen;
  }

  /** Closes the tooltip if it was in the way, for the next attempt. */
  private orCloseTooltip(act: Promise<void>): Promise<void> {
    return act.catch(async (error: unknown) => {
      await this.closeTooltip();
      throw error;
    });
  }

  /** Waits, so that it isn't a double click. */
  private async clickElement(row: Locator): Promise<void> {
    await wait(Math.max(0, this.clickedAt + PACE_MS - Date.now()));
    // Long, because a click that isn't reported in time would be repeated.
    await this.orCloseTooltip(row.click({ timeout: 10_000 }));
    this.clickedAt = Date.now();
  }

  private async scrollTo(
    label: TextMatch,
    { wheel, edge }: { wheel: number; edge: 0 | -1 },
  ): Promise<TreeRow> {
    const row = await eventually(
      `${edge === 0 ? 'First' : 'Last'} row ${label}`,
      async () => {
        // A tooltip would cover the rows and take the wheel.
        await this.leaveTooltips();
        await this.orCloseTooltip(this.tree.hover({ timeout: 2_000 }));
        await this.page.mouse.wheel(0, wheel);
        return (await this.rows()).at(edge);
      },
      (now) => now !== undefined && isRow(now, label),
    );
    return row!;
  }

  /** Waits until the rows stay the same, because new rows above move the row away from the pointer. */
  private async waitForRest(): Promise<void> {
    let before = '';
    let since = 0;
    await eventually(
      'Rows that stand still',
      async () => {
        const now = await this.tree.evaluate(readPlace);
        if (now !== before) {
          before = now;
          since = Date.now();
        }
        return Date.now() - since;
      },
      (ms) => ms >= SETTLED_MS,
    );
  }

  /** Checks the label, too, because another row may take the element. */
  private async locate(label: TextMatch): Promise<Locator> {
    return this.elementOf(await this.shows(label));
  }

  private elementOf({ elementId, label }: TreeRow): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.tree.locator(`[id="${elementId}"]`, { has: name });
  }
}
