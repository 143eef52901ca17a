import assert from 'node:assert/strict';
import * as plan from '../../../src/credits/plan';

describe('the plan of calls', () => {
  it('is one call for a page', () => {
    assert.deepEqual(plan.planOnePage(), { calls: 1, bound: 'exactly' });
  });

  it('is a call for each loaded page on a refresh, and one where nothing is loaded', () => {
    assert.deepEqual(plan.planRefresh(3), { calls: 3, bound: 'exactly' });
    assert.deepEqual(plan.planRefresh(0), { calls: 1, bound: 'exactly' });
  });

  it('is a call for each page that is left, and "at least one" where the total is unknown', () => {
    assert.deepEqual(plan.planPages(5), { calls: 5, bound: 'exactly' });
    assert.deepEqual(plan.planPages(0), { calls: 0, bound: 'exactly' });
    assert.deepEqual(plan.planPages(undefined), { calls: 1, bound: 'atLeast' });
  });

  it('asks above the number of calls that was set, and wherever there is no upper bound', () => {
    assert.equal(plan.needsConfirmation({ calls: 5, bound: 'exactly' }, 5), false);
    assert.equal(plan.needsConfirmation({ calls: 6, bound: 'upTo' }, 5), true);
    assert.equal(plan.needsConfirmation({ calls: 1, bound: 'atLeast' }, 5), true);
  });

  it('is credits only where someone said what a call costs', () => {
    const three = plan.planRefresh(3);
    assert.equal(plan.toCredits(three, 2), 6);
    assert.equal(plan.toCredits(three, 0), 0);
    for (const nothing of [undefined, -1, NaN, Infinity]) {
      assert.equal(plan.toCredits(three, nothing), undefined);
    }
  });
});
