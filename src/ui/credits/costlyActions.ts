import * as vscode from 'vscode';
import type { Memento } from '../../base/memento';
import { toSafeText, type SafeText } from '../../base/text';
import { needsConfirmation, planOnePage, planPages, planRefresh, type CallPlan } from '../../credits/plan';
import type { ListController } from '../../explorer/listController';
import type { Monitor } from '../../monitors/monitor';
import type { ListOutcome, MonitorList } from '../../monitors/monitorList';
import { HttpError } from '../../service/errors';
import { t } from '../l10n';
import { window } from '../window';
import { toCostText, toListChangedText } from '../texts/costText';
import { largerPage, type LargerPage } from './pageSizes';

interface Choice {
  readonly label: SafeText;
  readonly plan: CallPlan;
  readonly detail?: SafeText;
  readonly run: () => Promise<ListOutcome>;
}

export interface CostlyActionsOptions {
  readonly controller: ListController;
  readonly settings: {
    readonly confirmAboveCalls: number;
    readonly creditsPerCall: number | undefined;
    setPageSize(pageSize: number): Promise<void>;
  };
  readonly isPinned: (monitorId: string) => boolean;
  /** Whether the rows are visible, which then show how far it is. */
  readonly isInSight: () => boolean;
  /** Remembers which services don't give larger pages. */
  readonly memory: Memento;
}

/** How far "Load All" may go where the service gives no total: the user picks the bound. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** The actions that can take more than one call: they say so before, and go no further than what was accepted. */
export class CostlyActions {
  readonly #options: CostlyActionsOptions;

  constructor(options: CostlyActionsOptions) {
    this.#options = options;
  }

  async refresh(): Promise<ListOutcome> {
    const { controller, settings } = this.#options;
    const { list } = controller;
    if (list === undefined) {
      return 'idle';
    }
    const plan = planRefresh(list.refreshDepth);
    if (!needsConfirmation(plan, settings.confirmAboveCalls)) {
      return controller.refresh();
    }
    return this.#askRefresh(list, plan);
  }

  /** Reads again the pages with monitors that are down, degraded, unknown or pinned: a call for each. */
  async refreshTrouble(): Promise<ListOutcome> {
    const { controller, settings } = this.#options;
    const { list } = controller;
    const pages = list ? this.#troublePages(list) : [];
    if (list === undefined || pages.length === 0) {
      void window.showInformationMessage(
        t('None of the loaded monitors is down, degraded, unknown, or pinned.'),
      );
      return 'idle';
    }
    return needsConfirmation(planRefresh(pages.length), settings.confirmAboveCalls)
      ? this.#askRefresh(list, planRefresh(list.refreshDepth))
      : controller.refreshPages(pages);
  }

