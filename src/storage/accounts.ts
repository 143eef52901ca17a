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

/** The table `account`: one line for each account. No other table has the e-mail. For transactions. */
export class Accounts {
  constructor(private readonly database: Database) {}

  list() {
    return this.database.all<AccountRow>`
      SELECT number, session AS id, address AS baseUrl, issued_at AS issuedAt FROM account`;
  }

  find({ id, baseUrl }: AccountKey) {
    return this.list().find((row) => row.id === id && row.baseUrl === baseUrl);
  }

  /** Notes the last sign-in of an account. */
  use({ issuedAt, ...key }: SignIn): void {
    this.database.all`
      INSERT INTO account (number, session, address, issued_at)
      VALUES (${this.find(key)?.number}, ${key.id}, ${key.baseUrl}, ${issuedAt})
      ON CONFLICT (number) DO UPDATE SET issued_at = excluded.issued_at`;
  }

  /**
   * Deletes all that is saved of an account, unless it belongs to a later sign-in. Pages and runs follow by cascade.
   * Calls still count.
   */
  remove(key: AccountKey, laterIssuedAt?: number): void {
    const line = this.find(key);
    if (line && line.issuedAt !== laterIssuedAt) {
      const { number } = line;
      this.database.all`DELETE FROM view WHERE owner = ${String(number)}`;
      this.database.all`UPDATE call SET account = '' WHERE account = ${String(number)}`;
      this.database.all`DELETE FROM account WHERE number = ${number}`;
    }
  }

  /** Deletes saved pages, runs and times of looks of all accounts. */
  removeRows(): void {
    this.database.all`DELETE FROM result`;
    this.database.all`DELETE FROM view WHERE name IN ('look', 'left')`;
  }
}
