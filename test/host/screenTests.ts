// Packs the extension and runs the screen tests with it: node screenTests.js
import { join } from 'node:path';
import { launchBrowser } from './browser';
import { runMocha, tallyLine } from './mochaRun';
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
  await packExtension(packedExtension());
  const missing = await missingScreen();
  if (missing !== undefined) {
    console.log(`The screen tests cannot run here. ${missing}`);
    const failed = mustHaveScreen();
    console.log(tallyLine({ passes: 0, failures: failed ? 1 : 0, pending: failed ? 0 : 1 }));
    return failed ? 1 : 0;
  }
  // A real screen on a busy machine now and then misses a key or a click: once more, and said so.
  const limits = { timeoutMs: 120_000, slowMs: 30_000, retries: 1 };
  const tally = await runMocha({ folder: join(compiledTests(), 'ui'), ...limits });
  return tally.failures > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
