import type { Database } from './database';
import { PAGES_AT_ONCE } from './schema';

/** An account at one address; other addresses never show its rows. */
export interface AccountKey {
  /** The session id. */
  readonly account: string;
  /** The base URL. */
  readonly address: string;
}

/** `keepsRows`: signed out with saved rows. `signingOut`: the next start finishes an interrupted sign-out. */
export type AccountState = 'signedIn' | 'keepsRows' | 'signingOut';

export interface AccountRow extends AccountKey {
  readonly number: number;
  readonly state: AccountState;
  /** `issuedAt` of the session. */
  readonly issuedAt: number;
  /** Epoch milliseconds of the last use. */
  readonly usedAt: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** The table `account`: one row per sign-in. */
export function createAccounts(database: Database) {
  const numberOf = (key: AccountKey): number | undefined =>
    database.get<{ number: number }>(
      `SELECT number FROM account WHERE session = $account AND address = $address AND state <> 'signingOut'`,
      { ...key },
    )?.number;

  return {
    /** Returns the number of the sign-in. */
    use: (key: AccountKey, issuedAt: number, now: number): Promise<number> =>
      database.write(() => {
        const { number } = database.get<{ number: number }>(
          `INSERT INTO account (number, session, address, issued_at, used_at)
           VALUES ($number, $account, $address, $issuedAt, $now)
           ON CONFLICT (number) DO UPDATE
             SET state = 'signedIn', issued_at = excluded.issued_at, used_at = excluded.used_at
           RETURNING number`,
          { ...key, number: numberOf(key), issuedAt, now },
        )!;
        return number;
      }),

    /** @returns the number of the sign-in, if found */
    setState: (key: AccountKey, state: AccountState): Promise<number | undefined> =>
      database.write(() => {
        const number = numberOf(key);
        database.run('UPDATE account SET state = $state WHERE number = $number', { number, state });
        return number;
      }),

    /** Moves the rows to a new address, unless that has rows. */
    move: (from: AccountKey, address: string): Promise<void> =>
      database.write(() => {
        if (numberOf({ account: from.account, address }) === undefined) {
          const number = numberOf(from);
          database.run('UPDATE account SET address = $address WHERE number = $number', { number, address });
        }
      }),

    list: (): Promise<readonly AccountRow[]> =>
      database.read(() =>
        database.all<AccountRow>(
          `SELECT number, session AS account, address, state, issued_at AS issuedAt, used_at AS usedAt
           FROM account`,
        ),
      ),

    /** Keeps sign-ins that the user has moved, or whose rows the user keeps. */
    deleteUnlessKept: ({ address }: AccountKey, number: number): Promise<unknown> =>
      database.execute(
        `DELETE FROM account WHERE number = $number AND address = $address AND state = 'signedIn'`,
        { number, address },
      ),

    /** Deletes rows of one sign-in, or all. In parts, to avoid blocking. */
    deleteRows: async (number?: number): Promise<void> => {
      await database.writeInParts(() =>
        database.run(
          `DELETE FROM page WHERE rowid IN (
             SELECT page.rowid FROM page JOIN snapshot ON snapshot.id = page.snapshot
             WHERE $number IS NULL OR snapshot.account = $number LIMIT ${PAGES_AT_ONCE})`,
          { number },
        ),
      );
      await database.write(() => {
        for (const table of ['snapshot', 'run', 'look']) {
          database.run(`DELETE FROM ${table} WHERE $number IS NULL OR account = $number`, { number });
        }
      });
    },

    delete: (number: number): Promise<unknown> =>
      database.execute('DELETE FROM account WHERE number = $number', { number }),
  };
}
