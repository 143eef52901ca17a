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

/** A time for the files in the package, in seconds, so that the same sources make the same bytes. */
const PACKED_AT = Date.UTC(2026, 0, 1) / 1000;

/** Bundles (by the manifest's vscode:prepublish) and packs; resolves with the file. vsce ends the process where a file has a secret in it. */
export async function packExtension(file: string, folder = checkout()): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  process.env['SOURCE_DATE_EPOCH'] ??= String(PACKED_AT);
  // The bundle has everything in it: no node_modules in the package.
  await createVSIX({ cwd: folder, packagePath: file, dependencies: false });
  return file;
}
