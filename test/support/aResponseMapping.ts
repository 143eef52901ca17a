import { KnownServices } from '../../src/core/knownServices';
import { ResponseMapping } from '../../src/core/responseMapping';
import type { KnownService } from '../../src/storage/mappings';

/** A response mapping that learns in memory. */
export function aResponseMapping(reading: unknown = {}): ResponseMapping {
  const known = new Map<string, KnownService>();
  const services = new KnownServices({
    settings: { reading },
    store: {
      load: (address) => Promise.resolve(known.get(address) ?? {}),
      save: (address, change) => Promise.resolve(known.set(address, change(known.get(address) ?? {}))),
    },
    onError: (error) => {
      throw error;
    },
  });
  return new ResponseMapping({ services, pause: () => Promise.resolve() });
}
