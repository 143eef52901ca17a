import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changesSince, type Change } from '../../../src/monitors/changes';
import { findExcessRuns, addReading, STATUS, type Run } from '../../../src/monitors/run';
import { runsOf, type ReadingText } from '../../support/aRun';

const FIELDS = ['field:price'];

type Fields = Readonly<Record<string, readonly ReadingText[]>>;

/** What the user has seen is call 5. The number is the mapping of the list. */
const CASES: readonly (readonly [string, Fields, string, number?])[] = [
  ['is that a monitor is first seen', { status: ['5 absent 0-1', '6 down 8-9'] }, 'absent → down'],
  ['is that a monitor is gone', { status: ['5 up 0-1', '6 absent 8-9'] }, 'up → absent'],
  [
    'is in all fields that rows show, and in no others',
    {
      status: ['5 up 0-1', '6 down 8-9'],
      name: ['5 Shop 0-1', '6 Store 8-9'],
      'field:price': ['5 1 0-1', '6 2 8-9'],
      'field:other': ['5 1 0-1', '6 2 8-9'],
    },
    'up → down, Shop → Store, 1 → 2',
  ],
  [
    'is nothing if the runs are of another mapping than the list',
    { status: ['5 up 0-1', '6 down 8-9'] },
    '',
    2,
  ],
  [
    'is a newer last change',
    { status: ['1 unknown 0-0'], changed: ['5 999 0-0', '6 1000 1-1'] },
    '999 → 1000',
  ],
  [
    'is no older last change',
    { status: ['1 unknown 0-0'], changed: ['5 1000 0-0', '6 999 1-1'] },
    '',
  ],
  [
    'is another word of a status',
    { status: ['5 unknown A 0-1', '6 unknown B 8-9'] },
    'unknown A → unknown B',
  ],
];

describe('A change', () => {
  for (const [title, fields, expected, mapping = 1] of CASES) {
    it(title, () => {
      const all = new Map([['m', runsOf(fields)]]);
      const { monitors } = changesSince(all, 5, FIELDS, mapping);
      const changes = [...monitors.values()].flatMap((change) => [...change.values()]);
      assert.equal(changes.map(toText).join(', '), expected);
    });
  }

  for (const [title, readings, isNamed] of [
    ['names a monitor that was a problem in between', ['5 up 0-1', '6 down 2-3', '7 up 8-9'], true],
    ['names none that was one earlier', ['1 up 0-1', '2 down 2-3', '7 up 8-9'], false],
    ['names none that is one', ['5 down 0-1', '6 up 2-3', '7 down 8-9'], false],
    ['names none that was paused', ['5 up 0-1', '6 paused 2-3', '7 up 8-9'], false],
  ] as const) {
    it(title, () => {
      const all = new Map([['m', runsOf({ status: readings })]]);
      assert.equal(changesSince(all, 5, FIELDS, 1).meanwhile.includes('m'), isNamed);
    });
  }
});

function toText({ from, to }: Change): string {
  return `${from.value} → ${to.value}`;
}

const anySaid = fc.record({
  value: fc.constantFrom('up', 'down', 'degraded', 'paused', 'unknown X', 'absent'),
  /** Whether pages mean something else from now on: seldom. */
  isRemapped: fc.nat({ max: 9 }).map((number) => number === 0),
  /** Its call ended before, but its response arrives now. */
  isLate: fc.boolean(),
});

describe('The changes of any readings', () => {
  it('are from what was read then to what was read last', () => {
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 40 }), fc.nat(80), (said, look) => {
        let runs: readonly Run[] = [];
        let heard: { readonly number: number; readonly value: string }[] = [];
        let mapping = 0;
        said.forEach(({ value, isLate, isRemapped }, place) => {
          const number = place * 2 + (isLate ? -9 : 0);
          const call = { number, begun: number, ended: number + 1 };
          const isTooLate = runs.some(({ lastCall }) => number < lastCall);
          if (isRemapped && !isTooLate) {
            mapping += 1;
            heard = [];
          }
          const reading = { monitor: 'm', field: STATUS, value, mapping };
          const added = addReading(runs, reading, call, 20);
          if (isTooLate) {
            assert.equal(added, runs);
            return;
          }
          const excess = findExcessRuns(added, look);
          runs = added.filter((run) => !excess.includes(run));
          heard.push({ number, value });
        });
        const all = new Map([['m', new Map([[STATUS, runs]])]]);
        const change = changesSince(all, look, FIELDS, mapping).monitors.get('m')?.get(STATUS);
        const { value: then } = heard.findLast(({ number }) => number <= look) ?? heard[0] ?? {};
        const { value: now } = heard.at(-1) ?? {};
        assert.equal(change && toText(change), then === now ? undefined : `${then} → ${now}`);
      }),
      { numRuns: 5_000 },
    );
  });
});
