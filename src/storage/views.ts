import type { Database } from './database';

export type Views = ReturnType<typeof createViewTable>;

/** The table `view`: view settings per account or address, as JSON. */
export function createViewTable(database: Database) {
  const select = database.statement('SELECT name, value FROM view WHERE owner = $owner');
  const save = database.statement(
    `INSERT INTO view (owner, name, value) VALUES ($owner, $name, $value)
     ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value`,
  );
  const remove = database.statement('DELETE FROM view WHERE owner = $owner AND name = $name');
  const forget = database.statement('DELETE FROM view WHERE owner = $owner');

  return {
    load: (owner: string): Promise<ReadonlyMap<string, unknown>> =>
      database.read(() => {
        const rows = select.all<{ name: string; value: string }>({ owner });
        return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
      }),

    /** Saves a value; `undefined` removes it. */
    save: (owner: string, name: string, value: unknown): Promise<unknown> =>
      database.write(() =>
        value === undefined
          ? remove.run({ owner, name })
          : save.run({ owner, name, value: JSON.stringify(value) }),
      ),

    forget: (owner: string): Promise<unknown> => database.write(() => forget.run({ owner })),
  };
}
