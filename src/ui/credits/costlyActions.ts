import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import type { ListOutcome, MonitorList } from '../../account/monitorList';
import { isProblem } from '../../monitors/monitor';
import { isCallError } from '../../service/errors';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toCostText, toListChangedText } from '../texts/costText';
import { window, type SafeQuickPickItem } from '../window';

interface CostlyChoice extends SafeQuickPickItem {
  readonly run: () => Promise<ListOutcome>;
}

/** Page limits that the user can pick if the service gives no total. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** Services may refuse larger pages or serve them slowly. */
const LARGER_SIZES = [500, 200, 100];

/** Creates actions of several calls. They ask above `confirmAboveCalls` and never exceed the accepted cost. */
export function createCostlyActions(app: App, settings: Pick<Settings, 'confirmAboveCalls'>) {
  const leftToday = () => app.budget.state?.left ?? Infinity;
  // Without a call left, none is made, and a row says so.
  const isCheap = (calls: number) =>
    calls <= settings.confirmAboveCalls && (calls <= leftToday() || leftToday() === 0);
  const toCost = (calls: number) => toCostText(t, calls, leftToday());

  const toChoice = (label: SafeText, calls: number, run: CostlyChoice['run']): CostlyChoice => {
    return { label, description: toCost(calls), run };
  };

  /** Runs nothing if the list changed during the question. @param choices Enter takes the first */
  const choose = async (
    title: SafeText,
    choices: readonly CostlyChoice[],
  ): Promise<ListOutcome> => {
    const { list } = app;
    const placeHolder = t('Every call costs credits of your account');
    const choice = await window.showQuickPick(choices, { title, placeHolder });
    if (choice && app.list !== list) {
      void window.showInformationMessage(toListChangedText(t));
      return 'idle';
    }
    return choice?.run() ?? 'idle';
  };

  /** Offers to read the list again in larger pages if that saves calls and the service may allow them. */
  const toLargerPages = (list: MonitorList, calls: number): CostlyChoice[] => {
    const { total = 0, nextSize = 0, pages: loadedPages } = list.loaded;
    const size = LARGER_SIZES.find((larger) => larger > nextSize) ?? 1;
    const pages = Math.ceil(total / size);
    // A service that gave less than it was asked for gives no more.
    const isCapped = nextSize < (loadedPages[0]?.size ?? 0);
    const isRefused = isCallError(list.failure?.error, 'invalid');
    if (total === 0 || pages >= calls || isCapped || isRefused) {
      return [];
    }
    const run = () => list.refresh({ most: pages, size });
    const detail = t('Reloads the list in larger pages, now and at each refresh');
    return [{ ...toChoice(t('Load All, {0} per Page', size), pages, run), detail }];
  };

  const toProblemPages = (list: MonitorList, calls: number): CostlyChoice[] => {
    const pages = findProblemPages(app, list);
    if (pages.length === 0 || pages.length >= calls) {
      return [];
    }
    const label = t('Refresh Pages with Problems');
    const detail = t("Only pages with problems or pins. Changes on other pages aren't seen.");
    return [{ ...toChoice(label, pages.length, () => list.refreshPages(pages)), detail }];
  };

  const refresh = async (): Promise<ListOutcome> => {
    const { list } = app;
    if (list === undefined) {
      return 'idle';
    }
    // A fixed number, because more pages may load before the click.
    const calls = list.refreshDepth;
    const all = toChoice(t('Refresh All Loaded Pages'), calls, () => list.refresh({ most: calls }));
    return isCheap(calls)
      ? all.run()
      : choose(t('Refresh takes {0}', toCost(calls)), [
          ...toProblemPages(list, calls),
          ...toLargerPages(list, calls),
          all,
        ]);
  };

  const loadAll = async (): Promise<ListOutcome> => {
    const { list } = app;
    if (list === undefined || list.loaded.end === 'end') {
      return 'idle';
    }
    const { mayBeEnd, pagesLeft } = list.loaded;
    const calls = mayBeEnd ? 1 : pagesLeft;
    if (calls === undefined) {
      return choose(
        t("The service doesn't say how many monitors there are. How far should Load All go?"),
        BOUNDS_WITHOUT_TOTAL.map((pages) => ({
          label: t('Up to {0} Pages', t.formats.number(pages)),
          description: t('up to {0}', toCost(pages)),
          run: () => list.loadAll(pages),
        })),
      );
    }
    const all = toChoice(t('Load All'), calls, () => list.loadAll(calls));
    const next = toChoice(t('Load Next Page'), 1, () => list.loadMore());
    const outcome = isCheap(calls)
      ? await all.run()
      : await choose(t('Load All takes {0}', toCost(calls)), [
          ...toLargerPages(list, calls),
          all,
          next,
        ]);
    // That call has shown that more pages follow.
    const goesOn = mayBeEnd && outcome === 'done' && app.list === list;
    const hasNews = list.loaded.listing.hasNews.at(-1) === true;
    return goesOn && hasNews ? loadAll() : outcome;
  };

  return { loadAll, refresh };
}

/** Finds the loaded pages with problems, unknown statuses or pins. */
function findProblemPages({ shown }: App, { loaded }: MonitorList): readonly number[] {
  const { monitors, tellsStatus } = loaded;
  const wanted = monitors.filter(
    (monitor) =>
      isProblem(monitor) ||
      (monitor.status === 'unknown' && tellsStatus) ||
      shown?.choices.isPinned(monitor.id),
  );
  return [...new Set(wanted.map(({ id }) => loaded.pageOf(id)!.index))];
}
