import { setTimeout as delay } from 'node:timers/promises';
import { AutoRefresh } from '../../src/explorer/autoRefresh';
import { toTroubles } from '../../src/monitors/troubles';
import type { CallKind } from '../simulator/callRecord';
import type { Window } from '../support/aWindow';
import type { World } from './world';

/** Monitors of each account, in pages of {@link PAGE_SIZE}. */
export const MONITORS = 120;
export const PAGE_SIZE = 20;
export const PAGES = MONITORS / PAGE_SIZE;

/** Its e-mail address. It is signed in, too, where there is something to switch to. */
export const SECOND_ACCOUNT = 'bob@example.com';

/** Something that a user, or the extension for them, does in a window. */
export interface Operation {
  readonly name: string;
  /** Pages that are loaded before. */
  readonly loaded: number;
  /** The calls that it makes; `none` for what must do without. */
  readonly makes: CallKind | 'none';
  /** How it ends where nothing fails. */
  readonly ends: 'done' | 'idle';
  /** The fewest and the most calls that it may make where nothing fails, and where each of them fails. */
  readonly calls: readonly [number, number];
  readonly whenFailing: readonly [number, number];
  /** Pages that are loaded where nothing fails. */
  readonly loads: number;
  /** What it leaves of the rows that were there, which it keeps unless the user wants something else by it. */
  readonly leaves?: 'nothing' | 'otherRows';
  /** Makes what it needs that a window with loaded pages hasn't. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** @returns how it ended; a sign-in that fails throws. */
  readonly run: (window: Window, world: World) => Promise<string>;
}

export const LOAD_MORE: Operation = {
  name: 'load more',
  loaded: 1,
  makes: 'list',
  ends: 'done',
  calls: [1, 1],
  whenFailing: [1, 1],
  loads: 2,
  run: ({ controller }) => controller.loadMore(),
};

export const operations: readonly Operation[] = [
  {
    name: 'sign in',
    loaded: 0,
    makes: 'token',
    ends: 'done',
    calls: [1, 1],
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
    ends: 'done',
    calls: [1, 1],
    whenFailing: [1, 1],
    loads: 1,
    run: ({ controller }) => controller.ensureFirstPage(),
  },
  LOAD_MORE,
  {
    name: 'load all',
    loaded: 2,
    makes: 'list',
    ends: 'done',
    calls: [4, 4],
    whenFailing: [1, 4],
    loads: PAGES,
    run: ({ controller }) => controller.loadAll(PAGES),
  },
  {
    name: 'refresh',
    loaded: 3,
    makes: 'list',
    ends: 'done',
    calls: [3, 3],
    whenFailing: [1, 1],
    loads: 3,
    run: ({ controller }) => controller.refresh(),
  },
  {
    name: 'refresh trouble',
    loaded: 3,
    makes: 'list',
    ends: 'done',
    calls: [1, 3],
    whenFailing: [1, 3],
    loads: 3,
    run: ({ controller }) => controller.refreshPages(pagesInTrouble(controller)),
  },
  {
    name: 'refresh one page',
    loaded: 2,
    makes: 'list',
    ends: 'done',
    calls: [1, 1],
    whenFailing: [1, 1],
    loads: 2,
    run: ({ controller }) => controller.refreshPages([1]),
  },
  {
    name: 'auto refresh',
    loaded: 2,
    makes: 'list',
    ends: 'done',
    calls: [2, 2],
    whenFailing: [1, 1],
    loads: 2,
    run: refreshByItself,
  },
  {
    name: "an agent's call",
    loaded: 1,
    makes: 'list',
    ends: 'done',
    calls: [1, 1],
    whenFailing: [1, 1],
    loads: 2,
    run: ({ controller }) => controller.loadMore('agent'),
  },
  {
    name: 'switch account',
    loaded: 1,
    makes: 'list',
    ends: 'done',
    calls: [1, 1],
    whenFailing: [1, 1],
    loads: 1,
    leaves: 'otherRows',
    prepare: async ({ window, service }) => {
      const { session: first } = window.controller;
      await window.signIn(service.account(SECOND_ACCOUNT));
      await window.sessions.select(first!);
    },
    run: async ({ sessions, controller }) => {
      const second = sessions.sessions.find(({ email }) => email === SECOND_ACCOUNT);
      await (second && sessions.select(second));
      return controller.loadMore();
    },
  },
  {
    name: 'restore',
    loaded: 2,
    makes: 'none',
    ends: 'idle',
    calls: [0, 0],
    whenFailing: [0, 0],
    loads: 2,
    prepare: (world) => world.reopen(),
    run: ({ controller }) => controller.ensureFirstPage(),
  },
  {
    name: 'save',
    loaded: 2,
    makes: 'none',
    ends: 'done',
    calls: [0, 0],
    whenFailing: [0, 0],
    loads: 2,
    // Nothing is on disk, as the user didn't want it, and now does.
    prepare: async ({ window }) => {
      window.settings.set({ keepSnapshot: false });
      await window.removeUnwantedPages();
      window.settings.set({ keepSnapshot: true });
    },
    // As after another mapping was chosen: the rows are read out of the responses once more, and saved.
    run: async ({ mapping, controller, settings, saved }) => {
      await (controller.list && mapping.mapAgain(controller.list, settings.baseUrl!));
      await saved();
      return 'done';
    },
  },
  {
    name: 'sign out',
    loaded: 2,
    makes: 'none',
    ends: 'done',
    calls: [0, 0],
    whenFailing: [0, 0],
    loads: 1,
    leaves: 'nothing',
    run: async (window, world) => {
      const { session } = window.controller;
      if (session === undefined) {
        return 'idle';
      }
      const { failed } = await world.signOutOf(window).run(session, { keepsPages: false });
      return failed.join(', ') || 'done';
    },
  },
];

function pagesInTrouble({ list }: Window['controller']): number[] {
  const troubles = new Set(toTroubles(list?.loaded.monitors ?? []));
  return (list?.loaded.pages ?? [])
    .filter(({ monitors }) => monitors.some((monitor) => troubles.has(monitor)))
    .map(({ pageIndex }) => pageIndex);
}

/** As long as it takes until it has refreshed once. */
async function refreshByItself(window: Window, world: World): Promise<string> {
  world.passTime(5 * 60_000);
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
