import * as vscode from 'vscode';
import { planPages, planRefresh } from '../../credits/plan';
import type { Monitor } from '../../monitors/monitor';
import type { MonitorList } from '../../monitors/monitorList';
import type { Session } from '../../session/session';
import { TOLD_COSTS, type CostlyAction } from '../credits/costlyActions';
import { toCostText } from '../credits/costText';
import type { ListController } from '../../explorer/listController';
import { MonitorTree } from './monitorTree';
import type { Notices } from './noticesModel';
import type { Row } from './rows';
import { toSummaryText, toTroubleBadge } from '../texts/summaryText';
import { toWelcome } from './welcome';
import { t } from '../l10n';
import { window, type SafeTreeView } from '../window';
import { toSafeText, type SafeText } from '../../base/text';

const VIEW_ID = 'monitorExplorer.monitors';

/** The view and what surrounds its rows: welcome texts, the line above the rows, the badge, the title's actions. */
export class MonitorsView implements vscode.Disposable {
  readonly #explorer: ListController;
  readonly #board: Notices;
  readonly #tree: MonitorTree;
  readonly #view: SafeTreeView<Row>;
  readonly #subscriptions: { dispose(): void }[];
  readonly #context = new Map<string, unknown>();
  #endBar: (() => void) | undefined;

  constructor(explorer: ListController, board: Notices) {
    this.#explorer = explorer;
    this.#board = board;
    this.#tree = new MonitorTree(explorer, board);
    this.#view = window.createTreeView(VIEW_ID, {
      treeDataProvider: this.#tree,
      canSelectMany: true,
    });
    this.#subscriptions = [
      this.#view.onDidChangeVisibility(() => this.#readWhenSeen()),
      board.onDidChange(() => this.#show()),
      this.#tree,
      this.#view,
    ];
    this.#show();
    this.#readWhenSeen();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  /** The monitors of the selected rows. */
  get selectedMonitors(): readonly Monitor[] {
    return this.#view.selection.flatMap((row) => (row.kind === 'monitor' ? [row.monitor] : []));
  }

  /**
   * Shows the first of the rows that a page has brought, without taking cursor or selection, and only where
   * the person is still where they asked for it.
   */
  async loadMore(): Promise<void> {
    const list = this.#explorer.list;
    const before = list?.loaded.count ?? 0;
    const selected = this.#view.selection[0];
    if (list && (await this.#explorer.loadMore()) === 'done' && this.#view.visible && before > 0) {
      const now = this.#view.selection[0];
      const first = this.#tree.rows.filter((row) => row.kind === 'monitor')[before];
      const stayed = now === undefined || now.kind !== 'monitor' || now === selected;
      if (stayed && first) {
        await this.#reveal(first, { select: false, focus: false });
      }
    }
  }

  /** Shows and selects the row of a monitor; nothing where it isn't loaded. */
  async revealMonitor(id: string): Promise<void> {
    const row = this.#tree.rows.find((known) => known.kind === 'monitor' && known.monitor.id === id);
    if (row) {
      await this.#reveal(row, { select: true, focus: true });
    }
  }

  /** The id of the monitor whose row is selected. */
  get selectedId(): string | undefined {
    const row = this.#view.selection[0];
    return row?.kind === 'monitor' ? row.monitor.id : undefined;
  }

  dispose(): void {
    this.#endBar?.();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  /** A courtesy: VS Code rejects where the rows change once more while it looks for this one. */
  async #reveal(row: Row, options: { select: boolean; focus: boolean }): Promise<void> {
    try {
      await this.#view.reveal(row, options);
    } catch {
      // The row is in the list all the same.
    }
  }

  /** The one place where something is read without a click, and only for a person who looks at the view. */
  #readWhenSeen(): void {
    if (this.#view.visible) {
      void this.#explorer.ensureFirstPage();
    }
  }

  #show(): void {
    const { list, session, sessionState } = this.#explorer;
    this.#view.message = session && list && list.loaded.count > 0 ? this.#summary(session, list) : undefined;
    this.#view.badge = list && toTroubleBadge(list);
    this.#showRefreshing(list?.progress?.activity === 'refresh');
    this.#setContext('monitorExplorer.welcome', toWelcome(this.#explorer));
    this.#setContext('monitorExplorer.signedIn', session !== undefined);
    this.#setContext('monitorExplorer.sessionOver', sessionState === 'expired');
    this.#setContext('monitorExplorer.busy', list?.progress !== undefined);
    this.#setContext('monitorExplorer.failed', list?.failure !== undefined);
    this.#setContext('monitorExplorer.changed', list?.comparison !== undefined);
    this.#setContext('monitorExplorer.asks', this.#board.asks);
    this.#setContext('monitorExplorer.asksForWords', this.#board.asksForWords);
    this.#setCost('refresh', list?.refreshDepth);
    this.#setCost('loadAll', list?.loaded.pagesLeft);
    this.#setContext('monitorExplorer.hasMore', list !== undefined && list.loaded.end === undefined);
    if (session) {
      this.#readWhenSeen();
    }
  }

  /** The rows stay as they are meanwhile, so a bar above them says that something is under way. */
  #showRefreshing(refreshing: boolean): void {
    if (!refreshing) {
      this.#endBar?.();
      this.#endBar = undefined;
    } else if (this.#endBar === undefined) {
      const ended = new Promise<void>((resolve) => (this.#endBar = resolve));
      void window.withProgress({ location: { viewId: VIEW_ID } }, () => ended);
    }
  }

  #summary({ email }: Session, list: MonitorList): SafeText {
    const refresh = toCostText(planRefresh(list.refreshDepth));
    const { pagesLeft } = list.loaded;
    const cost = pagesLeft
      ? t('Refresh: {0}, load all: {1}', refresh, toCostText(planPages(pagesLeft)))
      : t('Refresh: {0}', refresh);
    return t('{0}: {1}. {2}', toSafeText(email, 100), toSummaryText(list), cost);
  }

  /** Up to five calls, menus and palette show the command whose title tells them; above, the one that asks. */
  #setCost(action: CostlyAction, calls: number | undefined): void {
    this.#setContext(`monitorExplorer.${action}Calls`, calls);
    this.#setContext(`monitorExplorer.${action}Told`, TOLD_COSTS.includes(calls ?? 0));
  }

  #setContext(key: string, value: unknown): void {
    if (this.#context.get(key) !== value) {
      this.#context.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
