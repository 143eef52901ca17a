import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Tally {
  readonly passes: number;
  /** The title of each failed test, and the beginning of its error. */
  readonly failures: readonly string[];
  readonly pending: number;
}

export const NO_TESTS: Tally = { passes: 0, failures: [], pending: 0 };

interface MochaRunOptions {
  /** Runs all *.test.js in it and below, or `files`. */
  readonly folder: string;
  /** Paths from the folder. */
  readonly files?: readonly string[];
  readonly timeoutMs: number;
  readonly slowMs?: number;
  /** Number of processes; by default only this one. */
  readonly processes?: number;
}

/** Far from UTC and not by whole hours, so that confused time zones show. */
export const TESTS_TIME_ZONE = 'Pacific/Chatham';

/** Pattern of test titles: `npm test -- --grep PATTERN`. */
export const GREP_VARIABLE = 'MONITOR_EXPLORER_TESTS_GREP';

/** First words of an integration run, which come after VS Code's own log. */
export const FIRST_WORDS = 'Integration tests in ';

/** A line with the tally, from mocha in another process to `npm test`. */
export const tallyLine = (tally: Tally): string => `##mocha ${JSON.stringify(tally)} ##`;

/** The sum of all tallies in a program's output; undefined after a crash, for example. */
export function readTally(output: string): Tally | undefined {
  const found = [...output.matchAll(/##mocha (\{.*?\}) ##/g)].map(
    (match) => JSON.parse(match[1]!) as Tally,
  );
  return found.length === 0 ? undefined : found.reduce(addTallies);
}

export const addTallies = (one: Tally, other: Tally): Tally => ({
  passes: one.passes + other.passes,
  failures: [...one.failures, ...other.failures],
  pending: one.pending + other.pending,
});

/** All *.test.js in a folder and below: sorted paths from it. */
export function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .sort();
}

/** Characters of a failure, because VS Code cuts very long lines. */
const MAX_FAILURE = 1000;

/** Runs the tests of a folder with mocha, in Node or in VS Code's extension host. */
export async function runMocha(options: MochaRunOptions): Promise<Tally> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: options.timeoutMs,
    slow: options.slowMs ?? 75,
    ...(process.env['CI'] === undefined ? {} : { forbidOnly: true }),
    ...(options.processes === undefined
      ? {}
      : { parallel: true, jobs: options.processes, require: [join(__dirname, 'rejections.js')] }),
  });
  // Mocha ignores its own option if the environment asks for colors.
  Mocha.reporters.Base.useColors = false;
  const grep = process.env[GREP_VARIABLE];
  if (grep) {
    mocha.grep(new RegExp(grep));
  }
  for (const file of options.files ?? testFiles(options.folder)) {
    mocha.addFile(join(options.folder, file));
  }
  if (options.processes === undefined) {
    // Otherwise each process of Mocha loads the files that it runs.
    await mocha.loadFilesAsync();
  }
  const tally = await new Promise<Tally>((resolve) => {
    const failures: string[] = [];
    const runner: Mocha.Runner = mocha.run(() => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      if (passes + failures.length + pending === 0 && grep === undefined) {
        failures.push(`No test ran in ${options.folder}.`);
      }
      resolve({ passes, failures, pending });
    });
    runner.on('fail', (test, error: Error) => {
      failures.push(`${test.fullTitle()}\n${error.stack ?? error.message}`.slice(0, MAX_FAILURE));
    });
  });
  // Otherwise listeners pile up in a process that runs several files.
  mocha.dispose();
  console.log(tallyLine(tally));
  return tally;
}
