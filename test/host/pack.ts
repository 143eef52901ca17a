import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { checkout } from './places';

/** The packed extension that `npm start` and the screen tests install. */
export const packedExtension = (): string => join(checkout(), 'out', 'monitor-explorer.vsix');

/** The file that a release is made of, named after its version. */
export function releaseFile(): string {
  const manifest = JSON.parse(readFileSync(join(checkout(), 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return join(checkout(), `${manifest.name}-${manifest.version}.vsix`);
}

/** Bundles (by the manifest's vscode:prepublish) and packs; resolves with the file. */
export async function packExtension(file: string): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  // The bundle has everything in it: no node_modules in the package.
  await createVSIX({ cwd: checkout(), packagePath: file, dependencies: false });
  return file;
}
