import assert from 'node:assert/strict';
import {
  arrange,
  FEW_ROWS,
  MAX_GROUPS,
  RANGE_SIZE,
  toHost,
  toRanges,
  type ArrangementOptions,
  type Group,
} from '../../../src/monitors/arrangement';
import { parseFilter } from '../../../src/monitors/filter';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { aMonitor, idsOf, monitorsFrom } from '../../support/aMonitor';

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const arranged = (options: Partial<ArrangementOptions>, monitors: readonly Monitor[]): readonly Group[] =>
  arrange(monitors, {
    grouping: 'status',
    order: 'service',
    filter: undefined,
    compareNames: byCodeUnits,
    ...options,
  }).groups;

/** "down: a b | up (closed): c". */
const outline = (groups: readonly Group[]): string =>
  groups
    .map(({ value = 'none', isRest, isOpen, monitors }) => {
      const ids = monitors.length > 12 ? monitors.length : idsOf(monitors).join(' ');
      return `${isRest ? 'rest' : value}${isOpen ? '' : ' (closed)'}: ${ids}`;
    })
    .join(' | ');

const withStatus = (statuses: Readonly<Record<string, MonitorStatus>>): Monitor[] =>
  Object.entries(statuses).map(([id, status]) => aMonitor({ id, status }));

describe('Groups by status', () => {
  const mixed = withStatus({
    a: 'up',
    b: 'down',
    c: 'paused',
    d: 'degraded',
    e: 'pending',
    f: 'unknown',
    g: 'down',
  });

  it('show problems first, and close Up beside a problem', () => {
    assert.equal(
      outline(arranged({}, mixed)),
      'down: b g | degraded: d | unknown: f | pending: e | paused: c | up (closed): a',
    );
    assert.equal(outline(arranged({}, withStatus({ a: 'up', b: 'paused' }))), 'paused: b | up: a');
  });

  it('are closed if there are many monitors, except for problems and unknown statuses', () => {
    const groups = arranged({}, [...monitorsFrom(0, FEW_ROWS), ...mixed]);
    assert.deepEqual(
      groups.filter(({ isOpen }) => isOpen).map(({ value }) => value),
      ['down', 'degraded', 'unknown'],
    );
  });

  it('show the newest problem first, and problems without a time above it', () => {
    const monitors = [
      aMonitor({ id: 'old', status: 'down', since: 100 }),
      aMonitor({ id: 'unsaid', status: 'down' }),
      aMonitor({ id: 'late', status: 'up', since: 100 }),
      aMonitor({ id: 'early', status: 'up', since: 300 }),
      aMonitor({ id: 'new', status: 'down', since: 300 }),
    ];
    assert.equal(outline(arranged({}, monitors)), 'down: unsaid new old | up (closed): late early');
    const [all] = arranged({ grouping: 'none', order: 'status' }, monitors);
    assert.deepEqual(idsOf(all!.monitors), ['unsaid', 'new', 'old', 'late', 'early']);
  });
});

describe('Other groups', () => {
  it('by type ignore its case, and show monitors without a type last', () => {
    const types = ['', 'http', undefined, 'DNS', 'HTTP'];
    const monitors = types.map((type, index) =>
      aMonitor({ id: `${index}`, ...(type !== undefined && { type }) }),
    );
    const groups = arranged({ grouping: 'type' }, monitors);
    assert.equal(outline(groups), 'DNS: 3 | http: 1 4 | none: 0 2');
    assert.deepEqual(
      groups.map(({ key }) => key),
      ['type:dns', 'type:http', 'type:'],
    );
  });

  it('by tag contain a monitor in each of its tags, once', () => {
    const monitors = [
      aMonitor({ id: 'a', tags: ['x', 'y', 'X'] }),
      aMonitor({ id: 'b', tags: ['y'] }),
      aMonitor({ id: 'c' }),
    ];
    assert.equal(outline(arranged({ grouping: 'tag' }, monitors)), 'X: a | y: a b | none: c');
  });

  it('by host ignore scheme, port and path', () => {
    for (const [target, host] of [
      ['HTTPS://User:pw@Example.COM:80/a?b', 'example.com'],
      ['ping://10.0.0.1', '10.0.0.1'],
      ['https://[::1]:8080/', '[::1]'],
      ['db.internal/path', 'db.internal'],
      ['', undefined],
      ['/only/a/path', undefined],
      [' https://padded.example ', 'padded.example'],
      ['1https://x.example', '1https'],
    ] as const) {
      assert.equal(toHost(target), host, target);
    }
  });

  it('begin with the group that has the worst status', () => {
    const groups = arranged({ grouping: 'tag' }, [
      aMonitor({ id: 'a', tags: ['api'] }),
      aMonitor({ id: 'b', tags: ['billing'], status: 'degraded' }),
      aMonitor({ id: 'p', tags: ['parked'], status: 'paused' }),
      aMonitor({ id: 'd', tags: ['parked'], status: 'down' }),
      aMonitor({ id: 'u', status: 'down' }),
    ]);
    assert.equal(outline(groups), 'parked: p d | none: u | billing: b | api: a');
    assert.deepEqual(
      groups.map(({ worst }) => worst),
      ['down', 'down', 'degraded', 'up'],
    );
  });

  it('end with one for the rest if there are too many', () => {
    const monitors = Array.from({ length: MAX_GROUPS + 30 }, (_, index) =>
      aMonitor({ id: `${index}`, target: `h${index}.example` }),
    );
    const groups = arranged({ grouping: 'host' }, [...monitors, aMonitor({ target: 'h0.example' })]);
    assert.equal(groups.length, MAX_GROUPS + 1);
    assert.deepEqual([groups.at(-1)!.isRest, groups.at(-1)!.monitors.length], [true, 30]);
  });
});

