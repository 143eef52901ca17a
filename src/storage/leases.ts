import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/event';
import type { Database } from './database';
import { sql } from './sql';

/** A right that one window has at a time. */
export interface Lease {
  release(): Promise<void>;
}

/** After a crash, a lease ends after these milliseconds. */
const GOOD_FOR_MS = 5_000;
const RENEW_EVERY_MS = 1_000;

export type Leases = ReturnType<typeof createLeases>;

/** The table `lease`. @param now epoch milliseconds */
export function createLeases(database: Database, now: () => number) {
  // A lease far ahead comes from a wrong clock.
  const isOver = () => sql`(until <= ${now()} OR until > ${now() + 2 * GOOD_FOR_MS})`;
  /** Identifies this window. */
  const owner = randomUUID();
  let held = 0;
  const timer = setInterval(() => {
    if (held > 0) {
      const renewed = database.execute`
        UPDATE lease SET until = ${now() + GOOD_FOR_MS} WHERE owner = ${owner} AND NOT ${isOver()}`;
      // If the database is locked, the next renewal is soon enough: leases last longer.
      renewed.catch(() => undefined);
    }
  }, RENEW_EVERY_MS).unref();

  return {
    /** @returns undefined if someone else has the lease */
    tryAcquire: async (name: string): Promise<Lease | undefined> => {
      const acquired = await database.execute`
        INSERT INTO lease (name, owner, until) VALUES (${name}, ${owner}, ${now() + GOOD_FOR_MS})
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE ${isOver()}`;
      if (acquired === 0) {
        return undefined;
      }
      held += 1;
      return {
        release: async () => {
          held -= 1;
          // The lease ends by itself.
          const released = database.execute`DELETE FROM lease WHERE name = ${name} AND owner = ${owner}`;
          await released.catch(() => undefined);
        },
      };
    },

    dispose: (): void => clearInterval(timer),
  } satisfies Disposable & Record<string, unknown>;
}
