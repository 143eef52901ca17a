import assert from 'node:assert/strict';
import { someViews } from '../../support/aDatabase';
import type { Monitor } from '../../../src/monitors/monitor';
import { ViewState } from '../../../src/ui/tree/viewState';
import { aMonitor } from '../../support/aMonitor';

describe('The last filters', () => {
  it('are offered newest first, each once, ten at most, and by account', async () => {
    let account = 'ada';
    const state = new ViewState({
      views: someViews(),
      onError: assert.ifError,
      account: () => account,
      now: () => 0,
    });
    for (let index = 1; index <= 12; index++) {
      await state.rememberFilter(`tag:${index}`);
    }
    await state.rememberFilter(' tag:5 ');
    await state.rememberFilter('   ');
    await state.rememberFilter('x'.repeat(501));
    assert.deepEqual(
      state.recentFilters,
      [5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map((index) => `tag:${index}`),
    );
    account = 'bob';
    assert.deepEqual(state.recentFilters, []);
  });
});

describe('A pin', () => {
  it('stays on its monitor if the service changes the normal form of the ID, but not its case', async () => {
    const state = new ViewState({
      views: someViews(),
      onError: assert.ifError,
      account: () => 'ada',
      now: () => 0,
    });
    await state.pin(aMonitor({ id: 'cafe\u0301' }));
    assert.deepEqual([state.isPinned('café'), state.isPinned('CAFÉ')], [true, false]);
    await state.pin(aMonitor({ id: 'café' }));
    assert.equal(state.pins.length, 1);
    await state.unpin('cafe\u0301');
    assert.deepEqual(state.pins, []);
  });
});

describe('A monitor that is hidden from the badge', () => {
  const HOUR = 60 * 60_000;

  function aState() {
    const clock = { now: Date.UTC(2026, 0, 15) };
    const state = new ViewState({
      views: someViews(),
      onError: assert.ifError,
      account: () => 'ada',
      now: () => clock.now,
    });
    return { clock, state };
  }

  const down = aMonitor({ id: 'm1', status: 'down' });
  const finds =
    (...monitors: readonly Monitor[]) =>
    (id: string) =>
      monitors.find((monitor) => monitor.id === id);

  it('is so for its time and no longer', async () => {
    const { clock, state } = aState();
    await state.hideFromBadge(down, HOUR);
    assert.equal(state.uncounted(finds(down)).length, 1);
    clock.now += HOUR;
    assert.equal(state.uncounted(finds(down)).length, 0);
    assert.equal(state.isHidden(down), false);
  });

  it('counts again once its status has changed, also when it goes down anew', async () => {
    const { state } = aState();
    let told = 0;
    state.onDidChange(() => told++);
    await state.hideFromBadge(down);
    await state.followStatuses(finds(down));
    await state.followStatuses(finds());
    assert.equal(state.isHidden(down), true, 'as it was, or not loaded for a while');
    assert.equal(told, 1);
    await state.followStatuses(finds({ ...down, status: 'up' }));
    await state.followStatuses(finds(down));
    assert.equal(state.isHidden(down), false);
    assert.equal(told, 2);
  });
});