describe('An order', () => {
  const monitors = [
    aMonitor({ id: 'a', name: 'Zeta', lastCheckedAt: 100 }),
    aMonitor({ id: 'b', name: 'Alpha', status: 'down' }),
    aMonitor({ id: 'c', name: 'Mid', lastCheckedAt: 300 }),
    aMonitor({ id: 'd', name: 'Mid', lastCheckedAt: 300 }),
    aMonitor({ id: 'e', name: 'Alpha', status: 'down' }),
  ];
  for (const [order, expected] of [
    ['service', 'a b c d e'],
    ['name', 'b e c d a'],
    ['status', 'b e a c d'],
    ['lastCheck', 'c d a b e'],
  ] as const) {
    it(`by ${order} keeps equal monitors in the order of the service`, () => {
      const [all] = arranged({ grouping: 'none', order }, monitors);
      assert.equal(idsOf(all!.monitors).join(' '), expected);
    });
  }
});

describe('A long group', () => {
  it('is split into ranges with the last one open, and a shorter one is not', () => {
    const rangesOf = (count: number): string[] =>
      toRanges(arranged({}, monitorsFrom(0, count))[0]!).map(
        ({ from, to, isOpen, monitors }) => `${from}-${to} ${isOpen} ${monitors[0]!.id}`,
      );
    assert.deepEqual(rangesOf(RANGE_SIZE), []);
    assert.deepEqual(rangesOf(RANGE_SIZE + 1), ['1-1000 false m0', '1001-1001 true m1000']);
  });
});

describe('A filter', () => {
  it('leaves only matching monitors, and counts them', () => {
    const monitors = withStatus({ a: 'up', b: 'down', c: 'down' });
    const options = { grouping: 'tag', order: 'service', compareNames: byCodeUnits } as const;
    const { groups, matches } = arrange(monitors, { ...options, filter: parseFilter('status:down') });
    assert.equal(outline(groups), 'none: b c');
    assert.equal(matches, 2);
  });
});

describe('an order that is made from the one before', () => {
  it('is the same as without it, whatever has come, gone or changed', () => {
    const toMonitor = (n: number): Monitor =>
      aMonitor({
        id: `m${n}`,
        name: `n${(n * 7) % 5}`,
        status: n % 4 === 0 ? 'down' : 'up',
        lastCheckedAt: n % 3,
      });
    const all = Array.from({ length: 60 }, (_, n) => toMonitor(n));
    for (const order of ['name', 'status', 'lastCheck'] as const) {
      const options = { grouping: 'none', order, filter: undefined, compareNames: byCodeUnits } as const;
      const before = arrange(all.slice(0, 40), options);
      const now = [...all.slice(0, 5), toMonitor(100), ...all.slice(6)];
      const keysOf = (hint?: typeof before): unknown[] =>
        arrange(now, { ...options, before: hint }).groups[0]!.monitors.map(
          ({ name, status, lastCheckedAt }) =>
            order === 'name' ? name : order === 'status' ? status : lastCheckedAt,
        );
      assert.deepEqual(keysOf(before), keysOf());
      assert.equal(keysOf(before).length, now.length);
    }
  });
});
