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
  const find = database.statement(
    `SELECT number, state FROM account
     WHERE session = $account AND address = $address AND state <> 'signingOut'`,
  );
  const insert = database.statement(
    `INSERT INTO account (session, address, issued_at, used_at)
     VALUES ($account, $address, $issuedAt, $now) RETURNING number`,
  );
  const use = database.statement(
    `UPDATE account SET state = 'signedIn', issued_at = $issuedAt, used_at = $now WHERE number = $number`,
  );
  const setState = database.statement('UPDATE account SET state = $state WHERE number = $number');
  const setAddress = database.statement('UPDATE account SET address = $address WHERE number = $number');
  const select = database.statement(
    'SELECT number, session AS account, address, state, issued_at AS issuedAt, used_at AS usedAt FROM account',
  );
  const deletePages = database.statement(
    `DELETE FROM page WHERE rowid IN (
       SELECT page.rowid FROM page JOIN snapshot ON snapshot.id = page.snapshot
       WHERE snapshot.account = $number LIMIT ${PAGES_AT_ONCE})`,
  );
  const deleteRest = ['snapshot', 'run', 'look'].map((table) =>
    database.statement(`DELETE FROM ${table} WHERE account = $number`),
  );
  const deleteSignedIn = database.statement(
    `DELETE FROM account WHERE number = $number AND address = $address AND state = 'signedIn'`,
  );
  const deleteAccount = database.statement('DELETE FROM account WHERE number = $number');

  const numberOf = (key: AccountKey): number | undefined => find.get<{ number: number }>({ ...key })?.number;

  return {
    /** Returns the number of the sign-in. */
    use: (key: AccountKey, issuedAt: number, now: number): Promise<number> =>
      database.write(() => {
        const number = numberOf(key) ?? insert.get<{ number: number }>({ ...key, issuedAt, now })!.number;
        use.run({ number, issuedAt, now });
        return number;
      }),

    /** @returns the number of the sign-in, if found */
    setState: (key: AccountKey, state: AccountState): Promise<number | undefined> =>
      database.write(() => {
        const number = numberOf(key);
        setState.run({ number, state });
        return number;
      }),

    /** Moves the rows to a new address, unless that has rows. */
    move: (from: AccountKey, address: string): Promise<void> =>
      database.write(() => {
        if (numberOf({ account: from.account, address }) === undefined) {
          setAddress.run({ number: numberOf(from), address });
        }
      }),

    list: (): Promise<readonly AccountRow[]> => database.read(() => select.all<AccountRow>()),

    /** Keeps sign-ins that the user has moved, or whose rows the user keeps. */
    deleteUnlessKept: (key: AccountKey, number: number): Promise<unknown> =>
      database.write(() => deleteSignedIn.run({ ...key, number })),

    /** Deletes in parts, to avoid blocking. */
    deleteRows: async (number: number): Promise<void> => {
      await database.writeInParts(() => deletePages.run({ number }));
      await database.write(() => deleteRest.forEach((statement) => statement.run({ number })));
    },

    delete: (number: number): Promise<unknown> => database.write(() => deleteAccount.run({ number })),
  };
}
