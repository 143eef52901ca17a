import type { Database } from './database';

/** An account at one address; other addresses never show its rows. */
export interface AccountKey {
  readonly id: string;
  readonly baseUrl: string;
}

export interface SignIn extends AccountKey {
  /** Epoch milliseconds. */
  readonly issuedAt: number;
}

interface AccountRow extends SignIn {
  readonly number: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** The table `account`: one line for each account. No other table has the e-mail. For transactions. */
export function createAccounts(database: Database) {
  const list = () => database.all<AccountRow>`
    SELECT number, session AS id, address AS baseUrl, issued_at AS issuedAt FROM account`;

  const find = ({ id, baseUrl }: AccountKey) =>
    list().find((row) => row.id === id && row.baseUrl === baseUrl);

  return {
    list,
    find,

    /** Notes the last sign-in of an account. */
    use: ({ issuedAt, ...key }: SignIn): void => {
      database.all`
        INSERT INTO account (number, session, address, issued_at, used_at)
        VALUES (${find(key)?.number}, ${key.id}, ${key.baseUrl}, ${issuedAt}, ${issuedAt})
        ON CONFLICT (number) DO UPDATE SET issued_at = excluded.issued_at`;
    },

    /**
     * Deletes all that is saved of an account, unless it belongs to a later sign-in. Pages and runs follow by cascade.
     * Calls still count.
     */
    remove: (key: AccountKey, laterIssuedAt?: number): void => {
      const line = find(key);
      if (line && line.issuedAt !== laterIssuedAt) {
        const { number } = line;
        database.all`DELETE FROM view WHERE owner = ${String(number)}`;
        database.all`UPDATE call SET account = '' WHERE account = ${String(number)}`;
        database.all`DELETE FROM account WHERE number = ${number}`;
      }
    },

    /** Deletes saved pages, runs and times of looks of all accounts. */
    deleteRows: (): void => {
      database.all`DELETE FROM page`;
      database.all`DELETE FROM run`;
      database.all`DELETE FROM view WHERE name IN ('look', 'left')`;
    },
  };
}
