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

export interface AccountRow extends SignIn {
  readonly number: number;
  /** `signingOut`: the next start finishes an interrupted sign-out. */
  readonly state: 'signedIn' | 'signingOut';
  readonly usedAt: number;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** The table `account`: one line for each sign-in. No other table has the e-mail. For transactions. */
export function createAccounts(database: Database) {
  const list = (): readonly AccountRow[] => database.all<AccountRow>`
    SELECT number, session AS id, address AS baseUrl, state, issued_at AS issuedAt, used_at AS usedAt
    FROM account`;

  const listOf = ({ id, baseUrl }: AccountKey) =>
    list().filter((row) => row.id === id && row.baseUrl === baseUrl);

  return {
    list,

    /** Notes that the account is in use, and returns the number of the sign-in. */
    use: (key: AccountKey, issuedAt: number, nowMs: number): number => {
      const saved = listOf(key).find(({ state }) => state === 'signedIn');
      const [used] = database.all<AccountRow>`
        INSERT INTO account (number, session, address, issued_at, used_at)
        VALUES (${saved?.number}, ${key.id}, ${key.baseUrl}, ${issuedAt}, ${nowMs})
        ON CONFLICT (number) DO UPDATE
          SET issued_at = excluded.issued_at, used_at = excluded.used_at
        RETURNING number`;
      return used!.number;
    },

    /**
     * Ends the sign-ins up to this one, and deletes all that is saved of them. Pages and runs follow by cascade. Calls
     * still count.
     * @param isTokenGone if not, a line stays, by which the next start removes the token
     */
    end: (signIn: SignIn, isTokenGone: boolean): void => {
      const { id, baseUrl, issuedAt } = signIn;
      const ended = listOf(signIn).filter((row) => row.issuedAt <= issuedAt);
      for (const { number } of ended) {
        database.all`DELETE FROM view WHERE owner = ${String(number)}`;
        database.all`UPDATE call SET account = '' WHERE account = ${String(number)}`;
        database.all`DELETE FROM account WHERE number = ${number}`;
      }
      if (!isTokenGone) {
        database.all`
          INSERT INTO account (session, address, state, issued_at, used_at)
          VALUES (${id}, ${baseUrl}, 'signingOut', ${issuedAt}, ${issuedAt})`;
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
