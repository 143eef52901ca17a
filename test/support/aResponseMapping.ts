import { ResponseMapping } from '../../src/explorer/responseMapping';
import type { KnownService } from '../../src/storage/mappingStore';

/** A response mapping that keeps what it learns in memory. */
export function aResponseMapping(reading: unknown = {}): ResponseMapping {
  const known = new Map<string, KnownService>();
  return new ResponseMapping({
    settings: { reading, baseUrl: undefined },
    store: {
      load: (address) => Promise.resolve(known.get(address) ?? {}),
      save: (address, service) => Promise.resolve(void known.set(address, service)),
    },
    pause: () => Promise.resolve(),
    onError: (error) => {
      throw error;
    },
  });
}
