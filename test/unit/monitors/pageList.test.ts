import assert from 'node:assert/strict';
import { readList } from '../../../src/monitors/loadedMonitors';
import type { PageList } from '../../../src/monitors/page';
import { mergeLists, withPages, withRefresh } from '../../../src/monitors/pageList';
import { aList, aPage, readAnswer, withPage, type Answer } from '../../support/aList';

function monitorsOf(list: PageList): string {
  const { readings, notReadAgain } = readList(list, readAnswer);
  return [[...readings.keys()].join(' '), [...notReadAgain.keys()].join(' ')].join(' | ');
}

/** A full refresh with one page. */
function refresh(list: PageList, answer: Answer): PageList {
  return withRefresh(list, [aPage(0, answer)], readAnswer);
}

describe('A page that is read again', () => {
  it('replaces the one with the same index', () => {
    const list = withPage(aList('a b c', 'd'), 1, 'e');
    assert.equal(monitorsOf(list), 'a b c e | d');
  });

  it('keeps the later reading of a monitor that an older page has, too', () => {
    const moved = withPage(aList('a b c', 'd a!'), 1, 'd e');
    assert.equal(readList(moved, readAnswer).readings.get('a')?.monitor.status, 'down');
    const again = withPage(moved, 0, 'a b c');
    assert.equal(readList(again, readAnswer).readings.get('a')?.monitor.status, 'up');
    assert.deepEqual(again.replaced, []);
  });

  it('does not replace a page of a later call', () => {
    const early = aPage(0, 'x');
    assert.equal(monitorsOf(withPages(aList('a b c'), [early], readAnswer)), 'a b c | ');
  });
});

describe('A full refresh', () => {
  it('keeps the monitors of a page behind a page that failed', () => {
    const list = withPage(aList('a b c'), 2, 'g!');
    assert.equal(monitorsOf(refresh(list, 'a b c')), 'a b c | g');
  });

  it('keeps a monitor that it lacks if the total fell by another number', () => {
    const list = aList('a b c | total 9');
    assert.equal(monitorsOf(refresh(list, 'a b | total 7')), 'a b | c');
  });
});

describe('The pages of two windows', () => {
  const list = aList('a b c', 'd e f');
  const CASES: readonly (readonly [string, PageList, PageList, string])[] = [
    [
      'are joined by the later calls',
      withPage(list, 2, 'g'),
      withPage(list, 0, 'a b x'),
      'a b x d e f g | c',
    ],
    ['come from the later full refresh', list, refresh(list, 'a b c'), 'a b c | d e f'],
    ['come from the window that has some, if the other is empty', aList(), list, 'a b c d e f | '],
  ];
  for (const [title, first, second, expected] of CASES) {
    it(title, () => {
      assert.equal(monitorsOf(mergeLists(first, second, readAnswer)), expected);
      assert.equal(monitorsOf(mergeLists(second, first, readAnswer)), expected);
    });
  }
});
