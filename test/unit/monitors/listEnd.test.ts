import assert from 'node:assert/strict';
import { readList } from '../../../src/monitors/listing';
import { aList, aPage, readAnswer, type Answer } from '../../support/aList';

/** `all`: nothing follows, and nothing contradicts that all monitors are there. */
type Claim = 'more' | 'maybe' | 'end' | 'all';

const CASES: readonly [title: string, claim: Claim, ...pages: readonly (Answer | string)[]][] = [
  ['a full page without a sign', 'maybe', 'a b c'],
  ['a short page without a sign', 'maybe', 'a b'],
  ['a page that says that more follows', 'more', { entries: 'a b c', hasMore: true }],
  ['a page that says that nothing follows', 'all', { entries: 'a b c', hasMore: false }],
  [
    'a last page that leaves out the sign that earlier pages had',
    'all',
    { entries: 'a b c', hasMore: true },
    'd e',
  ],
  ['a small account with its total', 'all', { entries: 'a b', total: 2 }],
  ['a full page with a total that may be its length', 'maybe', { entries: 'a b c', total: 3 }],
  ['a short page with a count that may be its length', 'maybe', { entries: 'a b', count: 2 }],
  [
    'a total on each page that is reached',
    'all',
    { entries: 'a b c', total: 5 },
    { entries: 'd e', total: 5 },
  ],
  ['a total that is not reached', 'more', { entries: 'a b c', total: 5 }],
  [
    'a total above what is there, beside a sign of the end',
    'more',
    { entries: 'a b', total: 5, hasMore: false },
  ],
  [
    'a total that varies',
    'end',
    { entries: 'a b c', total: 6 },
    { entries: 'd e', total: 5, hasMore: false },
  ],
  ['an empty page after equal pages', 'all', 'a b c', 'd e f', ''],
  ['an empty page after a shorter last page', 'all', 'a b c', 'd e', ''],
  ['an empty page after a short page in the middle', 'end', 'a b c', 'd e', 'f g h', ''],
  ['an empty page beside a total that is not reached', 'more', { entries: '', total: 5 }],
  ['an empty first page', 'maybe', ''],
  ['an empty first page with the total 0', 'all', { entries: '', total: 0 }],
  ['the total 0 of an empty page past the end', 'all', 'a b c', { entries: '', total: 0 }],
  ['a page that repeats the one before', 'maybe', 'a b c', 'a b c'],
  [
    'a monitor on two pages, which counts once',
    'more',
    { entries: 'a b c', total: 5 },
    { entries: 'c d', total: 5 },
  ],
  [
    'a monitor on two pages beside the end, because others may have been skipped',
    'end',
    { entries: 'a b c', hasMore: true },
    { entries: 'c d', hasMore: false },
  ],
  [
    'a monitor on two pages beside a total that is reached',
    'all',
    { entries: 'a b c', total: 4 },
    { entries: 'c d', total: 4 },
  ],
  [
    'a record twice in one response, which counts twice',
    'all',
    { entries: 'a a b', total: 4 },
    { entries: 'c', total: 4 },
  ],
  ['an entry without a record', 'end', { entries: ['a', null], hasMore: false }],
  ['an entry without a record, which a total counts', 'end', { entries: ['a', null], total: 2 }],
  [
    'another list that may have monitors',
    'end',
    { entries: 'a b', hasMore: false, hasOtherList: true },
  ],
  [
    'a name on two pages without ids',
    'end',
    { entries: '=Shop =Blog =Docs', hasMore: true },
    { entries: '=Shop', hasMore: false },
  ],
  ['an id with two names in one response', 'end', { entries: 'a=Shop a=Blog', hasMore: false }],
  [
    'ids that begin again on each page',
    'end',
    { entries: '1=Shop 2=Blog 3=Docs', hasMore: true },
    { entries: '1=Mail 2=News', hasMore: false },
  ],
];

const listingOf = (...pages: readonly (Answer | string)[]) => readList(aList(...pages), readAnswer);

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
    const pages = [aPage(0, { entries: 'a b c' }), aPage(2, { entries: 'g', hasMore: false })];
    assert.equal(readList({ pages, replaced: [] }, readAnswer).end, 'maybe');
  });
});

describe('The total of a list', () => {
  const all = { entries: 'a b c', total: 7 };
  const TOTALS: readonly (readonly [string, number | undefined, ...(readonly Answer[])])[] = [
    ['is the number that all pages say', 7, all],
    ['is unknown if two pages say different numbers', undefined, all, { entries: 'd', total: 8 }],
    ['is unknown if there are more monitors', undefined, { ...all, total: 2 }],
  ];
  for (const [title, total, ...pages] of TOTALS) {
    it(title, () => assert.equal(listingOf(...pages).total, total));
  }

  it('says how many pages are left, by the length of the pages', () => {
    assert.equal(listingOf({ entries: 'a b', total: 7 }).pagesLeft, 3);
  });
});

describe('The next page', () => {
  it('is asked with the size of the first one, or its length if that was shorter, but never 0', () => {
    assert.equal(listingOf('a b c', 'd e').nextSize, 3);
    assert.equal(listingOf('a b', 'd e').nextSize, 2);
    assert.equal(listingOf('').nextSize, 3);
  });
});
