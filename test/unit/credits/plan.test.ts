import assert from 'node:assert/strict';
import * as plan from '../../../src/credits/plan';

describe('the plan of calls', () => {
  const halfway = { loaded: 100, nextPageIndex: 2, pageSize: 50 };

  it('is one call for a page', () => {
    assert.deepEqual(plan.planFirstPage(), { calls: 1, bound: 'exactly' });
    assert.deepEqual(plan.planLoadMore(), { calls: 1, bound: 'exactly' });
  });

  it('is a call for each loaded page on a refresh, and one where nothing is loaded', () => {
    assert.deepEqual(plan.planRefresh(3), { calls: 3, bound: 'exactly' });
    assert.deepEqual(plan.planRefresh(0), { calls: 1, bound: 'exactly' });
  });

  for (const [total, calls] of [
    [340, 5],
    [350, 5],
    [351, 6],
    [101, 1],
    [100, 0],
    [60, 0],
    [0, 0],
  ] as const) {
    it(`is exactly ${calls} calls for the rest of ${total} monitors with 100 loaded`, () => {
      assert.deepEqual(plan.planLoadAll({ ...halfway, total }), { calls, bound: 'exactly' });
    });
  }

  it('never goes beyond the bound that was set', () => {
    assert.deepEqual(plan.planLoadAll({ ...halfway, total: 10_000, maxPages: 20 }), {
      calls: 20,
      bound: 'exactly',
    });
    assert.deepEqual(plan.planPages(3, -1), { calls: 0, bound: 'exactly' });
  });

  it('is "up to" the bound where the total is unknown, and "at least one" without a bound', () => {
    assert.deepEqual(plan.planLoadAll({ ...halfway, maxPages: 20 }), { calls: 20, bound: 'upTo' });
    assert.deepEqual(plan.planLoadAll(halfway), { calls: 1, bound: 'atLeast' });
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

  it('of auto refresh is what a whole day can cost', () => {
    assert.equal(plan.autoRefreshCallsPerDay(15, 3), 288);
    assert.equal(plan.autoRefreshCallsPerDay(7, 1), 205);
    assert.equal(plan.autoRefreshCallsPerDay(60, 0), 24);
    assert.equal(plan.autoRefreshCallsPerDay(0, 3), 0);
  });
});
