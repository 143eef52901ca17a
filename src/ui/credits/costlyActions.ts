import * as vscode from 'vscode';
import type { Memento } from '../../base/memento';
import type { SafeText } from '../../base/text';
import type { Core } from '../../explorer/createCore';
import type { Monitor } from '../../monitors/monitor';
import type { ListOutcome, MonitorList } from '../../monitors/monitorList';
import { isCallError } from '../../service/errors';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { window } from '../window';
import { toCostText, toListChangedText } from '../texts/costText';
import { largerPage, type LargerPage } from './pageSizes';

interface Choice {
  readonly label: SafeText;
  readonly calls: number;
  /** It may take fewer. */
  readonly isMost?: boolean;
  readonly detail?: SafeText;
  /** It doesn't do all of what was asked for. */
  readonly isPart?: boolean;
  readonly run: () => Promise<ListOutcome>;
}

type CostSettings = Pick<Settings, 'confirmAboveCalls' | 'creditsPerCall'>;
type View = Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
type Pins = { isPinned(monitorId: string): boolean };

/** How far "Load All" may go where the service gives no total: the user picks the bound. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** The actions that can take more than one call: they say so before, and go no further than what was accepted. */
export class CostlyActions {
  readonly #core: Pick<Core, 'controller'>;
  readonly #settings: CostSettings;
  readonly #state: Pins;
  readonly #view: View;
  readonly #memory: Memento;

  /**
   * @param state what is pinned.
   * @param view its rows show how far it is.
   * @param memory remembers which services don't give larger pages.
   */
  constructor(
    core: Pick<Core, 'controller'>,
    settings: CostSettings,
    state: Pins,
    view: View,
    memory: Memento,
  ) {
    this.#core = core;
    this.#settings = settings;
    this.#state = state;
    this.#view = view;
    this.#memory = memory;
  }

  async refresh(): Promise<ListOutcome> {
    const { controller } = this.#core;
    const { list } = controller;
    if (list === undefined) {
      return 'idle';
    }
    return list.refreshDepth > this.#settings.confirmAboveCalls
      ? this.#askRefresh(list)
      : controller.refresh();
  }

  /** Reads again the pages with monitors that are down, degraded, unknown or pinned: a call for each. */
  async refreshProblems(): Promise<ListOutcome> {
    const { controller } = this.#core;
    const { list } = controller;
    const pages = list ? this.#problemPages(list) : [];
    if (list === undefined || pages.length === 0) {
      void window.showInformationMessage(
        t('None of the loaded monitors is down, degraded, unknown, or pinned.'),
      );
      return 'idle';
    }
    return pages.length > this.#settings.confirmAboveCalls
      ? this.#askRefresh(list)
      : controller.refreshPages(pages);
  }

