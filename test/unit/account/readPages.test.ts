import assert from 'node:assert/strict';
import { readPages, type ReadingPlan } from '../../../src/account/readPages';
import { settled } from '../../support/inMemorySecretStorage';

/** Pages to read, whose calls wait until the test answers them. */
function aPlan(pages: number, plan: Partial<ReadingPlan> = {}) {
  const left = new Set(Array.from({ length: pages }, (_, index) => index));
  const calls = new Map<number, PromiseWithResolvers<void>>();
  const made: number[] = [];
  const state = { isStopped: false };
  const ended = readPages({
    most: 100,
    next: () => [...left].slice(0, 2),
    isStopped: () => state.isStopped,
    readPage: async (index) => {
      made.push(index);
      const call = Promise.withResolvers<void>();
      calls.set(index, call);
      await call.promise;
      left.delete(index);
    },
    ...plan,
  });
  return {
    ended,
    made,
    state,
    left,
    answer: async (...indexes: number[]) => {
      indexes.forEach((index) => calls.get(index)!.resolve());
      await settled();
    },
    fail: async (index: number) => {
      calls.get(index)!.reject(new Error(`page ${index}`));
      await settled();
    },
  };
}

describe('Reading pages', () => {
  it('makes the allowed number of calls at once, the next one as soon as one is answered', async () => {
    const { ended, made, answer } = aPlan(4);
    assert.deepEqual(made, [0, 1]);
    await answer(1);
    assert.deepEqual(made, [0, 1, 2]);
    await answer(0, 2);
    await answer(3);
    assert.deepEqual([await ended, made], [{ kind: 'done' }, [0, 1, 2, 3]]);
  });

  it('makes no more calls than planned', async () => {
    const { ended, made, answer } = aPlan(9, { most: 3 });
    await answer(0, 1);
    await answer(2);
    assert.deepEqual([await ended, made], [{ kind: 'done' }, [0, 1, 2]]);
  });

  it('takes what was asked for after a failure, makes no further call, and says which page failed', async () => {
    const { ended, made, left, answer, fail } = aPlan(4);
    await fail(0);
    await answer(1);
    const error = new Error('page 0');
    assert.deepEqual(await ended, { kind: 'failed', pageIndex: 0, error });
    assert.deepEqual(
      [made, [...left]],
      [
        [0, 1],
        [0, 2, 3],
      ],
    );
  });

  it('says that it is done if a failed page is past the end', async () => {
    const { ended, left, answer, fail } = aPlan(2);
    await fail(1);
    left.delete(1);
    await answer(0);
    assert.deepEqual(await ended, { kind: 'done' });
  });
});
