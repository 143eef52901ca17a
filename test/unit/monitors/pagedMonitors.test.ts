import assert from 'node:assert/strict';
import { NOTHING_KNOWN, type KnownPaging } from '../../../src/monitors/knownPaging';
import { PagedMonitors, type ListEnd } from '../../../src/monitors/pagedMonitors';
import { aMonitor, monitorsFrom } from '../../support/aMonitor';
import { aPage } from '../../support/aPage';

/** A service that has given pages of three before, and totals. */
const KNOWN: KnownPaging = { longestPage: 3, tellsTotals: true };

/** Adds pages of at most three monitors. Each letter of a text is the ID of a monitor. */
function snapshotOf(...pages: (string | Parameters<typeof aPage>[0])[]): PagedMonitors {
  const paged = new PagedMonitors('a snapshot', 3, KNOWN);
  pages.forEach((page, pageIndex) => {
    paged.add(aPage({ ...(typeof page === 'string' ? { monitors: page } : page), pageIndex }));
  });
  return paged;
}

describe('Pages of monitors', () => {
  it('count each monitor once, by its newest status', () => {
    const again = aMonitor({ id: 'b', status: 'down' });
    const { counts } = snapshotOf('abc', { monitors: [again] });
    assert.deepEqual([counts.up, counts.down], [2, 1]);
  });

  const ends: [string, Parameters<typeof snapshotOf>, ListEnd | undefined, complete: boolean][] = [
    ['a page is full and nothing else is said', ['abc'], undefined, false],
    [
      'the total is reached',
      [
        { monitors: 'abc', total: 4 },
        { monitors: 'd', total: 4 },
      ],
      'proven',
      true,
    ],
    ['the last page is full, without total', ['abc', ''], 'proven', true],
    ['the page is short', ['abc', 'd'], 'proven', true],
    [
      'the response says that nothing follows',
      [{ monitors: 'abc', hasMore: false }],
      'proven',
      true,
    ],
    ['the page is short, but more follows', [{ monitors: 'ab', hasMore: true }], undefined, false],
    ['the page is empty, though more should follow', [{ hasMore: true }], undefined, false],
    [
      'a page in the middle is empty',
      ['abc', { hasMore: true }, { monitors: 'd', hasMore: false }],
      'proven',
      false,
    ],
    ['a page in the middle is shorter than a later one', ['abc', 'defgh', ''], 'proven', false],
    [
      'nothing follows, though the total says so',
      [{ monitors: 'abc', hasMore: false, total: 9 }],
      undefined,
      false,
    ],
    [
      'the total is reached, but more follows',
      [{ monitors: 'abc', hasMore: true, total: 3 }],
      undefined,
      false,
    ],
    [
      'not all of a response was read',
      [{ monitors: 'abc', hasMore: false, cutFrom: 5 }],
      'proven',
      false,
    ],
    [
      'nothing comes, though the total says so',
      [{ monitors: 'abc', total: 9 }, { total: 9 }],
      'proven',
      false,
    ],
    ['the page brings nothing new', ['abc', 'abc'], 'nothingNew', false],
    [
      'the last page is short of the total',
      [
        { monitors: 'abc', total: 6 },
        { monitors: 'de', total: 6 },
      ],
      'proven',
      false,
    ],
  ];
  for (const [name, pages, end, complete] of ends) {
    it(`${end ? `end (${end})` : 'continue'} if ${name}, and are ${complete ? 'complete' : 'not complete'}`, () => {
      const paged = snapshotOf(...pages);
      assert.deepEqual([paged.end, paged.complete], [end, complete]);
    });
  }

  describe('do not trust a total', () => {
    it('of an empty page past the end', () => {
      const paged = snapshotOf({ monitors: 'abc', total: 9 }, { total: 0 });
      assert.deepEqual([paged.total, paged.mayMiss, paged.complete], [9, 0, false]);
    });

    it('that may only be the length of a page that is longer than requested', () => {
      const paged = new PagedMonitors('a snapshot', 3, { longestPage: 9, tellsTotals: false });
      paged.add(aPage({ monitors: 'abcd', total: 4 }));
      assert.deepEqual([paged.total, paged.complete], [undefined, false]);
    });

    it('of an older page if a newer one has another', () => {
      assert.equal(
        snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 8 }).total,
        8,
      );
      assert.equal(snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def' }).total, 9);
      assert.equal(
        snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 0 }).total,
        undefined,
      );
    });
  });

  it('expect at least one more page until the end, whatever the total says', () => {
    const { end, pagesLeft } = snapshotOf(
      { monitors: 'a', total: 3, hasMore: true },
      { monitors: 'b', total: 3 },
    );
    assert.deepEqual([end, pagesLeft], [undefined, 1]);
  });
});

describe('A first page with fewer monitors than the page size', () => {
  const readFirst = (
    length: number,
    fields: Parameters<typeof aPage>[0] = {},
    known = NOTHING_KNOWN,
  ) => {
    const paged = new PagedMonitors('a snapshot', 500, known);
    paged.add(aPage({ pageSize: 500, monitors: monitorsFrom(0, length), ...fields }));
    return paged;
  };

  it('may be capped if its length is a usual one', () => {
    for (const length of [5, 10, 16, 25, 48, 100, 250]) {
      const { end, mayBeEnd, complete, pageSize, pagesLeft } = readFirst(length);
      assert.deepEqual(
        [end, mayBeEnd, complete, pageSize, pagesLeft],
        [undefined, true, false, length, undefined],
        `${length}`,
      );
    }
    for (const length of [3, 37, 49, 101, 499]) {
      const { end, mayBeEnd, complete } = readFirst(length);
      assert.deepEqual([end, mayBeEnd, complete], ['proven', false, true], `${length}`);
    }
  });

  it('is complete if the response says so, or if the address had a longer page', () => {
    assert.equal(readFirst(100, { hasMore: false }).complete, true);
    assert.equal(
      readFirst(100, { total: 100 }, { ...NOTHING_KNOWN, tellsTotals: true }).complete,
      true,
    );
    assert.equal(readFirst(100, {}, { ...NOTHING_KNOWN, longestPage: 101 }).complete, true);
    assert.equal(readFirst(100, {}, { ...NOTHING_KNOWN, longestPage: 100 }).complete, false);
  });
});

describe('Several lists in a response', () => {
  it('end with the longest one', () => {
    const paged = new PagedMonitors('a snapshot', 2, KNOWN);
    paged.add(aPage({ pageSize: 2, monitors: 'abc', lengths: [2, 1] }));
    assert.equal(paged.end, undefined);
    paged.add(aPage({ pageIndex: 1, pageSize: 2, monitors: 'de', lengths: [2, 0] }));
    assert.equal(paged.end, undefined);
    paged.add(aPage({ pageIndex: 2, pageSize: 2, monitors: 'f', lengths: [1, 0] }));
    assert.deepEqual([paged.end, paged.complete], ['proven', true]);
  });
});
