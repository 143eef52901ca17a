import assert from 'node:assert/strict';
import type { Monitor } from '../../../src/monitors/monitor';
import { Choices } from '../../../src/account/choices';
import { aMonitor } from '../../support/aMonitor';

const HOUR = 60 * 60_000;

function someChoices() {
  const clock = { nowMs: Date.UTC(2026, 0, 15) };
  const now = () => clock.nowMs;
  return { clock, choices: new Choices(now, () => undefined) };
}

describe('A pin', () => {
  it('stays on its monitor if the service changes the normal form of the ID, but not its case', () => {
    const { choices } = someChoices();
    choices.pin([aMonitor({ id: 'cafe\u0301' })]);
    assert.deepEqual([choices.isPinned('café'), choices.isPinned('CAFÉ')], [true, false]);
    choices.pin([aMonitor({ id: 'café' })]);
    assert.equal(choices.pins.length, 1);
    choices.unpin(['cafe\u0301']);
    assert.deepEqual(choices.pins, []);
  });
});

describe('A mute', () => {
  const down = aMonitor({ id: 'm1', status: 'down' });
  const finds =
    (...monitors: readonly Monitor[]) =>
    (id: string) =>
      monitors.find((monitor) => monitor.id === id);

  it('for an hour ends after an hour', () => {
    const { clock, choices } = someChoices();
    choices.mute(['m1'], clock.nowMs + HOUR, ' waiting for DNS ');
    assert.equal(choices.muteOf('m1')?.note, 'waiting for DNS');
    const { mutes } = choices;
    clock.nowMs += HOUR - 1;
    assert.equal(choices.mutes, mutes, 'the same array, which callers compare');
    clock.nowMs += 1;
    assert.equal(choices.muteOf('m1'), undefined);
  });

  for (const [title, until, isEnded] of [
    [
      'until the monitor recovers ends when it is up, and not when it is unknown',
      'recovered',
      true,
    ],
    ['until it is unmuted is ended only by the user', 'unmuted', false],
  ] as const) {
    it(title, () => {
      const { clock, choices } = someChoices();
      choices.mute(['m1'], until);
      clock.nowMs += 1_000 * HOUR;
      for (const status of ['degraded', 'unknown', 'pending', 'paused'] as const) {
        choices.endMutes(finds({ ...down, status }));
      }
      choices.endMutes(finds());
      assert.ok(choices.muteOf('m1'), 'also while it is not loaded');
      choices.endMutes(finds({ ...down, status: 'up' }));
      assert.equal(choices.muteOf('m1') === undefined, isEnded);
      choices.unmute(['m1']);
      assert.equal(choices.muteOf('m1'), undefined);
    });
  }
});
