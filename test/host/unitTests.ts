// Runs the unit tests in plain Node, or the tests of another folder: node unitTests.js [package]
import { join } from 'node:path';
import { TESTS_TIME_ZONE, runMocha } from './mochaRun';
import { compiledTests } from './places';

// A stand-in for `vscode`, which plain Node lacks.
process.env['NODE_PATH'] = join(compiledTests(), 'support', 'inNode');
// The environment may set another time zone.
process.env['TZ'] ??= TESTS_TIME_ZONE;

const [folder = 'unit'] = process.argv.slice(2);
// Two processes, because some tests wait long.
void runMocha({ folder: join(compiledTests(), folder), timeoutMs: 20_000, processes: 2 }).then(
  // Open handles of a test must not keep the process alive.
  ({ failures }) => process.exit(failures.length > 0 ? 1 : 0),
);
