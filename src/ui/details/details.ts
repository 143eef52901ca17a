import * as vscode from 'vscode';
import { anyOf, type Disposable } from '../../base/event';
import { isOpenable } from '../../base/url';
import type { ListController } from '../../explorer/listController';
import type { Monitor } from '../../monitors/monitor';
import type { Page } from '../../monitors/page';
import { stepProblem } from '../../monitors/problems';
import type { StatusRun } from '../../monitors/since';
import type { StatusHistory } from '../../explorer/statusHistory';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toCostText } from '../texts/costText';
import type { MonitorsView } from '../tree/monitorsView';
import type { ViewState } from '../tree/viewState';
import type { PageContent } from '../webview/pageContent';
import type { WebPage, WebPages } from '../webview/webPages';
import { window } from '../window';
import type { DetailsAction } from './detailsPage';
import { toMonitorUrl } from './monitorUrl';

/** The name under which the page is found again after a reload. */
export const DETAILS_PAGE = 'details';

export interface DetailsOptions {
  readonly controller: ListController;
  readonly history: StatusHistory;
  readonly settings: Settings;
  /** What is pinned. */
  readonly state: ViewState;
  /** The rows, among which the user steps. */
  readonly view: MonitorsView;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The page about one monitor. Opening it, and all of its buttons but "Refresh This Page", cost no call. */
export class Details {
  readonly #options: DetailsOptions;
  #pages: WebPages | undefined;
  /** Steps whose row isn't selected yet. */
  #stepsUnderWay = 0;

  constructor(options: DetailsOptions) {
    this.#options = options;
  }

  /** Opens the page about a monitor by its id, as {@link WebPages} asks for it. */
  readonly open = (id: string): WebPage => {
    const { controller, history, state } = this.#options;
    return {
      render: () => this.#render(id),
      run: (action) => this.#run(id, action as DetailsAction),
      onDidChange: anyOf(controller.onDidChange, history.onDidChange, state.onDidChange),
    };
  };

  /** The commands that show the page. `pages` must know {@link open} as {@link DETAILS_PAGE}. */
  registerCommands(pages: WebPages): Disposable {
    this.#pages = pages;
    const show = (row: unknown): void => {
      const id = typeof row === 'string' ? row : this.#options.view.monitorsFor(row)[0]?.id;
      if (id !== undefined) {
        // Rows pass their id when clicked: whoever goes through the list stays in it.
        pages.show(DETAILS_PAGE, id, { preserveFocus: typeof row === 'string' });
      }
    };
    const step = (by: 1 | -1, from: unknown): Promise<void> => {
      const { view } = this.#options;
      // What is selected is where the user is, once the row of the last step is.
      const selected = view.visible && this.#stepsUnderWay === 0 ? view.selectedMonitors[0]?.id : undefined;
      return this.#showProblem(selected ?? pages.subjectOf(DETAILS_PAGE), by, { inTree: from === 'tree' });
    };
    return vscode.Disposable.from(
      vscode.commands.registerCommand('monitorExplorer.showDetails', show),
      vscode.commands.registerCommand('monitorExplorer.showNextProblem', (from: unknown) => step(1, from)),
      vscode.commands.registerCommand('monitorExplorer.showPreviousProblem', (from: unknown) =>
        step(-1, from),
      ),
    );
  }

  async #render(id: string): Promise<PageContent> {
    const { toDetailsPage } = await import('./detailsPage.js');
    const { settings, now, state, view } = this.#options;
    const monitor = this.#find(id);
    const page = this.#pageOf(id);
    const { problems } = view;
    const place = problems.findIndex((problem) => problem.id === id) + 1;
    return toDetailsPage(t, {
      id,
      found: monitor && page && { monitor, pageIndex: page.pageIndex, readAt: page.readAt },
      runs: this.#runsOf(id),
      problems: { place: place === 0 ? undefined : place, count: problems.length },
      can: this.#actionsFor(monitor, problems),
      isPinned: state.isPinned(id),
      refreshCost: toCostText(t, 1, settings.creditsPerCall),
      now: now(),
    });
  }

  #actionsFor(monitor: Monitor | undefined, problems: readonly Monitor[]): ReadonlySet<DetailsAction> {
    const { controller, settings } = this.#options;
    if (!monitor) {
      return new Set([controller.sessionState === 'none' ? 'signIn' : 'showMonitors']);
    }
    const others = problems.some(({ id }) => id !== monitor.id);
    const offered: Readonly<Record<DetailsAction, boolean>> = {
      openTarget: isOpenable(monitor.target),
      openInService: toMonitorUrl(settings.monitorUrl, monitor.id) !== undefined,
      copy: true,
      pin: true,
      refreshPage: true,
      previousProblem: others,
      nextProblem: others,
      showMonitors: false,
      signIn: false,
    };
    return new Set((Object.keys(offered) as DetailsAction[]).filter((action) => offered[action]));
  }

  #run(id: string, action: DetailsAction): unknown {
    const { controller, state } = this.#options;
    const run = (command: string): unknown =>
      vscode.commands.executeCommand(`monitorExplorer.${command}`, { kind: 'monitor', monitor });
    const monitor = this.#find(id);
    if (action === 'showMonitors') {
      return run('monitors.focus');
    }
    if (action === 'signIn') {
      return run('signIn');
    }
    if (!monitor) {
      return undefined;
    }
    switch (action) {
      case 'openTarget':
      case 'openInService':
        return run(action);
      case 'copy':
        return run('copyMarkdown');
      case 'pin':
        return state.isPinned(id) ? state.unpin(id) : state.pin(monitor);
      case 'refreshPage': {
        const page = this.#pageOf(id);
        return page && controller.refreshPages([page.pageIndex]);
      }
      case 'previousProblem':
        return this.#showProblem(id, -1);
      case 'nextProblem':
        return this.#showProblem(id, 1);
    }
  }

  /** Shows the next problem, and selects its row, so that what acts on the selection acts on what is shown. */
  async #showProblem(id: string | undefined, by: 1 | -1, { inTree = false } = {}): Promise<void> {
    const { view } = this.#options;
    const next = stepProblem(view.problems, id, by);
    if (next === undefined) {
      void window.showInformationMessage(t('None of the monitors in the view is down or degraded.'));
      return;
    }
    // An open page keeps the keyboard where it is: on the button that was pressed, or in the list.
    const preserveFocus = inTree || this.#pages?.subjectOf(DETAILS_PAGE) !== undefined;
    this.#pages?.show(DETAILS_PAGE, next.id, { preserveFocus });
    this.#stepsUnderWay++;
    try {
      await view.select(next.id, { focus: inTree });
    } finally {
      this.#stepsUnderWay--;
    }
  }

  #runsOf(id: string): readonly StatusRun[] {
    const { controller, history } = this.#options;
    return controller.owner ? history.get(controller.owner, id) : [];
  }

  #find(id: string): Monitor | undefined {
    return this.#options.controller.list?.loaded.find(id);
  }

  /** The last page that has the monitor: what is shown of it was read there. */
  #pageOf(id: string): Page | undefined {
    return this.#options.controller.list?.loaded.pageOf(id);
  }
}
