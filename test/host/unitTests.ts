// Runs tests in plain Node, the unit tests unless another folder is named: node unitTests.js [package]
import { join } from 'node:path';
import { TESTS_TIME_ZONE, runMocha } from './mochaRun';
import { compiledTests } from './places';

// Whoever sets another gets that.
process.env['TZ'] ??= TESTS_TIME_ZONE;

const [folder = 'unit'] = process.argv.slice(2);
// Two processes, as some tests wait long, and in `npm test` others keep the machine busy too.
runMocha({ folder: join(compiledTests(), folder), timeoutMs: 20_000, processes: 2 }).then(
  // Leftover handles of a test must not keep the step from ending.
  (tally) => process.exit(tally.failures.length > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
