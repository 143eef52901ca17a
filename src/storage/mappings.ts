import type { Path } from '../base/path';
import type { Mapping } from '../mapping/mapping';
import type { Picks } from '../mapping/picker/picks';
import type { KnownPaging } from '../monitors/knownPaging';
import type { Database } from './database';

/** Facts learned of a service, and the user's choices. */
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
  const loaded = new Map<string, KnownService>();
  [database.onDidChange, database.onDidReplace].forEach((event) => event(() => loaded.clear()));
  const read = (address: string): KnownService => {
    const [row] = database.all<{
      value: string;
    }>`SELECT value FROM mapping WHERE address = ${address}`;
    return JSON.parse(row?.value ?? '{}') as KnownService;
  };

  return {
    load: async (address: string): Promise<KnownService> => {
      const known = loaded.get(address) ?? (await database.transact(() => read(address)));
      loaded.set(address, known);
      return known;
    },

    /** Reads again, so that windows don't overwrite each other. */
    save: async (address: string, change: (known: KnownService) => KnownService): Promise<void> => {
      const changed = await database.transact(() => {
        const known = change(read(address));
        void database.all`INSERT OR REPLACE INTO mapping VALUES (${address}, ${JSON.stringify(known)})`;
        return known;
      });
      loaded.set(address, changed);
    },
  };
}
