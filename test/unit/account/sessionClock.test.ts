import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { SessionClock } from '../../../src/account/sessionClock';
import { aSession, DAY, MINUTE, NOON } from '../../support/aSession';

const session = aSession();

describe('The clock of a session', () => {
  /** Milliseconds that the machine slept. */
  let slept: number;
  let watch: SessionClock;
  let heard: (number | undefined)[];

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOON });
    slept = 0;
    watch = listenTo(new SessionClock(() => Date.now() + slept));
  });

  afterEach(() => mock.timers.reset());

  /** In seconds, because a tick sets the time once for all of its timers. */
  function pass(ms: number): void {
    for (let left = ms; left > 0; left -= 1_000) {
      mock.timers.tick(Math.min(left, 1_000));
    }
  }

  function listenTo(sessionClock: SessionClock): SessionClock {
    heard = [];
    sessionClock.onDidChange(() => heard.push(sessionClock.msLeft));
    return sessionClock;
  }

  it('fires 20 minutes before the end, every minute from then, and at the end', () => {
    watch.watch(session);
    pass(DAY - 20 * MINUTE - 1);
    assert.deepEqual(heard, []);
    pass(1);
    assert.deepEqual(heard, [20 * MINUTE]);
    pass(20 * MINUTE - 1);
    assert.deepEqual(heard.slice(-3), [3 * MINUTE, 2 * MINUTE, MINUTE]);
    pass(1);
    assert.equal(heard.at(-1), 0);
    assert.equal(heard.length, 20 + 1, 'every minute');
  });

  it('keeps time for a token of ten years, which no single timer can', () => {
    watch.watch(aSession({ expiresAt: NOON + 3_650 * DAY }));
    pass(DAY);
    assert.deepEqual(heard, []);
    slept += 3_649 * DAY - 10 * MINUTE;
    pass(MINUTE);
    assert.deepEqual(heard, [9 * MINUTE]);
  });

  it('fires within a minute after sleep', () => {
    watch.watch(session);
    slept += 2 * DAY;
    assert.deepEqual(heard, []);
    pass(MINUTE);
    assert.deepEqual(heard, [0]);
  });

  it('corrects itself when a wrong clock is set right', () => {
    watch.watch(session);
    slept += 365 * DAY;
    pass(MINUTE);
    slept -= 365 * DAY;
    pass(MINUTE);
    assert.deepEqual(heard, [0, undefined]);
  });
});
