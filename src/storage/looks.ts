import { tryParseJson } from '../base/json';
import type { Database } from './database';

export type Looks = ReturnType<typeof createLooks>;

/** The table `look`: when the user last looked, and what they saw (JSON). For transactions. */
export function createLooks(database: Database) {
  return {
    /** `seen` is undefined if it is damaged. */
    load: (account: number) => {
      const [row] = database.all<{ readonly lookedAt: number; readonly seen: string }>`
        SELECT looked_at AS lookedAt, seen FROM look WHERE account = ${account}`;
      return row && { lookedAt: row.lookedAt, seen: tryParseJson(row.seen) };
    },

    save: (account: number, seen: object, lookedAt: number): void => {
      database.all`
        INSERT OR REPLACE INTO look (account, looked_at, seen)
        SELECT number, ${lookedAt}, ${JSON.stringify(seen)} FROM account
        WHERE number = ${account}`;
    },

    touch: (account: number, lookedAt: number): void => {
      database.all`UPDATE look SET looked_at = ${lookedAt} WHERE account = ${account}`;
    },
  };
}
