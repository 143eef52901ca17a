import assert from 'node:assert/strict';
import { MASK } from '../../../src/base/secretValues';
import { keepRecords, MappedMonitor } from '../../../src/monitors/mappedMonitor';

describe('A monitor from a response', () => {
  const all = { id: 'mon_1', name: 'Checkout', status: 'down', tags: [] } as const;

  it('knows its page and position, from 1', () => {
    assert.deepEqual(new MappedMonitor(all, keepRecords('[]'), 4, 2).place, { page: 3, position: 5 });
  });

  it('has its record, with masked secrets, which other records have under the same keys', () => {
    const secrets = ['hunter2secret', '', 'swordfish7secret'].map((password, n) => ({ n, password }));
    const records = keepRecords(JSON.stringify(secrets));
    const rawOf = (index: number): unknown => new MappedMonitor(all, records, index, 0).raw;
    assert.deepEqual(
      [rawOf(0), rawOf(1), rawOf(2)],
      [
        { n: 0, password: MASK },
        { n: 1, password: '' },
        { n: 2, password: MASK },
      ],
    );
    assert.equal(rawOf(3), undefined);
  });
});

describe('The records of a page', () => {
  it('are parsed once, when one is asked for', () => {
    let finds = 0;
    const records = keepRecords('{"data":[{"id":1},{"id":2}]}', (json) => {
      finds += 1;
      return (json as { readonly data: readonly unknown[] }).data;
    });
    assert.equal(finds, 0);
    assert.deepEqual(
      [1, 0, 2].map((index) => records().at(index)),
      [{ id: 2 }, { id: 1 }, undefined],
    );
    assert.equal(finds, 1);
  });

  it('are undefined if the text cannot be read', () => {
    for (const text of ['', '[', '{', '{"a":1}', '{"0": "a"}', '"a"', '7', 'null']) {
      assert.equal(keepRecords(text)().at(0), undefined, text);
    }
  });
});
