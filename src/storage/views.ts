import type { Database } from './database';

export type Views = ReturnType<typeof createViewTable>;

/** The table `view`: view settings per account or address, as JSON. */
export function createViewTable(database: Database) {
  return {
    load: async (owner: string): Promise<ReadonlyMap<string, unknown>> => {
      type Row = { readonly name: string; readonly value: string };
      const rows = await database.execute<Row>`SELECT name, value FROM view WHERE owner = ${owner}`;
      return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    },

    /** Saves a value; `undefined` removes it. */
    save: (owner: string, name: string, value: unknown): Promise<unknown> =>
      value === undefined
        ? database.execute`DELETE FROM view WHERE owner = ${owner} AND name = ${name}`
        : database.execute`INSERT OR REPLACE INTO view VALUES (${owner}, ${name}, ${JSON.stringify(value)})`,

    forget: (owner: string): Promise<unknown> =>
      database.execute`DELETE FROM view WHERE owner = ${owner}`,
  };
}
