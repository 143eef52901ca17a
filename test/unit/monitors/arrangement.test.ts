import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  Arrangement,
  FEW_ROWS,
  MAX_GROUPS,
  RANGE_SIZE,
  toHost,
  type ArrangementChange,
  type ArrangementOptions,
  type Group,
  type MonitorRow,
  type Range,
} from '../../../src/monitors/arrangement';
import { parseFilter } from '../../../src/monitors/filter';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { aMonitor, idsOf, monitorsFrom } from '../../support/aMonitor';

type Node = Group | Range | MonitorRow;

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** An arrangement with these options, of these monitors, in which `held` stands for where the user is. */
function arranged(
  options: Partial<ArrangementOptions>,
  monitors: readonly Monitor[],
  held: (node: Group | Range) => boolean = () => false,
): Arrangement {
  const arrangement = new Arrangement({ compareNames: byCodeUnits, containsSelection: held });
  arrangement.arrange({ grouping: 'none', order: 'service', filter: undefined, ...options }, monitors);
  return arrangement;
}

/** "down: a b | up (closed): c", with the ids of the rows. */
function outline(nodes: readonly Node[]): string {
  const toText = (node: Node): string => {
    if (node.kind === 'monitor') {
      return node.monitor.id;
    }
    const name =
      node.kind === 'group' ? (node.value ?? (node.isRest ? 'rest' : 'none')) : `${node.from}-${node.to}`;
    const rows: readonly Node[] = node.children;
    return `${name}${node.isOpen ? '' : ' (closed)'}: ${rows.length > 12 ? rows.length : rows.map(toText).join(' ')}`;
  };
  const texts = nodes.map(toText);
  return nodes.every(({ kind }) => kind === 'monitor') ? texts.join(' ') : texts.join(' | ');
}

/** Names of what must be asked for anew: "roots, down, 1001-2000". */
function told({ roots, nodes }: ArrangementChange): string {
  const names = nodes.map((node) =>
    node.kind === 'group' ? (node.value ?? 'none') : `${node.from}-${node.to}`,
  );
  return [...(roots ? ['roots'] : []), ...names].join(', ');
}

const withStatus = (statuses: Readonly<Record<string, MonitorStatus>>): Monitor[] =>
  Object.entries(statuses).map(([id, status]) => aMonitor({ id, status }));

/** All monitors that the tree would show, by place. */
function allRows(nodes: readonly Node[]): MonitorRow[] {
  return nodes.flatMap((node) => (node.kind === 'monitor' ? [node] : allRows(node.children)));
}

