import assert from 'node:assert/strict';
import { readList } from '../../../src/monitors/loadedMonitors';
import { aList, aPage, readAnswer, type Answer } from '../../support/aList';

/** `all`: nothing follows, and nothing contradicts that all monitors are there. */
type Claim = 'more' | 'maybe' | 'end' | 'all';

const CASES: readonly [title: string, claim: Claim, ...pages: readonly Answer[]][] = [
  ['a full page without a sign', 'maybe', 'a b c'],
  ['a short page without a sign', 'maybe', 'a b'],
  ['a page that says that more follows', 'more', 'a b c | more'],
  ['a page that says that nothing follows', 'all', 'a b c | end'],
  ['a last page that leaves out the sign that earlier pages had', 'all', 'a b c | more', 'd e'],
  ['a small account with its total', 'all', 'a b | total 2'],
  ['a full page with a total that may be its length', 'maybe', 'a b c | total 3'],
  ['a short page with a count that may be its length', 'maybe', 'a b | count 2'],
  ['a total on each page that is reached', 'all', 'a b c | total 5', 'd e | total 5'],
  ['a total that is not reached', 'more', 'a b c | total 5'],
  ['a total above what is there, beside a sign of the end', 'more', 'a b | total 5, end'],
  ['a total that varies', 'end', 'a b c | total 6', 'd e | total 5, end'],
  ['an empty page after equal pages', 'all', 'a b c', 'd e f', ''],
  ['an empty page after a shorter last page', 'all', 'a b c', 'd e', ''],
  ['an empty page after a short page in the middle', 'end', 'a b c', 'd e', 'f g h', ''],
  ['an empty page beside a total that is not reached', 'more', '| total 5'],
  ['an empty first page', 'maybe', ''],
  ['an empty first page with the total 0', 'all', '| total 0'],
  ['the total 0 of an empty page past the end', 'all', 'a b c', '| total 0'],
  ['a page that repeats the one before', 'maybe', 'a b c', 'a b c'],
  ['a monitor on two pages, which counts once', 'more', 'a b c | total 5', 'c d | total 5'],
  [
    'a monitor on two pages beside the end, because others may have been skipped',
    'end',
    'a b c | more',
    'c d | end',
  ],
  [
    'a monitor on two pages beside a total that is reached',
    'all',
    'a b c | total 4',
    'c d | total 4',
  ],
  ['a record twice in one response, which counts twice', 'all', 'a a b | total 4', 'c | total 4'],
  ['an entry without a record', 'end', 'a - | end'],
  ['an entry without a record, which a total counts', 'end', 'a - | total 2'],
  ['another list that may have monitors', 'end', 'a b | end, other list'],
  ['a name on two pages without ids', 'end', '=Shop =Blog =Docs | more', '=Shop | end'],
  ['an id with two names in one response', 'end', 'a=Shop a=Blog | end'],
  [
    'ids that begin again on each page',
    'end',
    '1=Shop 2=Blog 3=Docs | more',
    '1=Mail 2=News | end',
  ],
];

const listingOf = (...pages: readonly Answer[]) => readList(aList(...pages), readAnswer);

describe('The end of a list', () => {
  for (const [title, claim, ...pages] of CASES) {
    it(`is "${claim}" after ${title}`, () => {
      const { complete, end } = listingOf(...pages);
      assert.equal(complete ? 'all' : end, claim);
    });
  }

  it('is open before the first page', () => {
    assert.equal(listingOf().end, 'more');
  });

  it('ignores pages behind a missing page', () => {
    const pages = [aPage(0, 'a b c'), aPage(2, 'g | end')];
    assert.equal(readList({ pages, replaced: [] }, readAnswer).end, 'maybe');
  });
});

describe('The total of a list', () => {
  const TOTALS: readonly (readonly [string, number | undefined, ...(readonly Answer[])])[] = [
    ['is the number that all pages say', 7, 'a b c | total 7'],
    ['is unknown if two pages say different numbers', undefined, 'a b c | total 7', 'd | total 8'],
    ['is unknown if there are more monitors', undefined, 'a b c | total 2'],
  ];
  for (const [title, total, ...pages] of TOTALS) {
    it(title, () => assert.equal(listingOf(...pages).total, total));
  }

  it('says how many pages are left, by the length of the pages', () => {
    assert.equal(listingOf('a b | total 7').pagesLeft, 3);
  });
});

describe('The next page', () => {
  it('is asked with the size of the first one, or its length if that was shorter, but never 0', () => {
    assert.equal(listingOf('a b c', 'd e').nextSize, 3);
    assert.equal(listingOf('a b', 'd e').nextSize, 2);
    assert.equal(listingOf('').nextSize, 3);
  });
});
