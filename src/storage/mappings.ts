import type { Database } from './database';

export type Mappings = ReturnType<typeof createMappings>;

/** The table `mapping`: what is known of the service at each address, as JSON. Whoever reads it checks it. */
export function createMappings(database: Database) {
  const find = database.statement('SELECT value FROM mapping WHERE address = $address');
  const save = database.statement(
    `INSERT INTO mapping (address, value) VALUES ($address, $value)
     ON CONFLICT (address) DO UPDATE SET value = excluded.value`,
  );
  const read = (address: string): unknown => {
    const row = find.get<{ value: string }>({ address });
    return row && JSON.parse(row.value);
  };

  return {
    load: (address: string): Promise<unknown> => database.read(() => read(address)),

    /** Saves what `change` makes of what is known, so that two windows don't overwrite each other's part. */
    update: <T extends object>(address: string, change: (known: unknown) => T): Promise<T> =>
      database.write(() => {
        const value = change(read(address));
        save.run({ address, value: JSON.stringify(value) });
        return value;
      }),
  };
}
