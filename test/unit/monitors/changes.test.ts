import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesSince, type Change } from '../../../src/monitors/changes';
import { findExcessRuns } from '../../../src/monitors/keptRuns';
import { addReading, LAST_CHANGE, NAME, STATUS, type Run } from '../../../src/monitors/run';
import { runsOf, statusesOf, type ReadingText } from '../../support/aRun';

const OPTIONS = { fields: ['field:price'], tellsStatus: true, mapping: 1 };
const toText = ({ from, to }: Change): string => `${from.value} → ${to.value}`;

/** What the user has seen is call 5. */
const STATUS_CASES: readonly (readonly [string, readonly ReadingText[], string])[] = [
  ['says that a monitor is first seen', ['5 absent 0-1', '6 down 8-9'], 'absent → down'],
  ['says that a monitor is gone', ['5 up 0-1', '6 absent 8-9'], 'up → absent'],
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

  it('has all fields of a monitor that rows show, and no others', () => {
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

  it('names monitors that were a problem in between and are as before', () => {
    const runs = statusesOf({
      back: ['5 up 0-1', '6 down 2-3', '7 up 8-9'],
      earlier: ['1 up 0-1', '2 down 2-3', '7 up 8-9'],
      down: ['5 down 0-1', '6 up 2-3', '7 down 8-9'],
      paused: ['5 up 0-1', '6 paused 2-3', '7 up 8-9'],
    });
    assert.deepEqual(changesSince(runs, 5, OPTIONS).meanwhile, ['back']);
  });
});

interface Said {
  readonly monitor: string;
  readonly value: string;
  readonly mapping: number;
  /** Its call ended before, but its response arrives now. */
  readonly isLate: boolean;
}

const anySaid: fc.Arbitrary<Said> = fc.record({
  monitor: fc.constantFrom('a', 'b', 'c'),
  value: fc.constantFrom('up', 'down', 'degraded', 'paused', 'unknown X', 'absent'),
  // Seldom another one.
  mapping: fc.integer({ min: 0, max: 9 }).map((number) => (number === 0 ? 1 : 0)),
  isLate: fc.boolean(),
});

describe('The changes of any readings', () => {
  it('are from what was read then to what was read last', () => {
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 40 }), fc.nat(80), (said, look) => {
        const runs = new Map<string, readonly Run[]>();
        const heard = new Map<string, { readonly number: number; readonly value: string }[]>();
        let mapping = 0;
        said.forEach(({ monitor, value, isLate, ...reading }, place) => {
          const number = place * 2 + (isLate ? -9 : 0);
          const call = { number, begun: number, ended: number + 1 };
          const before = runs.get(monitor) ?? [];
          const last = before.at(-1);
          if (last && number < last.lastCall) {
            const late = { monitor, field: STATUS, value, mapping };
            assert.equal(addReading(before, late, call, 20), before);
            return;
          }
          if (reading.mapping !== 0) {
            mapping += 1;
            // The pages mean something else now, so only later readings count.
            heard.clear();
            runs.clear();
          }
          const added = addReading(before, { monitor, field: STATUS, value, mapping }, call, 20);
          const excess = findExcessRuns(added, look);
          runs.set(
            monitor,
            added.filter((run) => !excess.includes(run)),
          );
          heard.set(monitor, [...(heard.get(monitor) ?? []), { number, value }]);
        });
        const all = new Map([...runs].map(([id, status]) => [id, new Map([[STATUS, status]])]));
        const { monitors } = changesSince(all, look, { ...OPTIONS, mapping });
        const expected = [...heard].flatMap(([id, values]) => {
          const then = values.findLast(({ number }) => number <= look) ?? values[0]!;
          const now = values.at(-1)!;
          return then.value === now.value ? [] : [`${id} ${then.value} → ${now.value}`];
        });
        const texts = monitors.map(({ id, status }) => `${id} ${toText(status!)}`);
        assert.deepEqual(texts.toSorted(), expected.toSorted());
      }),
      { numRuns: 2_000 },
    );
  });
});
