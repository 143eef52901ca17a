import assert from 'node:assert/strict';
import { readPages } from '../../../src/account/readPages';
import { settled } from '../../support/inMemorySecretStorage';

/** Reads so many pages, two at the same time, whose calls wait until the test ends them. */
function aReading(pages: number) {
  const left = new Set(Array(pages).keys());
  const calls = new Map<number, PromiseWithResolvers<void>>();
  const ended = readPages({
    next: () => [...left].slice(0, 2),
    isStopped: () => false,
    readPage: async (index) => {
      const call = Promise.withResolvers<void>();
      calls.set(index, call);
      await call.promise;
      left.delete(index);
    },
  });
  const end = async (index: number, error?: Error) => {
    const { resolve, reject } = calls.get(index)!;
    if (error) {
      reject(error);
    }
    resolve();
    await settled();
  };
  return { ended, left, calls, end };
}

const error = new Error('refused');

describe('Reading pages', () => {
  it('takes what was asked for after a failure, stops calling, and says which page failed', async () => {
    const { ended, calls, left, end } = aReading(4);
    await end(0, error);
    await end(1);
    assert.deepEqual(await ended, { pageIndex: 0, error });
    assert.deepEqual([calls.size, [...left]], [2, [0, 2, 3]]);
  });

  it('says that it is done if a failed page is past the end', async () => {
    const { ended, left, end } = aReading(2);
    await end(1, error);
    left.delete(1);
    await end(0);
    assert.equal(await ended, 'done');
  });
});
