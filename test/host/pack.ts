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

/** The file that a release is made of, named after its version. */
export function releaseFile(): string {
  const manifest = JSON.parse(readFileSync(join(checkout(), 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return join(checkout(), `${manifest.name}-${manifest.version}.vsix`);
}

/** What the bytes of the package would depend on otherwise: the time of its files, the time zone, and the order of names. */
const SAME_EVERYWHERE = {
  SOURCE_DATE_EPOCH: String(Date.UTC(2026, 0, 1) / 1000),
  TZ: 'UTC',
  LC_ALL: 'C',
};

/** What vsce need not look through: in a checkout these are some thirty thousand files, which take it 20 s. */
const NOT_SHIPPED = new Set(['.git', '.vscode-test', 'coverage', 'node_modules', 'out', 'test']);

/** Bundles (by the manifest's vscode:prepublish) and packs. @throws if a file has a secret in it. */
export function packExtension(file: string, folder = checkout()): string {
  mkdirSync(dirname(file), { recursive: true });
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
    for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    // The bundle has everything in it: no node_modules in the package.
    const args = [
      require.resolve('@vscode/vsce/vsce'),
      'package',
      '--no-dependencies',
      '--out',
      resolve(file),
    ];
    const env = { ...process.env, ...SAME_EVERYWHERE };
    // Without a terminal: vsce would ask the registry for a newer version of itself.
    console.log(execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env }));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return file;
}
