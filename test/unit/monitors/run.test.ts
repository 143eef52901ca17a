import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/base/time';
import { fromStatusValue, toGap, toStatusValue } from '../../../src/monitors/run';
import { aHistory, toRunTexts, type ReadingText } from '../../support/aRun';

/** Gaps are longer than an hour. */
const CASES: readonly (readonly [string, readonly ReadingText[], readonly string[]])[] = [
  ['is longer after an equal value', ['1 up 0-1', '2 up 8-9'], ['up 1-9']],
  ['ends with another value', ['1 up 0-1', '2 down 8-9'], ['up 1-1', 'down 9-9']],
  ['ends with a gap', ['1 up 0-1', '2 up 80-81'], ['up 1-1', 'up 81-81']],
  ['ignores an earlier call', ['2 up 8-9', '1 down 0-1'], ['up 9-9']],
  ['ignores the same call', ['1 up 0-1', '1 up 0-1'], ['up 1-1']],
  ['keeps the worse of overlapping calls', ['1 down 0-5', '2 up 1-6'], ['down 5-5']],
  ['takes the worse of overlapping calls', ['1 up 0-5', '2 down 1-6'], ['up 5-5', 'down 6-6']],
  ['takes the worse one if it began first', ['2 up 1-4', '1 down 0-5'], ['down 5-5']],
  [
    'takes the worse one after a longer run',
    ['1 up 0-1', '3 up 8-9', '2 down 7-10'],
    ['up 1-9', 'down 10-10'],
  ],
  ['lets an unknown word be worse than up', ['2 up 1-4', '1 unknown X 0-5'], ['unknown X 5-5']],
  [
    'follows the calls if the clock goes back',
    ['1 up 80-81', '2 down 8-9'],
    ['up 81-81', 'down 9-9'],
  ],
  ['begins with another mapping', ['1 up 0-1', '2 up 8-9 by 2'], ['up 1-1', 'up 9-9']],
  [
    'is replaced by another mapping of the same call',
    ['1 up 0-1', '1 down 0-1 by 2'],
    ['down 1-1'],
  ],
  ['ignores another mapping of an earlier call', ['2 up 8-9', '1 down 0-1 by 2'], ['up 9-9']],
];

describe('A run', () => {
  for (const [title, readings, expected] of CASES) {
    it(title, () => assert.deepEqual(toRunTexts(aHistory(readings)), expected));
  }

  it('of another field than the status goes on over gaps, and is longer once an hour', () => {
    const runs = (...readings: readonly ReadingText[]) =>
      toRunTexts(aHistory(readings, { field: 'field:price' }));
    assert.deepEqual(runs('1 45 0-1', '2 45 8-9'), ['45 1-1']);
    assert.deepEqual(runs('1 45 0-1', '2 45 100-101'), ['45 1-101']);
    assert.deepEqual(runs('1 45 0-1', '2 39 8-9'), ['45 1-1', '39 9-9']);
  });

  it('has the last time at which the service says that it began', () => {
    const [run] = aHistory(['1 down 8-9 since 5', '2 down 18-19 since 12', '3 down 28-29']);
    assert.equal(run?.saidAt, 12 * MINUTE);
  });

  it('keeps the word of a status that is not known', () => {
    const status = { status: 'unknown', rawStatus: 'AV 2' } as const;
    assert.deepEqual(fromStatusValue(toStatusValue(status)), status);
  });
});

describe('A gap', () => {
  it('is three times longer than usual, and at most 6 hours', () => {
    assert.equal(toGap([]), 6 * HOUR);
    assert.equal(toGap([0, 5 * MINUTE, 10 * MINUTE, 9 * HOUR]), 15 * MINUTE);
    assert.equal(toGap([9 * HOUR, 0]), 6 * HOUR);
  });
});
