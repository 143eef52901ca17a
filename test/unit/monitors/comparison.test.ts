import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compare,
  toLook,
  type ChangeKind,
  type ComparedMonitor,
  type ComparedSnapshot,
} from '../../../src/monitors/comparison';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { aMonitor, idsOf } from '../../support/aMonitor';

type Snapshot = ComparedSnapshot<Monitor>;

/** A snapshot of monitors with one-letter ids. */
function reading(ids: string, facts: Partial<Snapshot> = {}): Snapshot {
  return { monitors: [...ids].map((id) => aMonitor({ id })), complete: false, ...facts };
}

const toIds = (...lists: (readonly ComparedMonitor[])[]): string[] => lists.flat().map(({ id }) => id);

const all = { complete: true };

describe('Two snapshots of a list', () => {
  const [of8, of9] = [{ total: 8 }, { total: 9 }];
  const cases: [string, Snapshot, Snapshot, [added: string, removed: string, cameIntoView: string]][] = [
    ['complete ones tell new and gone', reading('abc', all), reading('abx', all), ['x', 'c', '']],
    ['an insertion pushes one out of view', reading('abc'), reading('xab'), ['x', '', '']],
    ['a deletion draws one into view', reading('abc'), reading('bcd'), ['', 'a', 'd']],
    ['with nothing in common nothing is certain', reading('abc'), reading('xyz'), ['', '', 'xyz']],
    ['a shorter reading hides, it does not remove', reading('abcd'), reading('ab'), ['', '', '']],
    ['in a new order nothing is certain', reading('abcd'), reading('xcba'), ['', '', 'x']],
    ['a complete second one tells what is gone', reading('abcd'), reading('cba', all), ['', 'd', '']],
    ['a complete first one tells what is new', reading('ab', all), reading('bax'), ['x', '', '']],
    ['none is gone if the total stayed', reading('abc', of9), reading('bcd', of9), ['', '', 'd']],
    ['one is gone if the total fell', reading('abc', of9), reading('bcd', of8), ['', 'a', 'd']],
    ['none is new if the total stayed', reading('abc', of9), reading('xab', of9), ['', '', 'x']],
    ['a total known once says nothing', reading('abc', of9), reading('bcd'), ['', 'a', 'd']],
  ];
  for (const [rule, before, after, expected] of cases) {
    it(rule, () => {
      const { added, removed, cameIntoView } = compare(before, after);
      const lists = [added, removed, cameIntoView].map((list) => toIds(list).join(''));
      assert.deepEqual(lists, expected);
    });
  }

  it('put each new monitor into exactly one list', () => {
    const monitors = fc
      .uniqueArray(fc.nat({ max: 15 }))
      .map((ids) => ids.map((id) => aMonitor({ id: String(id) })));
    const total = fc.option(fc.nat(20), { nil: undefined });
    const anyReading = fc.record({ monitors, complete: fc.boolean(), total });
    fc.assert(
      fc.property(anyReading, anyReading, (before, after) => {
        const [oldIds, newIds] = [idsOf(before.monitors), idsOf(after.monitors)];
        const { added, removed, cameIntoView } = compare(before, after);
        const news = newIds.filter((id) => !oldIds.includes(id));
        assert.deepEqual(toIds(added, cameIntoView).sort(), news.sort());
        assert.equal(new Set(toIds(removed)).size, removed.length);
        assert.ok(toIds(removed).every((id) => oldIds.includes(id) && !newIds.includes(id)));
      }),
    );
  });
});

describe('A change of status', () => {
  const changes: [MonitorStatus, MonitorStatus, ChangeKind][] = [
    ['up', 'down', 'wentDown'],
    ['unknown', 'down', 'wentDown'],
    ['degraded', 'down', 'wentDown'],
    ['down', 'up', 'recovered'],
    ['degraded', 'up', 'recovered'],
    ['paused', 'up', 'changed'],
    ['up', 'degraded', 'gotWorse'],
    ['paused', 'degraded', 'changed'],
    ['down', 'degraded', 'gotBetter'],
    ['down', 'unknown', 'changed'],
  ];
  for (const [was, is, kind] of changes) {
    it(`from ${was} to ${is} is "${kind}"`, () => {
      const [before, monitor] = [aMonitor({ status: was }), aMonitor({ status: is })];
      const { statuses } = compare({ ...all, monitors: [before] }, { ...all, monitors: [monitor] });
      assert.deepEqual(statuses, [{ kind, monitor, was: before }]);
    });
  }

  it('from one unknown word to another is "changed" if rows show the words', () => {
    const [before, after] = ['2', '9'].map((rawStatus) => aMonitor({ status: 'unknown', rawStatus }));
    const look = toLook({ ...all, monitors: [before!] }, 0, () => ({}));
    const kindsOf = (tellsStatus: boolean) =>
      compare(look, { ...all, monitors: [after!], tellsStatus }).statuses.map(({ kind }) => kind);
    assert.deepEqual([kindsOf(true), kindsOf(false)], [['changed'], []]);
  });
});
