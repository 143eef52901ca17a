import assert from 'node:assert/strict';
import { readList } from '../../../src/monitors/loadedMonitors';
import type { PageList } from '../../../src/monitors/page';
import { aList, aPage, readAnswer, withPage } from '../../support/aList';

/** `a: up, b: down`; made ids are `~`. */
function statusesOf(list: PageList): string {
  const { readings } = readList(list, readAnswer);
  const texts = [...readings].map(([id, { monitor }]) => {
    return `${id.startsWith('~') ? '~' : id}: ${monitor.status}`;
  });
  return texts.join(', ');
}

/** What two pages have, and what the list has then. Without an id: `=Name`. Down: `!`. */
const CASES: readonly (readonly [title: string, pages: readonly string[], expected: string])[] = [
  ['are in the order of the pages', ['a b! c', 'd'], 'a: up, b: down, c: up, d: up'],
  ['are two rows if a response gives an id two names', ['a=A a=B! b'], '~: up, ~: down, b: up'],
  ['are one row if a response repeats id and name', ['a a! b'], 'a: down, b: up'],
  ['are never merged in one response without ids', ['=A =A!'], '~: up, ~: down'],
  [
    'stay apart if the ids begin again on each page',
    ['1=A 2=B', '1=C 2=D!'],
    '1: up, 2: up, ~: up, ~: down',
  ],
];

describe('The monitors of a list', () => {
  for (const [title, pages, expected] of CASES) {
    it(title, () => assert.equal(statusesOf(aList(...pages)), expected));
  }

  it('have the worse status if the calls of two pages overlapped', () => {
    const pages = [
      aPage(0, 'a!', { call: { number: 1001, begun: 10, ended: 20 } }),
      aPage(1, 'a', { call: { number: 1002, begun: 15, ended: 25 } }),
    ];
    assert.equal(statusesOf({ pages, replaced: [] }), 'a: down');
  });

  it('keep their identity if they are renamed', () => {
    const list = aList('a=Shop b c', 'd');
    const renamed = withPage(list, 0, 'a=Market b c');
    assert.equal(statusesOf(renamed), 'a: up, b: up, c: up, d: up');
  });
});
