import { LimitReachedError } from '../../src/credits/errors';
import { aBaseUrl } from '../support/aServiceClient';
import type { Window } from '../support/aWindow';
import type { Slot, World } from './world';

/** An act of a user, an agent, a service or VS Code. */
export interface Act {
  readonly name: string;
  /** The most calls that it may make in this window. */
  readonly allows: (window: Window) => number;
  readonly run: (world: World, slot: Slot) => Promise<unknown>;
}

const none = (): number => 0;
const one = (): number => 1;

/** Acts that load. */
export const reads: readonly Act[] = [
  { name: 'first page', allows: one, run: (_, { window }) => window.controller.ensureFirstPage() },
  { name: 'load more', allows: one, run: (_, { window }) => window.controller.loadMore() },
  { name: 'load two', allows: () => 2, run: (_, { window }) => window.controller.loadAll(2) },
  { name: 'load all', allows: () => 9, run: (_, { window }) => window.controller.loadAll(9) },
  { name: "an agent's load more", allows: one, run: (_, { window }) => window.controller.loadMore('agent') },
  { name: 'look at the disk', allows: none, run: (_, { window }) => window.controller.synchronize() },
];

/** Acts that move the list while it's loaded. */
export const shifts: readonly Act[] = [
  {
    name: 'a monitor comes in front of all others',
    allows: none,
    run: (world) => Promise.resolve(world.insertMonitors()),
  },
];

/** Acts that cancel a page after some steps. */
export const withdrawals: readonly Act[] = Array.from({ length: 40 }, (_, steps) => ({
  name: `load more, and cancel it after ${steps} steps`,
  allows: one,
  run: async (world, { window: { controller } }) => {
    const ended = controller.loadMore();
    for (let step = 0; step < steps; step++) {
      await world.turn();
    }
    controller.list?.cancel();
    await ended;
  },
}));

/** Acts that refresh, retry, cancel and resume. */
export const renewals: readonly Act[] = [
  {
    name: 'refresh',
    allows: ({ controller }) => controller.list?.refreshDepth ?? 0,
    run: (_, { window }) => window.controller.refresh(),
  },
  {
    name: 'refresh one page',
    allows: one,
    run: async (_, { window }) => window.controller.list?.refreshPages([1]),
  },
  {
    name: "an agent's refresh",
    allows: () => 1,
    run: (_, { window }) => window.controller.refresh({ pages: 1, caller: 'agent' }),
  },
  {
    name: 'retry',
    allows: ({ controller }) => controller.list?.failure?.callsLeft ?? 0,
    run: (_, { window }) => Promise.resolve(window.controller.list?.retry()),
  },
  {
    name: 'cancel',
    allows: none,
    run: (_, { window }) => Promise.resolve(window.controller.list?.cancel()),
  },
  {
    name: 'resume',
    allows: ({ controller }) => controller.callsToResume,
    run: (_, { window }) => window.controller.resume(),
  },
];

/** Acts that fail, end a session or change the address, and sign-ins. */
export const changes: readonly Act[] = [
  { name: 'sign in', allows: one, run: (world, slot) => signIn(world, slot, 0) },
  { name: 'sign in again', allows: one, run: (world, slot) => signIn(world, slot, 0) },
  { name: 'sign in another', allows: one, run: (world, slot) => signIn(world, slot, 1) },
  {
    name: 'switch account',
    allows: none,
    run: async (_, { window }) => {
      const { sessions, controller } = window;
      const other = sessions.sessions.find(
        ({ id, baseUrl }) => baseUrl === controller.baseUrl?.href && id !== controller.session?.id,
      );
      await (other && sessions.add(other));
    },
  },
  { name: 'sign out', allows: none, run: (_, slot) => signOut(slot, false) },
  { name: 'sign out, keeping rows', allows: none, run: (_, slot) => signOut(slot, true) },
  {
    name: 'another origin',
    allows: none,
    run: (world, slot) => goTo(world, slot, 2),
  },
  {
    name: 'another path',
    allows: none,
    run: (world, slot) => goTo(world, slot, 1),
  },
  { name: 'restart', allows: none, run: (world, slot) => Promise.resolve(world.reopen(slot)) },
  {
    name: 'the service fails',
    allows: none,
    run: (world) => Promise.resolve(world.failNext()),
  },
  {
    name: 'the service forgets all tokens',
    allows: none,
    run: ({ services }) => Promise.resolve(services[0]!.revokeTokens()),
  },
];

/** Performs an act, and notes the calls that it may make. Never rejects. */
export function perform(act: Act, world: World, slot: Slot): Promise<void> {
  slot.allowed += act.allows(slot.window);
  return world.begin(act.run(world, slot));
}

/** Goes to another address, or back to the first one. */
function goTo(world: World, { window }: Slot, index: number): Promise<void> {
  const { settings } = window;
  const isThere = settings.baseUrl?.href === world.addressOf(index).href;
  return Promise.resolve(settings.set({ baseUrl: world.addressOf(isThere ? 0 : index) }));
}

/** Signs in at the window's address, unless the daily limit is reached. */
async function signIn(world: World, { window }: Slot, index: number): Promise<void> {
  const address = world.addresses.find(
    ({ baseUrl }) => aBaseUrl(baseUrl).href === window.settings.baseUrl?.href,
  )!;
  try {
    await window.signIn(address.service.accounts[index], undefined, address);
  } catch (error) {
    if (!(error instanceof LimitReachedError)) {
      throw error;
    }
  }
}

async function signOut({ window }: Slot, keepsPages: boolean): Promise<void> {
  const { session } = window.controller;
  await (session && window.signIns.signOut(session, keepsPages));
}
