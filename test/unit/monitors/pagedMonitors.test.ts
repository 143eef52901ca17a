import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePaging, NOTHING_KNOWN, type KnownPaging } from '../../../src/monitors/knownPaging';
import { PagedMonitors, type ListEnd } from '../../../src/monitors/pagedMonitors';
import { aMonitor, idsOf, monitorsFrom } from '../../support/aMonitor';
import { aPage } from '../../support/aPage';
import { pageOf, type StillList } from '../../support/stillList';

/** A service that has given pages of three before, and totals. */
const KNOWN: KnownPaging = { longestPage: 3, tellsTotals: true };

/** Adds pages of three, one after the other: ids of one letter each, with what the service tells beside them. */
function snapshotOf(...pages: (string | Parameters<typeof aPage>[0])[]): PagedMonitors {
  const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 3, known: KNOWN });
  pages.forEach((page, pageIndex) => {
    paged.add(aPage({ ...(typeof page === 'string' ? { monitors: page } : page), pageIndex }));
  });
  return paged;
}

const shown = (paged: PagedMonitors) => idsOf(paged.monitors).join('');

describe('pages of monitors', () => {
  it('know on which pages the monitors that are wanted were read last', () => {
    const paged = snapshotOf('abc', 'def', 'agh');
    const pagesOf = (ids: string) => paged.pagesWith(({ id }) => ids.includes(id));
    assert.deepEqual([pagesOf('hb'), pagesOf('a'), pagesOf('')], [[0, 2], [2], []]);
  });

  it('know them in the order of the pages', () => {
    const paged = snapshotOf('abc', 'def', 'agh');
    assert.deepEqual(
      paged.pagesWith(() => true),
      [0, 1, 2],
    );
  });

  it('find a monitor as it was read last, and the page that it is on', () => {
    const again = aMonitor({ id: 'a', status: 'down' });
    const paged = snapshotOf('abc', { monitors: [again, aMonitor({ id: 'd' })] });
    assert.deepEqual([paged.find('a'), paged.find('b')?.id, paged.find('x')], [again, 'b', undefined]);
    assert.deepEqual(
      ['a', 'b', 'x'].map((id) => paged.pageOf(id)?.pageIndex),
      [1, 0, undefined],
    );
  });

  it('find a monitor by its id in either normal form', () => {
    const paged = snapshotOf({ monitors: [aMonitor({ id: 'é' }), aMonitor({ id: 'o\u0308' })] });
    assert.deepEqual([paged.find('e\u0301')?.id, paged.pageOf('ö')?.pageIndex], ['é', 0]);
  });

  describe('merge by id', () => {
    it('and keep the service’s order', () => {
      assert.equal(shown(snapshotOf('cab', 'fed')), 'cabfed');
    });

    it('so that a monitor that comes again stays in its first place, as it was read last', () => {
      const paged = snapshotOf('abc', {
        monitors: [aMonitor({ id: 'b', status: 'down' }), aMonitor({ id: 'd' })],
      });
      assert.equal(shown(paged), 'abcd');
      assert.equal(paged.monitors[1]?.status, 'down');
    });

    it('and count by the status as it was read last, once for each', () => {
      const paged = snapshotOf('abc', {
        monitors: [aMonitor({ id: 'b', status: 'down' }), aMonitor({ id: 'd', status: 'paused' })],
      });
      assert.deepEqual(paged.counts, { up: 2, down: 1, degraded: 0, paused: 1, pending: 0, unknown: 0 });
    });

    it('and tell what is new and what came again', () => {
      const paged = snapshotOf('abc');
      const { added, updated } = paged.add(aPage({ pageIndex: 1, monitors: 'bde' }));
      assert.deepEqual([idsOf(added), idsOf(updated)], [['d', 'e'], ['b']]);
    });

    it('within a page too', () => {
      const paged = snapshotOf('aba');
      assert.equal(shown(paged), 'ab');
      assert.equal(paged.count, 2);
      assert.equal(paged.shift, undefined, 'no sign that the list moved: it came on no later page');
    });

    it('and give the same array until something is added', () => {
      const paged = snapshotOf('abc');
      const before = paged.monitors;
      assert.equal(paged.monitors, before);
      paged.add(aPage({ pageIndex: 1, monitors: 'd' }));
      assert.equal(idsOf(before).join(''), 'abc');
      assert.equal(shown(paged), 'abcd');
    });
  });

  it('refuse a page that is not the next one, and stay as they were', () => {
    const paged = snapshotOf('abc');
    for (const pageIndex of [0, 2, -1]) {
      assert.throws(
        () => paged.add(aPage({ pageIndex, monitors: 'x' })),
        /page -?\d came where page 1 was due/,
      );
    }
    assert.deepEqual([shown(paged), paged.nextPageIndex], ['abc', 1]);
  });

  it('have the id of their first page, or the planned one before', () => {
    assert.equal(new PagedMonitors({ id: 'planned', pageSize: 3 }).id, 'planned');
    const paged = new PagedMonitors({ id: 'planned', pageSize: 3 });
    paged.add(aPage({ snapshotId: 'given', monitors: 'abc' }));
    assert.equal(paged.id, 'given');
  });

  it('read anew forget the ids, the counts and the total of before', () => {
    const paged = snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 9 });
    paged.reread([aPage({ monitors: 'xyz' })]);
    assert.equal(shown(paged), 'xyzdef');
    assert.deepEqual(
      [paged.find('a'), paged.pageOf('a'), paged.counts.up, paged.total],
      [undefined, undefined, 6, 9],
    );
    paged.reread([aPage({ pageIndex: 1, monitors: 'def' })]);
    assert.deepEqual([paged.total, paged.end, paged.shift], [undefined, undefined, undefined]);
  });

  it('have the total that an empty account says: none', () =>
    assert.equal(snapshotOf({ total: 0 }).total, 0));

  it('are as old as their oldest page', () => {
    assert.equal(new PagedMonitors({ id: 'a snapshot', pageSize: 3 }).readAt, undefined);
    assert.equal(snapshotOf({ monitors: 'abc', readAt: 7 }, { monitors: 'd', readAt: 5 }).readAt, 5);
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
      'total',
      true,
    ],
    ['the last page is full, with total', [{ monitors: 'abc', total: 3 }], 'total', true],
    ['the last page is full, without total', ['abc', ''], 'emptyPage', true],
    ['the page is short', ['abc', 'd'], 'shortPage', true],
    ['the first page is empty', [''], 'emptyPage', true],
    ['the account is empty and says so', [{ total: 0 }], 'emptyPage', true],
    ['the response says that nothing follows', [{ monitors: 'abc', hasMore: false }], 'noMore', true],
    ['the page is short, but more follows', [{ monitors: 'ab', hasMore: true }], undefined, false],
    ['the page is empty, though more should follow', [{ hasMore: true }], undefined, false],
    [
      'a page in the middle is empty',
      ['abc', { hasMore: true }, { monitors: 'd', hasMore: false }],
      'noMore',
      false,
    ],
    [
      'two pages are empty, though more should follow',
      ['abc', { hasMore: true }, { hasMore: true }],
      'emptyPage',
      false,
    ],
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
      'the page is short, but there are at least some more',
      [{ monitors: 'ab', total: 9, isLowerBound: true }],
      undefined,
      false,
    ],
    [
      'at least as many as are here are there',
      [{ monitors: 'abc', total: 3, isLowerBound: true }],
      undefined,
      false,
    ],
    [
      'nothing comes, though there are at least some more',
      [{ monitors: 'abc', total: 9, isLowerBound: true }, ''],
      'emptyPage',
      false,
    ],
    [
      'a later page is as short as those before it',
      [{ monitors: 'ab', hasMore: true }, 'cd'],
      undefined,
      false,
    ],
    ['not all of a response was read', [{ monitors: 'abc', hasMore: false, cutFrom: 5 }], 'noMore', false],
    [
      'nothing new comes, and nothing follows',
      [
        { monitors: 'abc', hasMore: true },
        { monitors: 'abc', hasMore: false },
      ],
      'nothingNew',
      false,
    ],
    [
      'nothing comes, though the total says so',
      [{ monitors: 'abc', total: 9 }, { total: 9 }],
      'emptyPage',
      false,
    ],
    ['the page brings nothing new', ['abc', 'abc'], 'nothingNew', false],
    [
      'nothing new comes, with a total',
      [
        { monitors: 'abc', total: 9 },
        { monitors: 'abc', total: 9 },
      ],
      'nothingNew',
      false,
    ],
    [
      'the last page is short of the total',
      [
        { monitors: 'abc', total: 6 },
        { monitors: 'de', total: 6 },
      ],
      'total',
      false,
    ],
    ['a page longer than asked for reaches the total', [{ monitors: 'abcde', total: 5 }], 'total', true],
    [
      'nothing comes after a short page, though more should follow',
      ['abc', { monitors: 'd', hasMore: true }, ''],
      'emptyPage',
      true,
    ],
  ];
  for (const [name, pages, end, complete] of ends) {
    it(`${end ? `end (${end})` : 'go on'} where ${name}; ${complete ? 'complete' : 'not complete'}`, () => {
      const paged = snapshotOf(...pages);
      assert.deepEqual([paged.end, paged.complete], [end, complete]);
    });
  }

  describe('do not believe a total', () => {
    it('that is smaller than what was received: the list neither ends there nor is it complete', () => {
      const paged = snapshotOf({ monitors: 'abc', total: 2 });
      assert.deepEqual(
        [paged.end, paged.total, paged.pagesLeft, paged.complete],
        [undefined, undefined, undefined, false],
      );
    });

    it('and end by the page’s length then', () => {
      const paged = snapshotOf({ monitors: 'abc', total: 1 }, { monitors: 'd', total: 1 });
      assert.deepEqual([paged.end, paged.complete, paged.shift], ['shortPage', true, undefined]);
    });

    it('of an empty page past the end that counts its own monitors', () => {
      const paged = snapshotOf({ monitors: 'abc', total: 9 }, { total: 0 });
      assert.deepEqual([paged.total, paged.shift, paged.complete], [9, undefined, false]);
    });

    it('of an older page where a newer one tells another', () => {
      assert.equal(snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 8 }).total, 8);
      assert.equal(snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def' }).total, 9);
      assert.equal(snapshotOf({ monitors: 'abc', total: 9 }, { monitors: 'def', total: 0 }).total, undefined);
    });
  });

  describe('of a service that serves fewer per page than asked for', () => {
    const list: StillList = { size: 7, tellsTotal: true, servesAtMost: 2 };

    it('are asked for in the length that came, go on to the total, and miss nothing', () => {
      const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 50 });
      const left: (number | undefined)[] = [];
      const sizes: number[] = [];
      while (paged.end === undefined) {
        const { nextPageIndex: pageIndex, pageSize } = paged;
        sizes.push(pageSize);
        paged.add(pageOf(list, { pageIndex, pageSize }));
        left.push(paged.pagesLeft);
      }
      assert.deepEqual(
        [left, sizes],
        [
          [3, 2, 1, 0],
          [50, 2, 2, 2],
        ],
      );
      assert.deepEqual(idsOf(paged.monitors), idsOf(monitorsFrom(0, 7)));
      assert.deepEqual([paged.end, paged.complete, paged.shift], ['total', true, undefined]);
    });
  });

  describe('left to read', () => {
    it('are unknown without a total', () => assert.equal(snapshotOf('abc').pagesLeft, undefined));
    it('are unknown before the first page', () =>
      assert.equal(new PagedMonitors({ id: 'a snapshot', pageSize: 3 }).pagesLeft, undefined));
    it('are counted with one', () => assert.equal(snapshotOf({ monitors: 'abc', total: 10 }).pagesLeft, 3));
    it('are none at the end', () => assert.equal(snapshotOf({ monitors: 'ab' }).pagesLeft, 0));
    it('are at least one while the list has not ended', () => {
      const paged = snapshotOf({ monitors: 'a', total: 3, hasMore: true }, { monitors: 'b', total: 3 });
      assert.deepEqual([paged.end, paged.pagesLeft], [undefined, 1]);
    });
  });

  describe('of a list that stands still', () => {
    const stillLists = fc.record({
      size: fc.nat({ max: 120 }),
      tellsTotal: fc.boolean(),
      tellsHasMore: fc.boolean(),
    });
    const readToEnd = (list: StillList, pageSize: number, known = NOTHING_KNOWN) => {
      const paged = new PagedMonitors({ id: 'a snapshot', pageSize, known });
      while (paged.end === undefined) {
        assert.equal(paged.complete, false);
        paged.add(pageOf(list, { pageIndex: paged.nextPageIndex, pageSize: paged.pageSize }));
        assert.equal(paged.shift, undefined, 'a false alarm');
      }
      return paged;
    };
    /** Of a service that fills its pages, and whose totals are totals. */
    const knownOf = (pageSize: number): KnownPaging => ({ longestPage: pageSize, tellsTotals: true });

    it('give every monitor once and in order, and never raise an alarm', () => {
      fc.assert(
        fc.property(stillLists, fc.integer({ min: 1, max: 40 }), (list, pageSize) => {
          const paged = readToEnd(list, pageSize);
          assert.deepEqual(idsOf(paged.monitors), idsOf(monitorsFrom(0, list.size)));
          assert.ok(paged.complete);
        }),
      );
    });

    it('with a total or a word that more follows: exactly the pages there are, and one for an empty account', () => {
      fc.assert(
        fc.property(stillLists, fc.integer({ min: 1, max: 40 }), (list, pageSize) => {
          fc.pre(list.tellsTotal || list.tellsHasMore);
          const paged = readToEnd(list, pageSize, knownOf(pageSize));
          assert.equal(paged.nextPageIndex, Math.max(1, Math.ceil(list.size / pageSize)));
        }),
      );
    });

    it('without either: one page more, and only where the last one is full', () => {
      fc.assert(
        fc.property(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 40 }), (size, pageSize) => {
          const { nextPageIndex } = readToEnd({ size }, pageSize, knownOf(pageSize));
          assert.equal(nextPageIndex, Math.floor(size / pageSize) + 1);
        }),
      );
    });

    it('and is served in smaller pages than asked for, with a total', () => {
      fc.assert(
        fc.property(fc.nat({ max: 90 }), fc.integer({ min: 1, max: 30 }), (size, servesAtMost) => {
          const known = { ...NOTHING_KNOWN, tellsTotals: true };
          const paged = readToEnd({ size, tellsTotal: true, servesAtMost }, 50, known);
          assert.equal(paged.nextPageIndex, Math.max(1, Math.ceil(size / servesAtMost)));
          assert.equal(paged.count, size);
          assert.ok(paged.complete);
        }),
      );
    });
  });
});

