import assert from 'node:assert/strict';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import type { Picks } from '../../../src/mapping/picker/picks';
import { aResponse } from '../../support/corpus';
import { readList, readPages, type PagesRead } from '../../support/readPages';

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
  it('shows a monitor once if a list of those that are down repeats it', () => {
    const down = three.slice(1).map((record) => ({ ...record, since: 1772623200 }));
    const { monitors } = read({ monitors: three, down });
    assert.equal(idsOf(monitors), 'm-1 m-2 m-3');
  });

  for (const key of ['results', 'events', 'sections', 'agents', 'included']) {
    it(`may be all beside ${key} without names`, () => {
      const checked_at = '2026-03-04T10:00:00Z';
      const others = [7, 8].map((id) => ({ id, monitor_id: 1, status: 'up', checked_at }));
      const { hasOtherList, monitors } = read({ monitors: three, [key]: others });
      assert.deepEqual([hasOtherList, monitors.length], [false, 3]);
    });
  }

  const components = [{ ...aRecord(2), name: null, title: 'a' }];
  for (const [what, json] of [
    ['groups that have a state', { data: [{ id: 1, name: 'Docks', state: 'down', components }] }],
    ['projects', { projects: [{ ...aRecord(1), keywords: [{ id: 2, keyword: 'crane' }] }] }],
  ] as const) {
    it(`is asked for if it may be that of ${what}`, () =>
      assert.deepEqual(read(json).asks, ['list']));
  }

  for (const json of [{ monitors: [] }, [], { data: [] }, { monitors: null, total: 0 }]) {
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

  it('is read if the first groups have no monitors', () => {
    const group = (i: number) => ({ id: i, name: `Group ${i}`, monitors: i === 30 ? three : [] });
    const { monitors } = read({ groups: Array.from({ length: 40 }, (_, i) => group(i)) });
    assert.equal(idsOf(monitors), 'm-1 m-2 m-3');
  });

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
  it('have times and intervals in their units', () => {
    const of = (record: object, others: readonly object[] = []) =>
      first({ id: 1, ...record }, others);
    assert.equal(of({ last_check: 1772623200 })?.lastCheckedAt, 1772623200000);
    assert.equal(of({ lastCheckedAt: '2026-03-04T16:50:00+0530' })?.lastCheckedAt, 1772623200000);
    for (const key of ['next_check', 'created_at', 'timestamp', 'Ts']) {
      assert.equal(of({ [key]: 1772623200 })?.lastCheckedAt, undefined, key);
    }
    assert.equal(of({ interval: '5m' })?.intervalMs, 300_000);
    assert.equal(of({ interval: 60_000 })?.intervalMs, 60_000);
    assert.equal(of({ interval: 3_600_000 })?.intervalMs, 3_600_000);
    assert.equal(of({ interval_seconds: 5 })?.intervalMs, 5_000);
    assert.equal(of({ frequency: 5 }, [{ id: 2, frequency: 15 }])?.intervalMs, 300_000);
    assert.equal(of({ interval: { value: 5, unit: 'minutes' } })?.intervalMs, 300_000);
    assert.equal(of({ interval: 'P1D' })?.intervalMs, 86_400_000);
    assert.equal(of({ interval: 360 })?.intervalMs, 21_600_000);
  });

  it('have no interval if it is seconds or minutes, a month, a range, or a unit without a number', () => {
    for (const interval of [
      30,
      'P1M',
      { from: '5m', to: '10m' },
      { value: null, unit: 'minutes' },
    ]) {
      assert.equal(first({ id: 1, interval })?.intervalMs, undefined, JSON.stringify(interval));
    }
  });

  it('have no last check that is another time, and no tags that are numbers or a filter', () => {
    const monitored_since = '2026-01-04T11:20:00Z';
    assert.equal(
      first({ id: 1, name: 'a', status: 'up', monitored_since })?.lastCheckedAt,
      undefined,
    );
    assert.equal(
      first({ id: 1, name: 'a', status: 'up', schedule: '03:00:00' })?.intervalMs,
      undefined,
    );
    for (const key of ['last_failed_check_at', 'last_ssl_check', 'last_check_expires_at']) {
      const monitor = first({
        id: 1,
        [key]: '2026-03-04T10:00:00Z',
        tags: [3, 4],
        includeTags: '^web-.*',
      });
      assert.deepEqual([monitor?.lastCheckedAt, monitor?.tags], [undefined, []], key);
    }
  });

  it('have IDs that are not small codes or the numbered keys of a page', () => {
    assert.equal(first({ mid: 'cam-3', name: 'Cam', code: 3 })?.id, 'cam-3');
    const toRecord = (serial: string) => ({ serial, name: `Crane ${serial}` });
    const ids = ['a', 'b'].map((one) => {
      const monitors = { item_1: toRecord(one), item_2: toRecord(`${one}2`) };
      return read({ monitors }).monitors.map(({ id }) => id);
    });
    assert.deepEqual(ids, [
      ['a', 'a2'],
      ['b', 'b2'],
    ]);
  });

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

  it('have no name of another thing, and no vague name if the usual one is missing', () => {
    const namesOf = (toRecord: (i: number) => object) =>
      read(numbered([0, 1, 2, 3].map(toRecord))).monitors.map(({ name }) => name);
    const toOsd = (i: number) => ({ name: undefined, host: { name: i > 1 ? 'alder' : 'birch' } });
    assert.deepEqual(namesOf(toOsd), ['1', '2', '3', '4']);
    const toAsset = (i: number) => ({ name: i === 2 ? null : `Gate ${i}`, symbol: `gt${i}` });
    assert.deepEqual(namesOf(toAsset), ['Gate 0', 'Gate 1', '3', 'Gate 3']);
  });

  for (const record of [
    {
      nombre: 'Grúa',
      estado: 'pausado',
      ultima_verificacion: 1772623200,
      etiquetas: ['a'],
      intervalo: '5m',
    },
    {
      bezeichnung: 'Grúa',
      aktiv: 'nein',
      letztePrüfung: 1772623200,
      schlagworte: ['a'],
      intervall: '5m',
    },
    {
      nom: 'Grúa',
      état: 'suspendu',
      dernierControle: 1772623200,
      etiquettes: ['a'],
      frequence: '5m',
    },
  ]) {
    it(`have the same meaning in another language: ${Object.keys(record).join(', ')}`, () => {
      const { name, status, lastCheckedAt, tags, intervalMs } = first({ id: 1, ...record })!;
      const read = [name, status, lastCheckedAt, tags, intervalMs];
      assert.deepEqual(read, ['Grúa', 'paused', 1772623200000, ['a'], 300_000]);
    });
  }

  it('have no type that is the kind of record', () => {
    const records = ['http', 'dns'].map((kind) => ({
      type: 'monitor',
      attributes: { kind, url: kind },
    }));
    assert.equal(first(records[0]!, records.slice(1))?.type, 'http');
  });

  it('have no ID of a location beside another ID', () =>
    assert.equal(first({ location_id: '881', campaign_id: '1', name: 'Pier' })?.id, '1'));

  it('have the host as the target if the address is empty, and no address of a proxy', () => {
    const pinged = { id: 1, name: 'a', status: 'up', url: 'https://', hostname: '198.51.100.9' };
    assert.equal(first(pinged)?.target, '198.51.100.9');
    const proxied = { id: 1, name: 'a', status: 'up', proxy: { url: 'https://p.example' } };
    assert.equal(first(proxied)?.target, undefined);
  });

  it('have no message of an error as their name', () => {
    const failures = [1, 2].map((id) => ({
      id,
      status: 'down',
      message: `No answer after ${id} s`,
    }));
    assert.equal(first(failures[0]!, failures.slice(1))?.name, '1');
  });

  it('have the key of a record as their ID if another one is weak, on each page', () => {
    const page = (records: object) => aResponse({ monitors: records });
    const one = page({ db: { nr: 1, status: 'up' }, web: { nr: 2, status: 'down' } });
    const { monitors } = readPages([one, page({ mail: { nr: 1, status: 'up' } })]);
    assert.equal(idsOf(monitors), 'db web mail');
  });

  it('have a target with a number that is the ID of another record', () => {
    const of = (id: number) => ({
      id,
      name: `Crane ${id}`,
      url: `https://crane.example/list/2/crane-${id}`,
    });
    const { monitors } = read({ monitors: [1, 2, 3].map(of) });
    assert.equal(monitors[2]?.target, 'https://crane.example/list/2/crane-3');
  });

  it('have no target that is a link to the record itself', () => {
    const of = (id: number) => ({
      id,
      name: `Crane ${id}`,
      url: `https://crane.example/app/${id}/edit`,
    });
    assert.equal(read({ monitors: [81, 82].map(of) }).monitors[0]?.target, undefined);
  });

  it('have no target that all share if another one differs', () => {
    const toRecord = (i: number) => ({ domain: 'a.example', fqdn: `h${i}.a.example` });
    assert.equal(read(numbered([1, 2, 3].map(toRecord))).monitors[0]?.target, 'h1.a.example');
  });

  it('have a sentence about a failure as the last error, and no own message', () => {
    const last_checkin_message = 'Unit failed: permission denied';
    const record = { id: 1, name: 'a', status: 'down' };
    assert.equal(first({ ...record, last_checkin_message })?.lastError, last_checkin_message);
    assert.equal(first({ ...record, problem: 'No route' })?.lastError, 'No route');
    assert.equal(first({ ...record, output: 'No route' })?.lastError, 'No route');
    assert.equal(first({ ...record, message: 'Call the owner' })?.lastError, undefined);
    const ofCode = (fields: object) => first({ id: 1, name: 'a', status: 0, ...fields })?.lastError;
    assert.deepEqual([{ last_error: 'No route' }, { output: 'PING' }].map(ofCode), [
      'No route',
      undefined,
    ]);
  });

  it('have times in the zone that the response names, or else without a zone', () => {
    const record = { id: 1, name: 'a', last_check: '2026-03-04 06:00:00' };
    const of = (json: object) => read(json).monitors[0];
    const told = of({ timezone: 'America/New_York', monitors: [record] });
    assert.deepEqual(
      [told?.lastCheckedAt, told?.timesLackZone],
      [Date.UTC(2026, 2, 4, 11), undefined],
    );
    assert.equal(of({ monitors: [record] })?.timesLackZone, true);
    const ofJava = of({ monitors: [{ ...record, last_check: [2026, 3, 4, 6, 0] }] });
    assert.deepEqual(
      [ofJava?.lastCheckedAt, ofJava?.timesLackZone],
      [Date.UTC(2026, 2, 4, 6), true],
    );
  });

  it('have no time where the service writes zeros, whatever zone the response names', () => {
    const record = { ...aRecord(1), last_check: '0000-00-00 00:00:00' };
    const monitors = [record, { ...record, last_check: '2026-03-04 10:00:00' }];
    const times = read({ timezone: 'America/New_York', monitors }).monitors.map(
      (one) => one.lastCheckedAt,
    );
    assert.deepEqual(times, [undefined, Date.parse('2026-03-04T15:00:00Z')]);
  });

  it('have the start of the status unless it is in the future', () => {
    const [owner_since, status_changed_at] = ['2024-03-01T00:00:00Z', '2026-03-04T00:00:00Z'];
    const { since } = first({ ...aRecord(1), owner_since, status_changed_at })!;
    assert.equal(since, Date.parse(status_changed_at));
    const [at, later] = ['2026-03-04T10:00:00Z', '2027-01-01T00:00:00Z'];
    assert.equal(first({ status: 'down', statusSince: at })?.since, Date.parse(at));
    assert.equal(first({ status: 'up', statusSince: later })?.since, undefined);
    assert.equal(first({ status: 'down', failing_since: at })?.since, Date.parse(at));
    assert.equal(first({ status: 'down', status_modified: at })?.since, Date.parse(at));
  });

  it('have the change of a content inside the status as their last change', () => {
    const at = '2026-03-04T10:00:00Z';
    const read = first({ status: { phase: 'up', lastContentChange: at } });
    assert.deepEqual([read?.since, read?.changedAt], [undefined, Date.parse(at)]);
  });

  it('have times in a field that is 0 in most records', () => {
    const last_changed = [1772623200, 0, 0, 0];
    const { monitors } = read(numbered(last_changed.map((time) => ({ last_changed: time }))));
    assert.deepEqual(
      monitors.map(({ changedAt }) => changedAt),
      [1772623200000, undefined, undefined, undefined],
    );
  });

  it('have intervals as spans of time and in other units', () => {
    const intervalOf = (interval: unknown) => first({ id: 1, interval })?.intervalMs;
    for (const interval of ['00:15:00', 'PT15M', '15 minutes', '@every 15m']) {
      assert.equal(intervalOf(interval), 900_000, String(interval));
    }
    assert.deepEqual(
      [intervalOf('1.00:00:00'), intervalOf('0 */4 * * *')],
      [86_400_000, 14_400_000],
    );
  });

  it('have the public ID, the whole URL and each tag', () => {
    const tags = [
      { tag_name: 'stage', tag_value: 'prod' },
      { key: 'zone', values: ['eu', 'us'] },
    ];
    const url = { full: 'https://pier.example/a', domain: 'pier.example' };
    const read = first({ public_id: 'abc-def', host_id: 17, url, tags });
    assert.deepEqual(
      [read?.id, read?.target, read?.tags],
      ['abc-def', url.full, ['stage:prod', 'zone:eu, us']],
    );
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
  const words: readonly (readonly [MonitorStatus, readonly string[]])[] = [
    ['up', ['up', 'UP', 'Ok', 'operational', 'Online', 'PASSING']],
    ['down', ['down', 'Offline', 'MAJOR_OUTAGE', 'majorOutage', 'Down (Acknowledged)']],
    ['degraded', ['degraded', 'DEGRADED_PERFORMANCE', 'Warning', 'partial_outage', 'done-errors']],
    ['paused', ['paused', 'DISABLED', 'under_maintenance']],
    ['pending', ['pending', 'not checked yet']],
    [
      'unknown',
      ['No Data', 'enabled', 'not really up', 'never down', 'up 99.9 %', 'AV', 'keine Fehler'],
    ],
    ['unknown', ['completed', 'Completed with 3 failures', 'malware present', 'running']],
  ];
  for (const [status, examples] of words) {
    it(`is ${status} by the words ${examples.join(', ')}`, () => {
      for (const word of examples) {
        assert.deepEqual(statusesOf([{ status: 'up' }, { status: word }]), ['up', status], word);
      }
    });
  }

  const cases: readonly (readonly [
    what: string,
    statuses: string,
    columns: Record<string, unknown[]>,
  ])[] = [
    [
      'a switch that is off before any word',
      'paused up',
      { status: ['up', 'up'], enabled: [false, true] },
    ],
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
    ['a switch before an answer', 'up paused', { reachable: [true, true], on: [true, false] }],
    ['a switch of the administrator', 'paused', { admin_state_up: [false], alive: [true] }],
    [
      'whether a run that is complete succeeded',
      'down up',
      { status: ['completed', 'completed'], success: [false, true] },
    ],
    [
      'no switch that is on, if others are stopped',
      'unknown paused',
      { status: ['active', 'stopped'] },
    ],
    [
      'the last run if it is idle now',
      'up down',
      {
        State: ['Idle', 'Idle'],
        LastExecutionResult: [{ Status: 'Completed' }, { Status: 'Failed' }],
      },
    ],
    ['a flag of the dead', 'up down', { dead: [0, 1] }],
    ['state, not last state', 'down up', { state: ['down', 'up'], last_state: ['up', 'up'] }],
    [
      'the last check before a connection that works',
      'down up',
      { connected: [true, true], lastCheck: [{ status: 'failed' }, { status: 'success' }] },
    ],
    [
      'maintenance before a flag',
      'paused paused',
      { status: ['maintenance', 'maintenance'], online: [true, false] },
    ],
    [
      'a flag of maintenance',
      'paused up',
      { status: ['up', 'up'], isUnderMaintenance: [true, false] },
    ],
    [
      'a condition before a flag beside it',
      'paused up',
      { online: [false, true], condition: ['stopped', 'ok'] },
    ],
    [
      'an overall status',
      'down',
      { overall: [{ status: 'down' }], last_check: [{ status: 'up' }] },
    ],
    [
      'a condition beside a flag',
      'down up',
      { up: [true, true], service_condition: ['critical', 'ok'] },
    ],
    ['a key without separators', 'down up', { currentstatus: ['down', 'up'] }],
    [
      'a flag, whatever a backup says',
      'up down',
      { up: [true, false], backup_status: ['failed', 'ok'] },
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
    ['a switch that is on', { enabled: true }],
    ['a numeric code', { status: 2 }],
    ['a threshold', { degradedAfter: 3000 }],
    ['a step of the setup that succeeded', { interview_state: 'SUCCESSFUL' }],
    ['a picture that was taken', { screenshot_status: 'success' }],
    ['a next run that is scheduled', { status: 'scheduled', last_run: 1772623200 }],
    ['a setting of alerts', { status: 0, alert_broken: true }],
    ['headers of a response', { status: 0, headers: { status: '200 OK' } }],
    ['a login', { status: 0, authentication: { status: 'valid' } }],
    ['an outage', { active: true, outage_status: 'resolved' }],
  ];
  for (const [what, record] of untold) {
    it(`is not read from ${what}`, () =>
      assert.deepEqual(statusesOf([record, record]), ['unknown', 'unknown']));
  }

  it('is not read from a sentence', () => {
    const status = 'Expected 200 OK but got a 503 from a host';
    assert.deepEqual(statusesOf([{ status }, { status }]), ['unknown', 'unknown']);
  });

  it('is unknown if no word is known, and each value is reported once', () => {
    const { monitors, unknownValues } = read(
      numbered([{ status: 2 }, { status: 9 }, { status: 2 }]),
    );
    assert.deepEqual(
      monitors.map(({ rawStatus }) => rawStatus),
      ['2', '9', '2'],
    );
    assert.deepEqual(unknownValues, ['2', '9']);
  });

  it('is asked for if two fields contradict each other', () => {
    const records = [
      { id: 1, name: 'a', status: 'up', health: 'failed' },
      { id: 2, name: 'b', status: 'up', health: 'ok' },
    ];
    const { monitors, asks } = read(records);
    assert.equal(monitors[0]?.status, 'unknown');
    assert.deepEqual(asks, ['status']);
    assert.equal(read(records, {}, { fields: { status: ['health'] } }).monitors[0]?.status, 'down');
  });

  it("follows the user's meaning of a value, in any case, before known words", () => {
    const picks: Partial<Picks> = { statusValues: { 2: 'up', nr: 'down', ok: 'degraded' } };
    assert.deepEqual(statusesOf([{ status: 2 }, { status: 9 }], picks), ['up', 'unknown']);
    assert.deepEqual(statusesOf([{ status: 'NR' }, { status: 'OK' }], picks), ['down', 'degraded']);
    const yesAndNo: Partial<Picks> = { statusValues: { true: 'up', false: 'down' } };
    assert.deepEqual(statusesOf([{ availability: true }, { availability: false }], yesAndNo), [
      'up',
      'down',
    ]);
  });
});
