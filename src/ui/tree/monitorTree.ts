import { Emitter, type Disposable } from '../../base/event';
import type { SafeTreeDataProvider, SafeTreeItem } from '../window';
import type { Row } from './rows';
import type { Tree } from './tree';
import type { TreeItems } from './treeItems';

export const VIEW_ID = 'monitorExplorer.monitors';

/** Loads rows when VS Code first asks, without calling the service. */
export class MonitorTree implements SafeTreeDataProvider<Row>, Disposable {
  readonly #changes = new Emitter<Row[] | undefined>();
  #tree: Tree | undefined;
  #items: TreeItems | undefined;

  readonly onDidChangeTreeData = this.#changes.event;

  /** @param load calls {@link setTree} */
  constructor(private readonly load: () => Promise<unknown>) {}

  setTree(tree: Tree, items: TreeItems): void {
    this.#tree = tree;
    this.#items = items;
    tree.onDidChange((changed) => this.#changes.fire(changed));
  }

  getChildren(row?: Row): Row[] | Promise<Row[]> {
    const find = (): Row[] => [...this.#tree!.childrenOf(row)];
    return this.#tree ? find() : this.load().then(find);
  }

  getParent(row: Row): Row | undefined {
    return row.parent;
  }

  getTreeItem(row: Row): SafeTreeItem {
    return this.#items!.get(row.content);
  }

  resolveTreeItem(item: SafeTreeItem, row: Row): SafeTreeItem {
    return this.#items!.resolve(item, row.content);
  }

  dispose(): void {
    this.#changes.dispose();
  }
}
