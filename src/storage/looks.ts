import type { Database } from './database';

export type Looks = ReturnType<typeof createLooks>;

/** The table `look`: when the user last looked, and what they saw (JSON). */
export function createLooks(database: Database) {
  return {
    load: async (account: number) => {
      const [row] = await database.execute<{ readonly lookedAt: number; readonly seen: string }>`
        SELECT looked_at AS lookedAt, seen FROM look WHERE account = ${account}`;
      return row && { lookedAt: row.lookedAt, seen: JSON.parse(row.seen) as unknown };
    },

    save: (account: number, seen: object, lookedAt: number): Promise<unknown> =>
      database.execute`
        INSERT OR REPLACE INTO look (account, looked_at, seen)
        SELECT number, ${lookedAt}, ${JSON.stringify(seen)} FROM account WHERE number = ${account}`,

    touch: (account: number, lookedAt: number): Promise<unknown> =>
      database.execute`UPDATE look SET looked_at = ${lookedAt} WHERE account = ${account}`,
  };
}
