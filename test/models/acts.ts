import { LimitReachedError } from '../../src/credits/errors';
import { aBaseUrl } from '../support/aServiceClient';
import type { Window } from '../support/aWindow';
import type { Slot, World } from './world';

/** An act of a user, an agent, a service or VS Code. */
export interface Act {
  readonly name: string;
  /** The most calls that it may make in this window. */
  readonly allows: (window: Window) => number;
  readonly run: (world: World, slot: Slot) => unknown;
}

const act = (name: string, allows: Act['allows'], run: Act['run']): Act => ({ name, allows, run });

const none = (): number => 0;
const one = (): number => 1;

/** Acts that load. */
export const reads: readonly Act[] = [
  act('first page', one, (_, { window }) => window.controller.ensureFirstPage()),
  act('load more', one, (_, { window }) => window.controller.loadMore()),
  act(
    'load two',
    () => 2,
    (_, { window }) => window.controller.loadAll(2),
  ),
  act(
    'load all',
    () => 9,
    (_, { window }) => window.controller.loadAll(9),
  ),
  act('look at the disk', none, (_, { window }) => window.controller.synchronize()),
];

/** Acts that move the list while it's loaded. */
export const shifts: readonly Act[] = [
  act('a monitor comes in front of all others', none, (world) => world.insertMonitors()),
];

/** Acts that refresh, retry, cancel and resume. */
export const renewals: readonly Act[] = [
  act(
    'refresh',
    ({ controller }) => controller.list?.refreshDepth ?? 0,
    (_, { window }) => window.controller.refresh(),
  ),
  act('refresh one page', one, (_, { window }) => window.controller.list?.refreshPages([1])),
  act("an agent's refresh", one, (_, { window }) =>
    window.controller.refresh({ pages: 1, caller: 'agent' }),
  ),
  act(
    'retry',
    ({ controller }) => controller.list?.failure?.callsLeft ?? 0,
    (_, { window }) => window.controller.list?.retry(),
  ),
  act('cancel', none, (_, { window }) => window.controller.list?.cancel()),
  act(
    'resume',
    ({ controller }) => controller.callsToResume,
    (_, { window }) => window.controller.resume(),
  ),
];

/** Acts that fail, end a session or change the address, and sign-ins. */
export const changes: readonly Act[] = [
  act('sign in', one, (world, slot) => signIn(world, slot, 0)),
  act('sign in again', one, (world, slot) => signIn(world, slot, 0)),
  act('sign in another', one, (world, slot) => signIn(world, slot, 1)),
  act('switch account', none, async (_, { window: { sessions, controller } }) => {
    const other = sessions.sessions.find(
      ({ id, baseUrl }) => baseUrl === controller.baseUrl?.href && id !== controller.session?.id,
    );
    await (other && sessions.add(other));
  }),
  act('sign out', none, (_, slot) => signOut(slot)),
  act('another origin', none, (world, slot) => goTo(world, slot, 2)),
  act('another path', none, (world, slot) => goTo(world, slot, 1)),
  act('restart', none, (world, slot) => world.reopen(slot)),
  act('the service fails', none, (world) => world.failNext()),
  act('the service forgets all tokens', none, ({ services }) => services[0]!.revokeTokens()),
];

/** Performs an act, and notes the calls that it may make. Never rejects. */
export function perform({ allows, run }: Act, world: World, slot: Slot): Promise<void> {
  slot.allowed += allows(slot.window);
  const act = async (): Promise<void> => void (await run(world, slot));
  return world.begin(act());
}

/** Goes to another address, or back to the first one. */
function goTo(world: World, { window }: Slot, index: number): void {
  const { settings } = window;
  const isThere = settings.baseUrl?.href === world.addressOf(index).href;
  settings.set({ baseUrl: world.addressOf(isThere ? 0 : index) });
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

async function signOut({ window }: Slot): Promise<void> {
  const { session } = window.controller;
  await (session && window.signIns.signOut(session));
}