describe('a first page with fewer monitors than asked for', () => {
  const readFirst = (length: number, fields: Parameters<typeof aPage>[0] = {}, known = NOTHING_KNOWN) => {
    const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 500, known });
    paged.add(aPage({ pageSize: 500, monitors: monitorsFrom(0, length), ...fields }));
    return paged;
  };
  const readSecond = (paged: PagedMonitors, from: number, to: number) => {
    paged.add(aPage({ pageIndex: 1, pageSize: paged.pageSize, monitors: monitorsFrom(from, to) }));
    return paged;
  };

  it('may be cut to the most that the service gives, if its length is a usual one', () => {
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
      assert.deepEqual([end, mayBeEnd, complete], ['shortPage', false, true], `${length}`);
    }
  });

  it('is all there is if something says so, or if the address has filled a longer page', () => {
    assert.equal(readFirst(100, { hasMore: false }).complete, true);
    assert.equal(readFirst(100, { total: 100 }, { ...NOTHING_KNOWN, tellsTotals: true }).complete, true);
    assert.equal(readFirst(100, {}, { ...NOTHING_KNOWN, longestPage: 101 }).complete, true);
    assert.equal(readFirst(100, {}, { ...NOTHING_KNOWN, longestPage: 100 }).complete, false);
  });

  it('is followed by others in its length if one of them brings monitors, here and at the address', () => {
    const paged = readSecond(readFirst(100), 100, 200);
    assert.deepEqual([paged.end, paged.mayBeEnd, paged.pageSize], [undefined, false, 100]);
    assert.deepEqual(paged.learned, { longestPage: 100, pageSize: 100, tellsTotals: false });
    const ended = readSecond(readFirst(100), 100, 140);
    assert.deepEqual([ended.end, ended.complete, ended.learned.pageSize], ['shortPage', true, 100]);
  });

  it('is all there is if nothing follows, which is known for a day', () => {
    const paged = readSecond(readFirst(100), 0, 0);
    assert.deepEqual([paged.end, paged.complete, paged.mayBeEnd], ['emptyPage', true, false]);
    const known = mergePaging(NOTHING_KNOWN, paged.learned);
    const HOUR = 60 * 60_000;
    const later = (hours: number, length = 100) =>
      readFirst(length, { readAt: paged.pages[1]!.readAt + hours * HOUR }, known).complete;
    assert.deepEqual([later(0), later(23), later(25), later(1, 50)], [true, true, false, true]);
    const others = { monitors: monitorsFrom(100, 200), readAt: paged.pages[1]!.readAt };
    assert.equal(readFirst(100, others, known).complete, false, 'of another account');
    const grown = mergePaging(known, readSecond(readFirst(100), 100, 110).learned);
    assert.equal(readFirst(100, {}, grown).complete, false);
  });

  it('proves nothing if the next brings the same again', () => {
    const paged = readSecond(readFirst(100), 0, 100);
    assert.deepEqual([paged.end, paged.complete, paged.learned.end], ['nothingNew', false, undefined]);
  });
});

