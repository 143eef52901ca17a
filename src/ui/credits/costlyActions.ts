import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import type { ListOutcome, MonitorList } from '../../account/monitorList';
import { isProblem } from '../../monitors/monitor';
import { isCallError } from '../../service/errors';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toAtMostText, toCountText, toListChangedText } from '../texts/costText';
import { window, type SafeQuickPickItem } from '../window';

interface CostlyChoice extends SafeQuickPickItem {
  readonly run: () => Promise<ListOutcome>;
}

/** Page limits that the user can pick if the service gives no total. */
const BOUNDS_WITHOUT_TOTAL = [10, 50, 200, 1000];

/** Services may refuse larger pages or serve them slowly. */
const LARGER_SIZES = [500, 200, 100];

export type CostlyActions = ReturnType<typeof createCostlyActions>;

/** Creates actions of several calls. They ask above `confirmAboveCalls` and never exceed the accepted cost. */
export function createCostlyActions(
  app: Pick<App, 'list' | 'shown'>,
  settings: Pick<Settings, 'confirmAboveCalls'>,
) {
  const toChoice = (label: SafeText, calls: number, run: CostlyChoice['run']): CostlyChoice => {
    return { label, description: toCountText(t, calls), run };
  };

  const problemPages = ({ loaded }: MonitorList): number[] => {
    const { monitors, tellsStatus } = loaded;
    const wanted = monitors.filter(
      (monitor) =>
        isProblem(monitor) ||
        (monitor.status === 'unknown' && tellsStatus) ||
        app.shown?.choices.isPinned(monitor.id),
    );
    return [...new Set(wanted.map(({ id }) => loaded.pageOf(id)!.index))];
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
    const size = LARGER_SIZES.find((larger) => larger > nextSize);
    const pages = size === undefined ? calls : Math.ceil(total / size);
    // A service that gave less than it was asked for gives no more.
    const isCapped = nextSize < (loadedPages[0]?.size ?? 0);
    const isRefused = isCallError(list.failure?.error, 'invalid');
    if (size === undefined || total === 0 || pages >= calls || isCapped || isRefused) {
      return [];
    }
    const run = () => list.refresh({ most: pages, size });
    const detail = t('Reloads the list in larger pages, now and at each refresh');
    return [{ ...toChoice(t('Load All, {0} per Page', size), pages, run), detail }];
  };

  /** Asks which loaded pages to refresh. */
  const askRefresh = async (): Promise<ListOutcome> => {
    const { list } = app;
    if (list === undefined) {
      return 'idle';
    }
    const calls = list.refreshDepth;
    // A fixed number, because more pages may load before the click.
    const all = toChoice(t('Refresh All Loaded Pages'), calls, () => list.refresh({ most: calls }));
    const pages = problemPages(list);
    const runPart = () => list.refreshPages(pages);
    const part = {
      ...toChoice(t('Refresh Pages with Problems'), pages.length, runPart),
      detail: t("Only pages with problems or pins. Changes on other pages aren't seen."),
    };
    const offersPart = pages.length > 0 && pages.length < calls;
    return choose(t('Refresh takes {0}', toCountText(t, calls)), [
      ...(offersPart ? [part] : []),
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
          description: toAtMostText(t, pages),
          run: () => list.loadAll(pages),
        })),
      );
    }
    const all = toChoice(t('Load All'), calls, () => list.loadAll(calls));
    const next = toChoice(t('Load Next Page'), 1, () => list.loadMore());
    const outcome =
      calls <= settings.confirmAboveCalls
        ? await all.run()
        : await choose(t('Load All takes {0}', toCountText(t, calls)), [
            ...toLargerPages(list, calls),
            all,
            next,
          ]);
    // That call has shown that more pages follow.
    const goesOn = mayBeEnd && outcome === 'done' && app.list === list;
    const hasNews = list.loaded.listing.hasNews.at(-1) === true;
    return goesOn && hasNews ? loadAll() : outcome;
  };

  const refresh = async (): Promise<ListOutcome> => {
    const { list } = app;
    const calls = list?.refreshDepth ?? 0;
    if (calls > settings.confirmAboveCalls) {
      return askRefresh();
    }
    return list?.refresh({ most: calls }) ?? 'idle';
  };

  return { loadAll, refresh, askRefresh };
}