describe('an arrangement by status', () => {
  const mixed = withStatus({
    a: 'up',
    b: 'down',
    c: 'paused',
    d: 'degraded',
    e: 'pending',
    f: 'unknown',
    g: 'down',
  });

  it('shows what wants attention first, each group in the order of the service', () => {
    assert.equal(
      outline(arranged({ grouping: 'status' }, mixed).roots),
      'down: b g | degraded: d | unknown: f | pending: e | paused: c | up: a',
    );
  });

  it('has no group that is empty, and none where nothing is loaded', () => {
    assert.equal(outline(arranged({ grouping: 'status' }, withStatus({ a: 'up' })).roots), 'up: a');
    assert.deepEqual(arranged({ grouping: 'status' }, []).roots, []);
  });

  it('shows the newest problem first under Down and Degraded, what has no time last, and the rest as sent', () => {
    const monitors = [
      aMonitor({ id: 'old', status: 'down', since: 100 }),
      aMonitor({ id: 'unsaid', status: 'down' }),
      aMonitor({ id: 'late', status: 'up', since: 100 }),
      aMonitor({ id: 'slow', status: 'degraded', since: 10 }),
      aMonitor({ id: 'early', status: 'up', since: 300 }),
    ];
    const later = [
      aMonitor({ id: 'new', status: 'down', since: 300 }),
      aMonitor({ id: 'slower', status: 'degraded', since: 20 }),
    ];
    const arrangement = arranged({ grouping: 'status' }, monitors);
    arrangement.append(later);
    assert.equal(outline(arrangement.roots), 'down: new old unsaid | degraded: slower slow | up: late early');
    assert.equal(
      outline(arranged({ order: 'status' }, [...monitors, ...later]).roots),
      'new old unsaid slower slow late early',
    );
  });

  it('opens all groups while few rows are loaded, then only problems and what is unknown', () => {
    const many = [...monitorsFrom(0, FEW_ROWS - 6), ...mixed.slice(1)];
    const arrangement = arranged({ grouping: 'status' }, many);
    assert.ok(arrangement.groups.every(({ isOpen }) => isOpen));
    const change = arrangement.append([aMonitor({ id: 'one more' })]);
    assert.equal(change.roots, true, 'an id that changes is told by what holds it');
    assert.deepEqual(
      arrangement.groups.filter(({ isOpen }) => isOpen).map(({ value }) => value),
      ['down', 'degraded', 'unknown'],
    );
  });

  it('closes no group that the user is in', () => {
    const arrangement = arranged(
      { grouping: 'status' },
      monitorsFrom(0, FEW_ROWS),
      ({ kind }) => kind === 'group',
    );
    const change = arrangement.append(monitorsFrom(FEW_ROWS, FEW_ROWS + 9));
    assert.equal(arrangement.groups[0]!.isOpen, true);
    assert.equal(told(change), 'up');
  });

  it('tells of a page only the groups that it went into', () => {
    const arrangement = arranged({ grouping: 'status' }, mixed);
    assert.equal(told(arrangement.append(withStatus({ h: 'down', i: 'up', j: 'down' }))), 'down, up');
    assert.equal(outline(arrangement.groups.slice(0, 1)), 'down: b g h j');
    assert.equal(told(arrangement.append([])), '');
  });

  it('tells of a page that brings a new group the first level too', () => {
    const arrangement = arranged({ grouping: 'status' }, withStatus({ a: 'up' }));
    assert.equal(told(arrangement.append(withStatus({ b: 'down' }))), 'roots, down');
    assert.equal(outline(arrangement.roots), 'down: b | up: a');
  });
});