describe('a total that is the length of its page', () => {
  const readFirst = (length: number, total: number, known = NOTHING_KNOWN) => {
    const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 50, known });
    paged.add(aPage({ pageSize: 50, monitors: monitorsFrom(0, length), total }));
    return paged;
  };

  it('proves nothing if the page is full, or may be', () => {
    for (const length of [50, 25]) {
      const { end, mayBeEnd, complete, total } = readFirst(length, length);
      assert.deepEqual([end, mayBeEnd, complete, total], [undefined, true, false, undefined]);
    }
    assert.equal(readFirst(37, 37).complete, true);
  });

  it('is believed once the address has given a total that is more', () => {
    const { learned } = readFirst(50, 51);
    assert.equal(learned.tellsTotals, true);
    const known = mergePaging(NOTHING_KNOWN, learned);
    assert.deepEqual([readFirst(50, 50, known).complete, readFirst(25, 25, known).complete], [true, true]);
  });

  it('is no sign that the list moved if those of other pages differ', () => {
    const paged = readFirst(50, 50);
    paged.add(aPage({ pageIndex: 1, pageSize: 50, monitors: monitorsFrom(50, 100), total: 50 }));
    paged.add(aPage({ pageIndex: 2, pageSize: 50, monitors: monitorsFrom(100, 110), total: 10 }));
    assert.deepEqual([paged.end, paged.complete, paged.shift], ['shortPage', true, undefined]);
  });

  it('is not believed if it grows with what was received', () => {
    const paged = readFirst(50, 50);
    paged.add(aPage({ pageIndex: 1, pageSize: 50, monitors: monitorsFrom(50, 100), total: 100 }));
    assert.equal(paged.learned.tellsTotals, false);
  });
});

