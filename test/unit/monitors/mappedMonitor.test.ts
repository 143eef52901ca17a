import assert from 'node:assert/strict';
import { MASK } from '../../../src/base/secretValues';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';

describe('A monitor from a response', () => {
  const all = { id: 'mon_1', name: 'Checkout', status: 'down', tags: [] } as const;

  it('knows its page and position, from 1', () => {
    assert.deepEqual(new MappedMonitor(all, new PageRecords('[]'), 4, 2).place, { page: 3, position: 5 });
  });

  it('has its record, with masked secrets', () => {
    const records = new PageRecords(JSON.stringify([{ n: 0 }, { n: 1, password: 'hunter2secret' }]));
    assert.deepEqual(new MappedMonitor(all, records, 1, 0).raw, { n: 1, password: MASK });
    assert.equal(new MappedMonitor(all, records, 2, 0).raw, undefined);
  });
});

describe('The records of a page', () => {
  it('are parsed once, when one is asked for', () => {
    let finds = 0;
    const records = new PageRecords('{"data":[{"id":1},{"id":2}]}', (json) => {
      finds += 1;
      return (json as { readonly data: readonly unknown[] }).data;
    });
    assert.equal(finds, 0);
    assert.deepEqual([records.at(1), records.at(0), records.at(2)], [{ id: 2 }, { id: 1 }, undefined]);
    assert.equal(finds, 1);
  });

  it('are undefined if the text cannot be read', () => {
    for (const text of ['', '[', '{', '{"a":1}', '{"0": "a"}', '"a"', '7', 'null']) {
      assert.equal(new PageRecords(text).at(0), undefined, text);
    }
    const failing = new PageRecords('[1]', () => {
      throw new TypeError('no such path');
    });
    assert.equal(failing.at(0), undefined);
  });
});
