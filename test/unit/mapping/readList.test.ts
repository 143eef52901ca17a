import assert from 'node:assert/strict';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';

const read = (json: unknown, fields = {}) => readList(aResponse(json), { picks: { fields } });

const aRecord = (i: number) => ({
  id: `m-${i}`,
  name: `Monitor ${i}`,
  status: 'up',
  url: `https://h${i}.example`,
});
const three = [aRecord(1), aRecord(2), aRecord(3)];
const first = (record: object) => read({ monitors: [record] }).monitors[0];

describe('The list of monitors', () => {
  it('is asked for if it may be that of projects', () => {
    const keywords = [{ id: 2, keyword: 'crane' }];
    assert.deepEqual(read({ projects: [{ ...aRecord(1), keywords }] }).asks, ['list']);
  });

  for (const json of [{ monitors: [] }, [], { data: [] }]) {
    it(`is empty in ${JSON.stringify(json)}, without a question`, () => {
      const { mapping, monitors, asks } = read(json);
      assert.deepEqual([mapping !== undefined, monitors, asks], [true, [], []]);
    });
  }

  for (const json of [
    {},
    'text',
    { body: null, message: 'Unauthorized' },
    { users: [{ id: 1, name: 'Ines', email: 'i@y.example' }] },
    { data: { id: 1, name: 'Harbour', url: 'https://y.example', plan: 'pro' } },
  ]) {
    it(`is not found in ${JSON.stringify(json)}`, () =>
      assert.equal(read(json).mapping, undefined));
  }

  it("is asked for if two lists fit equally well, and the user's choice is used", () => {
    const json = {
      alpha: three,
      beta: [{ key: 'm-7', title: 'Monitor 7', state: 'up', host: '10.0.0.7' }],
    };
    const { mapping, lists } = read(json);
    assert.equal(mapping, undefined);
    assert.deepEqual([...lists].sort(), ['alpha', 'beta']);
    const named = three.map(({ id, name }) => ({ id, name }));
    assert.deepEqual(read({ alpha: named.slice(1), beta: named.slice(0, 1) }).asks, ['list']);
    assert.equal(read(json, { monitors: ['beta'] }).monitors[0]?.id, 'm-7');
  });
});

describe('The fields of a monitor', () => {
  it('have the last check as a time, which is no other time', () => {
    const of = (key: string, time: unknown) => first({ id: 1, [key]: time })?.lastCheckedAt;
    assert.equal(of('last_check', 1772623200), 1772623200000);
    assert.equal(of('last_check', 1772623200500), 1772623200500);
    assert.equal(of('lastCheckedAt', '2026-03-04T16:50:00+0530'), 1772623200000);
    for (const key of ['next_check', 'created_at', 'timestamp', 'Ts', 'last_failed_check_at']) {
      assert.equal(of(key, 1772623200), undefined, key);
    }
  });

  const intervals: readonly (readonly [interval: unknown, seconds: number | undefined])[] = [
    ['00:15:00', undefined],
    ['PT15M', 900],
    ['0 */4 * * *', undefined],
    [{ value: 5, unit: 'minutes' }, 300],
    [60_000, undefined],
    ['P1M', undefined],
    [{ from: '5m', to: '10m' }, undefined],
    [{ value: null, unit: 'minutes' }, undefined],
  ];
  for (const [interval, seconds] of intervals) {
    it(`have an interval of ${seconds ?? 'unknown'} seconds by ${JSON.stringify(interval)}`, () =>
      assert.equal(first({ id: 1, interval })?.intervalMs, seconds && seconds * 1_000));
  }

  it('lack tags that are numbers or a filter', () =>
    assert.deepEqual(first({ id: 1, tags: [3, 4], includeTags: '^web-.*' })?.tags, []));

  it('have the last change of the watched thing, and not of the status or the settings', () => {
    const [at, other] = ['2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z'];
    for (const record of [
      { lastChangedAt: at },
      { last_change: at },
      { latest: { changed_at: at } },
    ]) {
      const read = first({ id: 1, ...record, updated_at: other, modified: other });
      assert.deepEqual([read?.changedAt, read?.since], [Date.parse(at), undefined]);
    }
    for (const record of [{ updated_at: at }, { schedule: { last_changed_at: at } }]) {
      assert.equal(first({ id: 1, ...record })?.changedAt, undefined);
    }
  });

  it('have a sentence about a failure as the last error, and no own message', () => {
    const errorOf = (record: object) =>
      first({ id: 1, name: 'a', status: 'down', ...record })?.lastError;
    assert.equal(errorOf({ output: 'No route' }), 'No route');
    assert.equal(errorOf({ status: 0, output: 'PING' }), undefined);
    assert.equal(errorOf({ message: 'Call the owner' }), undefined);
  });

  it('have times without a zone, and no time 0', () => {
    const timeOf = (last_check: string) => first({ id: 1, name: 'a', last_check });
    const { lastCheckedAt, timesLackZone } = timeOf('2026-03-04 06:00:00')!;
    assert.deepEqual([lastCheckedAt, timesLackZone], [Date.UTC(2026, 2, 4, 6), true]);
    assert.equal(timeOf('0000-00-00 00:00:00')?.lastCheckedAt, undefined);
  });

  it('lack a start of the status that is in the future', () =>
    assert.equal(first({ status: 'up', statusSince: '2027-01-01T00:00:00Z' })?.since, undefined));
});
