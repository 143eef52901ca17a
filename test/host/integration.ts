// Runs the integration tests in one VS Code: node integration.js minimum|newest
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getDesktop, runTestsInDesktop } from './desktop';
import { makeTemporaryFolder } from './guardedProgram';
import { checkout, compiledTests } from './places';
import { getServerBuild } from './serverBuild';
import { runTestsInServer } from './serverTests';
import type { Age } from './versions';

const TIMEOUT_MS = 10 * 60_000;

async function main(age: Age): Promise<number> {
  const extension = checkout();
  const testsModule = join(compiledTests(), 'integration', 'run.js');
  const desktop = await getDesktop(age);
  if ('missing' in desktop) {
    console.log(`Not the desktop VS Code: ${desktop.missing}. Its server build instead.`);
    const build = await getServerBuild(age);
    return runTestsInServer({ build, extension, testsModule, timeoutMs: TIMEOUT_MS });
  }
  const temporary = makeTemporaryFolder();
  try {
    return await runTestsInDesktop({ executable: desktop.executable, extension, testsModule, temporary });
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 });
  }
}

main(process.argv[2] === 'minimum' ? 'minimum' : 'newest').then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
