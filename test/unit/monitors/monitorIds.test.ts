import assert from 'node:assert/strict';
import {
  isMadeId,
  toContentId,
  toPageIds,
  toShownId,
  type Identity,
} from '../../../src/monitors/monitorIds';

const NOTHING: Identity = {
  id: undefined,
  name: undefined,
  target: undefined,
  type: undefined,
  record: undefined,
  list: '',
};

const toIdentities = (...records: readonly Partial<Identity>[]): readonly Identity[] =>
  records.map((record) => ({ ...NOTHING, ...record }));

/** The ids of a page whose records say this. */
const idsOf = (...records: readonly Partial<Identity>[]): readonly (string | undefined)[] =>
  toPageIds(toIdentities(...records));

describe('The IDs of the monitors of a page', () => {
  const given = (...wanted: [id: string, list: string][]): readonly (string | undefined)[] =>
    idsOf(...wanted.map(([id, list]) => ({ id, list })));

  it('come from the service, with a number if one repeats', () => {
    const ids = given(['a', ''], ['b', ''], ['a', ''], ['a', ''], ['b', '']);
    assert.deepEqual(ids, ['a', 'b', 'a#2', 'a#3', 'b#2']);
  });

  it('begin with the name of the list if another list has the same ID', () => {
    const ids = given(['a', ''], ['b', 'dns'], ['a', 'dns'], ['c', 'tls'], ['a', 'dns']);
    assert.deepEqual(ids, ['a', 'b', 'dns/a', 'c', 'dns/a#2']);
  });

  it('are made from the record if the service gives different monitors the same ID', () => {
    const [one, other, again] = idsOf(
      { id: 'a', name: 'A' },
      { id: 'a', name: 'B' },
      { id: 'a', name: 'A' },
    );
    assert.ok(isMadeId(one!) && isMadeId(other!) && one !== other);
    assert.equal(again, `${one}#2`);
  });

  it('are made from name, target and type if the service leaves them out', () => {
    const web = { name: 'Web', target: 'https://a.example', type: 'http' };
    const ids = idsOf(web, { ...web, type: 'ping' }, { ...web, target: 'https://b.example' }, web);
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids[3], `${ids[0]}#2`);
    assert.deepEqual(
      idsOf({ ...web, record: { status: 'down' } }),
      [ids[0]],
      'whatever else a record says',
    );
  });

  it('are made from the whole record without name and target', () => {
    const [one, two] = idsOf(
      { type: 'http', record: { n: 1 } },
      { type: 'http', record: { n: 2 } },
    );
    assert.notEqual(one, two);
  });
});

describe('The IDs of nested monitors', () => {
  it('are the received ones if they are unique on the page', () => {
    const ids = idsOf({ id: 'a' }, { id: 'x', inside: 0 }, { id: 'b' }, { id: 'y', inside: 2 });
    assert.deepEqual(ids, ['a', 'x', 'b', 'y']);
  });

  it('are undefined for a copy of a monitor that is elsewhere on the page', () => {
    const child = { id: 'x', name: 'X', record: { up: true } };
    assert.deepEqual(idsOf({ id: 'a' }, { ...child, inside: 0 }, child), ['a', undefined, 'x']);
    const twice = idsOf({ id: 'a' }, { ...child, inside: 0 }, { id: 'b' }, { ...child, inside: 2 });
    assert.deepEqual(twice, ['a', 'x', 'b', undefined]);
  });

  it('begin with the outer ID if they are unique only inside it', () => {
    const cpu = (inside: number, up: boolean) => ({
      id: 'cpu',
      name: 'CPU',
      record: { up },
      inside,
    });
    assert.deepEqual(idsOf({ id: 'a' }, cpu(0, true), { id: 'b' }, cpu(2, false)), [
      'a',
      'a/cpu',
      'b',
      'b/cpu',
    ]);
    const counted = idsOf(
      { id: '7' },
      { id: '1', inside: 0 },
      { id: '2', inside: 0 },
      { id: '1', inside: 2 },
    );
    assert.deepEqual(counted, ['7', '7/1', '7/2', '7/2/1']);
    const other = idsOf(
      { id: 'a', name: 'A' },
      { id: 'b', name: 'Part', inside: 0 },
      { id: 'b', name: 'B' },
    );
    assert.deepEqual(other, ['a', 'a/b', 'b']);
  });

  it('are made from the outer monitor, too, if they are missing', () => {
    const cpu = { name: 'CPU', target: undefined };
    const [, one, , other] = idsOf(
      { id: 'a' },
      { ...cpu, inside: 0 },
      { id: 'b' },
      { ...cpu, inside: 2 },
    );
    assert.ok(isMadeId(one!) && isMadeId(other!) && one !== other);
  });
});

describe('The shown ID of a monitor', () => {
  it('is the received one', () => {
    for (const id of [
      'mon_1',
      'Tokenizer: eu',
      'https://a.example/?page=2',
      '1285704473650880703',
    ]) {
      assert.equal(toShownId(id), id);
    }
  });

  it('is a stable hash if the ID contains a secret', () => {
    const shown = ['token:a1b2c3', 'token:d4e5f6', 'https://ada:s3cret@a.example'].map((id) =>
      toShownId(id),
    );
    assert.equal(new Set(shown).size, 3);
    for (const id of shown) {
      assert.match(id, /^~[0-9a-z]+$/);
      assert.equal(toShownId(id), id);
    }
  });
});

describe('An ID that is made from a record', () => {
  it('is the same in all versions, because pins need it', () => {
    assert.deepEqual([{ name: 'Checkout', n: 1 }, '', ['ö', null]].map(toContentId), [
      '~1w3mihc1ju3',
      '~3nj1ggyqd3',
      '~aw2htu2t0c',
    ]);
  });
});
