import * as vscode from 'vscode';
import type { SafeText } from '../../base/text';
import type { Core } from '../../core/createCore';
import { isProblem } from '../../monitors/monitor';
import type { ListOutcome, MonitorList } from '../../monitors/monitorList';
import { isCallError } from '../../service/errors';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toCostText, toListChangedText } from '../texts/costText';
import { window } from '../window';
import { largerPage } from './pageSizes';

interface Choice {
  readonly label: SafeText;
  readonly calls: number;
  readonly isMost?: boolean;
  readonly detail?: SafeText;
  /** Does only part of the request. */
  readonly isPart?: boolean;
  readonly run: () => Promise<ListOutcome>;
}

/** Page limits on offer if the service gives no total. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** Creates actions of several calls. They ask above `confirmAboveCalls` and never exceed the accepted cost. */
export function createCostlyActions(
  { controller }: Pick<Core, 'controller'>,
  settings: Pick<Settings, 'confirmAboveCalls' | 'creditsPerCall'>,
  state: { isPinned(monitorId: string): boolean },
  view: Pick<vscode.TreeView<unknown>, 'visible'>,
) {
  /** Largest page that a service gives, by address, after it refused or ignored a larger one. */
  const knownLimits = new Map<string, number>();

  const toCost = ({ calls, isMost }: Pick<Choice, 'calls' | 'isMost'>): SafeText =>
    toCostText(t, calls, settings.creditsPerCall, { isMost });

  const problemPages = ({ loaded }: MonitorList): number[] =>
    loaded.pagesWith(
      (monitor) =>
        isProblem(monitor) ||
        (monitor.status === 'unknown' && loaded.tellsStatus) ||
        state.isPinned(monitor.id),
    );

  /** Puts the cheapest complete choice first, for Enter. Runs nothing if the list changed during the question. */
  const choose = async (title: SafeText, choices: readonly Choice[]): Promise<ListOutcome> => {
    const { list } = controller;
    const items = choices
      .map((choice) => ({ ...choice, description: toCost(choice) }))
      .sort(
        (one, other) =>
          Number(one.isPart ?? false) - Number(other.isPart ?? false) || one.calls - other.calls,
      );
    const placeHolder = t('Every call costs credits of your account');
    const choice = await window.showQuickPick(items, { title, placeHolder });
    if (choice && controller.list !== list) {
      void window.showInformationMessage(toListChangedText(t));
    }
    return choice && controller.list === list ? choice.run() : 'idle';
  };

  const withProgress = (run: () => Promise<ListOutcome>): Promise<ListOutcome> => {
    if (view.visible) {
      return run();
    }
    const { list } = controller;
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: t('Loading monitors'), cancellable: true };
    return window.withProgress(options, async (progress, canceled) => {
      canceled.onCancellationRequested(() => list?.cancel());
      const report = (): void => {
        const { pagesRead, pagesPlanned } = list?.progress ?? {};
        if (list && pagesRead !== undefined && pagesPlanned !== undefined) {
          const message = t('{0} of {1} pages, {2} monitors', pagesRead, pagesPlanned, list.loaded.count);
          progress.report({ message });
        }
      };
      const subscription = controller.onDidChange(report);
      return run().finally(() => subscription.dispose());
    });
  };

  /** Offers larger pages if that saves calls and the service may allow them. */
  const toLargerChoices = (
    list: MonitorList,
    known: { readonly pageSize: number; readonly monitors: number | undefined; readonly calls: number },
    toLabel: (size: SafeText) => SafeText,
  ): Choice[] => {
    const address = controller.baseUrl?.href ?? '';
    const limit = Math.min(knownLimits.get(address) ?? Infinity, list.largestPage ?? Infinity);
    const larger =
      known.monitors === undefined ? undefined : largerPage({ ...known, monitors: known.monitors, limit });
    if (larger === undefined) {
      return [];
    }
    const { pageSize, calls } = larger;
    const run = async (): Promise<ListOutcome> => {
      const before = list.loaded.pageSize;
      const loadsAll = list.loaded.end === undefined;
      const outcome = await withProgress(() =>
        controller.refresh({ pages: calls, pageSize, ...(loadsAll && { reason: 'loadAll' }) }),
      );
      const served = list.loaded.pages[0]?.monitors.length ?? before;
      if (outcome === 'failed' && isCallError(list.failure?.error, 'invalid')) {
        knownLimits.set(address, before);
      } else if (outcome === 'done' && served < pageSize && !list.loaded.complete) {
        knownLimits.set(address, served);
      }
      return outcome;
    };
    const detail = t('Reloads the list in larger pages, now and at each refresh');
    return [{ label: toLabel(t.formats.number(pageSize)), calls, detail, run }];
  };

  const askRefresh = (list: MonitorList): Promise<ListOutcome> => {
    const calls = list.refreshDepth;
    const pages = problemPages(list);
    const known = { pageSize: list.refreshPageSize, monitors: list.loaded.count, calls };
    const part: Choice =
      pages.length > 0 && pages.length < calls
        ? {
            label: t('Refresh Problem Pages'),
            calls: pages.length,
            detail: t(
              "Only pages with problems or pins. Monitors on other pages that went down since aren't seen.",
            ),
            run: () => controller.refreshPages(pages),
          }
        : { label: t('First Page Only'), calls: 1, run: () => controller.refresh({ pages: 1 }) };
    return choose(t('Refresh takes {0}', toCost({ calls })), [
      part,
      ...toLargerChoices(list, known, (size) => t('Refresh, {0} per Page', size)),
      // More pages may load before the click.
      { label: t('Refresh All Loaded Pages'), calls, run: () => controller.refresh({ pages: calls }) },
    ]);
  };

  const loadRest = (list: MonitorList, calls: number): Promise<ListOutcome> => {
    const run = (): Promise<ListOutcome> => withProgress(() => controller.loadAll(calls));
    if (calls <= settings.confirmAboveCalls) {
      return run();
    }
    const known = { pageSize: list.loaded.pageSize, monitors: list.loaded.total, calls };
    return choose(t('Load All takes {0}', toCost({ calls })), [
      ...toLargerChoices(list, known, (size) => t('Load All, {0} per Page', size)),
      { label: t('Load All'), calls, run },
      { label: t('Load Next Page'), calls: 1, isPart: true, run: () => controller.loadMore() },
    ]);
  };

  const loadToBound = (): Promise<ListOutcome> =>
    choose(
      t("The service doesn't say how many monitors there are. How far should Load All go?"),
      BOUNDS_WITHOUT_TOTAL.map((pages) => ({
        label: t('Up to {0} Pages', t.formats.number(pages)),
        calls: pages,
        isMost: true,
        run: () => withProgress(() => controller.loadAll(pages)),
      })),
    );

  /** Makes one call to see whether more monitors follow. If so, asks how far to go. */
  const loadPastEnd = async (list: MonitorList): Promise<ListOutcome> => {
    const run = (): Promise<ListOutcome> => withProgress(() => controller.loadAll(1));
    const outcome =
      settings.confirmAboveCalls >= 1
        ? await run()
        : await choose(t('These may be all the monitors. One more call will tell.'), [
            { label: t('Load All'), calls: 1, run },
          ]);
    const goesOn = outcome === 'done' && controller.list === list && list.loaded.end === undefined;
    return goesOn ? loadAll() : outcome;
  };

  const loadAll = async (): Promise<ListOutcome> => {
    const { list } = controller;
    const pagesLeft = list?.loaded.pagesLeft;
    if (list === undefined || pagesLeft === 0) {
      return 'idle';
    }
    if (pagesLeft !== undefined) {
      return loadRest(list, pagesLeft);
    }
    return list.loaded.mayBeEnd ? loadPastEnd(list) : loadToBound();
  };

  const refresh = async (): Promise<ListOutcome> => {
    const { list } = controller;
    if (list === undefined) {
      return 'idle';
    }
    return list.refreshDepth > settings.confirmAboveCalls ? askRefresh(list) : controller.refresh();
  };

  /** Refreshes pages with problems, unknown statuses or pins, one call each. */
  const refreshProblems = async (): Promise<ListOutcome> => {
    const { list } = controller;
    const pages = list ? problemPages(list) : [];
    if (list === undefined || pages.length === 0) {
      void window.showInformationMessage(
        t('None of the loaded monitors is down, degraded, unknown, or pinned.'),
      );
      return 'idle';
    }
    return pages.length > settings.confirmAboveCalls ? askRefresh(list) : controller.refreshPages(pages);
  };

  return { loadAll, refresh, refreshProblems };
}

export type CostlyActions = ReturnType<typeof createCostlyActions>;
