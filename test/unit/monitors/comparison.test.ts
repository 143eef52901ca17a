import assert from 'node:assert/strict';
import {
  compare,
  toLook,
  type ChangeKind,
  type ComparedMonitor,
  type ComparedSnapshot,
} from '../../../src/monitors/comparison';
import type { Monitor, MonitorStatus } from '../../../src/monitors/monitor';
import { aMonitor } from '../../support/aMonitor';

type Snapshot = ComparedSnapshot<Monitor>;

/** A snapshot of monitors with one-letter ids. */
function list(ids: string, facts: Partial<Snapshot> = {}): Snapshot {
  return { monitors: [...ids].map((id) => aMonitor({ id })), complete: false, ...facts };
}

const toIds = (...lists: (readonly ComparedMonitor[])[]): string[] =>
  lists.flat().map(({ id }) => id);

const all = { complete: true };

describe('Two snapshots of a list', () => {
  const cases: [
    string,
    Snapshot,
    Snapshot,
    [added: string, removed: string, cameIntoView: string],
  ][] = [
    ['show what is new if the first is complete', list('ab', all), list('bax'), ['x', '', '']],
    ['show no new monitor if the first is incomplete', list('ab'), list('xab'), ['', '', 'x']],
    ['show what is gone', list('abc', all), list('ab'), ['', 'c', '']],
    ['ignore the order', list('abc', all), list('cba', all), ['', '', '']],
  ];
  for (const [rule, before, after, expected] of cases) {
    it(rule, () => {
      const { added, removed, cameIntoView } = compare(before, after);
      const lists = [added, removed, cameIntoView].map((monitors) => toIds(monitors).join(''));
      assert.deepEqual(lists, expected);
    });
  }
});

describe('A change of status', () => {
  const changes: [MonitorStatus, MonitorStatus, ChangeKind][] = [
    ['up', 'down', 'wentDown'],
    ['degraded', 'down', 'wentDown'],
    ['down', 'up', 'recovered'],
    ['paused', 'up', 'changed'],
    ['up', 'degraded', 'gotWorse'],
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
    const [before, after] = ['2', '9'].map((rawStatus) =>
      aMonitor({ status: 'unknown', rawStatus }),
    );
    const look = toLook({ ...all, monitors: [before!] }, 0, () => ({}));
    const kindsOf = (tellsStatus: boolean) =>
      compare(look, { ...all, monitors: [after!], tellsStatus }).statuses.map(({ kind }) => kind);
    assert.deepEqual([kindsOf(true), kindsOf(false)], [['changed'], []]);
  });
});
