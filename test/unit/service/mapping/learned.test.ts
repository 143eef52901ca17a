import assert from 'node:assert/strict';
import { learnCorpus, readLearned } from './learned';

/** So that whoever changes a rule sees all that it changes. */
describe('what is learned of the corpus', () => {
  const learned = readLearned();
  const cases = learnCorpus();

  it('is written down of each case, and of no other', () => {
    assert.deepEqual([...learned.keys()], [...cases.keys()]);
  });

  for (const [name, learn] of cases) {
    it(`is as written down: ${name}`, () => {
      assert.equal(
        learn(),
        learned.get(name),
        '"npm run reading-report -- --write" writes it down; look at what it changes',
      );
    });
  }
});
