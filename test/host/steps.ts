import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NO_TESTS, readTally, type Tally } from './mochaRun';
import { checkout } from './places';
import type { Age } from './versions';

/** That the browser and the proxy of the system are installed. */
export const PROGRAMS = 'programs';

/** One part of `npm test`: a program of its own, so that whatever happens to it, the others run. */
export interface Step {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** A script and its arguments, run with Node. */
  readonly script: readonly string[];
  /** Whether it prints a tally; else the step itself is the one thing that passes or fails. */
  readonly printsTally: boolean;
  readonly timeoutMs: number;
  /** Whether it keeps the whole machine busy by itself. */
  readonly runsAlone?: boolean;
  /** Names of steps that have to end before, or {@link PROGRAMS}. */
  readonly after?: readonly string[];
}

const tool = (path: string): string => join(checkout(), 'node_modules', path);
const CACHES = join('node_modules', '.cache', 'monitor-explorer');
const program = (name: string): string => join(__dirname, `${name}.js`);
const MINUTE = 60_000;
/** Several times what a slow machine takes: for what hangs. */
const CHECK_MINUTES = 10;

const check = (name: string, title: string, ...script: string[]): Step => ({
  name,
  title,
  script,
  printsTally: false,
  timeoutMs: CHECK_MINUTES * MINUTE,
});

const suite = (name: string, title: string, minutes: number, ...script: string[]): Step => ({
  name,
  title,
  script,
  printsTally: true,
  timeoutMs: minutes * MINUTE,
});

const integration = (title: string, age: Age): Step => ({
  ...suite('integration', title, 15, program('integration'), age),
  // Packing makes dist/ anew, of which VS Code loads parts when they are first needed.
  after: [PROGRAMS, 'package'],
});

interface StepOptions {
  /** Format and lint only files that have changed since the last time. */
  readonly usesCaches: boolean;
}

/** The longest first, beside which the others go; those in the order in which a mistake is found soonest. */
export const allSteps = ({ usesCaches }: StepOptions): Step[] => {
  const cacheIn = (folder: string): string[] =>
    usesCaches ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(CACHES, folder)] : [];
  const prettier = ['--check', '--log-level', 'warn', ...cacheIn('prettier'), '.'];
  const eslint = ['--max-warnings', '0', ...cacheIn('eslint'), '.'];
  return [
    suite('unit', 'Unit tests', CHECK_MINUTES, program('unitTests')),
    check('format', 'Format', tool('prettier/bin/prettier.cjs'), ...prettier),
    check('lint', 'Lint', tool('eslint/bin/eslint.js'), ...eslint),
    check('types', 'Types', tool('typescript/bin/tsc'), '-p', '.', '--noEmit'),
    check('types', 'Types of the web pages', tool('typescript/bin/tsc'), '-p', 'src/webview'),
    suite('package', 'Package', CHECK_MINUTES, program('unitTests'), 'package'),
    // The time limits include getting a VS Code on the first run.
    integration('Integration tests, oldest VS Code', 'minimum'),
    integration('Integration tests, newest VS Code', 'newest'),
    { ...suite('ui', 'Screen tests', 40, program('screenTests')), runsAlone: true },
  ];
};

function toTally(step: Step, exitCode: number | null, output: string): Tally {
  const end = exitCode ?? 'a signal';
  if (!step.printsTally) {
    return exitCode === 0 ? { ...NO_TESTS, passes: 1 } : { ...NO_TESTS, failures: [`Ended with ${end}.`] };
  }
  const tally = readTally(output) ?? { ...NO_TESTS, failures: [`Ended with ${end} and without a result.`] };
  return exitCode !== 0 && tally.failures.length === 0
    ? { ...tally, failures: [`No test failed, but the run did: it ended with ${end}.`] }
    : tally;
}

/** Runs a step and counts its results. What it prints is shown as it comes where it runs alone, else at its end. */
export async function runStep(step: Step, env: NodeJS.ProcessEnv): Promise<Tally> {
  const show = (text: string): void => void process.stdout.write(text);
  const heading = `\n=== ${step.title}\n`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...step.script], {
    cwd: checkout(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: step.timeoutMs,
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  const printed: string[] = [];
  const note = (text: string): void => {
    printed.push(text);
    if (step.runsAlone) {
      show(text);
    }
  };
  if (step.runsAlone) {
    show(heading);
  }
  child.stdout.setEncoding('utf8').on('data', note);
  child.stderr.setEncoding('utf8').on('data', note);
  const started = Date.now();
  const [exitCode] = (await once(child, 'close')) as [number | null];
  process.off('SIGTERM', forward).off('SIGINT', forward);
  if (!step.runsAlone) {
    show(heading + printed.join(''));
  }
  const tally = toTally(step, exitCode, printed.join(''));
  const verdict = tally.failures.length === 0 ? 'passed' : 'FAILED';
  console.log(`--- ${step.title}: ${verdict} after ${Math.round((Date.now() - started) / 1000)} s`);
  return { ...tally, failures: tally.failures.map((failure) => `${step.title}: ${failure}`) };
}
