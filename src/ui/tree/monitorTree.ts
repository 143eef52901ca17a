import * as vscode from 'vscode';
import type { ListController } from '../../explorer/listController';
import { toMonitorTooltip } from './monitorItem';
import type { Notice } from './notices';
import type { Notices } from './noticesModel';
import { toRowItem } from './rowItem';
import { keepSameRows, toRows, type Row } from './rows';
import { toWelcome } from './welcome';

/** VS Code asks for every row anew at each change: above so many rows that must not happen at each page. */
const REFRESH_AT_MOST_EVERY_MS = 500;

/** The rows as VS Code asks for them. Asking never calls the service and changes nothing. */
export class MonitorTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #explorer: ListController;
  readonly #board: Notices;
  readonly #subscription: { dispose(): void };
  #rows: readonly Row[] | undefined;
  #lastChange = 0;
  #pending: NodeJS.Timeout | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(explorer: ListController, board: Notices) {
    this.#explorer = explorer;
    this.#board = board;
    this.#subscription = board.onDidChange(() => this.#change());
  }

  getChildren(row?: Row): Row[] {
    return row === undefined ? [...this.rows] : [];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return toRowItem(row);
  }

  resolveTreeItem(item: vscode.TreeItem, row: Row): vscode.TreeItem {
    if (row.kind === 'monitor') {
      item.tooltip = toMonitorTooltip(row.monitor);
    }
    return item;
  }

  /** All rows stand at the root. Asked for when a row is revealed. */
  getParent(): undefined {
    return undefined;
  }

  /** The very rows that VS Code was given last, as `reveal` needs them. */
  get rows(): readonly Row[] {
    this.#rows ??= this.#toRows();
    return this.#rows;
  }

  dispose(): void {
    clearTimeout(this.#pending);
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #toRows(): readonly Row[] {
    const { list } = this.#explorer;
    // VS Code shows a welcome over an empty tree alone, and it says all that a row could.
    const empty = list === undefined || toWelcome(this.#explorer) !== undefined;
    return empty ? [] : [...this.#board.notices.map(toNoticeRow), ...toRows(list)];
  }

  /** At once after a quiet while; while pages stream in, about twice a second. */
  #change(): void {
    if (this.#pending) {
      return;
    }
    const wait = this.#lastChange + REFRESH_AT_MOST_EVERY_MS - Date.now();
    const manyPages = this.#explorer.list?.progress?.activity === 'loadAll';
    if (manyPages && wait > 0) {
      this.#pending = setTimeout(() => this.#tell(), wait);
    } else {
      this.#tell();
    }
  }

  /** Much that changes around the rows changes none of them, and then VS Code need not ask for all of them anew. */
  #tell(): void {
    this.#pending = undefined;
    const rows = keepSameRows(this.#rows ?? [], this.#toRows());
    if (rows !== this.#rows) {
      this.#lastChange = Date.now();
      this.#rows = rows;
      this.#changed.fire();
    }
  }
}

function toNoticeRow(notice: Notice): Row {
  return { kind: 'notice', notice };
}
