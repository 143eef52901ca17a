import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/event';
import type { Database } from './database';

/** Something that one window of all does at a time. */
export interface Lease {
  /** Whether this window still has it: one that was suspended for longer than five seconds has lost its leases. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Milliseconds for which a lease is good without being renewed: a window that crashes blocks the others for so long. */
const GOOD_FOR_MS = 5_000;
const RENEW_EVERY_MS = 1_000;

export type Leases = ReturnType<typeof createLeases>;

/** The table `lease`. @param now epoch milliseconds */
export function createLeases(database: Database, now: () => number) {
  // A lease of a clock that was ahead, and is right again, is over.
  const isOver = `(until <= $now OR until > $now + ${2 * GOOD_FOR_MS})`;
  const acquire = database.statement(
    `INSERT INTO lease (name, owner, until) VALUES ($name, $owner, $now + ${GOOD_FOR_MS})
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE ${isOver}`,
  );
  const renew = database.statement(
    `UPDATE lease SET until = $now + ${GOOD_FOR_MS} WHERE owner = $owner AND NOT ${isOver}`,
  );
  const release = database.statement('DELETE FROM lease WHERE owner = $owner');
  const find = database.statement(`SELECT 1 FROM lease WHERE name = $name AND NOT ${isOver}`);
  /** The owners of the leases that this window holds: each lease has its own. */
  const held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const renewAll = async (): Promise<void> => {
    for (const owner of held) {
      const isRenewed = await database
        .write(() => renew.run({ owner, now: now() }) > 0)
        // Locked: the lease is good for some more seconds.
        .catch(() => true);
      if (!isRenewed) {
        held.delete(owner);
      }
    }
    followHeld();
  };
  const followHeld = (): void => {
    clearTimeout(timer);
    timer = held.size === 0 ? undefined : setTimeout(() => void renewAll(), RENEW_EVERY_MS).unref();
  };

  return {
    /** @returns undefined if another window, or another part of this one, has the lease */
    tryAcquire: async (name: string): Promise<Lease | undefined> => {
      const owner = randomUUID();
      if (!(await database.write(() => acquire.run({ name, owner, now: now() }) > 0))) {
        return undefined;
      }
      held.add(owner);
      followHeld();
      return {
        isHeld: () => held.has(owner),
        release: async () => {
          held.delete(owner);
          // If that fails, the lease ends by itself.
          await database.write(() => release.run({ owner })).catch(() => undefined);
        },
      };
    },

    isHeld: (name: string): Promise<boolean> =>
      database.read(() => find.get({ name, now: now() }) !== undefined),

    dispose: (): void => {
      clearTimeout(timer);
      held.clear();
    },
  } satisfies Disposable & Record<string, unknown>;
}
