import type { Path } from '../base/path';
import type { Mapping } from '../mapping/mapping';
import type { Picks } from '../mapping/picker/picks';
import type { Views } from './views';

/** Facts learned of a service, and the user's choices. */
export interface KnownService {
  readonly mapping?: Mapping | undefined;
  /** Path of the token in a sign-in response. */
  readonly token?: Path;
  readonly picks?: Picks;
}

export type Mappings = ReturnType<typeof createMappings>;

const NAME = 'mapping';

/** How responses are read, by address, in the table `view`. For transactions. */
export function createMappings(views: Views) {
  const load = (address: string) => (views.load(address).get(NAME) ?? {}) as KnownService;

  return {
    load,

    /** Changes what is saved now, so that windows don't overwrite each other. @returns the result */
    save: (address: string, change: (saved: KnownService) => KnownService): KnownService => {
      const changed = change(load(address));
      views.save(address, NAME, changed);
      return changed;
    },
  };
}
