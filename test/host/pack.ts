import { execSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
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

/** What vsce need not look through: in a checkout these are some thirty thousand files, which take it 20 s. */
const NOT_SHIPPED = new Set(['.git', '.vscode-test', 'coverage', 'node_modules', 'out', 'test']);

/** Bundles (by the manifest's vscode:prepublish) and packs; resolves with the file. vsce ends the process where a file has a secret in it. */
export async function packExtension(file: string, folder = checkout()): Promise<string> {
  mkdirSync(dirname(file), { recursive: true });
  process.env['SOURCE_DATE_EPOCH'] ??= String(PACKED_AT);
  const { scripts = {}, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Readonly<Record<string, string>>;
  };
  const bundle = scripts['vscode:prepublish'];
  if (bundle !== undefined) {
    const path = [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
    execSync(bundle, { cwd: folder, stdio: 'inherit', env: { ...process.env, PATH: path } });
  }
  const copy = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
  try {
    for (const name of readdirSync(folder).filter((name) => !NOT_SHIPPED.has(name))) {
      cpSync(join(folder, name), join(copy, name), { recursive: true });
    }
    writeFileSync(join(copy, 'package.json'), JSON.stringify(manifest, undefined, 2));
    // The bundle has everything in it: no node_modules in the package.
    await createVSIX({ cwd: copy, packagePath: file, dependencies: false });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return file;
}
