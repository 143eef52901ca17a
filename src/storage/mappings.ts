import type { Mapping, Path, Picks } from '../mapping/mapping';
import type { KnownPaging } from '../monitors/knownPaging';
import type { Database } from './database';

/** What was learned of a service, and the users' choices. */
export interface KnownService {
  readonly mapping?: Mapping;
  /** Path of the token in a sign-in response. */
  readonly token?: Path;
  readonly picks?: Picks;
  readonly paging?: KnownPaging;
}

export type Mappings = ReturnType<typeof createMappings>;

/** The table `mapping`: one row per address, as JSON. */
export function createMappings(database: Database) {
  const read = (address: string): KnownService => {
    const row = database.get<{ value: string }>`SELECT value FROM mapping WHERE address = ${address}`;
    return JSON.parse(row?.value ?? '{}') as KnownService;
  };
  return {
    load: (address: string): Promise<KnownService> => database.read(() => read(address)),

    /** One transaction, so that windows don't overwrite each other. */
    save: (address: string, change: (known: KnownService) => KnownService): Promise<unknown> =>
      database.write(() => {
        const changed = JSON.stringify(change(read(address)));
        void database.run`INSERT OR REPLACE INTO mapping (address, value) VALUES (${address}, ${changed})`;
      }),
  };
}