describe('monitors inside others', () => {
  const inside = (id: string, parent: string) => aMonitor({ id, parent });

  it('are rows, and count neither as records of the page nor against the total', () => {
    const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 2, known: KNOWN });
    const monitors = [aMonitor({ id: 'a' }), inside('a1', 'A'), inside('a2', 'A'), aMonitor({ id: 'b' })];
    paged.add(aPage({ pageSize: 2, monitors, lengths: [2], total: 3 }));
    assert.deepEqual([paged.count, paged.total, paged.end, paged.pagesLeft], [4, 5, undefined, 1]);
    const last = [aMonitor({ id: 'c' }), inside('c1', 'C')];
    paged.add(aPage({ pageIndex: 1, pageSize: 2, monitors: last, lengths: [1], total: 3 }));
    assert.deepEqual([paged.count, paged.total, paged.complete], [6, 6, true]);
  });

  it('are no sign that the list moved if the list has them, too', () => {
    const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 2, known: KNOWN });
    paged.add(
      aPage({
        pageSize: 2,
        monitors: [aMonitor({ id: 'a' }), inside('b', 'A'), aMonitor({ id: 'c' })],
        lengths: [2],
      }),
    );
    paged.add(aPage({ pageIndex: 1, pageSize: 2, monitors: [aMonitor({ id: 'b' })], lengths: [1] }));
    assert.deepEqual(
      [paged.end, paged.count, paged.shift, paged.complete],
      ['shortPage', 3, undefined, true],
    );
  });
});

describe('several lists in a response', () => {
  it('have pages of their own: they end with the longest', () => {
    const paged = new PagedMonitors({ id: 'a snapshot', pageSize: 2, known: KNOWN });
    paged.add(aPage({ pageSize: 2, monitors: 'abc', lengths: [2, 1] }));
    assert.equal(paged.end, undefined);
    paged.add(aPage({ pageIndex: 1, pageSize: 2, monitors: 'de', lengths: [2, 0] }));
    assert.equal(paged.end, undefined);
    paged.add(aPage({ pageIndex: 2, pageSize: 2, monitors: 'f', lengths: [1, 0] }));
    assert.deepEqual([paged.end, paged.complete], ['shortPage', true]);
  });
});
