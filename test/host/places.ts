import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout. npm, setup.mjs and the editor all start programs there. */
export function checkout(): string {
  const root = process.cwd();
  if (!existsSync(join(root, 'test', 'host', 'setup.mjs'))) {
    throw new Error(`${root} is not a checkout of Monitor Explorer: start this in one.`);
  }
  return root;
}

/** Where downloaded VS Codes are kept; @vscode/test-electron uses the same folder. Ignored by git. */
export const vscodeCache = (): string => join(checkout(), '.vscode-test');

/** Pictures of the screen at the moment a test failed. Ignored by git. */
export const screenshotFolder = (): string => join(checkout(), 'out', 'screenshots');

/** The compiled tests; beside this file's compiled self, wherever that is. */
export const compiledTests = (): string => resolve(__dirname, '..');
