import assert from 'node:assert/strict';
import { MASK } from '../../../src/base/secretValues';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';
import { aMonitor } from '../../support/aMonitor';

const SECRET = 'password=hunter2secret';

describe('A monitor from a response', () => {
  const all = {
    id: 'mon_1',
    name: 'Checkout',
    status: 'down',
    rawStatus: 'CRIT',
    target: 'https://shop.example/health',
    type: 'http',
    lastCheckedAt: 1,
    intervalMs: 2,
    tags: ['payments', 'tier 1'],
    since: 3,
    lastError: 'Timeout',
  } as const;

  it('hides secrets in all texts', () => {
    const secrets = {
      ...all,
      id: SECRET,
      name: SECRET,
      rawStatus: SECRET,
      target: SECRET,
      type: SECRET,
      tags: ['payments', SECRET],
      lastError: SECRET,
    };
    const shown = JSON.stringify(new MappedMonitor(secrets, new PageRecords('[]'), 0, 0));
    assert.ok(!shown.includes('hunter2'), shown);
    assert.equal(shown.split(MASK).length - 1, 6, 'all but the id, which is a hash');
  });

  it('knows its page and position, from 1', () => {
    assert.deepEqual(new MappedMonitor(all, new PageRecords('[]'), 4, 2).place, { page: 3, position: 5 });
  });

  it('has its record, with masked secrets', () => {
    const records = new PageRecords(JSON.stringify([{ n: 0 }, { n: 1, password: 'hunter2secret' }]));
    assert.deepEqual(new MappedMonitor(all, records, 1, 0).raw, { n: 1, password: MASK });
    assert.equal(new MappedMonitor(all, records, 2, 0).raw, undefined);
  });

  it('opens its whole target, which a saved monitor does not have', () => {
    const target = `https://shop.example/?${SECRET}`;
    const monitor = new MappedMonitor({ ...all, target }, new PageRecords('[]'), 0, 0);
    assert.notEqual(monitor.target, target);
    assert.equal(MappedMonitor.addressOf(monitor), target);
    assert.equal(MappedMonitor.addressOf(aMonitor({ target: 'https://a.example' })), 'https://a.example');
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
