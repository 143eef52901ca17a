import assert from 'node:assert/strict';
import { readList, type Listing } from '../../../src/monitors/listing';
import { NO_PAGES, type PageList } from '../../../src/monitors/page';
import { withPages } from '../../../src/monitors/pageList';
import { aList, aPage, readAnswer } from '../../support/aList';

/** `a: up, b: down`; made ids are `~`. */
function statusesOf(list: PageList): string {
  const { readings } = readList(list, readAnswer);
  const texts = [...readings].map(([id, { monitor }]) => {
    return `${id.startsWith('~') ? '~' : id}: ${monitor.status}`;
  });
  return texts.join(', ');
}

function missingOf({ notReadAgain }: Listing): string {
  return [...notReadAgain.keys()].join(' ');
}

describe('The monitors of a list', () => {
  it('are in the order in which the pages have them', () => {
    assert.equal(statusesOf(aList('a b! c', 'd')), 'a: up, b: down, c: up, d: up');
  });

  it('have the status of the later call, if two pages have them', () => {
    const [first, last] = aList('a b', 'c').pages;
    const again = aPage(0, { entries: 'c! a' });
    const list = withPages({ pages: [first!, last!], replaced: [] }, [again], readAnswer);
    assert.equal(statusesOf(list), 'c: down, a: up');
  });

  it('have the worse status if the calls of two pages overlapped', () => {
    const pages = [
      aPage(0, { entries: 'a!' }, { call: { number: 1001, begun: 10, ended: 20 } }),
      aPage(1, { entries: 'a' }, { call: { number: 1002, begun: 15, ended: 25 } }),
    ];
    assert.equal(statusesOf({ pages, replaced: [] }), 'a: down');
  });

  it('are two rows if a response gives an id two names', () => {
    assert.equal(statusesOf(aList('a=Shop a=Blog! b')), '~: up, ~: down, b: up');
  });

  it('are never merged in one response if they have no ids', () => {
    assert.equal(statusesOf(aList('=Shop =Shop!')), '~: up, ~: down');
  });

  it('stay apart if the ids begin again on each page', () => {
    assert.equal(statusesOf(aList('1=A 2=B', '1=C 2=D!')), '1: up, 2: up, ~: up, ~: down');
  });

  it('are the same monitor after it was renamed', () => {
    const list = aList('a=Shop b c', 'd');
    const renamed = withPages(list, [aPage(0, { entries: 'a=Market b c' })], readAnswer);
    assert.equal(statusesOf(renamed), 'a: up, b: up, c: up, d: up');
    assert.equal(missingOf(readList(renamed, readAnswer)), '');
  });

  it('continue a listing if only pages were added', () => {
    const list = aList('a b c');
    const before = readList(list, readAnswer);
    const longer = withPages(list, [aPage(1, { entries: 'd' })], readAnswer);
    assert.deepEqual(
      [...readList(longer, readAnswer, before).readings.keys()],
      [...readList(longer, readAnswer).readings.keys()],
    );
  });
});

describe('A monitor that is on no page after a page was read again', () => {
  it('is an ordinary one again if a later page has it', () => {
    const list = withPages(aList('a b c', 'd'), [aPage(0, { entries: 'x a b' })], readAnswer);
    const next = withPages(list, [aPage(1, { entries: 'c d' })], readAnswer);
    assert.equal(missingOf(readList(next, readAnswer)), '');
    assert.deepEqual(next.replaced, []);
  });

  it('is not there if nothing was loaded before', () => {
    const list = withPages(NO_PAGES, [aPage(0, { entries: 'a' })], readAnswer);
    assert.equal(missingOf(readList(list, readAnswer)), '');
  });
});
