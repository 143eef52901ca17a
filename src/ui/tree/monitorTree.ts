import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../base/event';
import { joinTexts } from '../../base/text';
import { SafeTreeItem, type SafeTreeDataProvider } from '../window';
import { OPEN_ROW, Row, type RowContent } from './rows';
import type { Tree } from './tree';

export const VIEW_ID = 'monitorExplorer.monitors';

/** Loads rows when VS Code first asks, without calling the service. */
export class MonitorTree implements SafeTreeDataProvider<Row>, Disposable {
  readonly #changes = new Emitter<Row[] | undefined>();
  #tree: Tree | undefined;
  readonly #beforeTree = Promise.withResolvers<Row[]>();
  /** Items of unchanged rows, because VS Code asks for them again. */
  readonly #items = new WeakMap<RowContent, SafeTreeItem>();

  readonly onDidChangeTreeData = this.#changes.event;

  /** @param load calls {@link setTree} */
  constructor(private readonly load: () => Promise<unknown>) {}

  /** Shows only this row until {@link setTree}. */
  showBeforeTree(content: RowContent): void {
    this.#beforeTree.resolve([new Row(content, undefined)]);
  }

  setTree(tree: Tree): void {
    this.#tree = tree;
    this.#changes.fire(undefined);
    tree.onDidUpdate((changed) => this.#changes.fire(changed));
  }

  getChildren(row?: Row): Row[] | Promise<Row[]> {
    const find = (): Row[] => [...this.#tree!.childrenOf(row)];
    return this.#tree ? find() : Promise.race([this.load().then(find), this.#beforeTree.promise]);
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  getTreeItem({ content }: Row): SafeTreeItem {
    const item = this.#items.get(content) ?? toItem(content);
    this.#items.set(content, item);
    return item;
  }

  /** Makes a tooltip when the pointer is over the row. */
  resolveTreeItem(item: SafeTreeItem, { content }: Row): SafeTreeItem {
    if (content.toTooltip === undefined) {
      return item;
    }
    // Not the cached item: its tooltip would become outdated.
    const resolved = toItem(content);
    resolved.tooltip = content.toTooltip();
    return resolved;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

function toItem({ id, toText }: RowContent): SafeTreeItem {
  const { label, description, icon, color, tooltip, aria, role, command, contextValue, isOpen } =
    toText();
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  const openOrClosed = isOpen ? Expanded : Collapsed;
  const item = new SafeTreeItem(label, isOpen === undefined ? None : openOrClosed);
  item.id = id;
  item.tooltip = tooltip;
  item.accessibilityInformation = {
    label: aria ?? joinTexts([label, description], ', '),
    ...(role && { role }),
  };
  if (contextValue !== undefined) {
    item.contextValue = contextValue;
  }
  if (icon !== undefined) {
    item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  }
  if (description) {
    item.description = description;
  }
  if (command !== undefined) {
    // VS Code doesn't show the title, but copies it with each row.
    item.command = { command: `${OPEN_ROW}.${command}`, title: '' };
  }
  return item;
}
