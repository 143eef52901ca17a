import { goodEnd, idleEnd, waitingEnd, type End, type Fault } from './fault';
import type { Operation } from './operations';
import type { World } from './world';

/** What the keyring refuses lasts as long as the window; a sign-out that leaves the token there says so. */
function refusing(
  name: string,
  refuses: (access: 'read' | 'write', value?: string) => boolean,
  deletes = false,
): Fault {
  const signOut: End = { outcomes: ['token'], errors: [], calls: [0, 0] };
  return {
    name,
    of: 'keyring',
    start: (world) => {
      world.keyringFault = (access, value) => {
        if (refuses(access, value)) {
          throw new Error('the keyring refuses');
        }
      };
    },
    stop: (world) => (world.keyringFault = undefined),
    endOf: (operation) => (operation.name === 'sign out' && !deletes ? signOut : goodEnd(operation)),
  };
}

const NEEDS_KEYRING = ['sign in', 'sign out', 'switch account'];

/** As while it waits to be unlocked. */
const hanging: Fault = {
  name: 'the keyring hangs',
  of: 'keyring',
  start: (world) => {
    let release: () => void;
    const hangs = new Promise<void>((resolve) => (release = resolve));
    world.keyringFault = () => hangs;
    world.whenStopped(() => release());
    releases.set(world, () => release());
  },
  stop: (world) => {
    world.keyringFault = undefined;
    releases.get(world)?.();
  },
  endOf: (operation) => {
    if (!NEEDS_KEYRING.includes(operation.name)) {
      return goodEnd(operation);
    }
    return waitingEnd(operation.makes === 'token' ? [1, 1] : [0, 0]);
  },
};
const releases = new WeakMap<World, () => void>();

/** As on a machine whose keyring lasts as long as it runs. */
const forgetting: Fault = {
  name: 'the keyring has forgotten all at a restart',
  of: 'keyring',
  start: async (world) => {
    await world.saved();
    world.secrets.secrets.clear();
    await world.reopen();
  },
  stop: () => undefined,
  endOf: (operation: Operation) => (operation.makes === 'token' ? goodEnd(operation) : idleEnd),
  excludes: ({ makes, name }, moment) => {
    if (name === 'auto refresh' || name === 'save') {
      return 'nobody is signed in';
    }
    return makes !== 'token' && moment.name !== 'alone'
      ? 'nobody is signed in, so that nothing is under way'
      : undefined;
  },
};

export const keyringFaults: readonly Fault[] = [
  refusing('the keyring refuses to write', (access) => access === 'write'),
  refusing('the keyring refuses everything', () => true),
  refusing('the keyring refuses what is too large', (_, value = '') => value.length > 64, true),
  hanging,
  forgetting,
];
