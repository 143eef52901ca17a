import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Throttle } from '../../../src/base/throttle';

describe('Throttled work', () => {
  it('runs again for a request during a run, and never twice at the same time', async () => {
    let running = 0;
    let runs = 0;
    const throttle = new Throttle(1, async () => {
      runs += 1;
      running += 1;
      assert.equal(running, 1);
      await delay(20);
      running -= 1;
    });
    const first = throttle.run();
    await delay(5);
    assert.equal(runs, 1);
    await throttle.run();
    await first;
    assert.equal(runs, 2);
  });
});
