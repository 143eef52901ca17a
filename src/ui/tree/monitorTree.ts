import type * as vscode from 'vscode';
import type { SinceOf } from '../../monitors/since';
import { t } from '../l10n';
import { toMarkdownString, type SafeTreeDataProvider, type SafeTreeItem } from '../window';
import { toRowItem } from './rowItem';
import { monitorOf, type Row } from './rows';
import type { TreeModel } from './treeModel';

/** Gives VS Code the rows of the model. Asking never calls the service. */
export class MonitorTree implements SafeTreeDataProvider<Row> {
  readonly #model: TreeModel;
  readonly #sinceOf: SinceOf;
  readonly #now: () => number;
  readonly #items = new WeakMap<Row, { readonly item: SafeTreeItem; readonly version: string }>();

  readonly onDidChangeTreeData: vscode.Event<Row[] | undefined>;

  constructor(model: TreeModel, sinceOf: SinceOf, now: () => number) {
    this.#model = model;
    this.#sinceOf = sinceOf;
    this.#now = now;
    this.onDidChangeTreeData = model.onDidChange;
  }

  getChildren(row?: Row): Row[] {
    return [...this.#model.childrenOf(row)];
  }

  getParent(row: Row): Row | undefined {
    return this.#model.parentOf(row);
  }

  /** VS Code asks for all rows of a part that changed. Those that say the same are the very items it has. */
  getTreeItem(row: Row): SafeTreeItem {
    if (row.kind !== 'monitor') {
      return toRowItem(this.#model.toText(row));
    }
    const version = this.#model.versionOf(row);
    const known = this.#items.get(row);
    if (known?.version === version) {
      return known.item;
    }
    const item = toRowItem(this.#model.toText(row));
    this.#items.set(row, { item, version });
    return item;
  }

  /**
   * VS Code asks when the pointer rests on a row: tooltips are made for the rows that are looked at, and not for every row
   * at every question.
   */
  async resolveTreeItem(item: SafeTreeItem, row: Row): Promise<SafeTreeItem> {
    const monitor = monitorOf(row);
    if (!monitor) {
      return item;
    }
    const { toMonitorTooltip } = await import('../texts/monitorTooltip.js');
    // Not the item itself: what is looked at once must not be kept for the next time VS Code asks for the row.
    const resolved = toRowItem(this.#model.toText(row));
    resolved.tooltip = toMarkdownString(toMonitorTooltip(t, monitor, this.#sinceOf(monitor), this.#now()));
    return resolved;
  }
}
