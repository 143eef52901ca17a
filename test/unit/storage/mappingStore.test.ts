import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MappingStore } from '../../../src/storage/mappingStore';
import { aResponse } from '../../support/corpus';
import { readPages } from '../../support/readPages';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const ADDRESS = 'https://status.example/api';

const { mapping: learned } = readPages([
  aResponse({
    total: 2,
    monitors: [
      { id: 'a', name: 'Checkout API', status: 'down', url: 'https://shop.example' },
      { id: 'b', name: 'Search', status: 'up', url: 'https://search.example' },
    ],
  }),
]);

const mapping = learned!;

type Json = Record<string, unknown> | readonly unknown[];

/** Every copy of a value in which one of its parts is `null`. */
function* withNull(value: Json): Generator<Json> {
  for (const [key, part] of Object.entries(value)) {
    const copyWith = (other: unknown): Json =>
      Array.isArray(value)
        ? value.map((entry: unknown, index) => (String(index) === key ? other : entry))
        : { ...value, [key]: other };
    yield copyWith(null);
    if (typeof part === 'object' && part !== null) {
      for (const other of withNull(part as Json)) {
        yield copyWith(other);
      }
    }
  }
}

describe('What is known of a service', () => {
  const folder = useTemporaryFolder();

  it('is read as it was saved', async () => {
    const store = new MappingStore({ storageFolder: folder() });
    await store.save(ADDRESS, { mapping });
    assert.deepEqual(await store.load(ADDRESS), { mapping });
  });

  it('is nothing where any part of what was learned is null', async () => {
    const store = new MappingStore({ storageFolder: folder() });
    await store.save(ADDRESS, { mapping });
    const [file] = readdirSync(join(folder(), 'mappings'));
    let count = 0;
    for (const broken of withNull(mapping as unknown as Json)) {
      writeFileSync(join(folder(), 'mappings', file!), JSON.stringify({ version: 1, mapping: broken }));
      assert.deepEqual(await store.load(ADDRESS), {}, JSON.stringify(broken));
      count += 1;
    }
    assert.ok(count > 50);
  });
});
