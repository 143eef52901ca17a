import type { Database } from './database';
import { deleteSnapshots, type AccountKey } from './snapshots';
import { sql } from './sql';

interface SignIn extends AccountKey {
  readonly issuedAt: number;
}

export interface AccountRow extends SignIn {
  readonly number: number;
  /** `signingOut`: the next start finishes an interrupted sign-out. */
  readonly state: 'signedIn' | 'signingOut';
  readonly usedAt: number;
}

/** The table `account`: one row per sign-in. */
export function createAccounts(database: Database) {
  const isOf = ({ id, baseUrl }: AccountKey) =>
    sql`session = ${id} AND address = ${baseUrl} AND state <> 'signingOut'`;

  /** Deletes rows of one sign-in, or all. */
  const deleteRows = async (number?: number): Promise<void> => {
    const ofAccount = number === undefined ? sql`true` : sql`account = ${number}`;
    await deleteSnapshots(database, ofAccount);
    await database.execute`DELETE FROM run WHERE ${ofAccount}`;
    await database.execute`DELETE FROM look WHERE ${ofAccount}`;
  };

  return {
    deleteRows,

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

    /** Ends the sign-ins up to one, so that no more rows are saved by them. @returns their numbers */
    end: async ({ id, baseUrl, issuedAt }: SignIn): Promise<readonly number[]> => {
      const ended = await database.execute<{ number: number }>`
        UPDATE account SET state = 'signingOut'
        WHERE session = ${id} AND address = ${baseUrl} AND issued_at <= ${issuedAt} RETURNING number`;
      return ended.map(({ number }) => number);
    },

    list: (): Promise<readonly AccountRow[]> =>
      database.execute<AccountRow>`
        SELECT number, session AS id, address AS baseUrl, state, issued_at AS issuedAt, used_at AS usedAt
        FROM account`,

    /** Deletes a sign-in and its rows. */
    delete: async (number: number): Promise<void> => {
      await deleteRows(number);
      await database.execute`DELETE FROM account WHERE number = ${number}`;
    },
  };
}
