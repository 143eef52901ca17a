import assert from 'node:assert/strict';
import {
  arrange,
  MAX_GROUPS,
  toArrangementChoice,
  type ArrangementOptions,
  type Group,
  type Grouping,
} from '../../../src/monitors/arrangement';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { sinceOf } from '../../../src/monitors/since';
import { aMonitor, idsOf } from '../../support/aMonitor';

const arranged = (options: Partial<ArrangementOptions>, monitors: readonly Monitor[]) =>
  arrange(monitors, {
    grouping: 'status',
    order: 'service',
    filter: undefined,
    compareNames: (one, other) => (one < other ? -1 : Number(one > other)),
    sinceOf,
    fieldOf: ({ raw }, path) => (raw as Readonly<Record<string, string | number>>)[path],
    ...options,
  });

/** "down: a b | up (closed): c". */
const outline = ({ groups }: { readonly groups: readonly Group[] }): string =>
  groups
    .map(({ value = 'none', isOpen, monitors }) => {
      return `${value}${isOpen ? '' : ' (closed)'}: ${idsOf(monitors).join(' ')}`;
    })
    .join(' | ');

const withStatus = (statuses: Readonly<Record<string, MonitorStatus>>): Monitor[] =>
  Object.entries(statuses).map(([id, status]) => aMonitor({ id, status }));

describe('Groups by status', () => {
  const mixed = withStatus({
    ...{ a: 'up', b: 'down', c: 'paused', d: 'degraded' },
    ...{ e: 'pending', f: 'unknown', g: 'down' },
  });

  it('show problems first, and close Up beside a problem', () => {
    const shown = 'down: b g | degraded: d | unknown: f | pending: e | paused: c | up (closed): a';
    assert.equal(outline(arranged({}, mixed)), shown);
    assert.equal(outline(arranged({}, withStatus({ a: 'up', b: 'paused' }))), 'paused: b | up: a');
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
    const all = arranged({ grouping: 'none', order: 'status' }, monitors);
    assert.equal(outline(all), 'none: unsaid new old late early');
  });
});

describe('Other groups', () => {
  it('by a field ignore the case of its values, and show monitors without one last', () => {
    const kinds = [undefined, 'http', 'DNS', 'HTTP'];
    const monitors = kinds.map((kind, index) => aMonitor({ id: `${index}`, raw: { kind } }));
    const shown = outline(arranged({ grouping: 'field:kind' }, monitors));
    assert.equal(shown, 'DNS: 2 | http: 1 3 | none: 0');
  });

  it('that only a former version had are one list', () => {
    const grouping = 'change' as Grouping;
    assert.equal(toArrangementChoice({ grouping }, true).grouping, 'none');
  });

  it('by tag contain a monitor once under each of its tags', () => {
    const tags = { a: ['x', 'y', 'X'], b: ['y'], c: [] };
    const monitors = Object.entries(tags).map(([id, tags]) => aMonitor({ id, tags }));
    assert.equal(outline(arranged({ grouping: 'tag' }, monitors)), 'x: a | y: a b | none: c');
  });

  it('by host ignore scheme, port and path', () => {
    for (const [target, host] of [
      ['HTTPS://User:pw@Example.COM:80/a?b', 'example.com'],
      ['https://[::1]:8080/', '[::1]'],
      ['db.internal/path', 'db.internal'],
      ['/only/a/path', undefined],
      [' https://padded.example ', 'padded.example'],
    ] as const) {
      assert.equal(
        arranged({ grouping: 'host' }, [aMonitor({ target })]).groups[0]!.value,
        host,
        target,
      );
    }
  });

  it('begin with the group that has the worst status', () => {
    const { groups } = arranged({ grouping: 'tag' }, [
      aMonitor({ id: 'a', tags: ['api'] }),
      aMonitor({ id: 'b', tags: ['billing'], status: 'degraded' }),
      aMonitor({ id: 'p', tags: ['parked'], status: 'paused' }),
      aMonitor({ id: 'd', tags: ['parked'], status: 'down' }),
      aMonitor({ id: 'u', status: 'down' }),
    ]);
    assert.equal(outline({ groups }), 'parked: p d | none: u | billing: b | api: a');
    const worst = groups.map(({ worst }) => worst);
    assert.deepEqual(worst, ['down', 'down', 'degraded', 'up']);
  });

  it('end with one for the rest if there are too many', () => {
    const targets = Array.from({ length: MAX_GROUPS + 30 }, (_, index) => `h${index}.example`);
    const monitors = [...targets, 'h0.example'].map((target) => aMonitor({ target }));
    const { groups } = arranged({ grouping: 'host' }, monitors);
    assert.equal(groups.length, MAX_GROUPS + 1);
    assert.deepEqual([groups.at(-1)!.isRest, groups.at(-1)!.monitors.length], [true, 30]);
  });
});

describe('An order', () => {
  const monitors = [
    aMonitor({ id: 'a', name: 'Zeta', lastCheckedAt: 100, raw: { price: 10 } }),
    aMonitor({ id: 'b', name: 'Alpha', status: 'down', raw: {} }),
    aMonitor({ id: 'c', name: 'Mid', lastCheckedAt: 300, raw: { price: 9.5 } }),
    aMonitor({ id: 'd', name: 'Mid', lastCheckedAt: 300, raw: { price: 9.5 } }),
    aMonitor({ id: 'e', name: 'Alpha', status: 'down', raw: {} }),
  ];
  for (const [order, expected] of [
    ['service', 'a b c d e'],
    ['name', 'b e c d a'],
    ['status', 'b e a c d'],
    ['lastCheck', 'c d a b e'],
    ['field:price', 'c d a b e'],
  ] as const) {
    it(`by ${order} keeps equal monitors in the order of the service`, () =>
      assert.equal(outline(arranged({ grouping: 'none', order }, monitors)), `none: ${expected}`));
  }
});
