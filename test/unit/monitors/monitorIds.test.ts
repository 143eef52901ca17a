import assert from 'node:assert/strict';
import { toContentId, UniqueIds } from '../../../src/monitors/monitorIds';

describe('the ids of the monitors of a page', () => {
  const given = (...wanted: [id: string, listName: string][]): string[] => {
    const ids = new UniqueIds();
    return wanted.map(([id, listName]) => ids.toUnique(id, listName));
  };

  it('are those of the service, and one that comes again gets a number', () => {
    assert.deepEqual(given(['a', ''], ['b', ''], ['a', ''], ['a', ''], ['b', '']), [
      'a',
      'b',
      'a#2',
      'a#3',
      'b#2',
    ]);
  });

  it('are told apart by the name of the list, and by a number only within it', () => {
    assert.deepEqual(given(['a', 'http'], ['a', 'dns'], ['a', 'dns'], ['a', 'dns']), [
      'a',
      'dns/a',
      'dns/a#2',
      'dns/a#3',
    ]);
  });

  it('are unique too where a service gives an id that looks like one of these', () => {
    assert.deepEqual(given(['a#2', ''], ['dns/a', ''], ['a', ''], ['a', ''], ['a', 'dns']), [
      'a#2',
      'dns/a',
      'a',
      'a#3',
      'dns/a#2',
    ]);
    assert.deepEqual(given(['a', ''], ['a', ''], ['a#2', '']), ['a', 'a#2', 'a#2#2']);
  });
});

describe('an id made of what a record says', () => {
  it('is the same in all versions, as pins are kept by it', () => {
    assert.deepEqual([{ name: 'Checkout', n: 1 }, '', ['ö', null]].map(toContentId), [
      '~1w3mihc1ju3',
      '~3nj1ggyqd3',
      '~aw2htu2t0c',
    ]);
  });

  it('tells apart what differs in a single character, or in the order', () => {
    const contents = [{ a: 1 }, { a: 2 }, { b: 1 }, [1, 2], [2, 1], 'x', 'y', '', 0, null];
    assert.equal(new Set(contents.map(toContentId)).size, contents.length);
  });

  it('is no secret: records that differ in one have the same', () => {
    assert.equal(toContentId({ password: 'one' }), toContentId({ password: 'two' }));
  });

  it('takes time for the first 4,000 characters only', () => {
    const long = (end: string): string => toContentId('x'.repeat(4_000) + end);
    assert.equal(long('a'), long('b'));
    assert.notEqual(toContentId('x'.repeat(3_990) + 'a'), toContentId('x'.repeat(3_990) + 'b'));
  });

  it('is there also of what can’t be written as JSON', () => {
    let deep: unknown = [];
    for (let level = 0; level < 50_000; level++) {
      deep = [deep];
    }
    assert.equal(toContentId(deep), toContentId(undefined));
    assert.match(toContentId(undefined), /^~[0-9a-z]+$/);
  });
});
