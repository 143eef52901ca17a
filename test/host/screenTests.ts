// Packs the extension and runs the screen tests with it: node screenTests.js [test files, which run with the last
// package]
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { launchBrowser } from './browser';
import { NO_TESTS, readTally, runMocha, tallyLine, testFiles, type Tally } from './mochaRun';
import { packExtension, packedExtension } from './pack';
import { compiledTests } from './places';
import { getServerBuild } from './serverBuild';

/** Returns why there is no screen: no browser, or no server build for this platform. */
async function missingScreen(): Promise<string | undefined> {
  try {
    const { version } = await getServerBuild('newest');
    const browser = await launchBrowser();
    console.log(
      `Screen tests in VS Code ${version}, server build, shown by Chromium ${browser.version()}`,
    );
    await browser.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** On Linux in CI everything can be installed, so no test may be skipped. */
const mustHaveScreen = (): boolean =>
  process.platform === 'linux' && process.env['CI'] !== undefined;

/** Argument of a process that runs the files from its parent. */
const WORKER = '--worker';

const folder = join(compiledTests(), 'ui');

const run = (...files: string[]): Promise<Tally> =>
  runMocha({ folder, files, timeoutMs: 300_000, slowMs: 30_000 });

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  if (given[0] === WORKER) {
    process.on('message', (file: string) => void run(file));
    await once(process, 'disconnect');
    return 0;
  }
  if (given.length > 0) {
    return (await run(...given)).failures.length > 0 ? 1 : 0;
  }
  packExtension(packedExtension());
  const missing = await missingScreen();
  if (missing !== undefined) {
    const sentence = `The screen tests can't run here. ${missing}`;
    console.log(sentence);
    const failed = mustHaveScreen();
    console.log(
      tallyLine(failed ? { ...NO_TESTS, failures: [sentence] } : { ...NO_TESTS, pending: 1 }),
    );
    return failed ? 1 : 0;
  }
  const files = inOrder();
  const codes = await Promise.all(Array.from({ length: WORKERS }, () => runNext(files)));
  return Math.max(...codes);
}

/** Three for two cores, because a test waits for half of its time. */
const WORKERS = 3;

/** The files that need a new VS Code come first, because the others use it after them, and then the longest. */
function inOrder(): string[] {
  const rank = (file: string): number => {
    const usesEarlierVsCode = /\buseStage\)?\(\)/.test(readFileSync(join(folder, file), 'utf8'));
    return statSync(join(folder, file)).size - (usesEarlierVsCode ? 1e6 : 0);
  };
  return testFiles(folder).sort((one, other) => rank(other) - rank(one));
}

/** Runs files in one process, which reuses its browser, until there are no more. */
async function runNext(files: string[]): Promise<number> {
  let worst = 0;
  let worker: Worker | undefined;
  const stop = (): void => {
    files.splice(0);
    worker?.kill();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    worker = worker?.connected ? worker : startWorker();
    worst = Math.max(worst, await runFile(worker, file));
  }
  if (worker?.connected) {
    worker.disconnect();
    // Not "close", which waits for the end of unread output. This process would end before, with 0.
    await once(worker, 'exit');
  }
  process.off('SIGTERM', stop).off('SIGINT', stop);
  return worst;
}

type Worker = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

function startWorker(): Worker {
  const worker = fork(__filename, [WORKER], { silent: true }) as Worker;
  worker.stdout.setEncoding('utf8');
  worker.stderr.setEncoding('utf8');
  return worker;
}

/** Prints the output at the end of the file, so that outputs don't mix. */
async function runFile(worker: Worker, file: string): Promise<number> {
  let printed = '';
  await new Promise<void>((resolve) => {
    const note = (text: string): void => {
      printed += text;
      if (readTally(printed)) {
        worker.stdout.off('data', note);
        worker.stderr.off('data', note);
        worker.off('close', resolve);
        resolve();
      }
    };
    worker.stdout.on('data', note);
    worker.stderr.on('data', note);
    worker.once('close', resolve);
    worker.send(file);
  });
  process.stdout.write(printed);
  return readTally(printed)?.failures.length === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