  #askRefresh(list: MonitorList, plan: CallPlan): Promise<ListOutcome> {
    const { controller } = this.#options;
    const larger = this.#largerPage(list.refreshPageSize, list.loaded.count, plan.calls);
    const pages = this.#troublePages(list);
    const isTroubleCheaper = pages.length > 0 && pages.length < plan.calls;
    const trouble: Choice = {
      label: t('Refresh Trouble'),
      plan: planRefresh(pages.length),
      detail: t(
        "Reads the pages with monitors that are down, degraded, unknown, or pinned. Monitors on other pages that went down since aren't seen.",
      ),
      run: () => controller.refreshPages(pages),
    };
    const first: Choice = {
      label: t('First Page Only'),
      plan: planOnePage(),
      run: () => controller.refresh({ pages: 1 }),
    };
    return this.#choose(t('Refresh takes {0}', this.#cost(plan)), [
      ...(isTroubleCheaper ? [trouble] : []),
      ...this.#toLargerChoices(larger, (size) => t('Refresh With {0} per Page', size)),
      ...(isTroubleCheaper ? [] : [first]),
      // More may be loaded by the time of the click.
      { label: t('Refresh All Loaded Pages'), plan, run: () => controller.refresh({ pages: plan.calls }) },
    ]);
  }

  #troublePages({ loaded }: MonitorList): number[] {
    const isTrouble = ({ id, status }: Monitor): boolean =>
      status === 'down' || status === 'degraded' || status === 'unknown' || this.#options.isPinned(id);
    return loaded.pagesWith(isTrouble);
  }

  async loadAll(): Promise<ListOutcome> {
    const { list } = this.#options.controller;
    const pagesLeft = list?.loaded.pagesLeft;
    if (list === undefined || pagesLeft === 0) {
      return 'idle';
    }
    return pagesLeft === undefined ? this.#loadToBound() : this.#loadRest(list, pagesLeft);
  }

  #loadRest(list: MonitorList, pagesLeft: number): Promise<ListOutcome> {
    const { controller, settings } = this.#options;
    const plan = planPages(pagesLeft);
    if (!needsConfirmation(plan, settings.confirmAboveCalls)) {
      return this.#withProgress(() => controller.loadAll(pagesLeft));
    }
    const larger = this.#largerPage(list.loaded.pageSize, list.loaded.total, plan.calls);
    return this.#choose(t('Load All takes {0}', this.#cost(plan)), [
      ...this.#toLargerChoices(larger, (size) => t('Load All With {0} per Page', size)),
      { label: t('Next Page Only'), plan: planOnePage(), run: () => controller.loadMore() },
      { label: t('Load All'), plan, run: () => this.#withProgress(() => controller.loadAll(pagesLeft)) },
    ]);
  }

  #loadToBound(): Promise<ListOutcome> {
    const title = t("The service doesn't say how many monitors there are. How far should Load All go?");
    return this.#choose(
      title,
      BOUNDS_WITHOUT_TOTAL.map((pages) => ({
        label: t('Up to {0} Pages', t.formats.number(pages)),
        plan: { calls: pages, bound: 'upTo' },
        run: () => this.#withProgress(() => this.#options.controller.loadAll(pages)),
      })),
    );
  }

  /**
   * The cheapest stands first, where Enter takes it; those that take the same keep their order. What is chosen is done
   * for the account and the list that the question was about.
   */
  async #choose(title: SafeText, choices: readonly Choice[]): Promise<ListOutcome> {
    const placeHolder = t('Every call costs credits of your account');
    const { list } = this.#options.controller;
    const items = choices
      .map((choice) => ({ ...choice, description: this.#cost(choice.plan) }))
      .sort((one, other) => one.plan.calls - other.plan.calls);
    const choice = await window.showQuickPick(items, { title, placeHolder });
    return choice === undefined ? 'idle' : this.#runFor(list, choice.run);
  }

  /** Nothing is done, and the user is told, where another list is shown by now. */
  async #runFor(list: MonitorList | undefined, run: () => Promise<ListOutcome>): Promise<ListOutcome> {
    if (this.#options.controller.list === list) {
      return run();
    }
    void window.showInformationMessage(toListChangedText(t));
    return 'idle';
  }

  /** The same monitors in larger pages, where that saves calls and the service is not known to give only small ones. */
  #largerPage(pageSize: number, monitors: number | undefined, calls: number): LargerPage | undefined {
    const { memory } = this.#options;
    const key = this.#memoryKey();
    return monitors === undefined || key === undefined
      ? undefined
      : largerPage({
          monitors,
          calls,
          pageSize,
          limit: memory.get<number>(key),
        });
  }

  #toLargerChoices(larger: LargerPage | undefined, label: (size: SafeText) => SafeText): Choice[] {
    if (larger === undefined) {
      return [];
    }
    const size = t.formats.number(larger.pageSize);
    const plan = planPages(larger.calls);
    return [
      {
        label: label(size),
        plan,
        detail: t('Reads this list from its first page, in larger pages, now and at each refresh.'),
        run: () => this.#readLarger(larger, false),
      },
      {
        label: t('Use {0} per Page from Now On', size),
        plan,
        detail: t('Does the same, and sets the page size for every list.'),
        run: () => this.#readLarger(larger, true),
      },
    ];
  }

  /** @param isKept whether the size becomes the setting, once the service has given pages of it. */
  async #readLarger({ pageSize, calls }: LargerPage, isKept: boolean): Promise<ListOutcome> {
    const { controller, memory, settings } = this.#options;
    const key = this.#memoryKey();
    const { list } = controller;
    const before = list?.loaded.pageSize;
    const outcome = await this.#withProgress(() => controller.refresh({ pages: calls, pageSize }));
    const served = list?.loaded.pageSize === pageSize ? list.loaded.pages[0]?.monitors.length : before;
    const error = list?.failure?.error;
    const refused = outcome === 'failed' && error instanceof HttpError && error.kind === 'badRequest';
    const ignored = outcome === 'done' && served !== undefined && served < pageSize && !list?.loaded.complete;
    if (key !== undefined && (refused || ignored)) {
      await memory.update(key, refused ? before : served);
    }
    if (isKept && outcome === 'done' && !ignored) {
      await settings.setPageSize(pageSize).catch((error: unknown) => {
        const reason = toSafeText(error instanceof Error ? error.message : '', 300);
        void window.showWarningMessage(t("The page size couldn't be saved: {0}", reason));
      });
    }
    return outcome;
  }

  /** Shows how far it is, with a button to stop, where no row does. */
  #withProgress(run: () => Promise<ListOutcome>): Promise<ListOutcome> {
    const { controller, isInSight } = this.#options;
    const { list } = controller;
    if (isInSight()) {
      return run();
    }
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: t('Loading monitors'),
      cancellable: true,
    };
    return window.withProgress(options, async (progress, cancelled) => {
      cancelled.onCancellationRequested(() => list?.cancel());
      const subscription = controller.onDidChange(() => {
        const running = list?.progress;
        if (running) {
          const [read, planned, count] = [
            ...[running.pagesRead, running.pagesPlanned, list.loaded.count],
          ].map((number) => t.formats.number(number));
          progress.report({ message: t('{0} of {1} pages, {2} monitors', read!, planned!, count!) });
        }
      });
      try {
        return await this.#runFor(list, run);
      } finally {
        subscription.dispose();
      }
    });
  }

  #memoryKey(): string | undefined {
    const { baseUrl } = this.#options.controller;
    return baseUrl && `pageSizeLimit:${baseUrl.href}`;
  }

  #cost(plan: CallPlan): SafeText {
    return toCostText(t, plan, this.#options.settings.creditsPerCall);
  }
}
