import assert from 'node:assert/strict';
import { someViews } from '../../support/aDatabase';
import type { Monitor } from '../../../src/monitors/monitor';
import { ViewState } from '../../../src/account/choices';
import { aMonitor } from '../../support/aMonitor';

const HOUR = 60 * 60_000;

function aState() {
  const clock = { nowMs: Date.UTC(2026, 0, 15) };
  const now = () => clock.nowMs;
  return { clock, state: new ViewState(someViews(), () => 'ada', now, assert.ifError) };
}

describe('A pin', () => {
  it('stays on its monitor if the service changes the normal form of the ID, but not its case', async () => {
    const { state } = aState();
    await state.pin([aMonitor({ id: 'cafe\u0301' })]);
    assert.deepEqual([state.isPinned('café'), state.isPinned('CAFÉ')], [true, false]);
    await state.pin([aMonitor({ id: 'café' })]);
    assert.equal(state.pins.length, 1);
    await state.unpin(['cafe\u0301']);
    assert.deepEqual(state.pins, []);
  });
});

describe('A mute', () => {
  const down = aMonitor({ id: 'm1', status: 'down' });
  const finds =
    (...monitors: readonly Monitor[]) =>
    (id: string) =>
      monitors.find((monitor) => monitor.id === id);

  it('for an hour ends after an hour', async () => {
    const { clock, state } = aState();
    await state.mute(['m1'], clock.nowMs + HOUR, ' waiting for DNS ');
    assert.equal(state.muteOf('m1')?.note, 'waiting for DNS');
    clock.nowMs += HOUR;
    assert.equal(state.muteOf('m1'), undefined);
  });

  it('until the monitor recovers stays when it is degraded, and ends with the recovery', async () => {
    const { state } = aState();
    await state.mute(['m1'], 'recovered');
    await state.endMutes(finds({ ...down, status: 'degraded' }));
    await state.endMutes(finds());
    assert.ok(state.muteOf('m1'), 'also while it is not loaded');
    await state.endMutes(finds({ ...down, status: 'up' }));
    await state.endMutes(finds(down));
    assert.equal(state.muteOf('m1'), undefined);
  });

  it('until it is unmuted is ended only by the user', async () => {
    const { clock, state } = aState();
    await state.mute(['m1'], 'unmuted');
    clock.nowMs += 1_000 * HOUR;
    await state.endMutes(finds({ ...down, status: 'up' }));
    assert.ok(state.muteOf('m1'));
    await state.unmute(['m1']);
    assert.equal(state.muteOf('m1'), undefined);
  });
});
