// npm test [-- --only unit,integration] [--grep PATTERN]
// npm run check [-- --grep PATTERN]: --cache formats and lints changed files only
import { parseArgs } from 'node:util';
import { installBrowser } from './browser';
import { GREP_VARIABLE, NO_TESTS, addTallies } from './mochaRun';
import { getServerBuild } from './serverBuild';
import { allSteps, runStep, type Step } from './steps';

interface Choice {
  readonly steps: readonly Step[];
  readonly env: NodeJS.ProcessEnv;
}

function readArguments(): Choice {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, grep: { type: 'string' }, cache: { type: 'boolean' } },
  });
  const steps = allSteps({ usesCaches: values.cache === true });
  const names = new Set(steps.map((step) => step.name));
  const only = values.only?.split(',') ?? [...names];
  const unknown = only.filter((name) => !names.has(name));
  if (unknown.length > 0) {
    throw new Error(`--only knows ${[...names].join(', ')}; not ${unknown.join(', ')}.`);
  }
  return {
    steps: steps.filter((step) => only.includes(step.name)),
    env: values.grep === undefined ? process.env : { ...process.env, [GREP_VARIABLE]: values.grep },
  };
}

async function main(): Promise<number> {
  const { steps, env } = readArguments();
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const runs = new Map<string, Promise<unknown>>();
  // Once for all steps, because apt-get runs only once at a time.
  const browser = steps.some(({ needsBrowser }) => needsBrowser) && installBrowser();
  // Early, because only the network and the disk are busy. The screen tests say what failed.
  void (steps.some(({ name }) => name === 'ui') && getServerBuild('newest').catch(() => undefined));
  let total = NO_TESTS;
  const runNext = async (queue: Step[]): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      if (interrupted.signal.aborted) {
        total = addTallies(total, {
          ...NO_TESTS,
          failures: [`${step.title}: Not run, as it was interrupted.`],
        });
        return;
      }
      await (step.needsBrowser && browser);
      await (step.after && runs.get(step.after));
      const run = runStep(step, env);
      runs.set(step.name, run);
      const tally = await run;
      // In two statements, because the other lane changes the sum during the wait.
      total = addTallies(total, tally);
    }
  };
  // Each step uses one core at most, and some mostly wait.
  const beside = steps.filter(({ runsAlone }) => !runsAlone);
  await Promise.all([runNext(beside), runNext(beside), runNext(beside)]);
  await runNext(steps.filter(({ runsAlone }) => runsAlone));
  // Again at the end, because often only the end of a long log is kept.
  for (const failure of total.failures) {
    console.log(`\n=== FAILED: ${failure}`);
  }
  console.log(
    `\n${total.passes} passed, ${total.failures.length} failed, ${total.pending} skipped`,
  );
  return total.failures.length === 0 ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
