import type { Mapping, Path, Picks } from '../mapping/mapping';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../monitors/knownPaging';
import type { Database } from './database';

/** The mapping of a service and the users' choices. */
export interface KnownService {
  readonly mapping?: Mapping;
  /** Path of the token in a sign-in response. */
  readonly token?: Path;
  readonly picks?: Picks;
}

interface Known {
  readonly service?: KnownService;
  readonly paging?: KnownPaging;
}

export type Mappings = ReturnType<typeof createMappings>;

/** The table `mapping`: one row per address, as JSON. */
export function createMappings(database: Database) {
  const read = (address: string): Known => {
    const row = database.get<{ value: string }>`SELECT value FROM mapping WHERE address = ${address}`;
    return JSON.parse(row?.value ?? '{}') as Known;
  };
  /** One transaction, so that windows don't overwrite each other. */
  const update = (address: string, change: (known: Known) => Known): Promise<unknown> =>
    database.write(() => {
      const known = read(address);
      const changed = JSON.stringify({ ...known, ...change(known) });
      void database.run`INSERT OR REPLACE INTO mapping (address, value) VALUES (${address}, ${changed})`;
    });

  return {
    load: async (address: string): Promise<KnownService> =>
      (await database.read(() => read(address))).service ?? {},

    save: (address: string, change: (known: KnownService) => KnownService): Promise<unknown> =>
      update(address, ({ service = {} }) => ({ service: change(service) })),

    loadPaging: async (address: string): Promise<KnownPaging> =>
      (await database.read(() => read(address))).paging ?? NOTHING_KNOWN,

    /** Merges with the knowledge of other windows. */
    savePaging: (address: string, learned: KnownPaging): Promise<unknown> =>
      update(address, ({ paging = NOTHING_KNOWN }) => ({ paging: mergePaging(paging, learned) })),
  };
}
