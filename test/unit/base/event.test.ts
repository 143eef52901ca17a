import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/event';

describe('An event', () => {
  it('calls all listeners even if one throws, and rethrows the error later', async () => {
    const source = new Emitter<number>();
    const heard: unknown[] = [];
    source.event(() => {
      throw new Error('a listener failed');
    });
    source.event((change) => heard.push(change));
    // The test runner takes uncaught errors as failed tests.
    const runners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => heard.push(error.message));
    try {
      source.fire(7);
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.removeAllListeners('uncaughtException');
      runners.forEach((runner) => process.on('uncaughtException', runner));
    }
    assert.deepEqual(heard, [7, 'a listener failed']);
  });
});
