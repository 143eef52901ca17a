import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/base/time';
import { historyOf, pastOf } from '../../../src/monitors/runHistory';
import { sinceOf } from '../../../src/monitors/since';
import type { MonitorStatus } from '../../../src/monitors/monitor';
import { aHistory, type ReadingText } from '../../support/aRun';
import { aMonitor } from '../../support/aMonitor';

const HISTORIES: readonly (readonly [string, readonly ReadingText[], readonly string[]])[] = [
  ['is empty without a reading', [], []],
  ['lists runs, oldest first', ['1 up 0-1', '2 down 8-9'], ['up 1-1', 'down 9-9']],
  [
    'shows where nothing was read',
    ['1 up 0-1', '2 down 80-81'],
    ['up 1-1', 'gap 1-81', 'down 81-81'],
  ],
  ['leaves out what another mapping read', ['1 up 0-1', '2 down 8-9 by 2'], ['down 9-9']],
  [
    'says how long a status was if the service says both times',
    ['1 down 8-9 since 5', '2 up 38-39 since 27', '3 down 48-49'],
    ['down 9-9 for 22', 'up 39-39', 'down 49-49'],
  ],
  [
    "doesn't say how long it was if the times contradict",
    ['1 down 8-9 since 5', '2 up 38-39 since 4'],
    ['down 9-9', 'up 39-39'],
  ],
];

describe('A history', () => {
  const toTexts = (readings: readonly ReadingText[], gapMs: number) =>
    historyOf(aHistory(readings), gapMs).map(({ run, from, to, lastedMs }) => {
      const lasted = lastedMs === undefined ? '' : ` for ${lastedMs / MINUTE}`;
      return `${run?.value ?? 'gap'} ${from / MINUTE}-${to / MINUTE}${lasted}`;
    });

  for (const [title, readings, expected] of HISTORIES) {
    it(title, () => assert.deepEqual(toTexts(readings, HOUR), expected));
  }

  it('joins equal values if the time between them is no longer a gap', () => {
    const readings: readonly ReadingText[] = ['1 up 0-1', '2 up 80-81', '3 down 90-91'];
    assert.deepEqual(toTexts(readings, 2 * HOUR), ['up 1-81', 'down 91-91']);
  });
});

const PASTS: readonly (readonly [string, readonly ReadingText[], string])[] = [
  ['is unknown if the value was never another one', ['1 45 0-1', '2 45 8-9'], ''],
  ['has the value before', ['1 45 0-1', '2 39 8-9'], '45 until 9'],
  [
    'has the lowest number, and since when it is read',
    ['1 40 0-1', '2 37 2-3', '3 45 4-5', '4 39 8-9'],
    '45 until 9, lowest since 1: 37',
  ],
  [
    'begins with the first of equal values, even after a gap',
    ['1 45 0-1', '2 39 8-9', '3 39 100-101'],
    '45 until 9',
  ],
  ['has no lowest text', ['1 b 0-1', '2 a 2-3', '3 c 8-9'], 'a until 9'],
];

describe('The past of a field', () => {
  const toPastText = (readings: readonly ReadingText[]) => {
    const past = pastOf(aHistory(readings), (value) =>
      /\d/.test(value) ? Number(value) : undefined,
    );
    if (!past) {
      return '';
    }
    const { before, since, lowest, firstReadAt } = past;
    const text = `${before} until ${since / MINUTE}`;
    return lowest ? `${text}, lowest since ${firstReadAt / MINUTE}: ${lowest}` : text;
  };

  for (const [title, readings, expected] of PASTS) {
    it(title, () => assert.equal(toPastText(readings), expected));
  }
});

const SINCES: readonly (readonly [string, MonitorStatus, readonly ReadingText[], string])[] = [
  ['is unknown without a reading', 'down', [], ''],
  ['is the first reading of the run', 'down', ['1 down 0-1', '2 down 8-9'], 'seen 1'],
  ['says what was before', 'down', ['1 up 0-1', '2 down 8-9'], 'seen 9 after up 1'],
  ['begins again after a gap', 'down', ['1 up 0-1', '2 down 8-9', '3 down 80-81'], 'seen 81'],
  ['says nothing of before if it was absent', 'down', ['1 absent 0-1', '2 down 8-9'], 'seen 9'],
  ['says nothing of another mapping', 'down', ['1 up 0-1', '2 down 8-9 by 2'], 'seen 9'],
  ['is unknown if the last reading is another one', 'down', ['1 down 0-1', '2 up 8-9'], ''],
  ['is unknown for an unknown status', 'unknown', ['1 unknown 0-1'], ''],
];

describe('Since when a status is', () => {
  for (const [title, status, readings, expected] of SINCES) {
    it(title, () => {
      const since = sinceOf(aMonitor({ status }), aHistory(readings));
      const before = since?.before && ` after ${since.before.status} ${since.before.to / MINUTE}`;
      assert.equal(since ? `${since.source} ${since.at / MINUTE}${before ?? ''}` : '', expected);
    });
  }

  it("is the service's own time, if it says one", () => {
    const monitor = aMonitor({ status: 'down', since: 5 });
    assert.deepEqual(sinceOf(monitor, aHistory(['1 down 0-1'])), {
      source: 'service',
      at: 5,
      lacksZone: undefined,
    });
    const lacksZone = sinceOf({ ...monitor, timesLackZone: true });
    assert.deepEqual(lacksZone, { source: 'service', at: 5, lacksZone: true });
  });
});
