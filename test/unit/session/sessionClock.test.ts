import assert from 'node:assert/strict';
import { SessionClock, setTimer } from '../../../src/session/sessionClock';
import { until } from '../../support/temporaryFolder';
import { aSession, DAY, HOUR, MINUTE, NOON } from '../../support/aSession';
import { ManualClock } from '../../support/manualClock';

const session = aSession();

describe('the clock of a session', () => {
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

  it('tells 20 minutes before the end, every minute from then, and at the end', () => {
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

  it('tells of a session of seconds in seconds', () => {
    watch.watch(aSession({ expiresInMs: 12_000 }));
    clock.advance(12_000);
    assert.deepEqual(heard, [12_000, 10_000, 0]);
  });

  it('tells within a minute of waking from sleep', () => {
    watch.watch(session);
    clock.jump(2 * DAY);
    assert.deepEqual(heard, []);
    clock.advance(MINUTE);
    assert.deepEqual(heard, [0]);
  });

  it('tells at once when it is asked to look', () => {
    watch.watch(session);
    clock.jump(2 * DAY);
    watch.check();
    assert.deepEqual(heard, [0]);
  });

  it('tells whole minutes also where it is asked to look within one', () => {
    watch.watch(session);
    clock.jump(DAY - 90_000);
    watch.check();
    assert.deepEqual(heard, [2 * MINUTE]);
  });

  it('takes back what it said, once a wrong clock is put right', () => {
    watch.watch(session);
    clock.jump(365 * DAY);
    clock.advance(MINUTE);
    clock.jump(-365 * DAY);
    clock.advance(MINUTE);
    assert.deepEqual(heard, [0, undefined]);
  });

  it('looks at the clock once a minute and no more', () => {
    watch.watch(session);
    assert.equal(clock.advance(HOUR), 60);
    clock.advance(2 * DAY);
    assert.equal(clock.advance(HOUR), 60, 'for a session that is over too');
    assert.equal(clock.pendingTimers, 1);
  });

  it('has no timer while nobody is signed in', () => {
    assert.equal(clock.pendingTimers, 0);
    watch.watch(session);
    watch.watch(undefined);
    watch.watch(undefined);
    assert.equal(clock.pendingTimers, 0);
    assert.equal(watch.msLeft, undefined);
    assert.deepEqual(heard, []);
  });

  it('starts anew with another token, and not with the same one', () => {
    watch.watch(session);
    clock.advance(DAY - MINUTE);
    assert.equal(heard.at(-1), MINUTE);
    const before = heard.length;
    watch.watch({ ...session });
    assert.equal(heard.length, before);
    watch.watch(aSession({ token: 'again', receivedAt: clock.now() }));
    assert.equal(heard.at(-1), undefined);
    assert.equal(heard.length, before + 1);
    assert.equal(clock.pendingTimers, 1);
  });

  it('says that a session is over whose token was thrown away', () => {
    watch.watch({ ...session, token: '' });
    assert.deepEqual(heard, [0]);
  });

  it('lets a listener watch another session', () => {
    watch.onDidChange(() => {
      if (watch.msLeft === 0) {
        watch.watch(undefined);
      }
    });
    watch.watch(session);
    clock.jump(2 * DAY);
    clock.advance(MINUTE);
    assert.equal(heard.at(-1), undefined);
    assert.equal(clock.pendingTimers, 0);
  });

  it('leaves nothing behind when it is disposed of', () => {
    watch.watch(session);
    watch.dispose();
    clock.advance(2 * DAY);
    assert.equal(clock.pendingTimers, 0);
    assert.deepEqual(heard, []);
  });

  it('runs on the machine’s own time', async () => {
    watch = listenTo(new SessionClock({ now: Date.now, schedule: setTimer }));
    watch.watch(aSession({ receivedAt: Date.now(), lifetimeMs: 400 }));
    await until(() => heard.length === 2);
    watch.dispose();
    assert.deepEqual(heard, [1_000, 0]);
  });
});
