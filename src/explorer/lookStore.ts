import { isArray } from '../base/json';
import { isBoolean, isCount, isTime, orAbsent, readAs, type Shape } from '../base/storedJson';
import type { ComparedMonitor, ComparedSnapshot } from '../monitors/comparison';
import { MONITOR_STATUSES } from '../monitors/monitor';
import type { AccountKey } from '../storage/accounts';
import type { Looks } from '../storage/looks';
import type { SignIns } from './signIns';

/** The monitors of an account as the user last saw them before what they look at now. */
export interface Look extends ComparedSnapshot {
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface StoredLook {
  readonly look: Look;
  /** Epoch milliseconds at which a window last said that the user looks, or leaves. */
  readonly lookedAt: number;
}

/** Monitors that are kept of a look; changes of those beyond aren't shown after a restart. */
const MAX_SEEN = 100_000;
/** Characters. */
const MAX_NAME = 200;

export interface LookStoreOptions {
  readonly signIns: Pick<SignIns, 'numberOf'>;
  readonly looks: Looks;
  /** Whether anything may be kept. */
  readonly isKept: () => boolean;
  readonly onError: (error: unknown) => void;
}

export type LookStore = ReturnType<typeof createLookStore>;

/** What the user saw last of each account at an address. Nothing here rejects. */
export function createLookStore({ signIns, looks, isKept, onError }: LookStoreOptions) {
  const attempt = async <T>(
    owner: AccountKey,
    work: (account: number) => Promise<T>,
  ): Promise<T | undefined> => {
    if (!isKept()) {
      return undefined;
    }
    try {
      const account = await signIns.numberOf(owner);
      return account === undefined ? undefined : await work(account);
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return {
    load: (owner: AccountKey): Promise<StoredLook | undefined> =>
      attempt(owner, async (account) => {
        const stored = await looks.load(account);
        const look = stored && toLook(stored.seen);
        return look && { look, lookedAt: stored.lookedAt };
      }),

    save: (owner: AccountKey, look: Look, lookedAt: number): Promise<unknown> =>
      attempt(owner, (account) => looks.save(account, toStored(look), lookedAt)),

    touch: (owner: AccountKey, lookedAt: number): Promise<unknown> =>
      attempt(owner, (account) => looks.touch(account, lookedAt)),
  };
}

function toStored({ at, total, complete, monitors }: Look): object {
  const kept = monitors
    .slice(0, MAX_SEEN)
    .map(({ id, status, name }) => [id, status, name.slice(0, MAX_NAME)]);
  return { at, total, complete: complete && kept.length === monitors.length, monitors: kept };
}

/** Undefined if it is anything else than what {@link toStored} made. */
function toLook(stored: unknown): Look | undefined {
  const look = readAs(lookShape, stored);
  const monitors = look?.monitors.map(toMonitor);
  return look && monitors?.every((monitor) => monitor !== undefined) ? { ...look, monitors } : undefined;
}

function toMonitor(value: unknown): ComparedMonitor | undefined {
  const [id, word, name] = isArray(value) ? value : [];
  const status = MONITOR_STATUSES.find((known) => known === word);
  return status && typeof id === 'string' && typeof name === 'string' ? { id, name, status } : undefined;
}

const lookShape: Shape<Look> = {
  at: isTime,
  total: orAbsent(isCount),
  complete: isBoolean,
  monitors: Array.isArray,
};
