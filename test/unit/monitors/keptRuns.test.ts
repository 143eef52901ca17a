import assert from 'node:assert/strict';
import {
  findExcessRuns,
  findNeedlessRuns,
  STATUS,
  type MonitorRuns,
  type Run,
} from '../../../src/monitors/run';
import { runsAt } from '../../support/aRun';

const PRICE = 'field:price';

/** Runs of calls 1, 2 and so on. */
const runs = (field: string, count: number) =>
  runsAt(
    Array.from({ length: count }, (_, place) => [`${place}`, place]),
    field,
  );
const callsOf = (all: Iterable<Run>) => [...all].map(({ call }) => call);

describe('Runs that are kept', () => {
  for (const [field, gone] of [
    [STATUS, [1, 3]],
    [PRICE, Array.from({ length: 83 }, (_, place) => place + 1).filter((call) => call !== 2)],
  ] as const) {
    it(`are the last ones of the field ${field}, and the one at the last look`, () => {
      assert.deepEqual(callsOf(findExcessRuns(runs(field, 104), 2)), gone);
    });
  }

  it('are of the calls that are kept, except for the last one and the one at the last look', () => {
    const all = new Map([['m', new Map([[STATUS, runs(STATUS, 4)]])]]);
    assert.deepEqual(callsOf(findNeedlessRuns(all, 0, 3)), [1, 2]);
    assert.deepEqual(callsOf(findNeedlessRuns(all, 2, 9)), [1, 3]);
  });

  it('are 50,000 of an account, and other fields than the status go first', () => {
    const all = new Map<string, MonitorRuns>();
    for (let place = 0; place < 500; place += 1) {
      const fields = [STATUS, PRICE].map((field) => [field, runs(field, 60)] as const);
      all.set(`m${place}`, new Map(fields));
    }
    const needless = [...findNeedlessRuns(all, 0, 0)];
    assert.equal(needless.length, 10_000);
    assert.ok(needless.every(({ field }) => field === PRICE));
  });
});
