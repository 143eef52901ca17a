// Packs the extension and runs the screen tests with it: node screenTests.js [test files, with what is packed already]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser';
import { runMocha, tallyLine, testFiles } from './mochaRun';
import { packExtension, packedExtension } from './pack';
import { compiledTests } from './places';
import { getServerBuild } from './serverBuild';

/** Why there can be no screen here: no browser, or no server build for this platform. */
async function missingScreen(): Promise<string | undefined> {
  try {
    const { version } = await getServerBuild('newest');
    const browser = await launchBrowser();
    console.log(`Screen tests in VS Code ${version}, server build, shown by Chromium ${browser.version()}`);
    await browser.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where the project's own checks run on Linux everything can be had, so that nothing is skipped in silence. */
const mustHaveScreen = (): boolean => process.platform === 'linux' && process.env['CI'] !== undefined;

async function main(): Promise<number> {
  const folder = join(compiledTests(), 'ui');
  const given = process.argv.slice(2);
  if (given.length > 0) {
    const tally = await runMocha({ folder, files: given, timeoutMs: 120_000, slowMs: 30_000 });
    return tally.failures > 0 ? 1 : 0;
  }
  await packExtension(packedExtension());
  const missing = await missingScreen();
  if (missing !== undefined) {
    console.log(`The screen tests can't run here. ${missing}`);
    const failed = mustHaveScreen();
    console.log(tallyLine({ passes: 0, failures: failed ? 1 : 0, pending: failed ? 0 : 1 }));
    return failed ? 1 : 0;
  }
  const files = largestFirst(folder);
  const codes = await Promise.all(Array.from({ length: WORKERS }, () => runNext(files)));
  return Math.max(...codes);
}

/** A test mostly waits for the screen, so that two cores are busy with two VS Codes. */
const WORKERS = 2;

/** So that no worker begins with much to do when the other has nothing left. */
function largestFirst(folder: string): string[] {
  const size = (file: string): number => statSync(join(folder, file)).size;
  return testFiles(folder).sort((one, other) => size(other) - size(one));
}

/** Runs the next file until none is left, each in a process of its own. */
async function runNext(files: string[]): Promise<number> {
  let worst = 0;
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    worst = Math.max(worst, await runFile(file));
  }
  return worst;
}

/** Prints what the process says once it has ended, so that two don't speak at once. */
async function runFile(file: string): Promise<number> {
  const child = spawn(process.execPath, [__filename, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', forward);
  const printed: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => printed.push(data));
  child.stderr.on('data', (data: Buffer) => printed.push(data));
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('SIGTERM', forward).off('SIGINT', forward);
  process.stdout.write(Buffer.concat(printed));
  return code ?? 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
