// Runs the unit tests in plain Node: node unitTests.js
import { join } from 'node:path';
import { runMocha } from './mochaRun';
import { compiledTests } from './places';

runMocha({ folder: join(compiledTests(), 'unit'), timeoutMs: 5_000 }).then(
  // Leftover handles of a test must not keep the step from ending.
  (tally) => process.exit(tally.failures > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
