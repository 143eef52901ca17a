import assert from 'node:assert/strict';
import { readList } from '../../../src/monitors/listing';
import type { Page, PageList } from '../../../src/monitors/page';
import { mergeLists, withPages, withRefresh } from '../../../src/monitors/pageList';
import { aList, aPage, readAnswer, type Answer } from '../../support/aList';

function monitorsOf(list: PageList): string {
  const { readings, notReadAgain } = readList(list, readAnswer);
  return [[...readings.keys()].join(' '), [...notReadAgain.keys()].join(' ')].join(' | ');
}

function somePages(...answers: readonly Answer[]): readonly Page[] {
  return answers.map((answer, index) => aPage(index, answer));
}

describe('A page that is read again', () => {
  it('replaces the one with the same index', () => {
    const list = withPages(aList('a b c', 'd'), [aPage(1, { entries: 'e' })], readAnswer);
    assert.equal(monitorsOf(list), 'a b c e | d');
  });

  it('keeps the later reading of a monitor that an older page has, too', () => {
    const moved = withPages(aList('a b c', 'd a!'), [aPage(1, { entries: 'd e' })], readAnswer);
    assert.equal(readList(moved, readAnswer).readings.get('a')?.monitor.status, 'down');
    const again = withPages(moved, [aPage(0, { entries: 'a b c' })], readAnswer);
    assert.equal(readList(again, readAnswer).readings.get('a')?.monitor.status, 'up');
    assert.deepEqual(again.replaced, []);
  });

  it('does not replace a page of a later call', () => {
    const early = aPage(0, { entries: 'x' });
    assert.equal(monitorsOf(withPages(aList('a b c'), [early], readAnswer)), 'a b c | ');
  });
});

describe('A full refresh', () => {
  it('keeps the monitors of a page behind a page that failed', () => {
    const list = withPages(aList('a b c'), [aPage(2, { entries: 'g!' })], readAnswer);
    const refreshed = withRefresh(list, somePages({ entries: 'a b c' }), readAnswer);
    assert.equal(monitorsOf(refreshed), 'a b c | g');
  });

  it('keeps them if the total fell by another number', () => {
    const list = aList({ entries: 'a b c', total: 9 });
    const fresh = somePages({ entries: 'a b', total: 7 });
    assert.equal(monitorsOf(withRefresh(list, fresh, readAnswer)), 'a b | c');
  });
});

describe('The pages of two windows', () => {
  it('are joined by the later calls', () => {
    const list = aList('a b c', 'd e f');
    const one = withPages(list, [aPage(2, { entries: 'g' })], readAnswer);
    const other = withPages(list, [aPage(0, { entries: 'a! b c' })], readAnswer);
    assert.equal(monitorsOf(mergeLists(one, other, readAnswer)), 'a b c d e f g | ');
    assert.equal(monitorsOf(mergeLists(other, one, readAnswer)), 'a b c d e f g | ');
    const { readings } = readList(mergeLists(one, other, readAnswer), readAnswer);
    assert.equal(readings.get('a')?.monitor.status, 'down');
  });

  it('come from the later full refresh', () => {
    const list = aList('a b c', 'd e f');
    const refreshed = withRefresh(list, somePages({ entries: 'a b c' }), readAnswer);
    assert.equal(monitorsOf(mergeLists(list, refreshed, readAnswer)), 'a b c | d e f');
  });

  it('come from the window that has some, if the other is empty', () => {
    assert.equal(monitorsOf(mergeLists(aList(), aList('a'), readAnswer)), 'a | ');
  });
});
