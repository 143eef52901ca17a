import assert from 'node:assert/strict';
import { changesSince, type Change } from '../../../src/monitors/changes';
import { LAST_CHANGE, NAME, STATUS } from '../../../src/monitors/run';
import { runsOf, statusesOf, type ReadingText } from '../../support/aRun';

const OPTIONS = { fields: ['field:price'], tellsStatus: true, mapping: 1 };
const toText = ({ from, to }: Change): string => `${from.value} → ${to.value}`;

/** What the user has seen is call 5. */
const STATUS_CASES: readonly (readonly [string, readonly ReadingText[], string])[] = [
  ['is from the value then to the value now', ['4 up 0-1', '6 down 8-9'], 'up → down'],
  ['leaves out values in between', ['5 up 0-1', '6 degraded 2-3', '7 down 8-9'], 'up → down'],
  ['is nothing if the value is as before', ['5 up 0-1', '6 up 8-9'], ''],
  ['is nothing if all of it was seen', ['4 up 0-1', '5 down 8-9'], ''],
  ['is nothing if the value is as before after a gap', ['5 up 0-1', '6 up 99-100'], ''],
  ['is nothing after another mapping', ['5 up 0-1', '6 down 8-9 by 2'], ''],
  ['begins at another mapping', ['5 up 0-1', '6 up 2-3 by 2', '7 down 8-9 by 2'], 'up → down'],
  ['is nothing if a monitor came into view', ['6 down 8-9'], ''],
  ['begins when a monitor came into view', ['6 up 2-3', '7 down 8-9'], 'up → down'],
  ['says that a monitor is first seen', ['5 absent 0-1', '6 down 8-9'], 'absent → down'],
  ['says that a monitor is gone', ['5 up 0-1', '6 absent 8-9'], 'up → absent'],
  ['is nothing if a monitor came and went', ['5 absent 0-1', '6 up 2-3', '7 absent 8-9'], ''],
];

describe('A change', () => {
  for (const [title, readings, expected] of STATUS_CASES) {
    it(title, () => {
      const all = statusesOf({ m: readings });
      const { mapping } = all.get('m')!.get(STATUS)!.at(-1)!;
      const { monitors } = changesSince(all, 5, { ...OPTIONS, mapping });
      const texts = monitors.map(({ status }) => status && toText(status));
      assert.equal(texts.join(), expected);
    });
  }

  it('has all fields of a monitor, but only those that rows show', () => {
    const runs = runsOf({
      [STATUS]: ['5 up 0-1', '6 down 8-9'],
      [NAME]: ['5 Shop 0-1', '6 Store 8-9'],
      'field:price': ['5 1 0-1', '6 2 8-9'],
      'field:other': ['5 1 0-1', '6 2 8-9'],
    });
    const [change] = changesSince(new Map([['m', runs]]), 5, OPTIONS).monitors;
    const { status, name, fields } = change!;
    assert.deepEqual([status!, name!, ...fields].map(toText), [
      'up → down',
      'Shop → Store',
      '1 → 2',
    ]);
  });

  it('is nothing if the runs are of another mapping than the list', () => {
    const all = statusesOf({ m: ['5 up 0-1', '6 down 8-9'] });
    const { monitors } = changesSince(all, 5, { ...OPTIONS, mapping: 2 });
    assert.deepEqual(monitors, []);
  });

  it('of a last change is only a newer one', () => {
    const count = (...times: readonly number[]) => {
      const texts = times.map((at, place) => `${place + 5} ${at} ${place}-${place}`);
      const runs = runsOf({ [STATUS]: ['1 unknown 0-0'], [LAST_CHANGE]: texts });
      return changesSince(new Map([['m', runs]]), 5, OPTIONS).monitors.length;
    };
    assert.deepEqual([count(999, 1000), count(1000, 999)], [1, 0]);
  });

  it('is no other word if words are no statuses', () => {
    const runs = statusesOf({ m: ['5 unknown A 0-1', '6 unknown B 8-9'] });
    const count = (tellsStatus: boolean) =>
      changesSince(runs, 5, { ...OPTIONS, tellsStatus }).monitors.length;
    assert.deepEqual([count(true), count(false)], [1, 0]);
  });

  it('names monitors that were a problem meanwhile and are as before', () => {
    const runs = statusesOf({
      back: ['5 up 0-1', '6 down 2-3', '7 up 8-9'],
      earlier: ['1 up 0-1', '2 down 2-3', '7 up 8-9'],
      down: ['5 down 0-1', '6 up 2-3', '7 down 8-9'],
      paused: ['5 up 0-1', '6 paused 2-3', '7 up 8-9'],
    });
    assert.deepEqual(changesSince(runs, 5, OPTIONS).meanwhile, ['back']);
  });
});
