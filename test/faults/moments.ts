import { aBaseUrl } from '../support/aServiceClient';
import { LOAD_MORE, PAGES, type Operation } from './operations';
import type { World } from './world';

/** What else happens while the operation's first call, or its first access to disk or keyring, is under way. */
export interface Moment {
  readonly name: string;
  /** Calls that may be made beside those of the operation, where they fail and where they don't. */
  readonly mayAdd: (operation: Operation, fails: boolean) => number;
  /** What else is run meanwhile, and fails in its own way. */
  readonly alsoRuns?: Operation;
  /** Whether the operation's own outcome is still its own. */
  readonly leavesOutcome: boolean;
  /** What must be there afterwards. */
  readonly leaves: 'rows' | 'nothing' | 'noRowsHere';
  readonly act: (world: World, operation: Operation) => Promise<unknown>;
}

export const moments: readonly Moment[] = [
  {
    name: 'alone',
    mayAdd: () => 0,
    leavesOutcome: true,
    leaves: 'rows',
    act: () => Promise.resolve(),
  },
  {
    name: 'another operation waiting',
    mayAdd: ({ makes }, fails) => (makes === 'list' && fails ? 0 : 1),
    alsoRuns: LOAD_MORE,
    leavesOutcome: true,
    leaves: 'rows',
    act: (world) => LOAD_MORE.run(world.window, world),
  },
  {
    name: 'signing out',
    mayAdd: () => 0,
    leavesOutcome: false,
    leaves: 'nothing',
    act: async (world) => {
      const { window } = world;
      const { session } = window.controller;
      await (session && world.signOutOf(window).run(session, { keepsPages: false }));
    },
  },
  {
    name: 'address changing',
    mayAdd: () => 0,
    leavesOutcome: false,
    leaves: 'noRowsHere',
    act: ({ window: { settings } }) => {
      settings.set({ baseUrl: aBaseUrl(`${settings.baseUrl!.origin}/moved`) });
      return Promise.resolve();
    },
  },
  {
    name: 'window closing',
    mayAdd: () => 0,
    leavesOutcome: false,
    leaves: 'nothing',
    act: async ({ window }) => {
      window.dispose();
      await window.saved();
    },
  },
  {
    name: 'a second window doing the same',
    // What the first window has loaded may not be on disk, so that the second one begins at the first page.
    mayAdd: ({ calls: [, most], whenFailing, makes, loads }, fails) =>
      fails ? whenFailing[1] : makes === 'none' ? 1 : Math.min(PAGES, Math.max(most, loads)),
    leavesOutcome: true,
    leaves: 'rows',
    act: async (world, operation) => {
      const second = await world.openWindow();
      return operation.run(second, world).catch(() => 'failed');
    },
  },
];
