import { Emitter, type Disposable } from '../../base/event';
import type { SafeTreeDataProvider, SafeTreeItem } from '../window';
import type { MonitorTree } from './monitorTree';
import type { Row } from './rows';

export const VIEW_ID = 'monitorExplorer.monitors';

/** The view's rows, which are loaded once VS Code asks for them: when the view is in sight for the first time. */
export class RowsOnDemand implements SafeTreeDataProvider<Row>, Disposable {
  readonly #load: () => Promise<unknown>;
  readonly #changes = new Emitter<Row[] | undefined>();
  #rows: MonitorTree | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  /** @param load calls {@link follow}. */
  constructor(load: () => Promise<unknown>) {
    this.#load = load;
  }

  follow(rows: MonitorTree): void {
    this.#rows = rows;
    rows.onDidChangeTreeData((changed) => this.#changes.fire(changed));
  }

  getChildren(row?: Row): Row[] | Promise<Row[]> {
    return this.#rows?.getChildren(row) ?? this.#load().then(() => this.#rows!.getChildren(row));
  }

  getParent(row: Row): Row | undefined {
    return this.#rows!.getParent(row);
  }

  getTreeItem(row: Row): SafeTreeItem {
    return this.#rows!.getTreeItem(row);
  }

  resolveTreeItem(item: SafeTreeItem, row: Row): Promise<SafeTreeItem> {
    return this.#rows!.resolveTreeItem(item, row);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
