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

interface Choice {
  readonly label: SafeText;
  readonly calls: number;
  /** `calls` is an upper bound. */
  readonly isMost?: boolean;
  readonly detail?: SafeText;
  /** Does only part of the request. */
  readonly isPart?: boolean;
  readonly run: () => Promise<ListOutcome>;
}

/** Page limits on offer if the service gives no total. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** The settings allow at most 1,000. */
const LARGER_SIZES = [1_000, 500, 200, 100];

/** Shorter lists avoid the largest pages, which services may refuse or serve slowly. */
const LONG_LIST = 10_000;

export type CostlyActions = ReturnType<typeof createCostlyActions>;

/** Creates actions of several calls. They ask above `confirmAboveCalls` and never exceed the accepted cost. */
export function createCostlyActions(
  { controller }: Pick<Core, 'controller'>,
  settings: Pick<Settings, 'confirmAboveCalls' | 'creditsPerCall'>,
  state: { isPinned(monitorId: string): boolean },
  view: Pick<vscode.TreeView<unknown>, 'visible'>,
) {
  /** Addresses of services that refused larger pages. */
  const refusing = new Set<string>();

  const toCost = (calls: number, isMost = false): SafeText =>
    toCostText(t, calls, settings.creditsPerCall, { isMost });

  /** Returns the pages with problems, unknown statuses or pins. */
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
      .map((choice) => ({ ...choice, description: toCost(choice.calls, choice.isMost) }))
      .sort(
        ({ isPart: a = false, ...one }, { isPart: b = false, ...other }) =>
          Number(a) - Number(b) || one.calls - other.calls,
      );
    const placeHolder = t('Every call costs credits of your account');
    const choice = await window.showQuickPick(items, { title, placeHolder });
    if (choice && controller.list !== list) {
      void window.showInformationMessage(toListChangedText(t));
      return 'idle';
    }
    return choice?.run() ?? 'idle';
  };

  /** Shows a notification if the view, which shows the progress, is hidden. */
  const withProgress = (run: () => Promise<ListOutcome>): Promise<ListOutcome> => {
    if (view.visible) {
      return run();
    }
    const { list } = controller;
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: t('Loading monitors'), cancellable: true };
    return window.withProgress(options, async (progress, canceled) => {
      canceled.onCancellationRequested(() => list?.cancel());
      const subscription = controller.onDidChange(() => {
        if (list?.progress) {
          const { pagesRead, pagesPlanned } = list.progress;
          const message = t('{0} of {1} pages, {2} monitors', pagesRead, pagesPlanned, list.loaded.count);
          progress.report({ message });
        }
      });
      return run().finally(() => subscription.dispose());
    });
  };

  /** Offers to read the list again in larger pages if that saves calls and the service may allow them. */
  const toLargerChoices = (
    list: MonitorList,
    monitors: number | undefined,
    { calls, pageSize, toLabel }: { calls: number; pageSize: number; toLabel: (size: SafeText) => SafeText },
  ): Choice[] => {
    const address = controller.baseUrl?.href ?? '';
    const isLong = monitors !== undefined && monitors > LONG_LIST;
    const most = Math.min(isLong ? 1_000 : 500, list.largestPage ?? Infinity);
    const size = LARGER_SIZES.find((one) => one <= most && one > pageSize);
    const needed = size && monitors ? Math.ceil(monitors / size) : Infinity;
    if (size === undefined || needed >= calls || refusing.has(address)) {
      return [];
    }
    const run = async (): Promise<ListOutcome> => {
      const reason = list.loaded.end === undefined ? 'loadAll' : 'refresh';
      const outcome = await withProgress(() => controller.refresh({ pages: needed, pageSize: size, reason }));
      if (outcome === 'failed' && isCallError(list.failure?.error, 'invalid')) {
        refusing.add(address);
      }
      return outcome;
    };
    const detail = t('Reloads the list in larger pages, now and at each refresh');
    return [{ label: toLabel(t.formats.number(size)), calls: needed, detail, run }];
  };

  const askRefresh = (list: MonitorList): Promise<ListOutcome> => {
    const calls = list.refreshDepth;
    const pages = problemPages(list);
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
    const toLabel = (size: SafeText) => t('Refresh, {0} per Page', size);
    return choose(t('Refresh takes {0}', toCost(calls)), [
      part,
      ...toLargerChoices(list, list.loaded.count, { calls, pageSize: list.refreshPageSize, toLabel }),
      // More pages may load before the click.
      { label: t('Refresh All Loaded Pages'), calls, run: () => controller.refresh({ pages: calls }) },
    ]);
  };

  const loadAll = async (): Promise<ListOutcome> => {
    const { list } = controller;
    if (list === undefined || list.loaded.end !== undefined) {
      return 'idle';
    }
    const { mayBeEnd, pageSize, pagesLeft: calls, total } = list.loaded;
    const run = (pages: number) => () => withProgress(() => controller.loadAll(pages));
    if (mayBeEnd) {
      const tell = { label: t('Load All'), calls: 1, run: run(1) };
      const outcome =
        settings.confirmAboveCalls >= 1
          ? await tell.run()
          : await choose(t('These may be all the monitors. One more call will tell.'), [tell]);
      const goesOn = outcome === 'done' && controller.list === list && list.loaded.end === undefined;
      return goesOn ? loadAll() : outcome;
    }
    if (calls === undefined) {
      return choose(
        t("The service doesn't say how many monitors there are. How far should Load All go?"),
        BOUNDS_WITHOUT_TOTAL.map((pages) => ({
          label: t('Up to {0} Pages', t.formats.number(pages)),
          calls: pages,
          isMost: true,
          run: run(pages),
        })),
      );
    }
    if (calls <= settings.confirmAboveCalls) {
      return run(calls)();
    }
    const toLabel = (size: SafeText) => t('Load All, {0} per Page', size);
    return choose(t('Load All takes {0}', toCost(calls)), [
      ...toLargerChoices(list, total, { calls, pageSize, toLabel }),
      { label: t('Load All'), calls, run: run(calls) },
      { label: t('Load Next Page'), calls: 1, isPart: true, run: () => controller.loadMore() },
    ]);
  };

  const refresh = async (): Promise<ListOutcome> => {
    const { list } = controller;
    if (list === undefined) {
      return 'idle';
    }
    return list.refreshDepth > settings.confirmAboveCalls ? askRefresh(list) : controller.refresh();
  };

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
