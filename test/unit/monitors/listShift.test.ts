import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PagedMonitors } from '../../../src/monitors/pagedMonitors';
import { aPage } from '../../support/aPage';

/** Reads `list` in pages of `pageSize`; `between` changes it before each page but the first. */
function readWhile(
  list: string[],
  { pageSize = 3, between }: { pageSize?: number; between: (pageIndex: number) => void },
): PagedMonitors {
  const known = { longestPage: pageSize, tellsTotals: true };
  const paged = new PagedMonitors('a snapshot', pageSize, known);
  while (paged.end === undefined) {
    const pageIndex = paged.nextPageIndex;
    if (pageIndex > 0) {
      between(pageIndex);
    }
    const monitors = list.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize).join('');
    paged.add(aPage({ pageIndex, pageSize, monitors, total: list.length }));
  }
  return paged;
}

describe('A list that changes between two pages', () => {
  it('is reported for a short page in the middle, even with a total that is too small', () => {
    for (const told of [{}, { total: 2 }]) {
      const paged = new PagedMonitors('a snapshot', 3);
      paged.add(aPage({ monitors: 'abc', hasMore: true, ...told }));
      paged.add(aPage({ pageIndex: 1, monitors: 'd', hasMore: true, ...told }));
      assert.equal(paged.mayMiss, 0, 'it may still be the last one');
      paged.add(aPage({ pageIndex: 2, monitors: 'efg', hasMore: false, ...told }));
      assert.deepEqual([paged.mayMiss, paged.complete], [2, false]);
    }
  });

  it('is not reported for monitors that were added at the end', () => {
    const list = [...'abcde'];
    const paged = readWhile(list, { between: (page) => page === 1 && list.push('x') });
    assert.deepEqual([paged.count, paged.mayMiss, paged.complete], [6, 0, true]);
  });

  it('is never complete if a change hid a monitor', () => {
    const changes = fc.record({
      size: fc.integer({ min: 4, max: 30 }),
      pageSize: fc.integer({ min: 1, max: 6 }),
      at: fc.nat({ max: 29 }),
      beforePage: fc.integer({ min: 1, max: 6 }),
      kind: fc.constantFrom('insertion', 'deletion'),
    });
    fc.assert(
      fc.property(changes, ({ size, pageSize, at, beforePage, kind }) => {
        const list = Array.from({ length: size }, (_, index) =>
          String.fromCharCode(0x4e00 + index),
        );
        const paged = readWhile(list, {
          pageSize,
          between: (page) => {
            const added = kind === 'insertion' ? ['x'] : [];
            void (page === beforePage && list.splice(at % list.length, 1 - added.length, ...added));
          },
        });
        const missing = list.filter(
          (id) => !paged.monitors.some((monitor) => monitor.id === id),
        ).length;
        if (missing > 0) {
          assert.equal(paged.complete, false);
          assert.ok(paged.mayMiss >= missing, `${missing} are missing`);
        }
      }),
    );
  });
});
