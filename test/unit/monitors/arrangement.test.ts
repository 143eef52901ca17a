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

describe('groups by status', () => {
  const mixed = withStatus({
    a: 'up',
    b: 'down',
    c: 'paused',
    d: 'degraded',
    e: 'pending',
    f: 'unknown',
    g: 'down',
  });

  it('have first what wants attention, and Up is closed beside a problem', () => {
    assert.equal(
      outline(arranged({}, mixed)),
      'down: b g | degraded: d | unknown: f | pending: e | paused: c | up (closed): a',
    );
    assert.equal(outline(arranged({}, withStatus({ a: 'up', b: 'paused' }))), 'paused: b | up: a');
  });

  it('are all open behind a filter, so that what matches is visible', () => {
    assert.equal(outline(arranged({ filter: parseFilter('monitor') }, mixed)).includes('closed'), false);
  });

  it('are closed if many monitors are loaded, but for problems and what is unknown', () => {
    const groups = arranged({}, [...monitorsFrom(0, FEW_ROWS), ...mixed]);
    assert.deepEqual(
      groups.filter(({ isOpen }) => isOpen).map(({ value }) => value),
      ['down', 'degraded', 'unknown'],
    );
  });

  it('have the newest problem first, what has no time last, and all others as sent', () => {
    const monitors = [
      aMonitor({ id: 'old', status: 'down', since: 100 }),
      aMonitor({ id: 'unsaid', status: 'down' }),
      aMonitor({ id: 'late', status: 'up', since: 100 }),
      aMonitor({ id: 'early', status: 'up', since: 300 }),
      aMonitor({ id: 'new', status: 'down', since: 300 }),
    ];
    assert.equal(outline(arranged({}, monitors)), 'down: new old unsaid | up (closed): late early');
    const [all] = arranged({ grouping: 'none', order: 'status' }, monitors);
    assert.deepEqual(idsOf(all!.monitors), ['new', 'old', 'unsaid', 'late', 'early']);
  });
});

describe('other groups', () => {
  it('are those of the type, whatever its case, with those that have none last', () => {
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

  it('of a type that has the name of a status are no problems', () => {
    const many = monitorsFrom(0, FEW_ROWS + 1).map((one, at) => ({ ...one, type: 'down', since: at }));
    const [down] = arranged({ grouping: 'type' }, many);
    assert.equal(down!.isOpen, false);
    assert.deepEqual(down!.monitors, many, 'as the service sent them');
  });

  it('are those of each tag, so that a monitor is in several, and once in each', () => {
    const monitors = [
      aMonitor({ id: 'a', tags: ['x', 'y', 'X'] }),
      aMonitor({ id: 'b', tags: ['y'] }),
      aMonitor({ id: 'c' }),
    ];
    assert.equal(outline(arranged({ grouping: 'tag' }, monitors)), 'X: a | y: a b | none: c');
  });

  it('are those of the host, with or without a scheme, port and path', () => {
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

  it('begin with the group that wants attention most', () => {
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

  it('are not without end: what has no heading of its own is under the rest', () => {
    const monitors = Array.from({ length: MAX_GROUPS + 30 }, (_, index) =>
      aMonitor({ id: `${index}`, target: `h${index}.example` }),
    );
    const groups = arranged({ grouping: 'host' }, [...monitors, aMonitor({ target: 'h0.example' })]);
    assert.equal(groups.length, MAX_GROUPS + 1);
    assert.deepEqual([groups.at(-1)!.isRest, groups.at(-1)!.monitors.length], [true, 30]);
  });
});

describe('an order', () => {
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

  it('leaves the list that it was given as it is', () => {
    const before = [...monitors];
    arranged({ grouping: 'none', order: 'name' }, monitors);
    assert.deepEqual(monitors, before);
  });
});

describe('a long group', () => {
  it('is in ranges of which the last is open, and a shorter one is not', () => {
    const rangesOf = (count: number): string[] =>
      toRanges(arranged({}, monitorsFrom(0, count))[0]!).map(
        ({ from, to, isOpen, monitors }) => `${from}-${to} ${isOpen} ${monitors[0]!.id}`,
      );
    assert.deepEqual(rangesOf(RANGE_SIZE), []);
    assert.deepEqual(rangesOf(RANGE_SIZE + 1), ['1-1000 false m0', '1001-1001 true m1000']);
  });
});

describe('a filter', () => {
  it('leaves what matches, and says how many that are', () => {
    const monitors = withStatus({ a: 'up', b: 'down', c: 'down' });
    const options = { grouping: 'tag', order: 'service', compareNames: byCodeUnits } as const;
    const { groups, matches } = arrange(monitors, { ...options, filter: parseFilter('status:down') });
    assert.equal(outline(groups), 'none: b c');
    assert.equal(matches, 2);
  });
});
