import { SignOut } from '../../src/explorer/signOut';
import { aBaseUrl } from '../support/aServiceClient';
import type { Window } from '../support/aWindow';
import { InMemoryMemento } from '../support/inMemorySecretStorage';
import type { Operation } from './operations';

/** The windows of a cell, while the operation's first call is under way. */
export interface Scene {
  readonly window: Window;
  /** Opens a further window of the same user. */
  readonly openWindow: () => Promise<Window>;
}

/** What else happens while the operation's first call is under way. */
export interface Moment {
  readonly name: string;
  /** Calls that may be made beside those of the operation. */
  readonly mayAdd: (operation: Operation) => number;
  /** Whether the operation's own outcome is still its own. */
  readonly leavesOutcome: boolean;
  /** What must be there afterwards. */
  readonly leaves: 'rows' | 'nothing' | 'noRowsHere';
  readonly act: (scene: Scene, operation: Operation) => Promise<unknown>;
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
    mayAdd: ({ makes }) => (makes === 'list' ? 0 : 1),
    leavesOutcome: true,
    leaves: 'rows',
    act: ({ window }) => window.controller.loadMore(),
  },
  {
    name: 'signing out',
    mayAdd: () => 0,
    leavesOutcome: false,
    leaves: 'nothing',
    act: async ({ window }) => {
      const { session } = window.controller;
      await (session && signOutOf(window).run(session, { keepsPages: false }));
    },
  },
  {
    name: 'address changing',
    mayAdd: () => 0,
    leavesOutcome: false,
    leaves: 'noRowsHere',
    act: ({ window }) => {
      window.settings.set({ baseUrl: aBaseUrl(`${window.settings.baseUrl!.origin}/moved`) });
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
    mayAdd: ({ whenFailing: [, most] }) => most,
    leavesOutcome: true,
    leaves: 'rows',
    act: async ({ openWindow }, operation) => operation.run(await openWindow()).catch(() => 'failed'),
  },
];

/** As the command signs out, of a window without a screen. */
function signOutOf({ sessions, pageStore }: Window): SignOut {
  return new SignOut({
    sessions,
    pageStore,
    memento: new InMemoryMemento(),
    forgetArrangement: () => Promise.resolve(),
    onDidFail: (part, error) => {
      throw new Error(`signing out: ${part}`, { cause: error });
    },
  });
}
