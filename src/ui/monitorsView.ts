import * as vscode from 'vscode';
import type { Explorer } from './explorer';
import { MonitorTree } from './monitorTree';
import type { Row } from './rows';
import { toSummaryText, toTroubleBadge } from './texts/summaryText';
import { toWelcome } from './welcome';

const VIEW_ID = 'monitorExplorer.monitors';

/** The view and what surrounds its rows: welcome texts, the line above the rows, the badge, the title's actions. */
export class MonitorsView implements vscode.Disposable {
  readonly #explorer: Explorer;
  readonly #tree: MonitorTree;
  readonly #view: vscode.TreeView<Row>;
  readonly #subscriptions: { dispose(): void }[];
  readonly #context = new Map<string, unknown>();

  constructor(explorer: Explorer) {
    this.#explorer = explorer;
    this.#tree = new MonitorTree(explorer);
    this.#view = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: this.#tree });
    this.#subscriptions = [
      this.#view.onDidChangeVisibility(() => this.#readWhenSeen()),
      explorer.onDidChange(() => this.#show()),
      this.#tree,
      this.#view,
    ];
    this.#show();
    this.#readWhenSeen();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  /**
   * Shows the first of the rows that a page has brought, without taking cursor or selection, and only where
   * the person is still where they asked for it.
   */
  async loadMore(): Promise<void> {
    const list = this.#explorer.list;
    const before = list?.loaded.count ?? 0;
    const selected = this.#view.selection[0];
    if (list && (await list.loadMore()) === 'done' && this.#view.visible && before > 0) {
      const now = this.#view.selection[0];
      const first = this.#tree.rows.filter((row) => row.kind === 'monitor')[before];
      const stayed = now === undefined || now.kind !== 'monitor' || now === selected;
      if (stayed && first) {
        await this.#view.reveal(first, { select: false, focus: false });
      }
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** The one place where something is read without a click, and only for a person who looks at the view. */
  #readWhenSeen(): void {
    if (this.#view.visible) {
      void this.#explorer.ensureFirstPage();
    }
  }

  #show(): void {
    const { list, session, sessionState } = this.#explorer;
    this.#view.description = session?.email ?? '';
    this.#view.message = list && list.loaded.count > 0 ? toSummaryText(list) : '';
    this.#view.badge = list && toTroubleBadge(list);
    this.#setContext('monitorExplorer.welcome', toWelcome(this.#explorer));
    this.#setContext('monitorExplorer.signedIn', session !== undefined);
    this.#setContext('monitorExplorer.sessionOver', sessionState === 'over');
    this.#setContext('monitorExplorer.busy', list?.progress !== undefined);
    this.#setContext('monitorExplorer.failed', list?.failure !== undefined);
    this.#setContext('monitorExplorer.hasMore', list !== undefined && list.loaded.end === undefined);
    if (session) {
      this.#readWhenSeen();
    }
  }

  #setContext(key: string, value: unknown): void {
    if (this.#context.get(key) !== value) {
      this.#context.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
