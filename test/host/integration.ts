// Runs the integration tests in the oldest supported VS Code, because the screen tests run in the newest.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getDesktop, runTestsInDesktop } from './desktop';
import { makeTemporaryFolder } from './guardedProgram';
import { checkout, compiledTests } from './places';
import { getServerBuild } from './serverBuild';
import { runTestsInServer } from './serverTests';

const TIMEOUT_MS = 10 * 60_000;

async function main(): Promise<number> {
  const extension = checkout();
  const testsModule = join(compiledTests(), 'integration', 'run.js');
  const desktop = await getDesktop('minimum');
  if ('missing' in desktop) {
    console.log(`Not the desktop VS Code: ${desktop.missing}. Its server build instead.`);
    const build = await getServerBuild('minimum');
    return runTestsInServer({ build, extension, testsModule, timeoutMs: TIMEOUT_MS });
  }
  const temporary = makeTemporaryFolder();
  try {
    return await runTestsInDesktop({
      executable: desktop.executable,
      extension,
      testsModule,
      temporary,
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  }
}

void main().then((code) => process.exit(code));
