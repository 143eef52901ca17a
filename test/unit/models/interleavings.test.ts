import fc from 'fast-check';
import { promises } from '../../models/plans';

describe('in whatever order the steps of a session come,', function () {
  // A run has hundreds of steps that wait for the disk.
  this.timeout(300_000);
  // The same acts each time, but not the same timing. `npm run models` plays others.
  for (const { sentence, runs, property } of promises) {
    it(sentence, () => fc.assert(property, { numRuns: runs, seed: 29, endOnFailure: true }));
  }
});
