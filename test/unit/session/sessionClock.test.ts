import assert from 'node:assert/strict';
import { SessionClock } from '../../../src/session/sessionClock';
import { aSession, DAY, MINUTE, NOON } from '../../support/aSession';
import { ManualClock } from '../../support/manualClock';

const session = aSession();

describe('The clock of a session', () => {
  let clock: ManualClock;
  let watch: SessionClock;
  let heard: (number | undefined)[];

  beforeEach(() => {
    clock = new ManualClock(NOON);
    watch = listenTo(new SessionClock(clock));
  });

  function listenTo(sessionClock: SessionClock): SessionClock {
    heard = [];
    sessionClock.onDidChange(() => heard.push(sessionClock.msLeft));
    return sessionClock;
  }

  it('fires 20 minutes before the end, every minute from then, and at the end', () => {
    watch.watch(session);
    clock.advance(DAY - 20 * MINUTE - 1);
    assert.deepEqual(heard, []);
    clock.advance(1);
    assert.deepEqual(heard, [20 * MINUTE]);
    clock.advance(20 * MINUTE - 1);
    assert.deepEqual(heard.slice(-3), [30_000, 20_000, 10_000]);
    clock.advance(1);
    assert.equal(heard.at(-1), 0);
    assert.equal(heard.length, 20 + 6, 'every ten seconds in the last minute');
  });

  it('keeps time for a token of ten years, which no single timer can', () => {
    watch.watch(aSession({ lifetimeMs: 3_650 * DAY }));
    clock.advance(DAY);
    assert.deepEqual(heard, []);
    clock.jump(3_649 * DAY - 10 * MINUTE);
    clock.advance(MINUTE);
    assert.deepEqual(heard, [9 * MINUTE]);
  });

  it('fires within a minute after sleep', () => {
    watch.watch(session);
    clock.jump(2 * DAY);
    assert.deepEqual(heard, []);
    clock.advance(MINUTE);
    assert.deepEqual(heard, [0]);
  });

  it('corrects itself when a wrong clock is set right', () => {
    watch.watch(session);
    clock.jump(365 * DAY);
    clock.advance(MINUTE);
    clock.jump(-365 * DAY);
    clock.advance(MINUTE);
    assert.deepEqual(heard, [0, undefined]);
  });

  it('leaves no timer when it is disposed of', () => {
    watch.watch(session);
    watch.dispose();
    clock.advance(2 * DAY);
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(heard, []);
  });
});
