import fc from 'fast-check';
import { promises } from '../../models/plans';

describe('in whatever order the steps of a session come,', function () {
  // A run is some hundred steps, each of which waits for the disk; nothing is measured.
  this.timeout(300_000);
  // The same acts each time, though not the same timing; `npm run models` plays others.
  for (const { sentence, runs, property } of promises) {
    it(sentence, () => fc.assert(property, { numRuns: runs, seed: 29, endOnFailure: true }));
  }
});
