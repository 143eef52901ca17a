import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAutoRefresh } from '../../src/core/autoRefresh';
import type { SimulatedServiceOptions } from '../simulator/simulatedService';
import type { Window } from '../support/aWindow';
import { Windows } from '../support/useWindows';

export interface CallsScenario {
  readonly name: string;
  /** Calls without which it can't be done. */
  readonly needed: number;
  readonly service?: SimulatedServiceOptions;
  /** Pages that are loaded before the calls count; without it, the user isn't signed in. */
  readonly pages?: number;
  /** Acts of a user in a window, or in further ones. */
  readonly run: (window: Window, windows: Windows) => Promise<void>;
}

/** Calls of a scenario: as the service recorded them, and as the extension wrote them down. */
export interface CallsMade {
  readonly made: number;
  readonly writtenDown: number;
  readonly violations: readonly string[];
}

export async function playScenario({
  service = {},
  pages,
  run,
}: Pick<CallsScenario, 'service' | 'pages' | 'run'>): Promise<CallsMade> {
  const folder = await mkdtemp(join(tmpdir(), 'monitor-explorer-'));
  const windows = new Windows();
  await windows.start(folder, service);
  try {
    const window = await (pages === undefined ? windows.open() : windows.openSignedIn(pages));
    await window.save();
    const before = windows.service.callCount();
    windows.service.forgetCalls();
    await run(window, windows);
    await windows.service.idle();
    const calls = await (await windows.open()).calls.list(0);
    const { violations } = windows.service;
    return { made: windows.service.callCount(), writtenDown: calls.length - before, violations };
  } finally {
    await windows.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const PAGE = 50;
const MANY = 2_000;

/** Clicks "Load more" until the list says that it has ended. */
async function loadMoreToTheEnd({ controller }: Window): Promise<void> {
  while ((await controller.loadMore()) === 'done' && controller.list?.loaded.end === undefined) {}
}

/** Loads all pages: as many as the list expects, or at most `bound` if it doesn't know. */
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
    run: async (window) => void (await window.signIn()),
  },
  {
    name: 'First page, when the view is opened',
    needed: 1,
    pages: 0,
    run: async (window) => {
      await window.controller.ensureFirstPage();
      await window.controller.ensureFirstPage();
      mustHave(window, PAGE);
    },
  },
  {
    name: 'Every page of 340 monitors, click by click',
    needed: Math.ceil(340 / PAGE),
    pages: 0,
    run: async (window) => {
      await loadMoreToTheEnd(window);
      mustHave(window, 340);
    },
  },
  {
    name: 'Load all of 2,000, with a total',
    needed: MANY / PAGE,
    service: { monitors: MANY },
    pages: 0,
    run: async (window) => {
      await loadAll(window);
      mustHave(window, MANY);
    },
  },
  {
    name: 'Load all of 2,000, without a total, to an empty page',
    needed: MANY / PAGE + 1,
    service: { monitors: MANY },
    pages: 0,
    run: async (window, windows) => {
      windows.service.tellsTotal = false;
      await loadAll(window);
      mustHave(window, MANY);
    },
  },
  {
    name: 'A full last page, with a total',
    needed: 2,
    service: { monitors: 2 * PAGE },
    pages: 0,
    run: async (window) => loadMoreToTheEnd(window),
  },
  {
    name: 'Load all of 340 by 500, without a total, from a service with pages of 100 at most',
    needed: 4,
    pages: 0,
    run: async (window, windows) => {
      windows.service.tellsTotal = false;
      windows.service.maximumPageSize = { size: 100, beyond: 'apply' };
      window.settings.pageSize = 500;
      await loadAll(window);
      mustHave(window, 340);
    },
  },
  {
    name: 'An account of 25, without a total: all, and a refresh',
    needed: 3,
    service: { monitors: 25 },
    pages: 0,
    run: async (window, windows) => {
      windows.service.tellsTotal = false;
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
    pages: 3,
    run: async (window, windows) => {
      await windows.close(window);
      const restarted = await windows.open();
      await restarted.controller.ensureFirstPage();
      mustHave(restarted, 3 * PAGE);
    },
  },
  {
    name: 'A second window',
    needed: 0,
    pages: 3,
    run: async (_, windows) => {
      const second = await windows.open();
      await second.controller.ensureFirstPage();
      mustHave(second, 3 * PAGE);
    },
  },
  {
    name: 'The first page in two windows at the same time',
    needed: 1,
    pages: 0,
    run: async (window, windows) => {
      const second = await windows.open();
      await Promise.all([window.controller.ensureFirstPage(), second.controller.ensureFirstPage()]);
      [window, second].forEach((one) => mustHave(one, PAGE));
    },
  },
  {
    name: 'An hour with the view hidden and auto refresh every 5 minutes',
    needed: 0,
    pages: 3,
    run: async (window) => {
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
    pages: 3,
    run: async (window) => {
      await window.controller.list?.refresh();
      mustHave(window, 3 * PAGE);
    },
  },
];

const trouble: readonly CallsScenario[] = [
  {
    name: 'A page that fails, and its retry',
    needed: 2,
    pages: 1,
    run: async (window, windows) => {
      windows.service.failNext({ kind: 'status', status: 503 });
      await window.controller.loadMore();
      await window.controller.list?.retry();
      mustHave(window, 2 * PAGE);
    },
  },
  {
    name: 'Load all of 1,000 with a page that fails, and its retry',
    needed: 1000 / PAGE + 1,
    service: { monitors: 1000 },
    pages: 0,
    run: async (window, windows) => {
      windows.service.beforeCall(4, () => windows.service.failNext({ kind: 'reset' }));
      await loadAll(window);
      await window.controller.list?.retry();
      mustHave(window, 1000);
    },
  },
  {
    name: 'A canceled page',
    needed: 1,
    pages: 1,
    run: async (window, windows) => {
      const arrived = windows.service.nextCall();
      windows.service.holdResponses();
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
    pages: 1,
    run: async (window) => {
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
    pages: 1,
    run: async (window) => {
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
    pages: 2,
    run: async (window, windows) => {
      windows.service.revokeTokens();
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
    pages: 0,
    run: async (window, windows) => {
      windows.service.ignoresPageIndex = true;
      await loadMoreToTheEnd(window);
      mustHave(window, PAGE);
    },
  },
  {
    name: 'A daily limit of 4 with the sign-in: six times load more',
    needed: 4,
    run: async (window) => {
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
    run: async (window) => {
      window.settings.set({ dailyCallLimit: 4 });
      await window.signIn();
      await loadMoreToTheEnd(window);
      await window.meter.allowMore();
      await window.controller.list?.retry();
      await window.controller.loadMore();
      mustHave(window, 4 * PAGE);
    },
  },
];

/** Each with the calls that it needs in theory. */
export const callsScenarios: readonly CallsScenario[] = [...reading, ...notAgain, ...trouble];
