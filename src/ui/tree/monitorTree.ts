import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../base/event';
import { joinTexts } from '../../base/text';
import { SafeTreeItem } from '../window';
import { OPEN_ROW, type Row, type RowContent } from './rows';
import type { Tree } from './tree';

export const VIEW_ID = 'monitorExplorer.monitors';

/** Gives the rows to VS Code. Loads them when VS Code first asks, without calling the service. */
export class MonitorTree implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #changes = new Emitter<Row[] | undefined>();
  #tree: Tree | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  /** @param load calls {@link setTree} */
  constructor(private readonly load: () => Promise<unknown>) {}

  setTree(tree: Tree): void {
    this.#tree = tree;
    this.#changes.fire(undefined);
    tree.onDidUpdate((changed) => this.#changes.fire(changed));
  }

  async getChildren(row?: Row) {
    if (!this.#tree) {
      await this.load();
    }
    return [...this.#tree!.childrenOf(row)];
  }

  getParent(row: Row) {
    return row.parent;
  }

  getTreeItem({ content }: Row): SafeTreeItem {
    return toItem(content);
  }

  /** Makes a tooltip when the pointer is over the row. */
  resolveTreeItem(item: SafeTreeItem, { content }: Row): SafeTreeItem {
    if (content.toTooltip) {
      item.tooltip = content.toTooltip();
    }
    return item;
  }

  dispose(): void {
    this.#changes.dispose();
  }
}

function toItem(content: RowContent) {
  const { id, label, description, icon, color, aria, actions, contextValue, isOpen } = content;
  const item = new SafeTreeItem(label);
  if (isOpen === undefined) {
    // VS Code doesn't show the title, but copies it with each row.
    item.command = { command: OPEN_ROW, title: '' };
  } else {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    item.collapsibleState = isOpen ? Expanded : Collapsed;
  }
  item.id = id;
  item.accessibilityInformation = {
    label: aria ?? joinTexts([label, description], ', '),
    ...(actions?.[0] && { role: 'button' }),
  };
  if (contextValue) {
    item.contextValue = contextValue;
  }
  if (icon) {
    item.iconPath = new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined);
  }
  if (description) {
    item.description = description;
  }
  return item;
}
