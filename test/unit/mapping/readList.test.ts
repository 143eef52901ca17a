import assert from 'node:assert/strict';
import type { Picks } from '../../../src/mapping/picker/picks';
import { aResponse } from '../../support/corpus';
import { readList, type PagesRead } from '../../support/readPages';

interface Page {
  readonly pageIndex?: number;
  readonly pageSize?: number;
}

function read(json: unknown, page: Page = {}, picks: Partial<Picks> = {}): PagesRead {
  const { pageIndex = 0, pageSize = 50 } = page;
  return readList(aResponse(json), { pageIndex, pageSize, picks });
}

const aRecord = (i: number) => ({
  id: `m-${i}`,
  name: `Monitor ${i}`,
  status: 'up',
  url: `https://h${i}.example`,
});
const idsOf = (monitors: PagesRead['monitors']) => monitors.map(({ id }) => id).join(' ');
const three = [aRecord(1), aRecord(2), aRecord(3)];
const first = (record: object, others: readonly object[] = []) =>
  read({ monitors: [record, ...others] }).monitors[0];

const numbered = (records: readonly object[]) =>
  records.map((record, i) => ({ id: i + 1, name: `m${i + 1}`, ...record }));
const statusesOf = (records: readonly object[], picks: Partial<Picks> = {}) =>
  read(numbered(records), {}, picks).monitors.map(({ status }) => status);

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
    const picked = read(json, {}, { fields: { monitors: ['beta'] } }).monitors;
    assert.equal(idsOf(picked), 'm-7');
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

  it('have the start of the status unless it is in the future', () => {
    const [owner_since, status_changed_at] = ['2024-03-01T00:00:00Z', '2026-03-04T00:00:00Z'];
    const { since } = first({ ...aRecord(1), owner_since, status_changed_at })!;
    assert.equal(since, Date.parse(status_changed_at));
    const later = '2027-01-01T00:00:00Z';
    assert.equal(first({ status: 'up', statusSince: later })?.since, undefined);
  });

  it('can be picked by the user', () => {
    const fields = { id: ['k'], name: ['n'], target: ['n'], type: ['g'] };
    const [monitor] = read(
      { monitors: [{ id: 1, k: 'key', g: 'edge', n: 'gate' }] },
      {},
      { fields },
    ).monitors;
    assert.deepEqual(
      [monitor?.id, monitor?.name, monitor?.target, monitor?.type],
      ['key', 'gate', 'gate', 'edge'],
    );
  });
});

describe('The status of monitors', () => {
  const cases: readonly (readonly [
    what: string,
    statuses: string,
    columns: Record<string, unknown[]>,
  ])[] = [
    [
      'the time of a pause, but not 0 or null in its place',
      'paused up up',
      { status: ['up', 'up', 'up'], paused_at: ['2026-03-04T11:20:31Z', 0, null] },
    ],
    [
      'how it is before how it is set up',
      'down up',
      { status: ['ENABLED', 'ENABLED'], health: ['CRITICAL', 'OK'] },
    ],
    [
      'the worst of several flags',
      'degraded down down',
      {
        hasFailures: [false, true, false],
        isDegraded: [true, true, false],
        infected: [false, false, true],
      },
    ],
    [
      'a bad verdict before a device that answers',
      'down up down',
      {
        online: [true, true, false],
        health: [{ overall: 'bad' }, { overall: 'good' }, { overall: 'good' }],
      },
    ],
  ];
  for (const [what, statuses, columns] of cases) {
    it(`is read from ${what}`, () => {
      const toRecord = (_: unknown, i: number) =>
        Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]]));
      assert.equal(statusesOf(statuses.split(' ').map(toRecord)).join(' '), statuses);
    });
  }

  const untold: readonly (readonly [string, object])[] = [
    ['a threshold', { degradedAfter: 3000 }],
    ['a step of the setup that succeeded', { interview_state: 'SUCCESSFUL' }],
    ['a picture that was taken', { screenshot_status: 'success' }],
    ['headers of a response', { status: 0, headers: { status: '200 OK' } }],
    ['a login', { status: 0, authentication: { status: 'valid' } }],
    ['a next run that is scheduled', { status: 'scheduled', last_run: 1772623200 }],
    ['a setting of alerts', { status: 0, alert_broken: true }],
    ['an outage', { active: true, outage_status: 'resolved' }],
  ];
  for (const [what, record] of untold) {
    it(`is not read from ${what}`, () =>
      assert.deepEqual(statusesOf([record, record]), ['unknown', 'unknown']));
  }

  it("follows the user's meaning of a value, in any case, before known words", () => {
    const picks: Partial<Picks> = { statusValues: { 2: 'up', nr: 'down', ok: 'degraded' } };
    assert.deepEqual(statusesOf([{ status: 2 }, { status: 9 }], picks), ['up', 'unknown']);
    assert.deepEqual(statusesOf([{ status: 'NR' }, { status: 'OK' }], picks), ['down', 'degraded']);
  });
});
