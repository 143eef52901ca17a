import { startAutoRefresh } from '../../src/core/autoRefresh';
import type { SimulatedServiceOptions } from '../simulator/simulatedService';
import type { Window } from '../support/aWindow';
import type { Stage } from './stage';

export interface CallsScenario {
  readonly name: string;
  /** Calls without which it can't be done. */
  readonly needed: number;
  readonly service?: SimulatedServiceOptions;
  /** Acts of users. `countFromHere` and `openWindowWith` start the count later. */
  readonly run: (stage: Stage) => Promise<void>;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const PAGE = 50;
const MANY = 10_000;

/** Clicks "Load more" until the list says that it has ended. */
async function loadMoreToTheEnd({ controller }: Window): Promise<void> {
  while ((await controller.loadMore()) === 'done' && controller.list?.loaded.end === undefined) {}
}

/** Load All with the list's own plan, or with `bound`. */
async function loadAll({ controller }: Window, bound = 1000): Promise<void> {
  await controller.loadMore();
  await controller.list?.loadAll(controller.list.loaded.pagesLeft ?? bound);
}

/** So many monitors loaded, or the scenario has shown nothing. */
function mustHave({ controller }: Window, count: number): void {
  const loaded = controller.list?.loaded.count;
  if (loaded !== count) {
    throw new Error(`${loaded ?? 'no'} monitors are loaded, not ${count}`);
  }
}

const reading: readonly CallsScenario[] = [
  {
    name: 'Sign in',
    needed: 1,
    run: async (stage) => void (await (await stage.openWindow()).signIn()),
  },
  {
    name: 'First page, when the view is opened',
    needed: 1,
    run: async (stage) => {
      const window = await stage.openWindowWith(0);
      await window.controller.ensureFirstPage();
      await window.controller.ensureFirstPage();
      mustHave(window, PAGE);
    },
  },
  {
    name: 'Every page of 340 monitors, click by click',
    needed: Math.ceil(340 / PAGE),
    run: async (stage) => {
      const window = await stage.openWindowWith(0);
      await loadMoreToTheEnd(window);
      mustHave(window, 340);
    },
  },
  {
    name: 'Load all of 10,000, with a total',
    needed: MANY / PAGE,
    service: { monitors: MANY },
    run: async (stage) => {
      const window = await stage.openWindowWith(0);
      await loadAll(window);
      mustHave(window, MANY);
    },
  },
  {
    name: 'Load all of 10,000, without a total, to an empty page',
    needed: MANY / PAGE + 1,
    service: { monitors: MANY },
    run: async (stage) => {
      stage.service.tellsTotal = false;
      const window = await stage.openWindowWith(0);
      await loadAll(window);
      mustHave(window, MANY);
    },
  },
  {
    name: 'A full last page, with a total',
    needed: 2,
    service: { monitors: 2 * PAGE },
    run: async (stage) => loadMoreToTheEnd(await stage.openWindowWith(0)),
  },
  {
    name: 'Load all of 340 by 500, without a total, from a service with pages of 100 at most',
    needed: 4,
    run: async (stage) => {
      stage.service.tellsTotal = false;
      stage.service.maximumPageSize = { size: 100, beyond: 'apply' };
      const window = await stage.openWindowWith(0);
      window.settings.pageSize = 500;
      await loadAll(window);
      mustHave(window, 340);
    },
  },
  {
    name: 'An account of 25, without a total: all, and a refresh',
    needed: 3,
    service: { monitors: 25 },
    run: async (stage) => {
      stage.service.tellsTotal = false;
      const window = await stage.openWindowWith(0);
      await loadMoreToTheEnd(window);
      await window.controller.refresh();
      mustHave(window, 25);
    },
  },
];

const notAgain: readonly CallsScenario[] = [
  {
    name: 'Restart with three pages loaded',
    needed: 0,
    run: async (stage) => {
      (await stage.openWindowWith(3)).dispose();
      const restarted = await stage.openWindow();
      await restarted.controller.ensureFirstPage();
      mustHave(restarted, 3 * PAGE);
    },
  },
  {
    name: 'A second window',
    needed: 0,
    run: async (stage) => {
      await stage.openWindowWith(3);
      const second = await stage.openWindow();
      await second.controller.ensureFirstPage();
      mustHave(second, 3 * PAGE);
    },
  },
  {
    name: 'The first page in two windows at the same time',
    needed: 1,
    run: async (stage) => {
      const first = await stage.openWindowWith(0);
      const second = await stage.openWindow();
      await Promise.all([first.controller.ensureFirstPage(), second.controller.ensureFirstPage()]);
      [first, second].forEach((window) => mustHave(window, PAGE));
    },
  },
  {
    name: 'An hour with the view hidden and auto refresh every 5 minutes',
    needed: 0,
    run: async (stage) => {
      const window = await stage.openWindowWith(3);
      window.passTime(HOUR);
      window.settings.set({ autoRefreshMinutes: 5 });
      await new Promise<void>((resolve) => {
        let looks = 0;
        const isWatched = (): boolean => {
          if (++looks === 3) {
            autoRefresh.dispose();
            resolve();
          }
          return false;
        };
        const autoRefresh = startAutoRefresh(window, window.settings, isWatched, 1);
      });
      mustHave(window, 3 * PAGE);
    },
  },
  {
    name: 'Refresh of three pages',
    needed: 3,
    run: async (stage) => {
      const window = await stage.openWindowWith(3);
      await window.controller.list?.refresh();
      mustHave(window, 3 * PAGE);
    },
  },
];

const trouble: readonly CallsScenario[] = [
  {
    name: 'A page that fails, and its retry',
    needed: 2,
    run: async (stage) => {
      const window = await stage.openWindowWith(1);
      stage.service.failNext({ kind: 'status', status: 503 });
      await window.controller.loadMore();
      await window.controller.list?.retry();
      mustHave(window, 2 * PAGE);
    },
  },
  {
    name: 'Load all of 1,000 with a page that fails, and its retry',
    needed: 1000 / PAGE + 1,
    service: { monitors: 1000 },
    run: async (stage) => {
      const window = await stage.openWindowWith(0);
      stage.service.beforeCall(4, () => stage.service.failNext({ kind: 'reset' }));
      await loadAll(window);
      await window.controller.list?.retry();
      mustHave(window, 1000);
    },
  },
  {
    name: 'A canceled page',
    needed: 1,
    run: async (stage) => {
      const window = await stage.openWindowWith(1);
      const arrived = stage.service.nextCall();
      stage.service.holdResponses();
      const outcome = window.controller.loadMore();
      await arrived;
      window.controller.list?.cancel();
      await outcome;
      await window.controller.ensureFirstPage();
      mustHave(window, PAGE);
    },
  },
  {
    name: 'An expired token: load more, refresh, open the view',
    needed: 0,
    run: async (stage) => {
      const window = await stage.openWindowWith(1);
      window.passTime(DAY);
      await window.controller.loadMore();
      await window.controller.list?.refresh();
      await window.controller.ensureFirstPage();
      mustHave(window, PAGE);
    },
  },
  {
    name: 'An expired token: load more, sign in, and that page again',
    needed: 2,
    run: async (stage) => {
      const window = await stage.openWindowWith(1);
      window.passTime(DAY);
      await window.controller.loadMore();
      await window.signIn();
      await window.controller.resume();
      mustHave(window, 2 * PAGE);
    },
  },
  {
    name: 'A token refused early: load more, sign in, and that page again',
    needed: 3,
    run: async (stage) => {
      const window = await stage.openWindowWith(2);
      stage.service.revokeTokens();
      await window.controller.loadMore();
      await window.controller.loadMore();
      await window.signIn();
      await window.controller.resume();
      mustHave(window, 3 * PAGE);
    },
  },
  {
    name: 'A list that ignores the page index',
    needed: 2,
    run: async (stage) => {
      stage.service.ignoresPageIndex = true;
      const window = await stage.openWindowWith(0);
      await loadMoreToTheEnd(window);
      mustHave(window, PAGE);
    },
  },
  {
    name: 'A daily limit of 4 with the sign-in: six times load more',
    needed: 4,
    run: async (stage) => {
      const window = await stage.openWindow();
      window.settings.set({ dailyCallLimit: 4 });
      await window.signIn();
      for (let click = 0; click < 6; click++) {
        await window.controller.loadMore();
      }
      mustHave(window, 3 * PAGE);
    },
  },
  {
    name: 'A daily limit of 4, and one more call allowed',
    needed: 5,
    run: async (stage) => {
      const window = await stage.openWindow();
      window.settings.set({ dailyCallLimit: 4 });
      await window.signIn();
      await loadMoreToTheEnd(window);
      await window.meter.allowMore();
      await window.controller.list?.retry();
      await window.controller.loadMore();
      mustHave(window, 4 * PAGE);
    },
  },
  {
    name: 'An agent with 2 calls a day: four times load more',
    needed: 2,
    run: async (stage) => {
      const window = await stage.openWindowWith(1);
      window.settings.set({ agentCallsPerDay: 2 });
      for (let use = 0; use < 4; use++) {
        await window.controller.loadMore('agent');
      }
      mustHave(window, 3 * PAGE);
    },
  },
];

/** Each with the calls that it needs in theory. */
export const callsScenarios: readonly CallsScenario[] = [...reading, ...notAgain, ...trouble];
