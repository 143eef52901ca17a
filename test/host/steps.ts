import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { NO_TESTS, readTally, type Tally } from './mochaRun';
import { checkout } from './places';

/** A part of `npm test` as its own program, so that the others run even if it crashes. */
export interface Step {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  /** Script and arguments for Node. */
  readonly script: readonly string[];
  /** Whether it prints a tally. Otherwise the step counts as one test. */
  readonly printsTally: boolean;
  readonly timeoutMs: number;
  /** Whether it uses the whole machine. */
  readonly runsAlone?: boolean;
  readonly needsBrowser?: boolean;
  /** The step that must end before. */
  readonly after?: string;
}

const tool = (path: string): string => join(checkout(), 'node_modules', path);
/** TypeScript 7, which checks types in a tenth of the time. ESLint needs TypeScript 6. */
const TSC = tool('typescript-7/bin/tsc');
const CACHES = join('node_modules', '.cache', 'monitor-explorer');
const program = (name: string): string => join(__dirname, `${name}.js`);
const MINUTE = 60_000;
/** Several times what a slow machine needs. */
const CHECK_MINUTES = 10;

const check = (name: string, title: string, ...script: string[]): Step => {
  return { name, title, script, printsTally: false, timeoutMs: CHECK_MINUTES * MINUTE };
};

const suite = (name: string, title: string, minutes: number, ...script: string[]): Step => {
  return { name, title, script, printsTally: true, timeoutMs: minutes * MINUTE };
};

/**
 * In an order that keeps three lanes equally long: integration tests follow the package.
 * @param usesCaches whether format and lint check only changed files
 */
export const allSteps = ({ usesCaches }: { readonly usesCaches: boolean }): Step[] => {
  const cacheIn = (folder: string): string[] =>
    usesCaches
      ? ['--cache', '--cache-strategy', 'content', '--cache-location', join(CACHES, folder)]
      : [];
  const prettier = ['--check', '--log-level', 'warn', ...cacheIn('prettier'), '.'];
  const eslint = ['--max-warnings', '0', ...cacheIn('eslint'), 'src'];
  return [
    suite('package', 'Package', CHECK_MINUTES, program('unitTests'), 'package'),
    suite('unit', 'Unit tests', CHECK_MINUTES, program('unitTests')),
    check('format', 'Format', tool('prettier/bin/prettier.cjs'), ...prettier),
    {
      // The time limit includes a download of VS Code.
      ...suite('integration', 'Integration tests, oldest VS Code', 15, program('integration')),
      needsBrowser: true,
      // Packing rewrites dist/, from which VS Code loads parts later.
      after: 'package',
    },
    check('lint', 'Lint, rules of this project', tool('eslint/bin/eslint.js'), ...eslint),
    check('lint', 'Lint', tool('oxlint/bin/oxlint'), '--deny-warnings'),
    check('types', 'Types', TSC, '-p', '.', '--noEmit'),
    check('types', 'Types of the web pages', TSC, '-p', 'src/webview'),
    {
      ...suite('ui', 'Screen tests, newest VS Code', 40, program('screenTests')),
      needsBrowser: true,
      runsAlone: true,
    },
  ];
};

function toTally({ printsTally }: Step, exitCode: number | null, output: string): Tally {
  const end = `ended with ${exitCode ?? 'a signal'}`;
  const fails = (failure: string): Tally => ({ ...NO_TESTS, failures: [failure] });
  if (!printsTally) {
    return exitCode === 0 ? { ...NO_TESTS, passes: 1 } : fails(`It ${end}.`);
  }
  const tally = readTally(output) ?? fails(`It ${end} and without a result.`);
  return exitCode === 0 || tally.failures.length > 0
    ? tally
    : { ...tally, failures: [`No test failed, but the run did: it ${end}.`] };
}

/** Runs a step and counts its results. Prints output at the end, or at once if the step runs alone. */
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
