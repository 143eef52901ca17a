// npm run models [-- --runs N] [--seed N] [--grep TEXT]: checks promises about two windows in many orders of their
// steps, and kills windows
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { promises } from './plans';

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seed: { type: 'string' }, grep: { type: 'string' } },
  });
  const numRuns = Number(values.runs ?? 1_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const chosen = promises.filter(({ sentence }) => sentence.includes(values.grep ?? ''));
  let failed = 0;
  for (const { sentence, property } of chosen) {
    const result = await fc.check(property, { numRuns, seed, endOnFailure: true });
    failed += result.failed ? 1 : 0;
    console.log(
      `${result.failed ? 'FAILED' : 'holds'} in ${result.numRuns} runs of seed ${seed}: ${sentence}`,
    );
    if (result.failed) {
      console.log(await fc.asyncDefaultReportMessage(result), result.errorInstance);
    }
  }
  const mocha = join(require.resolve('mocha/package.json'), '../bin/mocha.js');
  const kills = join(__dirname, '../unit/core/kills.test.js');
  const env = { ...process.env, KILLS: '20' };
  failed +=
    spawnSync(process.execPath, [mocha, kills], { env, stdio: 'inherit' }).status === 0 ? 0 : 1;
  console.log(`${chosen.length + 1 - failed} passed, ${failed} failed, 0 skipped`);
  return failed;
}

main().then(
  (failed) => process.exit(failed > 0 ? 1 : 0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
