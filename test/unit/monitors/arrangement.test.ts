import assert from 'node:assert/strict';
import {
  arrange,
  MAX_GROUPS,
  toArrangementChoice,
  type ArrangementOptions,
  type Group,
  type Grouping,
} from '../../../src/monitors/arrangement';
import type { Monitor } from '../../../src/monitors/monitor';
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

const letters = (monitors: readonly Partial<Monitor>[]) =>
  monitors.map((monitor, place) => aMonitor({ ...monitor, id: 'abcdefgh'.charAt(place) }));

const kinds = (...all: readonly (string | undefined)[]) => all.map((kind) => ({ raw: { kind } }));

/** Monitors a, b, c, … */
const CASES: readonly (readonly [string, Grouping, readonly Partial<Monitor>[], string])[] = [
  [
    'by status show problems first, and close Up beside a problem',
    'status',
    (['up', 'down', 'paused', 'degraded', 'pending', 'unknown', 'down'] as const).map((status) => {
      return { status };
    }),
    'down: b g | degraded: d | unknown: f | pending: e | paused: c | up (closed): a',
  ],
  [
    'by status open Up if there is no problem',
    'status',
    [{ status: 'up' }, { status: 'paused' }],
    'paused: b | up: a',
  ],
  [
    'by status show the newest problem first, and problems without a time above it',
    'status',
    [
      { status: 'down', since: 100 },
      { status: 'down' },
      { since: 100 },
      { since: 300 },
      { status: 'down', since: 300 },
    ],
    'down: b e a | up (closed): c d',
  ],
  [
    'by a field ignore the case of its values, and show monitors without one last',
    'field:kind',
    kinds(undefined, 'http', 'DNS', 'HTTP'),
    'DNS: c | http: b d | none: a',
  ],
  [
    'by tag contain a monitor once under each of its tags',
    'tag',
    [{ tags: ['x', 'y', 'X'] }, { tags: ['y'] }, {}],
    'x: a | y: a b | none: c',
  ],
  [
    'by host ignore scheme, port and path',
    'host',
    [
      { target: 'HTTPS://User:pw@Example.COM:80/a?b' },
      { target: ' example.com ' },
      { target: '/a' },
    ],
    'example.com: a b | none: c',
  ],
  [
    'begin with the one that has the worst status',
    'tag',
    [
      { tags: ['api'] },
      { tags: ['billing'], status: 'degraded' },
      { tags: ['parked'], status: 'paused' },
      { tags: ['parked'], status: 'down' },
      { status: 'down' },
    ],
    'parked: c d | none: e | billing: b | api: a',
  ],
];

describe('Groups', () => {
  for (const [title, grouping, monitors, expected] of CASES) {
    it(title, () => assert.equal(outline(arranged({ grouping }, letters(monitors))), expected));
  }

  for (const grouping of ['change', 'constructor', '__proto__'] as unknown as Grouping[]) {
    it(`by ${grouping}, which do not exist, are those by status in the service's order`, () => {
      const choice = { grouping, order: 'field:' as const };
      assert.deepEqual(toArrangementChoice(choice, true), { grouping: 'status', order: 'service' });
    });
  }

  it('end with one for the rest if there are too many', () => {
    const values = Array.from({ length: MAX_GROUPS + 30 }, (_, index) => `${index}`);
    const monitors = kinds(...values, '0').map((fields) => aMonitor(fields));
    const { groups } = arranged({ grouping: 'field:kind' }, monitors);
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
