import assert from 'node:assert/strict';
import fc from 'fast-check';
import { NOTHING_KNOWN, type KnownPaging } from '../../../src/monitors/knownPaging';
import { PagedMonitors, type ListEnd } from '../../../src/monitors/pagedMonitors';
import { aMonitor, idsOf, monitorsFrom } from '../../support/aMonitor';
import { aPage } from '../../support/aPage';
import { pageOf, type StillList } from '../../support/stillList';

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

const shown = (paged: PagedMonitors) => idsOf(paged.monitors).join('');

describe('Pages of monitors', () => {
  it('find the newest version of a monitor, and its page', () => {
    const again = aMonitor({ id: 'a', status: 'down' });
    const paged = snapshotOf('abc', { monitors: [again, aMonitor({ id: 'd' })] });
    assert.deepEqual(
      [paged.find('a'), paged.find('b')?.id, paged.find('x')],
      [again, 'b', undefined],
    );
    assert.deepEqual(
      ['a', 'b', 'x'].map((id) => paged.pageOf(id)?.pageIndex),
      [1, 0, undefined],
    );
  });

  describe('merge monitors by ID', () => {
    it('in the service’s order', () => {
      assert.equal(shown(snapshotOf('cab', 'fed')), 'cabfed');
    });

    it('and count each once, by its newest status', () => {
      const paged = snapshotOf('abc', {
        monitors: [aMonitor({ id: 'b', status: 'down' }), aMonitor({ id: 'd', status: 'paused' })],
      });
      assert.deepEqual(paged.counts, {
        up: 2,
        down: 1,
        degraded: 0,
        paused: 1,
        pending: 0,
        unknown: 0,
      });
    });

    it('within a page, which is no sign that the list moved', () => {
      const paged = snapshotOf('aba');
      assert.deepEqual([shown(paged), paged.count, paged.mayMiss], ['ab', 2, 0]);
    });
  });

  it('forget IDs, counts and total of pages that are read again', () => {
    const before = snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 9 });
    const paged = before.renewed([aPage({ monitors: 'xyz' })]);
    assert.equal(shown(paged), 'xyzdef');
    assert.deepEqual(
      [paged.find('a'), paged.pageOf('a'), paged.counts.up, paged.total],
      [undefined, undefined, 6, 9],
    );
    const again = paged.renewed([aPage({ pageIndex: 1, monitors: 'def' })]);
    assert.deepEqual([again.total, again.end, again.mayMiss], [undefined, undefined, 0]);
  });

  const ends: [string, Parameters<typeof snapshotOf>, ListEnd | undefined, complete: boolean][] = [
    ['nothing is read', [], undefined, false],
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
    ['the last page is full, with total', [{ monitors: 'abc', total: 3 }], 'proven', true],
    ['the last page is full, without total', ['abc', ''], 'proven', true],
    ['the page is short', ['abc', 'd'], 'proven', true],
    ['the first page is empty', [''], 'proven', true],
    ['the account is empty and says so', [{ total: 0 }], 'proven', true],
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
      'a later page is as short as those before it',
      [{ monitors: 'ab', hasMore: true }, 'cd'],
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
    [
      'a page longer than asked for reaches the total',
      [{ monitors: 'abcde', total: 5 }],
      'proven',
      true,
    ],
    [
      'nothing comes after a short page, though more should follow',
      ['abc', { monitors: 'd', hasMore: true }, ''],
      'proven',
      true,
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

  it('know how many pages are left if there is a total, and at least one until the end', () => {
    assert.equal(new PagedMonitors('a snapshot', 3).pagesLeft, undefined);
    assert.equal(snapshotOf('abc').pagesLeft, undefined);
    assert.equal(snapshotOf({ monitors: 'abc', total: 10 }).pagesLeft, 3);
    assert.equal(snapshotOf({ monitors: 'ab' }).pagesLeft, 0);
    const early = snapshotOf(
      { monitors: 'a', total: 3, hasMore: true },
      { monitors: 'b', total: 3 },
    );
    assert.deepEqual([early.end, early.pagesLeft], [undefined, 1]);
  });

  describe('of a list that does not change', () => {
    const stillLists = fc.record({
      size: fc.nat({ max: 120 }),
      tellsTotal: fc.boolean(),
      tellsHasMore: fc.boolean(),
    });
    const readToEnd = (list: StillList, pageSize: number) => {
      const paged = new PagedMonitors('a snapshot', pageSize);
      while (paged.end === undefined) {
        assert.equal(paged.complete, false);
        paged.add(pageOf(list, { pageIndex: paged.nextPageIndex, pageSize: paged.pageSize }));
        assert.equal(paged.mayMiss, 0, 'a false alarm');
      }
      return paged;
    };
    it('have every monitor once and in order, without a false alarm', () => {
      fc.assert(
        fc.property(stillLists, fc.integer({ min: 1, max: 40 }), (list, pageSize) => {
          const paged = readToEnd(list, pageSize);
          assert.deepEqual(idsOf(paged.monitors), idsOf(monitorsFrom(0, list.size)));
          assert.ok(paged.complete);
        }),
      );
    });
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
    for (const length of [5, 8, 10, 12, 16, 20, 24, 25, 48, 50, 64, 96, 100, 128, 250, 256]) {
      const { end, mayBeEnd, complete, pageSize, pagesLeft } = readFirst(length);
      assert.deepEqual(
        [end, mayBeEnd, complete, pageSize, pagesLeft],
        [undefined, true, false, length, undefined],
        `${length}`,
      );
    }
    for (const length of [3, 7, 11, 37, 49, 99, 101, 499]) {
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

describe('Nested monitors', () => {
  const inside = (id: string, parent: string) => aMonitor({ id, parent });

  it('are no sign of a changed list if the list has them, too', () => {
    const paged = new PagedMonitors('a snapshot', 2, KNOWN);
    paged.add(
      aPage({
        pageSize: 2,
        monitors: [aMonitor({ id: 'a' }), inside('b', 'A'), aMonitor({ id: 'c' })],
        lengths: [2],
      }),
    );
    paged.add(
      aPage({ pageIndex: 1, pageSize: 2, monitors: [aMonitor({ id: 'b' })], lengths: [1] }),
    );
    assert.deepEqual(
      [paged.end, paged.count, paged.mayMiss, paged.complete],
      ['proven', 3, 0, true],
    );
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