  #askRefresh(list: MonitorList): Promise<ListOutcome> {
    const { controller } = this.#core;
    const calls = list.refreshDepth;
    const larger = this.#largerPage(list.refreshPageSize, list.loaded.count, calls);
    const pages = this.#problemPages(list);
    const areProblemsCheaper = pages.length > 0 && pages.length < calls;
    const problemPages: Choice = {
      label: t('Refresh Problem Pages'),
      calls: pages.length,
      detail: t(
        "Only pages with problems or pins. Monitors on other pages that went down since aren't seen.",
      ),
      run: () => controller.refreshPages(pages),
    };
    const first: Choice = {
      label: t('First Page Only'),
      calls: 1,
      run: () => controller.refresh({ pages: 1 }),
    };
    return this.#choose(t('Refresh takes {0}', this.#cost({ calls })), [
      ...(areProblemsCheaper ? [problemPages] : []),
      ...this.#toLargerChoices(larger, (size) => t('Refresh, {0} per Page', size)),
      ...(areProblemsCheaper ? [] : [first]),
      // More may be loaded by the time of the click.
      { label: t('Refresh All Loaded Pages'), calls, run: () => controller.refresh({ pages: calls }) },
    ]);
  }

  #problemPages({ loaded }: MonitorList): number[] {
    const isWanted = ({ id, status }: Monitor): boolean =>
      status === 'down' || status === 'degraded' || status === 'unknown' || this.#state.isPinned(id);
    return loaded.pagesWith(isWanted);
  }

  async loadAll(): Promise<ListOutcome> {
    const { list } = this.#core.controller;
    const pagesLeft = list?.loaded.pagesLeft;
    if (list === undefined || pagesLeft === 0) {
      return 'idle';
    }
    if (pagesLeft !== undefined) {
      return this.#loadRest(list, pagesLeft);
    }
    return list.loaded.mayBeEnd ? this.#loadPastEnd(list) : this.#loadToBound();
  }

  /** What is loaded may be all, and one call tells. Only if it brings more, there's a question how far to go. */
  async #loadPastEnd(list: MonitorList): Promise<ListOutcome> {
    const { controller } = this.#core;
    const loadNext = (): Promise<ListOutcome> => this.#withProgress(() => controller.loadAll(1));
    const outcome =
      this.#settings.confirmAboveCalls >= 1
        ? await loadNext()
        : await this.#choose(t('These may be all the monitors. One more call will tell.'), [
            { label: t('Load All'), calls: 1, run: loadNext },
          ]);
    const goesOn = outcome === 'done' && controller.list === list && list.loaded.end === undefined;
    return goesOn ? this.loadAll() : outcome;
  }

  #loadRest(list: MonitorList, pagesLeft: number): Promise<ListOutcome> {
    const { controller } = this.#core;
    const loadAll = (): Promise<ListOutcome> => this.#withProgress(() => controller.loadAll(pagesLeft));
    if (pagesLeft <= this.#settings.confirmAboveCalls) {
      return loadAll();
    }
    const larger = this.#largerPage(list.loaded.pageSize, list.loaded.total, pagesLeft);
    return this.#choose(t('Load All takes {0}', this.#cost({ calls: pagesLeft })), [
      ...this.#toLargerChoices(larger, (size) => t('Load All, {0} per Page', size)),
      { label: t('Load All'), calls: pagesLeft, run: loadAll },
      { label: t('Load Next Page'), calls: 1, isPart: true, run: () => controller.loadMore() },
    ]);
  }

  #loadToBound(): Promise<ListOutcome> {
    const title = t("The service doesn't say how many monitors there are. How far should Load All go?");
    return this.#choose(
      title,
      BOUNDS_WITHOUT_TOTAL.map((pages) => ({
        label: t('Up to {0} Pages', t.formats.number(pages)),
        calls: pages,
        isMost: true,
        run: () => this.#withProgress(() => this.#core.controller.loadAll(pages)),
      })),
    );
  }

  /**
   * The cheapest that does all is first, so that Enter takes it. Nothing is done, and the user is told, if another list
   * than the one that the question was about is shown by now.
   */
  async #choose(title: SafeText, choices: readonly Choice[]): Promise<ListOutcome> {
    const placeHolder = t('Every call costs credits of your account');
    const { list } = this.#core.controller;
    const items = choices
      .map((choice) => ({ ...choice, description: this.#cost(choice) }))
      .sort(
        (one, other) =>
          Number(one.isPart ?? false) - Number(other.isPart ?? false) || one.calls - other.calls,
      );
    const choice = await window.showQuickPick(items, { title, placeHolder });
    if (choice === undefined) {
      return 'idle';
    }
    if (this.#core.controller.list !== list) {
      void window.showInformationMessage(toListChangedText(t));
      return 'idle';
    }
    return choice.run();
  }

  /** The same monitors in larger pages, where that saves calls and the service is not known to give only small ones. */
  #largerPage(pageSize: number, monitors: number | undefined, calls: number): LargerPage | undefined {
    const { controller } = this.#core;
    const key = this.#memoryKey();
    if (monitors === undefined || key === undefined) {
      return undefined;
    }
    const limit = Math.min(
      this.#memory.get<number>(key) ?? Infinity,
      controller.list?.largestPage ?? Infinity,
    );
    return largerPage({ monitors, calls, pageSize, limit });
  }

  #toLargerChoices(larger: LargerPage | undefined, label: (size: SafeText) => SafeText): Choice[] {
    return larger === undefined
      ? []
      : [
          {
            label: label(t.formats.number(larger.pageSize)),
            calls: larger.calls,
            detail: t('Reloads the list in larger pages, now and at each refresh'),
            run: () => this.#readLarger(larger),
          },
        ];
  }

  async #readLarger({ pageSize, calls }: LargerPage): Promise<ListOutcome> {
    const { controller } = this.#core;
    const key = this.#memoryKey();
    const { list } = controller;
    const before = list?.loaded.pageSize;
    const loadsAll = list?.loaded.end === undefined;
    const outcome = await this.#withProgress(() =>
      controller.refresh({ pages: calls, pageSize, ...(loadsAll && { reason: 'loadAll' }) }),
    );
    const served = list?.loaded.pageSize === pageSize ? list.loaded.pages[0]?.monitors.length : before;
    const error = list?.failure?.error;
    const refused = outcome === 'failed' && isCallError(error, 'invalid');
    const ignored = outcome === 'done' && served !== undefined && served < pageSize && !list?.loaded.complete;
    if (key !== undefined && (refused || ignored)) {
      await this.#memory.update(key, refused ? before : served);
    }
    return outcome;
  }

  /** Whenever the rows, which show how far it is, are hidden meanwhile, a notification does. */
  async #withProgress(run: () => Promise<ListOutcome>): Promise<ListOutcome> {
    const { controller } = this.#core;
    const { list } = controller;
    const outcome = run();
    const over = outcome.then(() => true);
    let isOver = false;
    while (!isOver) {
      const change = Promise.race([over, visibilityChange(this.#view)]);
      isOver = await (this.#view.visible ? change : this.#notify(list, change));
    }
    return outcome;
  }

  /** How far it is, with a button to stop, until the change. */
  #notify(list: MonitorList | undefined, change: Promise<boolean>): Promise<boolean> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: t('Loading monitors'),
      cancellable: true,
    };
    return window.withProgress(options, async (progress, cancelled) => {
      cancelled.onCancellationRequested(() => list?.cancel());
      const report = (): void => {
        const running = list?.progress;
        if (running) {
          const { pagesRead, pagesPlanned } = running;
          const message = t('{0} of {1} pages, {2} monitors', pagesRead, pagesPlanned, list.loaded.count);
          progress.report({ message });
        }
      };
      report();
      const subscription = this.#core.controller.onDidChange(report);
      try {
        return await change;
      } finally {
        subscription.dispose();
      }
    });
  }

  #memoryKey(): string | undefined {
    const { baseUrl } = this.#core.controller;
    return baseUrl && `pageSizeLimit:${baseUrl.href}`;
  }

  #cost({ calls, isMost }: Pick<Choice, 'calls' | 'isMost'>): SafeText {
    return toCostText(t, calls, this.#settings.creditsPerCall, { isMost });
  }
}

/** Resolves with false once the view is hidden or shown. */
function visibilityChange(view: View): Promise<boolean> {
  return new Promise((resolve) => {
    const subscription = view.onDidChangeVisibility(() => {
      subscription.dispose();
      resolve(false);
    });
  });
}
