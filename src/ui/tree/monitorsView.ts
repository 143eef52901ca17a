import * as vscode from 'vscode';
import { MINUTE } from '../../base/time';
import { anyOf, type Disposable, type Event } from '../../base/event';
import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { eventsOf, type MonitorEvent } from '../../monitors/events';
import { hasProblem, toProblems, type Monitor } from '../../monitors/monitor';
import { isRenewal } from '../../monitors/listActivity';
import type { MonitorList } from '../../account/monitorList';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toErrorText } from '../texts/errorText';
import { toLastingEventText } from '../texts/changeTexts';
import { toSummaryText, type LastingEvent } from '../texts/summaryText';
import { window, type SafeTreeView } from '../window';
import type { Indicators } from './indicators';
import { VIEW_ID, type MonitorTree } from './monitorTree';
import { toFailureLine } from './notices';
import { OPEN_ROW, ROW_COMMANDS, toMonitorId, type Row, type RowCommand } from './rows';
import { Tree } from './tree';
import { toFirstPageFailure, welcomeOf } from './welcome';

/** The view: rows, welcome texts, message, badge and title actions. */
export class MonitorsView implements Disposable {
  readonly #tree: Tree;
  readonly #subscriptions: Disposable[];
  readonly #context = new Map<string, unknown>();
  readonly #tick: NodeJS.Timeout;
  /** The event that was found for these inputs. */
  #found:
    { readonly inputs: readonly unknown[]; readonly event?: MonitorEvent | undefined } | undefined;
  /** Fires after each update of the rows. */
  readonly onDidUpdate: Event<unknown>;
  #updating: NodeJS.Immediate | undefined;

