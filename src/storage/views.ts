import { tryParseJson } from '../base/json';
import type { Database } from './database';

/** The table `view`: named values of an account (by its number) or address, as JSON. For transactions. */
export class Views {
  constructor(private readonly database: Database) {}

  load(owner: number | string) {
    const rows = this.database.all<{ readonly name: string; readonly value: string }>`
      SELECT name, value FROM view WHERE owner = ${String(owner)}`;
    return Object.fromEntries(rows.map(({ name, value }) => [name, tryParseJson(value)]));
  }

  save(owner: number | string, name: string, value: unknown): void {
    this.database.all`
      INSERT OR REPLACE INTO view VALUES (${String(owner)}, ${name}, ${JSON.stringify(value)})`;
  }
}
