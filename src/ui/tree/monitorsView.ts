import * as vscode from 'vscode';
import { anyOf, type Disposable } from '../../base/event';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import { LimitReachedError } from '../../credits/errors';
import type { AutoRefresh } from '../../core/autoRefresh';
import type { Core } from '../../core/createCore';
import { isStoppedBySession } from '../../core/listController';
import { isProblem, type Monitor } from '../../monitors/monitor';
import { isRenewal, type ListChange, type MonitorList } from '../../monitors/monitorList';
import { toProblems } from '../../monitors/problems';
import type { SavedSummary } from '../../storage/summary';
import { t } from '../l10n';
import type { Settings } from '../settings';
import type { SessionClock } from '../../session/sessionClock';
import { countMuted, toSummaryText } from '../texts/summaryText';
import { window, type SafeTreeView } from '../window';
import { OPEN_ROW, VIEW_ID, type MonitorTree } from './monitorTree';
import { isMonitorRow, isPinRow, ROW_COMMANDS, type Action, type Row, type RowCommand } from './rows';
import { toStates, type StateRows } from './states';
import { Tree } from './tree';
import type { ViewState } from './viewState';
import { toFirstPageFailure, toWelcome } from './welcome';

const MINUTE_MS = 60_000;

export interface MonitorsViewParts {
  readonly core: Core;
  readonly start: {
    readonly settings: Settings;
    readonly clock: SessionClock;
    readonly indicators: { follow(loaded: SavedSummary | undefined): void };
  };
  readonly state: ViewState;
  readonly autoRefresh: AutoRefresh;
  readonly view: SafeTreeView<Row>;
  readonly rows: Pick<MonitorTree, 'follow'>;
}

/** The view: rows, welcome texts, message, badge and title actions. */
export class MonitorsView implements vscode.Disposable {
  readonly #core: Core;
  readonly #start: MonitorsViewParts['start'];
  readonly #state: ViewState;
  readonly #autoRefresh: AutoRefresh;
  readonly #tree: Tree;
  readonly #view: SafeTreeView<Row>;
  readonly #subscriptions: Disposable[];
  readonly #context = new Map<string, unknown>();
  /** VS Code's selection is empty while rows reload. */
  #selected: readonly Row[] = [];
  #account: string | undefined;
  #endBar: (() => void) | undefined;
  readonly #tick: NodeJS.Timeout;

