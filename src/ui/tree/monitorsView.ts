import * as vscode from 'vscode';
import { MINUTE } from '../../base/time';
import { anyOf, type Disposable, type Event } from '../../base/event';
import { rememberLast } from '../../base/rememberLast';
import type { App } from '../../account/app';
import { eventsOf } from '../../monitors/events';
import { PROBLEMS, toProblems } from '../../monitors/monitor';
import { isRenewal } from '../../monitors/listActivity';
import type { MonitorList } from '../../account/monitorList';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toSessionText } from '../texts/accountText';
import { toSummaryText } from '../texts/summaryText';
import { window, type SafeTreeView } from '../window';
import { createIndicators } from './indicators';
import { VIEW_ID, type MonitorTree } from './monitorTree';
import { toFailureLine, toFailureMessage, toKeyringLine } from './notices';
import { OPEN_ROW, toMonitorIds, type Row } from './rows';
import { Tree } from './tree';
import { toFirstPageFailure, welcomeOf } from './welcome';

/** The view: rows, welcome texts, message, badge and title actions. */
export class MonitorsView implements Disposable {
  readonly #tree: Tree;
  readonly #indicators: ReturnType<typeof createIndicators>;
  readonly #owned: Disposable;
  readonly #context = new Map<string, unknown>();
  #selected: readonly Row[] = [];
  /** Fires after each update of the rows. */
  readonly onDidUpdate: Event<unknown>;

