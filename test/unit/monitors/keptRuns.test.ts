import assert from 'node:assert/strict';
import { findExcessRuns, findNeedlessRuns, STATUS, type Run } from '../../../src/monitors/run';
import { aHistory } from '../../support/aRun';

/** Runs of calls 1, 2 and so on, one a minute. */
function runs(field: string, count: number, monitor = 'm'): readonly Run[] {
  const readings = Array.from({ length: count }, (_, place) => {
    return `${place + 1} ${place % 2 ? 'up' : 'down'} ${place}-${place}`;
  });
  return aHistory(readings, { field, monitor });
}

const callsOf = (all: readonly Run[]): readonly number[] => all.map(({ call }) => call);

describe('Runs that are kept', () => {
  for (const [field, most] of [
    [STATUS, 100],
    ['field:price', 20],
  ] as const) {
    it(`are the last one, the one at the last look, and ${most} of the field ${field}`, () => {
      const excess = callsOf(findExcessRuns(runs(field, 150), 7));
      const expected = Array.from({ length: 149 - most }, (_, place) => place + 1);
      assert.deepEqual(
        excess,
        expected.filter((call) => call !== 7),
      );
    });
  }

  it('are of the calls that are kept, except for the last one and the one at the last look', () => {
    const all = new Map([['m', new Map([[STATUS, runs(STATUS, 4)]])]]);
    const find = (look: number, oldestCall: number) =>
      callsOf([...findNeedlessRuns(all, look, oldestCall)]);
    assert.deepEqual(find(0, 3), [1, 2]);
    assert.deepEqual(find(2, 9), [1, 3]);
  });

  it('are 50,000 of an account, and other fields than the status go first', () => {
    const monitors = Array.from({ length: 500 }, (_, place) => {
      const id = `m${place}`;
      const fields = new Map([
        [STATUS, runs(STATUS, 85, id)],
        ['field:price', runs('field:price', 20, id)],
      ]);
      return [id, fields] as const;
    });
    const needless = [...findNeedlessRuns(new Map(monitors), 0, 0)];
    assert.equal(needless.length, 500 * 105 - 50_000);
    assert.ok(needless.every(({ field }) => field === 'field:price'));
  });
});