describe('other groups', () => {
  it('are those of the type, whatever its case, with those that have none last', () => {
    const monitors = [
      aMonitor({ id: 'a', type: 'http' }),
      aMonitor({ id: 'b' }),
      aMonitor({ id: 'c', type: 'DNS' }),
      aMonitor({ id: 'd', type: 'HTTP' }),
    ];
    const arrangement = arranged({ grouping: 'type' }, [aMonitor({ id: 'e', type: '' }), ...monitors]);
    assert.equal(outline(arrangement.roots), 'DNS: c | http: a d | none: e b');
    assert.deepEqual(
      arrangement.groups.map(({ id }) => id),
      ['type:dns', 'type:http', 'type:'],
    );
  });

  it('of a type that has the name of a status are no problems', () => {
    const many = monitorsFrom(0, FEW_ROWS + 1).map((monitor, at) => ({
      ...monitor,
      type: 'down',
      since: at,
    }));
    const [down] = arranged({ grouping: 'type' }, many).groups;
    assert.equal(down!.isOpen, false);
    assert.deepEqual(down!.monitors, many, 'as the service sent them');
  });

  it('are those of each tag, so that a monitor stands in several, and once in each', () => {
    const monitors = [
      aMonitor({ id: 'a', tags: ['x', 'y', 'X'] }),
      aMonitor({ id: 'b', tags: ['y'] }),
      aMonitor({ id: 'c' }),
    ];
    const arrangement = arranged({ grouping: 'tag' }, monitors);
    assert.equal(outline(arrangement.roots), 'X: a | y: a b | none: c');
    assert.equal(arrangement.matches, 3);
  });

  it('are those of the host, with or without a scheme, port and path', () => {
    const targets = ['https://a.example/x', 'a.example:443', 'b.example', undefined];
    const monitors = targets.map((target, index) => aMonitor({ id: `${index}`, ...(target && { target }) }));
    assert.equal(
      outline(arranged({ grouping: 'host' }, monitors).roots),
      'a.example: 0 1 | b.example: 2 | none: 3',
    );
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

  it('begin with what wants attention most, also where that comes with a later page', () => {
    const arrangement = arranged({ grouping: 'tag' }, [
      aMonitor({ id: 'a', tags: ['api'] }),
      aMonitor({ id: 'b', tags: ['billing'], status: 'degraded' }),
      aMonitor({ id: 'p', tags: ['parked'], status: 'paused' }),
    ]);
    assert.equal(outline(arrangement.roots), 'billing: b | api: a | parked: p');
    const change = arrangement.append([
      aMonitor({ id: 'd', tags: ['parked'], status: 'down' }),
      aMonitor({ id: 'u', status: 'down' }),
    ]);
    assert.equal(told(change), 'roots, parked, none');
    assert.equal(outline(arrangement.roots), 'parked: p d | none: u | billing: b | api: a');
    assert.deepEqual(
      arrangement.groups.map(({ worst }) => worst),
      ['down', 'down', 'degraded', 'up'],
    );
  });

  it('are not without end: whatever has no heading of its own any more stands under the rest', () => {
    const monitors = Array.from({ length: MAX_GROUPS + 30 }, (_, index) =>
      aMonitor({ id: `${index}`, target: `h${index}.example` }),
    );
    const arrangement = arranged({ grouping: 'host' }, monitors);
    assert.equal(arrangement.groups.length, MAX_GROUPS + 1);
    const rest = arrangement.groups.at(-1)!;
    assert.deepEqual([rest.isRest, rest.monitors.length], [true, 30]);
    arrangement.append([
      aMonitor({ id: 'known', target: 'h0.example' }),
      aMonitor({ id: 'new', target: 'z' }),
    ]);
    assert.equal(arrangement.groups.length, MAX_GROUPS + 1);
    assert.equal(rest.monitors.length, 31);
    assert.equal(rest.key, 'host/rest');
    arrangement.arrange({ grouping: 'type', order: 'service', filter: undefined }, monitors);
    assert.equal(
      outline(arrangement.roots),
      `none (closed): ${MAX_GROUPS + 30}`,
      'those of before count no more',
    );
  });
});

describe('an order', () => {
  const monitors = [
    aMonitor({ id: 'a', name: 'Zeta', status: 'up', lastCheckedAt: 100 }),
    aMonitor({ id: 'b', name: 'Alpha', status: 'down' }),
    aMonitor({ id: 'c', name: 'Mid', status: 'up', lastCheckedAt: 300 }),
  ];
  const orders = [
    ['service', 'a b c d e'],
    ['name', 'b e c d a'],
    ['status', 'b e a c d'],
    ['lastCheck', 'c d a b e'],
  ] as const;
  for (const [order, expected] of orders) {
    it(`by ${order} puts monitors of a later page in their places, equals in the order of the service`, () => {
      const arrangement = arranged({ order }, monitors);
      const later = [
        aMonitor({ id: 'd', name: 'Mid', status: 'up', lastCheckedAt: 300 }),
        aMonitor({ id: 'e', name: 'Alpha', status: 'down' }),
      ];
      assert.equal(told(arrangement.append(later)), 'roots');
      assert.equal(outline(arrangement.roots), expected);
      assert.equal(outline(arranged({ order }, [...monitors, ...later]).roots), expected);
    });
  }
});

describe('a long list', () => {
  it('stands flat up to the threshold, then in ranges of which the last is open and grows', () => {
    const arrangement = arranged({}, monitorsFrom(0, RANGE_SIZE));
    assert.equal(arrangement.roots.length, RANGE_SIZE);
    assert.equal(told(arrangement.append(monitorsFrom(RANGE_SIZE, RANGE_SIZE + 1))), 'roots');
    assert.equal(outline(arrangement.roots), `1-1000 (closed): 1000 | 1001-1001: m1000`);
    assert.equal(told(arrangement.append(monitorsFrom(1001, 1101))), '1001-1101');
    assert.equal(outline(arrangement.roots), '1-1000 (closed): 1000 | 1001-1101: 101');
  });

  it('knows how many are down in each range, as pages come', () => {
    const down = (from: number, to: number): Monitor[] =>
      monitorsFrom(from, to).map((monitor) => ({ ...monitor, status: 'down' }));
    const arrangement = arranged({}, [...monitorsFrom(0, 999), ...down(999, 1002)]);
    const downs = (): number[] => (arrangement.roots as Range[]).map(({ counts }) => counts.down);
    assert.deepEqual(downs(), [1, 2]);
    arrangement.append(down(1002, 1004));
    assert.deepEqual(downs(), [1, 4]);
    arrangement.append([...monitorsFrom(1004, 1999), ...down(1999, 2003)]);
    assert.deepEqual(downs(), [1, 5, 3]);
  });

  it('within a group is in ranges too, which the group tells', () => {
    const arrangement = arranged({ grouping: 'status' }, monitorsFrom(0, 1500));
    const [up] = arrangement.groups;
    assert.equal(outline(up!.children), '1-1000 (closed): 1000 | 1001-1500: 500');
    assert.equal(told(arrangement.append(monitorsFrom(1500, 1600))), 'up');
    assert.equal(arrangement.parentOf(up!.ranges[0]!), up);
    assert.equal(arrangement.parentOf(up!.ranges[1]!.children[0]!), up!.ranges[1]);
  });

  it('finds a monitor and what it stands in, for whoever wants to show it', () => {
    const flat = arranged({}, monitorsFrom(0, 1200));
    const row = flat.find('m1005')!;
    assert.equal(row.monitor.id, 'm1005');
    assert.equal(flat.parentOf(row), flat.roots[1]);
    assert.equal(flat.parentOf(flat.roots[1]!), undefined, 'a range of the list stands at the first level');
    const short = arranged({}, monitorsFrom(0, 3));
    assert.equal(short.parentOf(short.find('m2')!), undefined);
    const grouped = arranged({ grouping: 'status' }, monitorsFrom(0, 3));
    assert.equal(grouped.parentOf(grouped.find('m2')!), grouped.groups[0]);
    assert.equal(grouped.find('nobody'), undefined);
  });
});

describe('a filtered list', () => {
  const filter = parseFilter('status:down');

  it('holds what matches, of further pages too, and tells nothing of a page without a match', () => {
    const arrangement = arranged({ filter }, withStatus({ a: 'up', b: 'down' }));
    assert.equal(outline(arrangement.roots), 'b');
    assert.equal(told(arrangement.append(withStatus({ c: 'up' }))), '');
    assert.equal(told(arrangement.append(withStatus({ d: 'down' }))), 'roots');
    assert.deepEqual([outline(arrangement.roots), arrangement.matches], ['b d', 2]);
  });

  it('opens all its groups, and has all rows again without the filter', () => {
    const monitors = [...monitorsFrom(0, 500), ...withStatus({ b: 'down' })];
    const arrangement = arranged({ grouping: 'status' }, monitors);
    const options = { grouping: 'status', order: 'service', filter: undefined } as const;
    arrangement.arrange({ ...options, filter: parseFilter('m49') }, monitors);
    assert.equal(outline(arrangement.roots), 'up: m49 m490 m491 m492 m493 m494 m495 m496 m497 m498 m499');
    assert.equal(told(arrangement.arrange(options, monitors)), 'roots, up, down');
    assert.equal(arrangement.matches, 501);
  });
});

describe('what is down or degraded', () => {
  const monitors = [
    aMonitor({ id: 'a', tags: ['x', 'y'], status: 'down' }),
    aMonitor({ id: 'b', tags: ['x'] }),
    aMonitor({ id: 'c', tags: ['y'], status: 'degraded' }),
    aMonitor({ id: 'd', tags: ['z'], status: 'unknown' }),
  ];
  const problemsOf = ({ problems }: Arrangement): string =>
    problems.map(({ monitor }) => monitor.id).join(' ');

  it('stands in the order of the rows, a monitor in each of its places', () => {
    assert.equal(problemsOf(arranged({ grouping: 'tag' }, monitors)), 'a a c');
    assert.equal(problemsOf(arranged({}, monitors)), 'a c');
    assert.equal(problemsOf(arranged({ grouping: 'status', filter: parseFilter('tag:x') }, monitors)), 'a');
    assert.equal(problemsOf(arranged({}, [])), '');
  });
});

describe('a list that was read anew', () => {
  it('tells a group of which one monitor is another now, and has no row of before', () => {
    const monitors = withStatus({ a: 'up', b: 'up', c: 'up' });
    const arrangement = arranged({ grouping: 'status' }, monitors);
    assert.equal(outline(arrangement.roots), 'up: a b c');
    const [a, , c] = monitors;
    assert.equal(told(arrangement.replace([a!, aMonitor({ id: 'd' }), c!])), 'up');
    assert.equal(outline(arrangement.roots), 'up: a d c');
    assert.equal(told(arrangement.replace([a!])), 'up');
    assert.equal(outline(arrangement.roots), 'up: a');
  });

  it('tells nothing where nothing differs, and keeps all groups and rows', () => {
    const monitors = withStatus({ a: 'up', b: 'down' });
    const arrangement = arranged({ grouping: 'status' }, monitors);
    const rows = allRows(arrangement.roots);
    assert.equal(told(arrangement.replace([...monitors])), '');
    assert.deepEqual(allRows(arrangement.roots), rows);
    assert.ok(allRows(arrangement.roots).every((row, index) => row === rows[index]));
  });

  it('tells the groups that differ, and the first level where a group is gone', () => {
    const monitors = withStatus({ a: 'up', b: 'down', c: 'paused' });
    const arrangement = arranged({ grouping: 'status' }, monitors);
    assert.equal(told(arrangement.replace([...monitors, ...withStatus({ d: 'up' })])), 'up');
    assert.equal(told(arrangement.replace(monitors.slice(0, 2))), 'roots, up');
    assert.equal(outline(arrangement.roots), 'down: b | up: a');
  });
});

describe('pages that are appended one by one', () => {
  const aSize = fc.integer({ min: 0, max: 600 });
  const aStatus = fc.constantFrom<MonitorStatus>('up', 'down', 'degraded', 'unknown');

  it('give what the whole list gives at once, in every grouping and order, with every row in one place', () => {
    const property = fc.property(
      fc.array(aSize, { maxLength: 6 }),
      fc.constantFrom('status', 'type', 'host', 'none'),
      fc.constantFrom('service', 'status', 'name', 'lastCheck'),
      fc.array(aStatus, { minLength: 3, maxLength: 3 }),
      (sizes, grouping, order, statuses) => {
        const all = monitorsFrom(
          0,
          sizes.reduce((sum, size) => sum + size, 0),
        ).map((monitor, index) => ({
          ...monitor,
          name: `N${(index * 7919) % 1000}`,
          status: statuses[index % 3]!,
          type: `t${index % 2}`,
          lastCheckedAt: (index * 31) % 50,
        }));
        const grown = arranged({ grouping, order }, []);
        let at = 0;
        for (const size of sizes) {
          grown.append(all.slice(at, at + size));
          at += size;
        }
        const whole = arranged({ grouping, order }, all);
        const ids = (arrangement: Arrangement): string[] =>
          idsOf(allRows(arrangement.roots).map((row) => row.monitor));
        assert.deepEqual(ids(grown), ids(whole));
        assert.equal(new Set(ids(grown)).size, all.length);
        assert.deepEqual(
          grown.groups.map(({ counts, ranges }) => [counts, ranges.map((range) => [range.id, range.counts])]),
          whole.groups.map(({ counts, ranges }) => [counts, ranges.map((range) => [range.id, range.counts])]),
        );
      },
    );
    fc.assert(property, { numRuns: 30 });
  });
});
