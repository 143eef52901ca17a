import type { Database } from './database';
import { deleteSnapshots, type AccountKey } from './snapshots';
import { sql } from './sql';

/** `signingOut`: the next start finishes an interrupted sign-out. */
export type AccountState = 'signedIn' | 'signingOut';

export interface AccountRow extends AccountKey {
  readonly number: number;
  readonly state: AccountState;
  readonly issuedAt: number;
  readonly usedAt: number;
}

/** The table `account`: one row per sign-in. */
export function createAccounts(database: Database) {
  const isOf = ({ id, baseUrl }: AccountKey) =>
    sql`session = ${id} AND address = ${baseUrl} AND state <> 'signingOut'`;

  return {
    /** Notes that the account is in use, and returns the number of the sign-in. */
    use: async (key: AccountKey, issuedAt: number, nowMs: number): Promise<number> => {
      const [used] = await database.execute<{ number: number }>`
        INSERT INTO account (number, session, address, issued_at, used_at) VALUES (
          (SELECT number FROM account WHERE ${isOf(key)}), ${key.id}, ${key.baseUrl}, ${issuedAt}, ${nowMs})
        ON CONFLICT (number) DO UPDATE
          SET state = 'signedIn', issued_at = excluded.issued_at, used_at = excluded.used_at
        RETURNING number`;
      return used!.number;
    },

    setState: async (key: AccountKey, state: AccountState): Promise<number | undefined> => {
      const [changed] = await database.execute<{ number: number }>`
        UPDATE account SET state = ${state} WHERE ${isOf(key)} RETURNING number`;
      return changed?.number;
    },

    list: (): Promise<readonly AccountRow[]> =>
      database.execute<AccountRow>`
        SELECT number, session AS id, address AS baseUrl, state, issued_at AS issuedAt, used_at AS usedAt
        FROM account`,

    deleteIfSignedIn: (number: number): Promise<unknown> =>
      database.execute`DELETE FROM account WHERE number = ${number} AND state = 'signedIn'`,

    /** Deletes rows of one sign-in, or all. */
    deleteRows: async (number?: number): Promise<void> => {
      const ofAccount = number === undefined ? sql`true` : sql`account = ${number}`;
      await deleteSnapshots(database, ofAccount);
      await database.execute`DELETE FROM run WHERE ${ofAccount}`;
      await database.execute`DELETE FROM look WHERE ${ofAccount}`;
    },

    delete: (number: number): Promise<unknown> =>
      database.execute`DELETE FROM account WHERE number = ${number}`,
  };
}
