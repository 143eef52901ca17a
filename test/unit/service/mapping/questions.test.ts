import assert from 'node:assert/strict';
import { toPathText, type Question } from '../../../../src/service/mapping/mapping';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse } from '../../../support/corpus';
import { readList } from '../../../support/readPages';

const questionsOf = (json: unknown): readonly Question[] =>
  readList(aResponse(json), { pageIndex: 0, pageSize: 50, settings: NO_MAPPING_SETTINGS }).questions;

/** "status: result (zork, blub)": what is asked, and what can be chosen, in its order. */
function asked(json: unknown): readonly string[] {
  return questionsOf(json).map(
    ({ field, candidates }) =>
      `${field}: ${candidates.map(({ path, preview }) => `${toPathText(path)} (${preview})`).join(' | ')}`,
  );
}

/** Two monitors with these fields, each as the first and the second has it. */
const two = (fields: Readonly<Record<string, readonly [unknown, unknown]>>): readonly unknown[] =>
  [0, 1].map((which) =>
    Object.fromEntries(Object.entries(fields).map(([key, values]) => [key, values[which]])),
  );

describe('the question', () => {
  const named = { id: [1, 2], name: ['One', 'Two'] } as const;
  const cases: readonly (readonly [what: string, json: unknown, ...asked: string[]])[] = [
    [
      'for the list shows how many there are, and the first keys',
      { alpha: [{ a: 1, b: 2, c: 3, d: 4, e: 5 }], beta: [{ x: 1 }] },
      'list: alpha (1 × {a, b, c, d}) | beta (1 × {x})',
    ],
    [
      'for the list shows the first where they are no objects',
      { alpha: [1, 2, 3], beta: ['x', 'y'] },
      'list: alpha (3 × {1}) | beta (2 × {x})',
    ],
    ['for the list is not asked where there is nothing to choose', { alpha: [], beta: 'x' }],
    ['for the list is not asked where the likely ones are all empty', { data: [], items: [] }],
    [
      'for the status offers a place of that name whose words mean nothing known',
      two({ ...named, result: ['zork', 'blub'] }),
      'status: result (zork, blub)',
    ],
    [
      'for the status offers each of two places that are equally good',
      two({ ...named, x: ['up', 'down'], y: ['down', 'up'] }),
      'status: x (up, down) | y (down, up)',
    ],
    [
      'for the status offers no place with a time or a long text',
      two({
        ...named,
        state: ['zork', 'blub'],
        xhealthx: ['x'.repeat(121), 'y'],
        stateAt: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'],
      }),
      'status: state (zork, blub)',
    ],
    [
      'for the status is asked where only what a user has set is known',
      two({ ...named, status: ['enabled', 'disabled'], health: ['zork', 'blub'] }),
      'status: status (enabled, disabled) | health (zork, blub)',
    ],
    [
      'for the status is not asked where nothing but a flag stands beside what a user has set',
      two({ ...named, status: ['enabled', 'disabled'], healthy_flag: [true, false] }),
    ],
    ['for the status is not asked where no place looks like one', two({ ...named, x: [3, 5], y: [4, 4] })],
    [
      'for the name offers what has one of its own for each',
      two({ id: [1, 2], status: ['up', 'down'], k: ['abc', 'def'] }),
      'name: id (1, 2) | k (abc, def)',
    ],
    ['is none where all is sure', two({ ...named, status: ['up', 'down'] })],
    [
      'for the id offers what each has one of, also numbers that could be times',
      two({
        name: ['A', 'A'],
        status: ['up', 'down'],
        k: ['abc', 'def'],
        n: [1_712_345_678, 1_712_345_679],
        seldom: [null, 'x'],
      }),
      'id: k (abc, def) | n (1712345678, 1712345679)',
    ],
    [
      'for the status offers no place that says another thing of each of many',
      Array.from({ length: 9 }, (_, at) => ({
        id: at,
        name: `M${at}`,
        state: ['zork', 'blub'][at % 2],
        resultNote: `note ${'abcdefghi'[at]}`,
      })),
      'status: state (zork, blub)',
    ],
    [
      'for the status is asked also where there is one monitor alone',
      [{ id: 1, name: 'a', result: 'zork' }],
      'status: result (zork)',
    ],
    ['is none where the only record has nothing to choose', [{ id: 1, name: 'a' }]],
  ];
  for (const [what, json, ...expected] of cases) {
    it(what, () => assert.deepEqual(asked(json), expected));
  }

  it('offers ten places at the most', () => {
    const lists = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`l${at}`, [{ x: at }]]));
    const [list] = questionsOf(lists);
    assert.equal(list?.candidates.length, 10);
    const places = Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [`state_${'abcdefghijklmn'[at]!}`, ['zork', 'blub']] as const),
    );
    const [status] = questionsOf(two({ ...named, ...places }));
    assert.deepEqual([status?.field, status?.candidates.length], ['status', 10]);
  });

  it('shows four different values at the most, on one short line', () => {
    const values = ['zork', 'blub', 'zork', null, 'gna', 'x\ny', 'fifth'];
    const records = values.map((state, at) => ({ id: at, name: `M${at}`, state }));
    assert.deepEqual(asked(records), ['status: state (zork, blub, gna, x y)']);
    const long = [1, 2].map((at) => ({ id: at, name: `M${at}`, state: `${at}`.repeat(100) }));
    const [shown] = asked(long);
    assert.ok(shown!.length <= 'status: state ()'.length + 80, shown);
  });
});
