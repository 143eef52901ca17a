import assert from 'node:assert/strict';
import { learnMapping, needsLearning } from '../../../src/mapping/learnMapping';
import { NO_PICKS } from '../../../src/mapping/picker/picks';
import { aResponse } from '../../support/corpus';
import { aPageOf } from '../../support/readPages';

const learn = (...responses: readonly unknown[]) => learnMapping(responses, undefined, NO_PICKS);
const first = {
  monitors: [
    { id: 1, name: 'Shop', status: 'up' },
    { id: 2, name: 'Blog', status: 'up' },
  ],
};
const known = learn(first).mapping!;

describe('A mapping', () => {
  const needs: readonly (readonly [boolean, string, unknown])[] = [
    [false, 'a page with the same fields', first],
    [false, 'an empty page', { monitors: [] }],
    [false, 'a page that leaves the list out', {}],
    [false, 'a page that says that there are no monitors', null],
    [true, 'a page with a list in another place', { data: first }],
    [true, 'a page without names', { monitors: [{ id: 1, title: 'Shop', status: 'up' }] }],
    [true, 'a page without ids', { monitors: [{ uid: 1, name: 'Shop', status: 'up' }] }],
    [true, 'a page without statuses', { monitors: [{ id: 1, name: 'Shop', state: 'up' }] }],
  ];
  for (const [isNeeded, what, json] of needs) {
    it(`${isNeeded ? 'is' : "isn't"} learned again from ${what}`, () =>
      assert.equal(needsLearning(known, aPageOf(aResponse(json))), isNeeded));
  }

  it('is learned from the first page, but not if it says that there are no monitors', () => {
    assert.equal(needsLearning(undefined, aPageOf(aResponse(first))), true);
    assert.equal(needsLearning(undefined, aPageOf(aResponse(null))), false);
  });

  it('is learned from an empty list, and again from the first records', () => {
    const { mapping } = learn({ monitors: [] });
    assert.equal(mapping?.list, 'monitors');
    assert.equal(needsLearning(mapping, aPageOf(aResponse(first))), true);
    assert.deepEqual(learnMapping([first], mapping, NO_PICKS).mapping?.fields.id, ['id']);
  });

  it('gets the name of a later page, and keeps its id', () => {
    const later = { monitors: [{ id: 1, uuid: 'a', title: 'Shop', status: 'up' }] };
    const { fields } = learnMapping([first, later], known, NO_PICKS).mapping!;
    assert.deepEqual([fields.id, fields.name], [['id'], ['name', 'title']]);
  });

  it('keeps the id field even if all pages have another one', () => {
    const later = { monitors: [{ uuid: 'a', name: 'Shop', status: 'up' }] };
    assert.deepEqual(learnMapping([later], known, NO_PICKS).mapping?.fields.id, ['id']);
  });
});
