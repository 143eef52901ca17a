import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '../host/pack';
import { checkout } from '../host/places';

const MOST_BYTES = 250_000;

const EXPECTED_FILES = [
  'LICENSE.txt',
  'changelog.md',
  'dist/THIRD_PARTY_NOTICES.txt',
  'dist/extension.js',
  'dist/webview.css',
  'dist/webview.js',
  'l10n/bundle.l10n.de.json',
  'l10n/bundle.l10n.json',
  'media/activity-bar.svg',
  'media/icon.png',
  'media/walkthrough-address.svg',
  'media/walkthrough-credits.svg',
  'media/walkthrough-signin.svg',
  'package.json',
  'package.nls.de.json',
  'package.nls.json',
  'readme.md',
];

const read = (file: string): string => readFileSync(join(checkout(), file), 'utf8');
const readJson = <T>(file: string): T => JSON.parse(read(file)) as T;

/** All texts anywhere in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Names and unpacked sizes in a zip file, from its central directory. */
function filesInZip(zip: Buffer): Map<string, number> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const files = new Map<string, number>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), zip.readUInt32LE(at + 24));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

describe('The package', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    file = await packExtension(join(folder, 'packed.vsix'));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is smaller than 250 kB', () => {
    const { size } = statSync(file);
    assert.ok(size < MOST_BYTES, `${size} bytes`);
  });

  it('holds the files it should, none of them empty, and nothing else', () => {
    const files = filesInZip(readFileSync(file));
    const shipped = [...files].filter(([name]) => name.startsWith('extension/'));
    assert.deepEqual(shipped.map(([name]) => name.slice('extension/'.length)).sort(), EXPECTED_FILES);
    assert.deepEqual(
      shipped.filter(([, size]) => size === 0).map(([name]) => name),
      [],
    );
  });

  it('holds a bundle that needs nothing but VS Code and Node, and points to no source map', () => {
    const bundle = read('dist/extension.js');
    const required = [...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1]!);
    assert.ok(required.includes('vscode'));
    const foreign = required.filter((name) => name !== 'vscode' && !/^node:|^[a-z_]+$/.test(name));
    assert.deepEqual(foreign, []);
    assert.ok(!bundle.includes('sourceMappingURL=extension.js.map'));
    assert.match(read('dist/THIRD_PARTY_NOTICES.txt'), /node-fetch/);
  });
});

describe('The manifest', () => {
  interface Command {
    readonly command: string;
    readonly title: string;
    readonly category?: string;
  }
  interface Manifest {
    readonly contributes: {
      readonly commands: readonly Command[];
      readonly menus: Readonly<
        Record<string, readonly { readonly command: string; readonly when?: string }[]>
      >;
      readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
      readonly configuration: {
        readonly properties: Readonly<
          Record<string, { readonly scope?: string; readonly default?: unknown; readonly order?: number }>
        >;
      };
    };
  }

  const manifest = (): Manifest => readJson('package.json');
  const declared = (): Set<string> => new Set(manifest().contributes.commands.map(({ command }) => command));

  it('names in menus and welcome texts no command that it does not declare', () => {
    const { menus } = manifest().contributes;
    const inMenus = Object.values(menus).flatMap((entries) => entries.map(({ command }) => command));
    const texts = textsIn(readJson('package.nls.json'));
    const inTexts = texts.flatMap((text) =>
      [...text.matchAll(/\(command:(monitorExplorer\.[\w.]+)/g)].map((match) => match[1]!),
    );
    assert.ok(inTexts.length > 0);
    const view = manifest().contributes.views['monitorExplorer']!.map(({ id }) => `${id}.focus`);
    const known = new Set([...declared(), ...view]);
    assert.deepEqual(
      [...inMenus, ...inTexts].filter((command) => !known.has(command)),
      [],
    );
  });

  it('gives every command the category and keeps those out of the palette that need a row', () => {
    const { commands, menus } = manifest().contributes;
    assert.ok(commands.every(({ category }) => category === 'Monitor Explorer'));
    const hidden = menus['commandPalette']!.filter(({ when }) => when === 'false');
    const names = hidden.map(({ command }) => command);
    assert.ok(names.includes('monitorExplorer.openTarget') && names.includes('monitorExplorer.copyTarget'));
  });

  it('takes every setting from the person alone, each with a default and a place', () => {
    const settings = Object.entries(manifest().contributes.configuration.properties);
    for (const [name, { scope, order, ...rest }] of settings) {
      assert.equal(scope, 'application', name);
      assert.ok('default' in rest, name);
      assert.equal(typeof order, 'number', name);
    }
    const orders = settings.map(([, { order }]) => order);
    assert.equal(new Set(orders).size, orders.length);
  });
});
