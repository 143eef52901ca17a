import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../base/event';
import { joinTexts } from '../../base/text';
import type { SinceOf } from '../../monitors/since';
import { t } from '../l10n';
import { SafeTreeItem, toMarkdownString, type SafeTreeDataProvider } from '../window';
import type { Row, RowContent } from './rows';
import type { Tree } from './tree';

/**
 * Row commands don't take arguments, because a click while VS Code reloads the row would fail ("Actual
 * command not found").
 */
export const OPEN_ROW = 'monitorExplorer.openRow';

export const VIEW_ID = 'monitorExplorer.monitors';

/** Loads rows when VS Code first asks, without calling the service. */
export class MonitorTree implements SafeTreeDataProvider<Row>, Disposable {
  readonly #load: () => Promise<unknown>;
  readonly #changes = new Emitter<Row[] | undefined>();
  readonly #items = new WeakMap<RowContent, SafeTreeItem>();
  #source: { readonly tree: Tree; readonly sinceOf: SinceOf; readonly now: () => number } | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  /** @param load calls {@link follow} */
  constructor(load: () => Promise<unknown>) {
    this.#load = load;
  }

  /** @param now epoch milliseconds */
  follow(tree: Tree, sinceOf: SinceOf, now: () => number): void {
    this.#source = { tree, sinceOf, now };
    tree.onDidChange((changed) => this.#changes.fire(changed));
  }

  getChildren(row?: Row): Row[] | Promise<Row[]> {
    const find = (): Row[] => [...this.#source!.tree.childrenOf(row)];
    return this.#source ? find() : this.#load().then(find);
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  /** Reuses items of unchanged rows, because VS Code asks for them again. */
  getTreeItem({ content }: Row): SafeTreeItem {
    const item = this.#items.get(content) ?? toItem(content);
    this.#items.set(content, item);
    return item;
  }

  /** Makes a tooltip when the pointer is over the row. */
  async resolveTreeItem(item: SafeTreeItem, { content }: Row): Promise<SafeTreeItem> {
    const { monitor } = content;
    if (!monitor || !this.#source) {
      return item;
    }
    const { tree, sinceOf, now } = this.#source;
    const { toMonitorTooltip } = await import('../texts/monitorTooltip.js');
    // Not the cached item: its tooltip would become outdated.
    const resolved = toItem(content);
    resolved.tooltip = toMarkdownString(
      toMonitorTooltip(t, monitor, sinceOf(monitor), now(), tree.scope.tellsStatus),
    );
    return resolved;
  }

  dispose(): void {
    this.#changes.dispose();
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
