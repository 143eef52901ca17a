import type { SafeText } from '../../base/text';
import type { App } from '../../account/app';
import type { ListOutcome, MonitorList } from '../../account/monitorList';
import { isProblem } from '../../monitors/monitor';
import { isCallError } from '../../service/errors';
import { formats, t } from '../l10n';
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

/** Actions of several calls. They ask above `confirmAboveCalls` and never exceed the accepted cost. */
export class CostlyActions {
  constructor(
    private readonly app: App,
    private readonly settings: Settings,
  ) {}

  async refresh() {
    const { list } = this.app;
    if (!list) {
      return 'idle';
    }
    // A fixed number, because more pages may load before the click.
    const calls = list.refreshDepth;
    const all = this.#toChoice(t('Refresh All Loaded Pages'), calls, () =>
      list.refresh({ most: calls }),
    );
    if (this.#isCheap(calls)) {
      return all.run();
    }
    return this.#choose(t('Refresh takes {0}', this.#toCost(calls)), [
      ...this.#toProblemPages(list, calls),
      ...this.#toLargerPages(list, calls),
      all,
    ]);
  }

  async loadAll(): Promise<ListOutcome> {
    const { list } = this.app;
    if (!list || list.loaded.end === 'end') {
      return 'idle';
    }
    const { mayBeEnd, pagesLeft } = list.loaded;
    const calls = mayBeEnd ? 1 : pagesLeft;
    if (calls === undefined) {
      return this.#choose(
        t("The service doesn't say how many monitors it has. How far should Load All go?"),
        BOUNDS_WITHOUT_TOTAL.map((pages) => ({
          label: t('Up to {0} Pages', formats.number(pages)),
          description: t('up to {0}', this.#toCost(pages)),
          run: () => list.loadAll(pages),
        })),
      );
    }
    const all = this.#toChoice(t('Load All'), calls, () => list.loadAll(calls));
    const outcome = this.#isCheap(calls)
      ? await all.run()
      : await this.#choose(t('Load All takes {0}', this.#toCost(calls)), [
          ...this.#toLargerPages(list, calls),
          all,
        ]);
    // That call has shown that more pages follow.
    const goesOn = mayBeEnd && outcome === 'done' && this.app.list === list;
    const hasNews = list.loaded.hasNews.at(-1) === true;
    return goesOn && hasNews ? this.loadAll() : outcome;
  }

  get #left() {
    return this.app.budget.state?.left ?? Infinity;
  }

  /** Without a call left, nothing is called, and a row says so. */
  #isCheap(calls: number) {
    const isAffordable = calls <= this.#left || this.#left === 0;
    return isAffordable && calls <= this.settings.confirmAboveCalls;
  }

  #toCost(calls: number) {
    return toCostText(calls, this.#left);
  }

  #toChoice(label: SafeText, calls: number, run: CostlyChoice['run']) {
    return { label, description: this.#toCost(calls), run };
  }

  /** Runs nothing if the list changed during the question. @param choices Enter takes the first */
  async #choose(title: SafeText, choices: readonly CostlyChoice[]) {
    const { list } = this.app;
    const choice = await window.showQuickPick(choices, {
      title,
      placeHolder: t('Every call costs credits of your account'),
    });
    if (choice && this.app.list !== list) {
      void window.showInformationMessage(toListChangedText());
      return 'idle';
    }
    return choice?.run() ?? 'idle';
  }

  /** Offers to read the list again in larger pages if that saves calls and the service may allow them. */
  #toLargerPages(list: MonitorList, calls: number) {
    const { total = 0, nextSize = 0, pages: loadedPages } = list.loaded;
    const size = LARGER_SIZES.find((larger) => larger > nextSize) ?? 1;
    const pages = Math.ceil(total / size);
    // A service that gave less than it was asked for gives no more.
    const isCapped = nextSize < (loadedPages[0]?.size ?? 0);
    const isRefused = isCallError(list.failure?.error, 'invalid');
    if (total === 0 || pages >= calls || isCapped || isRefused) {
      return [];
    }
    return [
      {
        ...this.#toChoice(t('Load All, {0} per Page', size), pages, () =>
          list.refresh({ most: pages, size }),
        ),
        detail: t('Reloads the list in larger pages, now and at each refresh'),
      },
    ];
  }

  /** Offers to refresh the pages with problems, unknown statuses or pins. */
  #toProblemPages(list: MonitorList, calls: number) {
    const { loaded } = list;
    const wanted = loaded.monitors.filter(
      (monitor) =>
        isProblem(monitor) ||
        (monitor.status === 'unknown' && loaded.tellsStatus) ||
        this.app.shown?.choices.isPinned(monitor.id),
    );
    const pages = [...new Set(wanted.map(({ id }) => loaded.pageOf(id)!.index))];
    if (pages.length === 0 || pages.length >= calls) {
      return [];
    }
    return [
      {
        ...this.#toChoice(t('Refresh Pages with Problems'), pages.length, () =>
          list.refreshPages(pages),
        ),
        detail: t("Changes on other pages aren't seen."),
      },
    ];
  }
}
