import { KnownServices } from '../../src/core/knownServices';
import { ResponseMapping } from '../../src/core/responseMapping';
import { createMappings } from '../../src/storage/mappings';
import { aDatabase } from './aDatabase';

/** A response mapping that learns in memory. */
export function aResponseMapping(): ResponseMapping {
  const services = new KnownServices(createMappings(aDatabase()), (error) => {
    throw error;
  });
  return new ResponseMapping(services, () => Promise.resolve());
}
