import { tryParseJson } from '../base/json';
import type { Path } from '../base/path';
import type { Mapping } from '../mapping/mapping';
import type { Picks } from '../mapping/picker/picks';
import type { Database } from './database';

/** Facts learned of a service, and the user's choices. */
export interface KnownService {
  readonly mapping?: Mapping | undefined;
  /** Path of the token in a sign-in response. */
  readonly token?: Path;
  readonly picks?: Picks;
}

export type Mappings = ReturnType<typeof createMappings>;

/** The table `mapping`: one line for each address, as JSON. For transactions. */
export function createMappings(database: Database) {
  const load = (address: string): KnownService => {
    const [row] = database.all<{ readonly value: string }>`
      SELECT value FROM mapping WHERE address = ${address}`;
    return (tryParseJson(row?.value ?? '') ?? {}) as KnownService;
  };

  return {
    load,

    /** Changes what is saved now, so that windows don't overwrite each other. @returns the result */
    save: (address: string, change: (saved: KnownService) => KnownService): KnownService => {
      const changed = change(load(address));
      database.all`
        INSERT OR REPLACE INTO mapping (address, value)
        VALUES (${address}, ${JSON.stringify(changed)})`;
      return changed;
    },
  };
}
