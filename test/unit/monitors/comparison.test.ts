import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compare,
  type ChangeKind,
  type ComparedMonitor,
  type ComparedSnapshot,
} from '../../../src/monitors/comparison';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';

function aMonitor(id: string, status: MonitorStatus = 'up'): Monitor {
  return { id, name: id, status, tags: [], raw: {} };
}

/** A snapshot of monitors with one-letter ids. */
function reading(ids: string, facts: Partial<ComparedSnapshot<Monitor>> = {}): ComparedSnapshot<Monitor> {
  return { monitors: [...ids].map((id) => aMonitor(id)), complete: false, ...facts };
}

function whatChanged(before: ComparedSnapshot<Monitor>, after: ComparedSnapshot<Monitor>) {
  const { added, removed: gone, cameIntoView } = compare(before, after);
  const text = (monitors: readonly ComparedMonitor[]) => monitors.map(({ id }) => id).join('');
  return [text(added), text(gone), text(cameIntoView)];
}

describe('Two snapshots of a list', () => {
  const complete = { complete: true };
  const cases: [string, ComparedSnapshot<Monitor>, ComparedSnapshot<Monitor>, string[]][] = [
    ['complete ones tell new and gone', reading('abc', complete), reading('xbc', complete), ['x', 'a', '']],
    [
      'complete ones do so at the end too',
      reading('abc', complete),
      reading('abx', complete),
      ['x', 'c', ''],
    ],
    ['an insertion pushes one out of view', reading('abc'), reading('xab'), ['x', '', '']],
    ['a deletion draws one into view', reading('abc'), reading('bcd'), ['', 'a', 'd']],
    ['a swap in the middle is new and gone', reading('abc'), reading('axc'), ['x', 'b', '']],
    ['with nothing in common nothing is certain', reading('abc'), reading('xyz'), ['', '', 'xyz']],
    ['a shorter reading hides, it does not remove', reading('abcd'), reading('ab'), ['', '', '']],
    ['in a new order nothing is certain', reading('abcd'), reading('xcba'), ['', '', 'x']],
    ['a complete second one tells what is gone', reading('abcd'), reading('cba', complete), ['', 'd', '']],
    ['a complete first one tells what is new', reading('ab', complete), reading('bax'), ['x', '', '']],
    [
      'a monitor that moved past the end is not gone if the total stayed',
      reading('abc', { total: 9 }),
      reading('bcd', { total: 9 }),
      ['', '', 'd'],
    ],
    [
      'a fallen total agrees that it is gone',
      reading('abc', { total: 9 }),
      reading('bcd', { total: 8 }),
      ['', 'a', 'd'],
    ],
    [
      'a monitor that moved to the front is not new if the total stayed',
      reading('abc', { total: 9 }),
      reading('xab', { total: 9 }),
      ['', '', 'x'],
    ],
    ['a total known once says nothing', reading('abc', { total: 9 }), reading('bcd'), ['', 'a', 'd']],
    ['nor does one known later', reading('abc'), reading('bcd', { total: 9 }), ['', 'a', 'd']],
    ['the first reading of all brings nothing new', reading(''), reading('abc'), ['', '', 'abc']],
  ];
  for (const [rule, before, after, expected] of cases) {
    it(rule, () => assert.deepEqual(whatChanged(before, after), expected));
  }

  it('put each new monitor into exactly one list', () => {
    const anyReading = fc.record({
      monitors: fc
        .uniqueArray(fc.integer({ min: 0, max: 15 }).map(String))
        .map((ids) => ids.map((id) => aMonitor(id))),
      complete: fc.boolean(),
      total: fc.option(fc.nat(20), { nil: undefined }),
    });
    fc.assert(
      fc.property(anyReading, anyReading, (before, after) => {
        const [oldIds, newIds] = [before, after].map(({ monitors }) => monitors.map(({ id }) => id)) as [
          string[],
          string[],
        ];
        const { added, removed: gone, cameIntoView } = compare(before, after);
        const ids = (...lists: (readonly ComparedMonitor[])[]) =>
          lists
            .flat()
            .map(({ id }) => id)
            .sort();
        assert.deepEqual(ids(added, cameIntoView), newIds.filter((id) => !oldIds.includes(id)).sort());
        assert.equal(new Set(ids(gone)).size, gone.length);
        assert.ok(ids(gone).every((id) => oldIds.includes(id) && !newIds.includes(id)));
      }),
    );
  });
});

describe('A change of status', () => {
  const changes: [MonitorStatus, MonitorStatus, ChangeKind][] = [
    ['up', 'down', 'wentDown'],
    ['paused', 'down', 'wentDown'],
    ['unknown', 'down', 'wentDown'],
    ['down', 'up', 'recovered'],
    ['degraded', 'up', 'recovered'],
    ['paused', 'up', 'changed'],
    ['up', 'degraded', 'gotWorse'],
    ['paused', 'degraded', 'changed'],
    ['degraded', 'down', 'wentDown'],
    ['down', 'degraded', 'gotBetter'],
    ['down', 'unknown', 'changed'],
  ];
  for (const [was, is, kind] of changes) {
    it(`from ${was} to ${is} is "${kind}"`, () => {
      const monitor = aMonitor('a', is);
      const { statuses } = compare(
        { monitors: [aMonitor('a', was)], complete: true },
        { monitors: [monitor], complete: true },
      );
      assert.deepEqual(statuses, [{ kind, monitor, was }]);
    });
  }
});
