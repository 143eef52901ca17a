import { UIKind, env, version } from 'vscode';
import { FIRST_WORDS, runMocha } from '../host/mochaRun';

/** Called by VS Code in its extension host, desktop and server build alike; a rejection fails the run. */
export async function run(): Promise<void> {
  console.log(
    `${FIRST_WORDS}VS Code ${version}, ${env.uiKind === UIKind.Desktop ? 'desktop' : 'server build'}`,
  );
  const tally = await runMocha({ folder: __dirname, timeoutMs: 60_000, slowMs: 2_000 });
  if (tally.failures.length > 0) {
    throw new Error(`${tally.failures.length} integration tests failed.`);
  }
}
