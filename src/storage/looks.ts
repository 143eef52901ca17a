import type { Database } from './database';

export type Looks = ReturnType<typeof createLooks>;

/** The table `look`: when the user last looked, and what they saw (JSON). */
export function createLooks(database: Database) {
  const find = database.statement('SELECT looked_at AS lookedAt, seen FROM look WHERE account = $account');
  const save = database.statement(
    `INSERT INTO look (account, looked_at, seen)
     SELECT $account, $lookedAt, $seen WHERE EXISTS (SELECT 1 FROM account WHERE number = $account)
     ON CONFLICT (account) DO UPDATE SET looked_at = excluded.looked_at, seen = excluded.seen`,
  );
  const touch = database.statement('UPDATE look SET looked_at = $lookedAt WHERE account = $account');

  return {
    /** @param account number of the sign-in */
    load: (account: number): Promise<{ readonly lookedAt: number; readonly seen: unknown } | undefined> =>
      database.read(() => {
        const row = find.get<{ lookedAt: number; seen: string }>({ account });
        return row && { lookedAt: row.lookedAt, seen: JSON.parse(row.seen) as unknown };
      }),

    save: (account: number, seen: object, lookedAt: number): Promise<unknown> =>
      database.write(() => save.run({ account, lookedAt, seen: JSON.stringify(seen) })),

    /** Epoch milliseconds. */
    touch: (account: number, lookedAt: number): Promise<unknown> =>
      database.write(() => touch.run({ account, lookedAt })),
  };
}
