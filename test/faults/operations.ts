import { setTimeout as delay } from 'node:timers/promises';
import { AutoRefresh } from '../../src/explorer/autoRefresh';
import type { CallKind } from '../simulator/callRecord';
import type { Window } from '../support/aWindow';

/** Monitors of the account, in pages of {@link PAGE_SIZE}. */
export const MONITORS = 120;
export const PAGE_SIZE = 20;
export const PAGES = MONITORS / PAGE_SIZE;

/** Something that a user, or the extension for them, does in a window. */
export interface Operation {
  readonly name: string;
  /** Pages that are loaded before. */
  readonly loaded: number;
  /** The calls that it makes; `none` for what must do without. */
  readonly makes: CallKind | 'none';
  /** The fewest and the most calls that it may make where each of them fails. */
  readonly whenFailing: readonly [number, number];
  /** Pages that are loaded where nothing fails. */
  readonly loads: number;
  /** @returns how it ended; a sign-in that fails throws. */
  readonly run: (window: Window) => Promise<string>;
}

export const operations: readonly Operation[] = [
  {
    name: 'sign in',
    loaded: 0,
    makes: 'token',
    whenFailing: [1, 1],
    loads: 0,
    run: async (window) => {
      await window.signIn();
      return 'done';
    },
  },
  {
    name: 'first page',
    loaded: 0,
    makes: 'list',
    whenFailing: [1, 1],
    loads: 1,
    run: ({ controller }) => controller.ensureFirstPage(),
  },
  {
    name: 'load more',
    loaded: 1,
    makes: 'list',
    whenFailing: [1, 1],
    loads: 2,
    run: ({ controller }) => controller.loadMore(),
  },
  {
    name: 'load all',
    loaded: 2,
    makes: 'list',
    whenFailing: [1, 4],
    loads: PAGES,
    run: ({ controller }) => controller.loadAll(PAGES),
  },
  {
    name: 'refresh',
    loaded: 3,
    makes: 'list',
    whenFailing: [1, 1],
    loads: 3,
    run: ({ controller }) => controller.refresh(),
  },
  {
    name: 'refresh one page',
    loaded: 2,
    makes: 'list',
    whenFailing: [1, 1],
    loads: 2,
    run: ({ controller }) => controller.refreshPages([1]),
  },
  {
    name: 'auto refresh',
    loaded: 2,
    makes: 'list',
    whenFailing: [1, 1],
    loads: 2,
    run: refreshByItself,
  },
  {
    name: 'restore',
    loaded: 2,
    makes: 'none',
    whenFailing: [0, 0],
    loads: 2,
    run: ({ controller }) => controller.ensureFirstPage(),
  },
];

/** As long as it takes until it has refreshed once. */
async function refreshByItself(window: Window): Promise<string> {
  window.passTime(5 * 60_000);
  window.settings.set({ autoRefreshMinutes: 5 });
  const { controller } = window;
  const began = new Promise<void>((resolve) => {
    const subscription = controller.onDidChange(() => {
      if (controller.list?.progress?.activity === 'refresh') {
        subscription.dispose();
        resolve();
      }
    });
  });
  const autoRefresh = new AutoRefresh({ ...window, isWatched: () => true, lookEveryMs: 2 });
  try {
    await began;
    await listSettled(window);
    return controller.list?.failure ? 'failed' : 'done';
  } finally {
    window.settings.set({ autoRefreshMinutes: 0 });
    autoRefresh.dispose();
  }
}

/** Waits until the list reads nothing. */
export async function listSettled({ controller }: Window): Promise<void> {
  while (controller.list?.progress) {
    await delay(2);
  }
}
