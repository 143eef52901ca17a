import assert from 'node:assert/strict';
import { ChangeSource } from '../../../src/monitors/changeSource';

describe('a source of changes', () => {
  it('calls a function twice that listens twice, and once when it has left once', () => {
    const source = new ChangeSource<number>();
    const heard: number[] = [];
    const listener = (change: number) => heard.push(change);
    const first = source.listen(listener);
    source.listen(listener);
    source.tell(1);
    first.dispose();
    first.dispose();
    source.tell(2);
    assert.deepEqual(heard, [1, 1, 2]);
  });

  it('lets no listener keep another from hearing, and its error surfaces', async () => {
    const source = new ChangeSource<number>();
    const heard: unknown[] = [];
    source.listen(() => {
      throw new Error('a listener failed');
    });
    source.listen((change) => heard.push(change));
    // The test runner takes uncaught errors as failed tests.
    const runners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => heard.push(error.message));
    try {
      source.tell(7);
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.removeAllListeners('uncaughtException');
      runners.forEach((runner) => process.on('uncaughtException', runner));
    }
    assert.deepEqual(heard, [7, 'a listener failed']);
  });

  it('tells nobody once it is disposed of', () => {
    const source = new ChangeSource<number>();
    source.listen(() => assert.fail());
    source.dispose();
    source.tell(1);
  });
});