  /** Updates once for all that changes at the same time. */
  readonly #update = (): void => {
    this.#updating ??= setImmediate(() => {
      this.#updating = undefined;
      this.#tree.update();
    });
  };

  constructor(
    private readonly app: App,
    settings: Settings,
    private readonly indicators: Indicators,
    private readonly view: SafeTreeView<Row>,
    rows: MonitorTree,
  ) {
    const { sessions, rowFields, budget } = app;
    this.#tree = new Tree(app, t);
    rows.setTree(this.#tree);
    this.onDidUpdate = this.#tree.onDidUpdate;
    const look = (): void => {
      app.account?.lastLook.setLooking(view.visible && window.state.focused);
      this.#update();
      // Shows saved rows, or loads the first page without a click.
      if (view.visible) {
        void app.ensureFirstPage();
      }
    };
    this.#subscriptions = [
      ...ROW_COMMANDS.map((command) =>
        vscode.commands.registerCommand(`${OPEN_ROW}.${command}`, () => this.#open(command)),
      ),
      view.onDidChangeVisibility(look),
      // Ages are outdated after sleep.
      window.onDidChangeWindowState(look),
      sessions.onDidChange(look),
      settings.onDidChange(look),
      view.onDidChangeSelection(({ selection }) => {
        this.#tree.selected = selection;
        this.#showSelection();
      }),
      view.onDidExpandElement(({ element }) => this.#tree.setOpen(element, true)),
      view.onDidCollapseElement(({ element }) => this.#tree.setOpen(element, false)),
      app.onDidChange(() => this.#onListChange()),
      anyOf(rowFields.onDidChange, budget.onDidChange)(this.#update),
      // After the rows: VS Code draws the first change at once and delays the second.
      this.onDidUpdate(() => this.#show()),
      this.#tree,
    ];
    this.#tick = setInterval(() => {
      // VS Code uses memory for each reported row, even in a hidden view.
      if (view.visible) {
        this.#update();
      }
    }, MINUTE).unref();
    look();
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** Returns the passed ID, or those of the passed rows, or those of the selection. */
  idsFor(row: unknown, rows?: unknown): readonly string[] {
    const passed: readonly unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [row];
    const toIds = (all: readonly unknown[]) => [
      ...new Set(all.flatMap((one) => toMonitorId(one) ?? [])),
    ];
    const ids = typeof row === 'string' ? [row] : toIds(passed);
    return ids.length > 0 ? ids : toIds(this.view.selection);
  }

  /** Like {@link idsFor}, if they are loaded. */
  findMonitors(row?: unknown, rows?: unknown): readonly Monitor[] {
    const { loaded } = this.app.list ?? {};
    return this.idsFor(row, rows).flatMap((id) => loaded?.find(id) ?? []);
  }

  /** Like {@link findMonitors}, but asks for a selection if empty. */
  monitorsFor(row?: unknown, rows?: unknown): readonly Monitor[] {
    const monitors = this.findMonitors(row, rows);
    if (monitors.length === 0) {
      void window.showInformationMessage(t('Select a monitor first.'));
    }
    return monitors;
  }

  /** Visible, unmuted problems, worst first. */
  get problems(): readonly Monitor[] {
    // Grouped by tag, a monitor has several rows.
    const shown = new Set(this.#tree.arrangement.groups.flatMap(({ monitors }) => monitors));
    return toProblems([...shown]).filter(
      ({ id }) => this.app.shown?.choices.muteOf(id) === undefined,
    );
  }

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
  }

  /** Selects a monitor's row. Clears a filter that hides it. */
  async show(monitorId: string, { focus = true } = {}): Promise<void> {
    if (!this.#tree.find(monitorId) && this.app.list?.loaded.find(monitorId)) {
      this.app.shown?.choices.setFilter(undefined);
      this.#tree.update();
    }
    await this.#reveal(this.#tree.find(monitorId), { select: true, focus });
  }

  /** Focuses the row that replaces the welcome text, whose button is gone. */
  async focusSigningIn(): Promise<void> {
    this.#tree.update();
    const [row] = this.#tree.childrenOf();
    if (this.visible && row?.content.id === 'signingIn') {
      await this.#reveal(row, { select: false, focus: true });
    }
  }

  async focusWelcome(): Promise<void> {
    if (this.visible && this.#tree.childrenOf().length === 0) {
      await this.focus();
    }
  }

  dispose(): void {
    clearInterval(this.#tick);
    clearImmediate(this.#updating);
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #onListChange(): void {
    this.#update();
    const { shown } = this.app;
    shown?.choices.endMutes((id) => shown.list.loaded.find(id));
  }

  #open(command: RowCommand): unknown {
    // VS Code's selection is empty while rows reload.
    const row = this.view.selection[0] ?? this.#tree.selected[0];
    const { monitor, action } = row?.content ?? {};
    const clicked = {
      showDetails: monitor && { command, argument: monitor.id },
      loadMore: { command, argument: undefined },
      act: action,
      noop: undefined,
    }[command];
    return this.#tree.acceptClick() && clicked
      ? vscode.commands.executeCommand(`monitorExplorer.${clicked.command}`, clicked.argument)
      : undefined;
  }

  async #reveal(row: Row | undefined, options: { select: boolean; focus: boolean }): Promise<void> {
    try {
      if (row) {
        await this.view.reveal(row, options);
      }
    } catch {
      // VS Code rejects if rows change while it searches. Then the row may stay out of view.
    }
  }

  #show(): void {
    const { app, view } = this;
    const { list, session, sessionState, baseUrl, budget, now } = app;
    const { choices } = app.shown ?? {};
    const { progress } = list ?? {};
    const loaded = this.#tree.summary;
    const summary = loaded && loaded.count > 0 ? loaded : undefined;
    const filter = choices?.filter && {
      text: choices.filter.text,
      matches: this.#tree.arrangement.matches,
    };
    // A failure's row can be scrolled out of view.
    const failure = list?.failure && toFailureLine(t, list.failure);
    const firstPage = toFirstPageFailure(app);
    const message =
      list && summary
        ? toSummaryText(t, summary, now(), {
            filter,
            state: toProgressText(list),
            failure,
            event: this.#event,
          })
        : firstPage && toErrorText(t, firstPage.error, now()).sentence;
    if (view.message !== message) {
      view.message = message;
    }
    const description =
      session && joinTexts([toSafeText(session.email, 100), toSafeText(baseUrl!.host, 100)], ' · ');
    if (view.description !== description) {
      view.description = description;
    }
    // Badge and status bar don't count examples.
    this.indicators.update(session && loaded, budget.state);
    this.#setContext({
      signedIn: session !== undefined,
      // Includes sessions at other addresses.
      hasAccounts: app.sessions.sessions.length > 0,
      welcome: welcomeOf(app),
      expired: sessionState === 'expired',
      busy: progress !== undefined && progress.pagesRead < progress.pagesPlanned,
      failed: list?.failure !== undefined,
      hasRows: summary !== undefined,
      hasProblem: summary !== undefined && hasProblem(summary.counts),
      hasMore: list !== undefined && list.loaded.end !== 'end',
      filtered: choices?.filter !== undefined,
      changed: app.account?.lastLook.changes !== undefined,
    });
    this.#showSelection();
  }

  /** The largest event that lasts. Muted monitors don't count. */
  get #event(): LastingEvent | undefined {
    const { shown, now } = this.app;
    if (shown === undefined) {
      return undefined;
    }
    const { list, memory, choices, sinceOf } = shown;
    const { monitors } = list.loaded;
    const inputs = [monitors, memory.version, choices.arrangement, choices.mutes.length];
    if (!this.#found?.inputs.every((input, place) => input === inputs[place])) {
      const occurrences = monitors.flatMap((monitor) => {
        const isDown = monitor.status === 'down' && choices.muteOf(monitor.id) === undefined;
        const since = isDown ? sinceOf(monitor) : undefined;
        return since ? [{ monitor, since }] : [];
      });
      const events = eventsOf(occurrences, monitors);
      const [event] = events.toSorted((a, b) => b.monitors.length - a.monitors.length);
      this.#found = { inputs, event };
    }
    const { event } = this.#found;
    return event && { text: toLastingEventText(t, event, now()), count: event.monitors.length };
  }

  /** Sets context keys of the selection, because palette commands use it too. */
  #showSelection(): void {
    const selected = this.#tree.selected.find(({ content }) => content.monitor ?? content.pin);
    const { pin, monitor } = selected?.content ?? {};
    // The monitor may have moved to another group.
    const row = pin || !monitor ? selected : this.#tree.find(monitor.id);
    this.#setContext({ selection: row?.content.toText().contextValue });
  }

  #setContext(values: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(values)) {
      if (this.#context.get(key) !== value) {
        this.#context.set(key, value);
        void vscode.commands.executeCommand('setContext', `monitorExplorer.${key}`, value);
      }
    }
  }
}

function toProgressText({ progress }: MonitorList): SafeText | undefined {
  if (progress === undefined || !isRenewal(progress.activity)) {
    return undefined;
  }
  const { pagesRead, pagesPlanned, stopping } = progress;
  return stopping ? t('Stopping…') : t('Refreshing: {0} of {1}', pagesRead, pagesPlanned);
}
