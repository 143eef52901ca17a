import { crc32 } from 'node:zlib';
import type { Database } from './database';

/** The table `result`: what each call of an account brought. Deleted with the account. For transactions. */
export class Results<T> {
  constructor(
    private readonly database: Database,
    private readonly kind: 'page' | 'runs',
  ) {}

  /** Lists the numbers of the calls. */
  list(account: number): ReadonlySet<number> {
    const rows = this.database.all<{ readonly call: number }>`
      SELECT call FROM result WHERE account = ${account} AND kind = ${this.kind}`;
    return new Set(rows.map(({ call }) => call));
  }

  /** Loads results in the order of the calls. One that isn't as it was saved counts as not saved. */
  protected load(account: number, from = 0, to = Number.MAX_VALUE): readonly T[] {
    const rows = this.database.all<{ readonly value: string; readonly checksum: number }>`
      SELECT value, checksum FROM result
      WHERE account = ${account} AND kind = ${this.kind} AND call BETWEEN ${from} AND ${to}
      ORDER BY call`;
    // Large integers became texts when the response came.
    return rows
      .filter(({ value, checksum }) => crc32(value) === checksum)
      .map(({ value }) => JSON.parse(value) as T);
  }

  protected save(account: number, call: number, result: T): void {
    const json = JSON.stringify(result);
    this.database.all`
      INSERT OR REPLACE INTO result
      VALUES (${account}, ${this.kind}, ${call}, ${json}, ${crc32(json)})`;
  }

  protected remove(account: number, call: number): void {
    this.database.all`
      DELETE FROM result WHERE account = ${account} AND kind = ${this.kind} AND call = ${call}`;
  }
}
