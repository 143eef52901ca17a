import { createHash, randomUUID } from 'node:crypto';
import type { Database } from './database';
import { sql } from './sql';

/** After a crash, a lease ends after these milliseconds. */
const GOOD_FOR_MS = 5_000;
const RENEW_EVERY_MS = 1_000;

/** The table `lease`: rights that one window has at a time. @param now epoch milliseconds */
export function createLeases(database: Database, now: () => number) {
  // A lease far ahead comes from a wrong clock.
  const isOver = () => sql`(until <= ${now()} OR until > ${now() + 2 * GOOD_FOR_MS})`;
  const owner = randomUUID();
  const held = new Set<string>();
  const timer = setInterval(() => {
    if (held.size > 0) {
      database.executeLater`
        UPDATE lease SET until = ${now() + GOOD_FOR_MS} WHERE owner = ${owner} AND NOT ${isOver()}`;
    }
  }, RENEW_EVERY_MS).unref();

  return {
    /** For transactions. @returns false if someone else has the lease */
    acquire: (name: string): boolean => {
      const hash = toHash(name);
      const acquired = database.all`
        INSERT INTO lease (name, owner, until) VALUES (${hash}, ${owner}, ${now() + GOOD_FOR_MS})
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE ${isOver()}
        RETURNING name`;
      if (acquired.length > 0) {
        held.add(name);
      }
      return acquired.length > 0;
    },

    release: (name: string): void => {
      held.delete(name);
      database.executeLater`DELETE FROM lease WHERE name = ${toHash(name)} AND owner = ${owner}`;
    },

    dispose: (): void => clearInterval(timer),
  };
}

/** A name may have an e-mail in it, and a killed window leaves its leases. */
function toHash(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}
