import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

/** What `package.json` of a small extension has besides names and contributions. */
export const EXTENSION_OF_ONE_FILE = {
  version: '1.0.0',
  engines: { vscode: '^1.100.0' },
  main: './extension.js',
  extensionKind: ['workspace'],
  files: ['extension.js'],
};

/** Packs an extension of one file into `folder`. */
export async function packVsix(
  folder: string,
  manifest: { readonly name: string },
  code: string,
): Promise<string> {
  const source = join(folder, manifest.name);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'extension.js'), code);
  const file = join(folder, `${manifest.name}.vsix`);
  await createVSIX({
    cwd: source,
    packagePath: file,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return file;
}
