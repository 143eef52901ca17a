import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Throttle } from '../../../src/base/throttle';

describe('Throttled work', () => {
  /** Notes when each run begins; a run takes as long as `takes`. */
  function aThrottle(everyMs: number, takes: () => Promise<unknown> = () => Promise.resolve()) {
    const startedAt: number[] = [];
    const work = async (): Promise<void> => {
      startedAt.push(performance.now());
      await takes();
    };
    return { throttle: new Throttle(everyMs, () => performance.now(), work), startedAt };
  }

  it('runs at once after a pause, and once for all requests until the next run', async () => {
    const { throttle, startedAt } = aThrottle(200);
    await throttle.run();
    assert.equal(startedAt.length, 1);
    await Promise.all([throttle.run(), throttle.run(), throttle.run()]);
    const [first = 0, second = 0] = startedAt;
    assert.equal(startedAt.length, 2);
    // A timer may fire a little early by this clock.
    assert.ok(second - first >= 180, `${second - first} ms`);
  });

  it('runs again for a request during a run, and never twice at the same time', async () => {
    let running = 0;
    const { throttle, startedAt } = aThrottle(1, async () => {
      running += 1;
      assert.equal(running, 1);
      await delay(20);
      running -= 1;
    });
    const first = throttle.run();
    await delay(5);
    assert.equal(startedAt.length, 1);
    await throttle.run();
    await first;
    assert.equal(startedAt.length, 2);
  });
});