  constructor(
    private readonly app: App,
    settings: Settings,
    private readonly view: SafeTreeView<Row>,
    rows: MonitorTree,
  ) {
    const { sessions, budget } = app;
    this.#indicators = createIndicators(app, settings, view);
    const tree = new Tree(app);
    this.#tree = tree;
    rows.setTree(tree);
    this.onDidUpdate = tree.onDidUpdate;
    const look = (): void => {
      app.account?.lastLook.setLooking(view.visible && window.state.focused);
      tree.update();
      // Shows saved rows, or loads the first page without a click.
      if (view.visible) {
        void app.ensureFirstPage();
      }
    };
    this.#owned = vscode.Disposable.from(
      vscode.commands.registerCommand(OPEN_ROW, () => this.#open()),
      anyOf(
        view.onDidChangeVisibility,
        // Ages are outdated after sleep.
        window.onDidChangeWindowState,
        sessions.onDidChange,
        settings.onDidChange,
      )(look),
      view.onDidChangeSelection(({ selection }) => {
        this.#selected = selection;
        this.#show();
      }),
      view.onDidExpandElement(({ element }) => tree.setOpen(element, true)),
      view.onDidCollapseElement(({ element }) => tree.setOpen(element, false)),
      anyOf(
        app.onDidChange,
        budget.onDidChange,
      )(() => {
        tree.update();
        app.shown?.choices.endMutes((id) => app.list?.loaded.find(id));
      }),
      // After the rows: VS Code draws the first change at once and delays the second.
      tree.onDidUpdate(() => this.#show()),
      tree,
      this.#indicators,
      new vscode.Disposable(() => clearInterval(tick)),
    );
    const tick = setInterval(() => {
      // VS Code uses memory for each reported row, even in a hidden view.
      if (view.visible) {
        tree.update();
      } else {
        this.#show();
      }
    }, MINUTE).unref();
    look();
  }

  get visible() {
    return this.view.visible;
  }

  /** The selected monitor, even if it isn't loaded. A group is none. */
  get selectedId() {
    const { pin, monitor } = this.view.selection[0]?.content ?? {};
    return (pin ?? monitor)?.id;
  }

  /** Returns the passed ID, or those of the passed rows, or those of the selection. */
  idsFor(row?: unknown, rows?: unknown): readonly string[] {
    if (typeof row === 'string') {
      return [row];
    }
    const passed: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
    const ids = passed.flatMap(toMonitorIds);
    return [...new Set(ids.length > 0 ? ids : this.view.selection.flatMap(toMonitorIds))];
  }

  /** Returns the monitors of {@link idsFor} that are loaded, or asks for a selection. */
  monitorsFor(row?: unknown, rows?: unknown) {
    const monitors = this.idsFor(row, rows).flatMap((id) => this.app.list?.loaded.find(id) ?? []);
    if (monitors.length === 0) {
      void window.showInformationMessage(t('Select a monitor first.'));
    }
    return monitors;
  }

  /** Visible, unmuted problems, worst first. */
  get problems() {
    // Grouped by tag, a monitor has several rows.
    const shown = new Set(this.#tree.arrangement.groups.flatMap(({ monitors }) => monitors));
    const { choices } = this.app.shown ?? {};
    return toProblems([...shown]).filter(({ id }) => !choices?.muteOf(id));
  }

  async focus() {
    // Without rows, VS Code would focus the welcome text.
    this.#tree.updateNow();
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
  }

  /** Selects a monitor's row. Clears a filter that hides it. */
  async show(monitorId: string, { focus = true } = {}) {
    if (!this.#tree.find(monitorId) && this.app.list?.loaded.find(monitorId)) {
      this.app.shown?.choices.setFilter(undefined);
      this.#tree.updateNow();
    }
    await this.#reveal(this.#tree.find(monitorId), { select: true, focus });
  }

  /** Focuses the row that replaces the welcome text, or the text's button would come back. */
  async focusSigningIn() {
    this.#tree.updateNow();
    const [row] = this.#tree.childrenOf();
    if (this.visible && row?.content.id === 'signingIn') {
      await this.#reveal(row, { select: false, focus: true });
    }
  }

  async focusWelcome() {
    if (this.visible && this.#tree.childrenOf().length === 0) {
      await this.focus();
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #reveal(
    row: Row | undefined,
    options: { readonly select: boolean; readonly focus: boolean },
  ) {
    try {
      await (row && this.view.reveal(row, options));
    } catch {
      // VS Code rejects if rows change while it searches. Then the row may stay out of view.
    }
  }

  #open(): unknown {
    // VS Code's selection is empty while rows reload.
    const row = this.view.selection[0] ?? this.#selected[0];
    const { monitor, actions } = row?.content ?? {};
    const { command = 'showDetails', argument = monitor?.id } = actions?.[0] ?? {};
    return this.#tree.acceptClick() && (actions?.[0] ?? monitor)
      ? vscode.commands.executeCommand(`monitorExplorer.${command}`, argument)
      : undefined;
  }

  #show(): void {
    const { list, session } = this.app;
    const { progress, loaded, failure } = list ?? {};
    const { summary } = this.#tree;
    const hasRows = summary && summary.loaded.count > 0;
    const message = this.#message;
    if (this.view.message !== message) {
      this.view.message = message;
    }
    this.view.description = session && toSessionText(session);
    // Badge and status bar don't count examples.
    this.#indicators.update(session && hasRows ? summary : undefined);
    this.#setContext({
      signedIn: session !== undefined,
      // Includes sessions at other addresses.
      hasAccounts: this.app.sessions.sessions.length > 0,
      welcome: welcomeOf(this.app),
      expired: this.app.sessionState === 'expired',
      busy: progress && progress.pagesRead < progress.pagesPlanned,
      failed: failure !== undefined,
      hasRows,
      hasProblem: loaded && PROBLEMS.some((status) => loaded.counts[status] > 0),
      hasMore: loaded && loaded.end !== 'end',
      filtered: this.app.shown?.choices.filter !== undefined,
      changed: this.app.account?.lastLook.changes !== undefined,
      // Of a monitor, because palette commands use the selection, too.
      selection: this.#selected.find(({ content }) => content.monitor ?? content.pin)?.content
        .contextValue,
    });
  }

  /** The line above the rows. */
  get #message() {
    const { list, shown } = this.app;
    const { summary, arrangement } = this.#tree;
    const waiting = this.app.sessions.persistence === 'silent' ? toKeyringLine() : undefined;
    const firstPage = toFirstPageFailure(this.app);
    if (firstPage) {
      return toFailureMessage(this.app, firstPage);
    }
    if (!list || !summary || summary.loaded.count === 0) {
      return waiting;
    }
    const { choices, memory } = shown!;
    const { filter } = choices;
    // The row of a failure can be scrolled out of view.
    const failure = list.failure && toFailureLine(list.failure);
    return toSummaryText(summary, this.app.now(), {
      filter: filter && { text: filter.text, matches: arrangement.matches },
      state: toProgressText(list) ?? waiting ?? failure,
      // Each page of Load All could change it.
      event: list.progress
        ? undefined
        : this.#findEvent(list.loaded.monitors, memory.version, choices.mutes),
    });
  }

  /** Finds the largest event that lasts. Muted monitors don't count. */
  readonly #findEvent = rememberLast(() => {
    const { list, choices, sinceOf } = this.app.shown!;
    const { monitors } = list.loaded;
    const occurrences = monitors.flatMap((monitor) => {
      const isDown = monitor.status === 'down' && !choices.muteOf(monitor.id);
      const since = isDown ? sinceOf(monitor) : undefined;
      return since ? { monitor, since } : [];
    });
    return eventsOf(occurrences, monitors)
      .toSorted((a, b) => b.monitors.length - a.monitors.length)
      .at(0);
  });

  #setContext(values: Record<string, unknown>): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#context.get(key) !== value) {
        this.#context.set(key, value);
        void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
      }
    }
  }
}

/** Of a refresh. Loading is shown by the last row. */
function toProgressText({ progress }: MonitorList) {
  if (!progress || !isRenewal(progress.activity)) {
    return undefined;
  }
  const { pagesRead, pagesPlanned, stopping } = progress;
  return stopping ? t('Stopping…') : t('Refreshing: {0} of {1}', pagesRead, pagesPlanned);
}
