// Packs the extension, and runs the screen tests with it.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser';
import { NO_TESTS, runMocha, tallyLine, testFiles } from './mochaRun';
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

const folder = join(compiledTests(), 'ui');

/** The files that need a new VS Code come first, because the others use it after them, and then the longest. */
function inOrder(): string[] {
  const rank = (file: string): number => {
    const usesEarlierVsCode = /\buseStage\)?\(\)/.test(readFileSync(join(folder, file), 'utf8'));
    return statSync(join(folder, file)).size - (usesEarlierVsCode ? 1e6 : 0);
  };
  return testFiles(folder).sort((one, other) => rank(other) - rank(one));
}

async function main(): Promise<number> {
  packExtension(packedExtension());
  const missing = await missingScreen();
  if (missing === undefined) {
    // Three processes for two cores, because a test waits for half of its time.
    const files = inOrder();
    const tally = await runMocha({
      folder,
      files,
      timeoutMs: 300_000,
      slowMs: 30_000,
      processes: 3,
    });
    return tally.failures.length > 0 ? 1 : 0;
  }
  const sentence = `The screen tests can't run here. ${missing}`;
  console.log(sentence);
  const failed = mustHaveScreen();
  console.log(
    tallyLine(failed ? { ...NO_TESTS, failures: [sentence] } : { ...NO_TESTS, pending: 1 }),
  );
  return failed ? 1 : 0;
}

void main().then((code) => process.exit(code));
