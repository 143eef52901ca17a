import { devNull } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/storage/database';
import { createViews, type Views } from '../../src/storage/views';

/** A database in memory, as if the disk can't be used. */
export function aDatabase(): Database {
  return new Database(join(devNull, 'nowhere'));
}

export function someViews(): Views {
  return createViews(aDatabase());
}
