import * as vscode from 'vscode';
import { needsConfirmation, planOnePage, planPages, planRefresh, type CallPlan } from '../../credits/plan';
import type { ListOutcome, MonitorList } from '../../monitors/monitorList';
import type { Settings } from '../settings';
import { toCostText } from './costText';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';
import { type SafeText } from '../../base/text';

type Choice = SafeQuickPickItem & { readonly pages: number };

export type CostlyAction = 'refresh' | 'loadAll';

/** Calls for which package.json has a command of its own, so that the title tells the cost: `refresh.3`. */
export const TOLD_COSTS: readonly number[] = [1, 2, 3, 4, 5];

/** How far "Load All" may go where the service gives no total: the person picks the bound. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** The actions that can take more than one call: they say so before, and go no further than what was accepted. */
export class CostlyActions {
  constructor(private readonly settings: Settings) {}

  /** @param onDeclined told how many calls the person did not want. */
  async refresh(list: MonitorList, onDeclined: (calls: number) => void): Promise<ListOutcome> {
    const plan = planRefresh(list.refreshDepth);
    if (!needsConfirmation(plan, this.settings.confirmAboveCalls)) {
      return list.refresh();
    }
    const pages = await this.#choose(t('Refresh takes {0}', this.#cost(plan)), [
      { label: t('Refresh All Loaded Pages'), description: this.#cost(plan), pages: plan.calls },
      { label: t('First Page Only'), description: this.#cost(planOnePage()), pages: 1 },
    ]);
    if (pages === undefined) {
      onDeclined(plan.calls);
      return 'idle';
    }
    return list.refresh({ pages });
  }

  async loadAll(list: MonitorList, onDeclined: (calls: number) => void): Promise<ListOutcome> {
    const { pagesLeft } = list.loaded;
    if (pagesLeft === 0) {
      return 'idle';
    }
    const pages = pagesLeft === undefined ? await this.#askForBound() : await this.#confirmAll(pagesLeft);
    if (pages === undefined) {
      onDeclined(pagesLeft ?? 1);
      return 'idle';
    }
    return this.#withProgress(list, pages);
  }

  async #confirmAll(pagesLeft: number): Promise<number | undefined> {
    const plan = planPages(pagesLeft);
    if (!needsConfirmation(plan, this.settings.confirmAboveCalls)) {
      return pagesLeft;
    }
    return this.#choose(t('Load All takes {0}', this.#cost(plan)), [
      { label: t('Load All'), description: this.#cost(plan), pages: pagesLeft },
      { label: t('Next Page Only'), description: this.#cost(planOnePage()), pages: 1 },
    ]);
  }

  #askForBound(): Promise<number | undefined> {
    return this.#choose(
      t('The service does not say how many monitors there are. How far shall Load All go?'),
      BOUNDS_WITHOUT_TOTAL.map((pages) => ({
        label: t('Up to {0} Pages', pages),
        description: this.#cost({ calls: pages, bound: 'upTo' }),
        pages,
      })),
    );
  }

  async #choose(title: SafeText, choices: readonly Choice[]): Promise<number | undefined> {
    const placeHolder = t('Every call costs credits of your account');
    return (await window.showQuickPick(choices, { title, placeHolder }))?.pages;
  }

  #withProgress(list: MonitorList, pages: number): Thenable<ListOutcome> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: t('Loading all monitors'),
      cancellable: true,
    };
    return window.withProgress(options, async (progress, cancelled) => {
      cancelled.onCancellationRequested(() => list.cancel());
      const subscription = list.onDidChange(() => {
        if (list.progress) {
          const { pagesRead, pagesPlanned } = list.progress;
          const message = t('{0} of {1} pages, {2} monitors', pagesRead, pagesPlanned, list.loaded.count);
          progress.report({ message });
        }
      });
      try {
        return await list.loadAll(pages);
      } finally {
        subscription.dispose();
      }
    });
  }

  #cost(plan: CallPlan): SafeText {
    return toCostText(plan, this.settings.creditsPerCall);
  }
}
