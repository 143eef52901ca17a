import { tryParseJson } from '../base/json';
import type { Database } from './database';

export type Views = ReturnType<typeof createViews>;

/** The table `view`: view settings per account (by its number) or address, as JSON. For transactions. */
export function createViews(database: Database) {
  return {
    load: (owner: string): ReadonlyMap<string, unknown> => {
      const rows = database.all<{ readonly name: string; readonly value: string }>`
        SELECT name, value FROM view WHERE owner = ${owner}`;
      return new Map(rows.map(({ name, value }) => [name, tryParseJson(value)]));
    },

    /** Saves a value; `undefined` removes it. */
    save: (owner: string, name: string, value: unknown): void => {
      database.all`DELETE FROM view WHERE owner = ${owner} AND name = ${name}`;
      if (value !== undefined) {
        database.all`INSERT INTO view (owner, name, value) VALUES (${owner}, ${name}, ${JSON.stringify(value)})`;
      }
    },
  };
}
