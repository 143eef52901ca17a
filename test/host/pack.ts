import { execFileSync, execSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { checkout } from './places';

/** The packed extension that `npm start` and the screen tests install. */
export const packedExtension = (): string => join(checkout(), 'out', 'monitor-explorer.vsix');

/** The file of a release, named after its version. */
export function releaseFile(): string {
  const manifest = JSON.parse(readFileSync(join(checkout(), 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return join(checkout(), `${manifest.name}-${manifest.version}.vsix`);
}

/** Removes what would change the bytes of the package: file times, time zone, order of names. */
const SAME_EVERYWHERE = {
  SOURCE_DATE_EPOCH: String(Date.UTC(2026, 0, 1) / 1000),
  TZ: 'UTC',
  LC_ALL: 'C',
};

/** Folders that vsce need not search, which would take it 20 s. */
const NOT_SHIPPED = new Set(['.git', '.vscode-test', 'coverage', 'node_modules', 'out', 'test']);

/**
 * Bundles and packs.
 * @throws if a file contains a secret
 */
export function packExtension(file: string, folder = checkout()): string {
  mkdirSync(dirname(file), { recursive: true });
  const { scripts = {}, ...manifest } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as {
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
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    // The bundle contains all packages.
    const args = [
      require.resolve('@vscode/vsce/vsce'),
      'package',
      '--no-dependencies',
      '--out',
      resolve(file),
    ];
    const env = { ...process.env, ...SAME_EVERYWHERE };
    // Without a terminal, because vsce would look for a newer version of itself.
    console.log(execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return file;
}
