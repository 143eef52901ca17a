import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Tally {
  readonly passes: number;
  /** What each failure is of, and the beginning of its error. */
  readonly failures: readonly string[];
  readonly pending: number;
}

export const NO_TESTS: Tally = { passes: 0, failures: [], pending: 0 };

interface MochaRunOptions {
  /** All *.test.js in and below it are run, unless `files` names some of them. */
  readonly folder: string;
  /** Paths from the folder. */
  readonly files?: readonly string[];
  readonly timeoutMs: number;
  readonly slowMs?: number;
  /** How many processes share the files among them; this one runs all unless given. */
  readonly processes?: number;
}

/** Far from UTC, and not by whole hours: what takes one time zone for another shows. */
export const TESTS_TIME_ZONE = 'Pacific/Chatham';

/** The pattern of test titles to run, if not all: `npm test -- --grep PATTERN`. */
export const GREP_VARIABLE = 'MONITOR_EXPLORER_TESTS_GREP';

/** With these an integration run begins; VS Code's page logs much of its own before. */
export const FIRST_WORDS = 'Integration tests in ';

/** The line that carries a tally from a mocha in another process, or in VS Code, to `npm test`. */
export const tallyLine = (tally: Tally): string => `##mocha ${JSON.stringify(tally)} ##`;

/** The sum of all tallies in a program's output; undefined where there is none, as after a crash. */
export function readTally(output: string): Tally | undefined {
  const found = [...output.matchAll(/##mocha (\{.*?\}) ##/g)].map((match) => JSON.parse(match[1]!) as Tally);
  return found.length === 0 ? undefined : found.reduce(addTallies);
}

export const addTallies = (one: Tally, other: Tally): Tally => ({
  passes: one.passes + other.passes,
  failures: [...one.failures, ...other.failures],
  pending: one.pending + other.pending,
});

/** All *.test.js in and below a folder, as paths from it, sorted. */
export function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .sort();
}

/** In characters: so that a tally with many failures is still a line that VS Code passes on whole. */
const MAX_FAILURE = 1000;

/** Runs the suites of one folder with mocha. Plain Node and VS Code's extension host alike. */
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
  // Its own option is not heeded where an environment such as CI asks for colours.
  Mocha.reporters.Base.useColors = false;
  const grep = process.env[GREP_VARIABLE];
  if (grep) {
    mocha.grep(new RegExp(grep));
  }
  for (const file of options.files ?? testFiles(options.folder)) {
    mocha.addFile(join(options.folder, file));
  }
  if (options.processes === undefined) {
    // Else each file is loaded by the process that runs it.
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
  // A process that runs one file after another else listens for errors once more with each.
  mocha.dispose();
  console.log(tallyLine(tally));
  return tally;
}