  constructor({ core, start, state, autoRefresh, view, rows }: MonitorsViewParts) {
    this.#core = core;
    this.#start = start;
    this.#state = state;
    this.#autoRefresh = autoRefresh;
    this.#view = view;
    const { controller, sessions, sinceOf, lastLook, rowFields, history, budget, picks, now } = core;
    const { settings, clock } = start;
    this.#account = controller.session?.id;
    this.#tree = new Tree({
      controller,
      state,
      sinceOf,
      lastLook,
      rowFields,
      settings,
      t,
      now,
      states: () => this.#states,
    });
    rows.follow(this.#tree, sinceOf, now);
    const update = (): void => {
      // VS Code uses memory for each reported row, even in a hidden view.
      if (view.visible) {
        // Before the message: VS Code draws the first change at once and delays the second.
        this.#tree.update();
      }
      this.#show();
    };
    const states = anyOf(
      sessions.onDidChangePersistence,
      clock.onDidChange,
      picks.onDidChange,
      autoRefresh.onDidChange,
      budget.onDidChange,
    );
    this.#subscriptions = [
      ...ROW_COMMANDS.map((command) =>
        vscode.commands.registerCommand(`${OPEN_ROW}.${command}`, () => this.#open(command)),
      ),
      view.onDidChangeVisibility(() => {
        this.#followLook();
        update();
        this.#readFirstPage();
      }),
      sessions.onDidChange(() => this.#readFirstPage()),
      // Ages are outdated after sleep.
      window.onDidChangeWindowState(({ focused }) => {
        this.#followLook();
        if (focused) {
          update();
        }
      }),
      view.onDidChangeSelection(({ selection }) => this.#followSelection(selection)),
      view.onDidExpandElement(({ element }) => this.#tree.setOpen(element, true)),
      view.onDidCollapseElement(({ element }) => this.#tree.setOpen(element, false)),
      controller.onDidChange((change) => this.#follow(change)),
      anyOf(
        state.onDidChange,
        lastLook.onDidChange,
        rowFields.onDidChange,
      )(() => {
        this.#tree.update();
        this.#show();
      }),
      this.#tree.onDidChange(() => this.#show()),
      states(update),
      // Load All does this once, at its end.
      history.onDidChange(() => {
        if (controller.list?.progress === undefined) {
          this.#tree.rearrange();
        }
      }),
      settings.onDidChange(() => {
        update();
        this.#readFirstPage();
      }),
      this.#tree,
    ];
    this.#tick = setInterval(update, MINUTE_MS).unref();
    this.#show();
    this.#followLook();
    this.#readFirstPage();
  }

  get visible(): boolean {
    return this.#view.visible;
  }

  /** In selection order. */
  get selectedMonitors(): readonly Monitor[] {
    return this.#view.selection.flatMap((row) => (isMonitorRow(row) ? [row.monitor] : []));
  }

  /** Returns the passed rows, the monitor with that ID, or the selection. */
  rowsFor(row: unknown, rows?: unknown): readonly unknown[] {
    if (typeof row === 'string') {
      const monitor = this.#core.controller.list?.loaded.find(row);
      return monitor ? [{ monitor }] : [];
    }
    const passed: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
    const given = passed.filter((one) => isMonitorRow(one) || isPinRow(one));
    return given.length > 0 ? given : this.#view.selection;
  }

  findMonitors(row?: unknown, rows?: unknown): readonly Monitor[] {
    return this.rowsFor(row, rows).flatMap((one) => (isMonitorRow(one) ? [one.monitor] : []));
  }

  /** Like {@link findMonitors}, but asks for a selection if empty. */
  monitorsFor(row?: unknown, rows?: unknown): readonly Monitor[] {
    const monitors = this.findMonitors(row, rows);
    if (monitors.length === 0) {
      this.askForSelection();
    }
    return monitors;
  }

  askForSelection(): void {
    void window.showInformationMessage(t('Select a monitor first.'));
  }

  /** Visible, unmuted problems, worst first. */
  get problems(): readonly Monitor[] {
    // Grouped by tag, a monitor has several rows.
    const shown = new Set(this.#tree.arrangement.groups.flatMap(({ monitors }) => monitors));
    return toProblems([...shown]).filter(({ id }) => this.#state.muteOf(id) === undefined);
  }

  /** `undefined` if nothing is loaded. */
  get #summary(): SavedSummary | undefined {
    const loaded = this.#core.controller.list?.loaded;
    return loaded?.readAt === undefined
      ? undefined
      : {
          ...this.#tree.scope,
          counts: this.#tree.counts,
          readAt: loaded.readAt,
          muted: this.#state.mutes.flatMap(({ id, until }) => {
            const monitor = loaded.find(id);
            const isMuted = monitor && isProblem(monitor);
            return isMuted ? [{ status: monitor.status, ...(typeof until === 'number' && { until }) }] : [];
          }),
        };
  }

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
  }

  /** Selects a monitor's row. Clears a filter that hides it. */
  async show(monitorId: string): Promise<void> {
    if (!this.#tree.find(monitorId) && this.#core.controller.list?.loaded.find(monitorId)) {
      this.#state.setFilter(undefined);
    }
    const row = this.#tree.find(monitorId);
    if (row) {
      await this.#reveal(row, { select: true, focus: true });
    }
  }

  /** Selects a monitor's row if the view is visible. */
  async select(monitorId: string, { focus }: { readonly focus: boolean }): Promise<void> {
    const row = this.#view.visible ? this.#tree.find(monitorId) : undefined;
    if (row) {
      await this.#reveal(row, { select: true, focus });
    }
  }

  dispose(): void {
    clearInterval(this.#tick);
    this.#endBar?.();
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #followLook(): void {
    this.#core.lastLook.setLooking(this.#view.visible && window.state.focused);
  }

  /** Marks rows as seen when the user leaves them. */
  #followSelection(selection: readonly Row[]): void {
    const left = this.#selected.filter((row) => !selection.includes(row));
    this.#selected = selection;
    this.#tree.selected = selection;
    this.#tree.markSeen(left.flatMap(({ monitor }) => monitor?.id ?? []));
    this.#setContext('selection', this.#selectedContext);
  }

  #follow(change: ListChange): void {
    const { list, session } = this.#core.controller;
    if (session?.id !== this.#account) {
      // The filter belongs to the previous account.
      this.#account = session?.id;
      this.#state.followAccount();
    }
    this.#tree.update();
    if (change.rows !== 'same') {
      void this.#state.followStatuses((id) => list?.loaded.find(id));
    }
    // While pages load, the message updates with the tree. Otherwise VS Code delays the rows until 200 ms
    // pass without a change.
    if (change.rows !== 'grown' || list?.progress?.activity !== 'loadAll') {
      this.#show();
    }
  }

  #open(command: RowCommand): unknown {
    const row = this.#view.selection[0] ?? this.#selected[0];
    if (!this.#tree.takesClick() || command === 'noop') {
      return undefined;
    }
    if (command === 'act') {
      return row?.content.action && runAction(row.content.action);
    }
    // The row was removed.
    return command === 'showDetails' && row?.monitor === undefined
      ? undefined
      : vscode.commands.executeCommand(`monitorExplorer.${command}`, row?.monitor?.id);
  }

  get #states(): StateRows {
    const { controller, sessions, budget, picks, now } = this.#core;
    return toStates(t, {
      controller,
      msLeft: this.#start.clock.msLeft,
      persistence: sessions.persistence,
      limit: budget.state,
      question: picks.openQuestion(controller.list),
      unknownStatusValues: picks.unknownStatusValues(controller.list),
      autoRefreshStopped: this.#autoRefresh.stopped,
      now: now(),
    });
  }

  /** Never rejects. VS Code does if rows change during the search. */
  async #reveal(row: Row, options: { select: boolean; focus: boolean }): Promise<void> {
    try {
      await this.#view.reveal(row, options);
    } catch {
      // The row is only scrolled out of view.
    }
  }

  /**
   * Shows saved rows or loads the first page, without a click. Does nothing if pages are loaded or a load
   * stopped.
   */
  #readFirstPage(): void {
    if (this.#view.visible) {
      void this.#core.controller.ensureFirstPage();
    }
  }

  #show(): void {
    const { controller, lastLook, now } = this.#core;
    const state = this.#state;
    const { list, session, sessionState, baseUrl } = controller;
    const loaded = this.#summary;
    const summary = loaded && loaded.count > 0 ? loaded : undefined;
    const filter = state.filter && { text: state.filter.text, matches: this.#tree.arrangement.matches };
    const message =
      list && summary
        ? toSummaryText(
            t,
            { ...summary, total: summary.total, muted: countMuted(summary.muted, now()), now: now(), filter },
            this.#toStateText(list),
          )
        : // Nothing is loaded: show the full error here, and actions as rows.
          toFirstPageFailure(controller) && this.#states.failure;
    if (this.#view.message !== message) {
      this.#view.message = message;
    }
    const description =
      session && baseUrl
        ? joinTexts([toSafeText(session.email, 100), toSafeText(baseUrl.host, 100)], ' · ')
        : undefined;
    if (this.#view.description !== description) {
      this.#view.description = description;
    }
    // Excludes examples.
    this.#start.indicators.follow(session && loaded);
    this.#showRefreshing(list?.progress !== undefined && isRenewal(list.progress.activity));
    this.#setContext('welcome', toWelcome(controller));
    this.#setContext('expired', sessionState === 'expired');
    this.#setContext('busy', list?.progress !== undefined);
    this.#setContext('failed', list?.failure !== undefined);
    this.#setContext('waiting', controller.retriesAt !== undefined);
    this.#setContext('hasRows', summary !== undefined);
    const { down = 0, degraded = 0, unknown = 0 } = summary?.counts ?? {};
    const hasLoadedPin = state.pins.some(({ id }) => list?.loaded.find(id));
    this.#setContext('hasProblem', down + degraded > 0);
    const hasProblemPage = down + degraded + unknown > 0 || hasLoadedPin;
    this.#setContext('canRefreshProblems', session !== undefined && hasProblemPage);
    this.#setContext('hasMore', list !== undefined && list.loaded.end === undefined);
    this.#setContext('filtered', state.filter !== undefined);
    this.#setContext('changed', lastLook.changes !== undefined);
    this.#setContext('selection', this.#selectedContext);
  }

  /** The selected row's context, which palette commands use too. */
  get #selectedContext(): string | undefined {
    const selected = this.#selected.find((row) => row.monitor ?? row.pin);
    // The monitor may have moved to another group.
    const row = selected?.pin || !selected?.monitor ? selected : this.#tree.find(selected.monitor.id);
    return row?.content.toText().contextValue;
  }

  /** Shows a progress bar during a refresh, because the rows stay. */
  #showRefreshing(refreshing: boolean): void {
    if (!refreshing) {
      this.#endBar?.();
      this.#endBar = undefined;
    } else if (this.#endBar === undefined) {
      const ended = new Promise<void>((resolve) => (this.#endBar = resolve));
      void window.withProgress({ location: { viewId: VIEW_ID } }, () => ended);
    }
  }

  #toStateText(list: MonitorList): SafeText | undefined {
    const { controller, now } = this.#core;
    const { progress, failure, stopped, partlyRefreshed } = list;
    if (progress && isRenewal(progress.activity)) {
      const { reason, pagesRead, pagesPlanned, stopping } = progress;
      if (stopping) {
        return t('Stopping…');
      }
      return reason === 'loadAll'
        ? t('Loading: {0} of {1}', pagesRead, pagesPlanned)
        : t('Refreshing: {0} of {1}', pagesRead, pagesPlanned);
    }
    if (controller.retriesAt !== undefined) {
      return t('Retries at {0}', t.formats.moment(controller.retriesAt, now()));
    }
    if (failure?.error instanceof LimitReachedError) {
      return t('Stopped by the daily limit');
    }
    if (isStoppedBySession(failure)) {
      return t('Stopped because the session ended');
    }
    if (failure) {
      return isRenewal(failure.activity) ? t('Refresh failed') : t('Page {0} failed', failure.pageIndex + 1);
    }
    if (partlyRefreshed && !stopped) {
      const { pagesRead, pagesLoaded } = partlyRefreshed;
      return t("Refreshed {0} of {1} pages; new problems on the others aren't seen", pagesRead, pagesLoaded);
    }
    return stopped && stopped.pagesKept > 0
      ? stopped.pagesKept === 1
        ? t('Stopped; 1 page kept')
        : t('Stopped; {0} pages kept', stopped.pagesKept)
      : undefined;
  }

  #setContext(key: string, value: unknown): void {
    if (this.#context.get(key) !== value) {
      this.#context.set(key, value);
      void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
    }
  }
}

export function runAction({ command, argument }: Action): Thenable<unknown> {
  return command === 'openSettings'
    ? vscode.commands.executeCommand('workbench.action.openSettings', argument)
    : vscode.commands.executeCommand(`monitorExplorer.${command}`, argument);
}
