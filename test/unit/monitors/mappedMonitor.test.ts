import assert from 'node:assert/strict';
import { MASK } from '../../../src/base/secretValues';
import { MappedMonitor, PageRecords } from '../../../src/monitors/mappedMonitor';
import { toStoredPage, toUnreadPage } from '../../../src/monitors/storedPage';
import { aPage } from '../../support/aPage';
import { aResponse } from '../../support/corpus';
import { finish, readList } from '../../support/readPages';

describe('A monitor from a response', () => {
  const all = { id: 'mon_1', name: 'Checkout', status: 'down', tags: [] } as const;

  it('knows its page and position, from 1', () => {
    assert.deepEqual(new MappedMonitor(all, new PageRecords(), 4, 2).place, { page: 3, position: 5 });
  });

  it('has its own record with masked secrets, even if other records have the same keys', () => {
    const secrets = ['hunter2secret', '', 'swordfish7secret'].map((password, n) => ({ n, password }));
    const records = new PageRecords(secrets);
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

describe('A saved page', () => {
  const { monitors, source } = readList(
    aResponse(Array.from({ length: 600 }, (_, id) => ({ id, name: 'é' }))),
  );
  const page = aPage({ monitors, source: source! });
  const before = monitors.map(({ raw }) => raw);
  const { answer, records } = finish(toStoredPage(page));
  const find = (saved: string): readonly unknown[] => {
    const found = { ...page, answer, records: new TextEncoder().encode(saved) };
    return finish(toUnreadPage(found))!.monitors.map(({ raw }) => raw);
  };

  it('has the same records as before', () => {
    assert.deepEqual(find(records), before);
    assert.deepEqual(
      monitors.map(({ raw }) => raw),
      before,
    );
  });

  it('has the same records if an earlier version saved it, in one line', () => {
    assert.deepEqual(find(JSON.stringify(before)), before);
  });

  it('has no records if its text cannot be read', () => {
    for (const text of ['', '[', '{', '{"a":1}', '{"0": "a"}', '"a"', '7', 'null', '[\n,1]', ',,,']) {
      assert.equal(find(text)[300], undefined, text);
    }
  });
});
