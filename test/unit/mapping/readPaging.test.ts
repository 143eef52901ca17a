import assert from 'node:assert/strict';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';

const monitorsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `m-${i}`, name: `Monitor ${i}`, status: 'up' }));

interface Answer {
  /** Entries of the page. */
  readonly entries?: number;
  readonly index?: number;
  readonly size?: number;
  readonly headers?: Record<string, string>;
}

function readFrom(
  envelope: object,
  { entries = 50, index = 0, size = 50, headers = {} }: Answer = {},
) {
  const response = aResponse({ monitors: monitorsOf(entries), ...envelope }, { headers });
  return readList(response, { pageIndex: index, pageSize: size });
}

describe('The total of a page', () => {
  type Stated = readonly [string, object, count?: number];
  const totals: readonly Stated[] = [
    ['a total in a text', { meta: { pagination: { total: '340' } } }, 340],
    ['totalElements', { page: { size: 50, totalElements: 340, totalPages: 7, number: 0 } }, 340],
    ['total_count, not the count beside it', { info: { count: 50, total_count: 340 } }, 340],
    ['total_monitors', { total_monitors: 340 }, 340],
    ['an exact total of hits', { hits: { total: { value: 340, relation: 'eq' } } }, 340],
    ['no total below the length of the page', { total: 7 }],
    ['no total of a quota', { quota: { used: 1, total: 340 } }],
    ['no total of something else', { totalExecutors: 340 }],
    ['no total of an entry in an array', { tags: [{ total: 340 }] }],
    ['no minimum', { hits: { total: { value: 340, relation: 'gte' } } }],
    ['no number that is not exact', { total: 340, exact: false }],
  ];
  for (const [what, envelope, count] of totals) {
    it(`is read from a response with ${what}`, () => {
      const { total } = readFrom(envelope);
      assert.deepEqual(total, count === undefined ? undefined : { count, saysTotal: true });
    });
  }

  const counts: readonly Stated[] = [
    ['@odata.count', { '@odata.count': 340 }, 340],
    ['monitorcount', { monitorcount: 340 }, 340],
    ['items of pages', { pages: { current: 1, size: 50, total: 7, items: 340 } }, 340],
    ['the length of the page', { count: 49 }, 49],
    ['no size that was asked for', { count: 50 }],
    ['no number of a page', { number: 60, size: 70 }],
  ];
  for (const [what, envelope, count] of counts) {
    it(`may be the page's length if it is ${what}`, () => {
      const { total } = readFrom(envelope, { entries: 49 });
      assert.deepEqual(total, count === undefined ? undefined : { count, saysTotal: false });
    });
  }

  it('is read from a header', () => {
    const countBy = (headers: Record<string, string>) => readFrom({}, { headers }).total?.count;
    assert.equal(countBy({ 'X-Total-Count': '340' }), 340);
    assert.equal(countBy({ 'Content-Range': '0-49/340' }), 340);
    assert.equal(countBy({ 'Content-Range': '0-49/*' }), undefined);
    assert.equal(countBy({ 'Content-Range': 'bytes 0-49/340' }), undefined);
  });

  it('is not that of one group', () => {
    const groups = [0, 1].map((i) => ({ monitors: monitorsOf(2 + i), total: 40 }));
    assert.equal(readList(aResponse({ groups })).total, undefined);
    assert.equal(readList(aResponse({ groups, total: 70 })).total?.count, 70);
  });
});

describe('Whether more follows', () => {
  const signs: readonly (readonly [string, object, boolean | undefined, Answer?])[] = [
    ['has_more_credits: false, which is of something else', { has_more_credits: false }, undefined],
    ['hasMore: null, which says nothing', { hasMore: null }, undefined],
    ['a token that is null', { nextToken: null }, false],
    ['a token that is "0"', { nextToken: '0' }, true],
    ['a link in an object', { _links: { next: { href: 'https://s.example' } } }, true],
    ['an empty link in an object', { _links: { next: { href: null, templated: true } } }, false],
    ['a cursor that is null', { next: { cursor: null, limit: 50 } }, false],
    ['a key of DynamoDB', { Count: 50, LastEvaluatedKey: { id: { S: 'm-3' } } }, true],
    ['last: true', { last: true }, false],
    ['a page number from 1', { page: 1, pages: 3 }, true],
    ['the last page number from 1', { page: 3, pages: 3 }, false, { index: 2 }],
    ['the last page from 0', { currentPage: 2, lastPage: 2 }, false, { index: 2 }],
    ['the last page from 1', { currentPage: 3, lastPage: 3 }, false, { index: 2 }],
    ['the last page number from 0', { number: 2, totalPages: 3 }, false, { index: 2 }],
    ['the number of another page', { page: 12, pages: 12 }, undefined, { index: 2 }],
    ['the number of the first page on each page', { page: 1, pages: 12 }, true, { index: 2 }],
    ['two signs that disagree', { hasMore: false, next: 'https://s.example' }, true],
    ['a total above what is there, which is not a sign', { total: 340 }, undefined],
    ['a link in a header', {}, true, { headers: { Link: '<https://s.example>; rel="next"' } }],
    ['nothing', {}, undefined],
  ];
  for (const [what, envelope, expected, answer] of signs) {
    it(`is ${expected ?? 'not said'} by ${what}`, () =>
      assert.equal(readFrom(envelope, answer).hasMore, expected));
  }

  it('is said beside a list in an array', () => {
    const page = [{ page: 1, pages: 3 }, monitorsOf(3)];
    assert.equal(readList(aResponse(page)).hasMore, true);
  });
});
