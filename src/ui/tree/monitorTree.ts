import * as vscode from 'vscode';
import { joinTexts } from '../../base/text';
import type { SinceOf } from '../../monitors/since';
import { t } from '../l10n';
import { SafeTreeItem, toMarkdownString, type SafeTreeDataProvider } from '../window';
import type { Row, RowContent } from './rows';
import type { Tree } from './tree';

/**
 * What the commands of rows begin with. None of them has arguments: VS Code keeps those in the extension host until it asks
 * for the row again, and a click at that moment fails ("Actual command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

/** Gives VS Code the rows. Asking never calls the service. */
export class MonitorTree implements SafeTreeDataProvider<Row> {
  readonly #tree: Tree;
  readonly #sinceOf: SinceOf;
  readonly #now: () => number;
  readonly #items = new WeakMap<RowContent, SafeTreeItem>();

  readonly onDidChangeTreeData: vscode.Event<Row[] | undefined>;

  constructor(tree: Tree, sinceOf: SinceOf, now: () => number) {
    this.#tree = tree;
    this.#sinceOf = sinceOf;
    this.#now = now;
    this.onDidChangeTreeData = tree.onDidChange;
  }

  getChildren(row?: Row): Row[] {
    return [...this.#tree.childrenOf(row)];
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  /** VS Code asks for all rows of a part that changed. Those that say the same are the very items it has. */
  getTreeItem({ content }: Row): SafeTreeItem {
    const item = this.#items.get(content) ?? toItem(content);
    this.#items.set(content, item);
    return item;
  }

  /** VS Code asks when the pointer rests on a row: tooltips are made only for the rows that are looked at. */
  async resolveTreeItem(item: SafeTreeItem, { content }: Row): Promise<SafeTreeItem> {
    const { monitor } = content;
    if (!monitor) {
      return item;
    }
    const { toMonitorTooltip } = await import('../texts/monitorTooltip.js');
    // Not the item itself: what is looked at once must not be kept for the next time VS Code asks for the row.
    const resolved = toItem(content);
    resolved.tooltip = toMarkdownString(
      toMonitorTooltip(t, monitor, this.#sinceOf(monitor), this.#now(), this.#tree.scope.tellsStatus),
    );
    return resolved;
  }
}

function toItem({ id, toText }: RowContent): SafeTreeItem {
  const text = toText();
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new SafeTreeItem(
    text.label,
    text.isOpen === undefined ? None : text.isOpen ? Expanded : Collapsed,
  );
  item.id = id;
  item.contextValue = text.contextValue;
  item.accessibilityInformation = {
    label: text.aria ?? joinTexts([text.label, text.description], ', '),
    ...(text.role && { role: text.role }),
  };
  if (text.icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(
      text.icon,
      text.color ? new vscode.ThemeColor(text.color) : undefined,
    );
  }
  if (text.description !== undefined && text.description !== '') {
    item.description = text.description;
  }
  if (text.tooltip !== undefined) {
    item.tooltip = text.tooltip;
  }
  if (text.command !== undefined) {
    item.command = { command: `${OPEN_ROW}.${text.command}`, title: text.label };
  }
  return item;
}
