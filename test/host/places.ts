import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout, in which npm, setup.mjs and the editor start all programs. */
export function checkout(): string {
  const root = process.cwd();
  if (!existsSync(join(root, 'test', 'host', 'setup.mjs'))) {
    throw new Error(`${root} is not a checkout of Monitor Explorer: start this in one.`);
  }
  return root;
}

/**
 * Downloaded VS Codes, also for
 * @vscode/test-electron. Ignored by git.
 */
export const vscodeCache = (): string => join(checkout(), '.vscode-test');

/** Pictures of failed tests. Ignored by git. */
export const screenshotFolder = (): string => join(checkout(), 'out', 'screenshots');

/** The compiled tests. */
export const compiledTests = (): string => resolve(__dirname, '..');
