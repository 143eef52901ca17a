import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fetch } from '../../src/service/http';
import { checkout, compiledTests } from '../host/places';
import { SimulatedService } from '../simulator/simulatedService';
import { askForPage, askForToken, aServiceClient } from '../support/aServiceClient';

/** Six languages take a third of it, the six pictures of the walkthrough a fifth. */
const MOST_BYTES = 300 * 1024;

const read = (file: string): string => readFileSync(join(checkout(), file), 'utf8');

/** The files of media/ that the manifest names, and the icons of the pages, which the code names. */
const mediaFiles = (): string[] => [
  ...new Set([...read('package.json').matchAll(/"(media\/[^"*]+)"/g)].map((match) => match[1]!)),
];

/** Files that the bundle loads when it needs them. */
const partsOfBundle = (): string[] =>
  readdirSync(join(checkout(), 'dist', 'parts'))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `dist/parts/${name}`);

/** All files that ship: the bundle, the files in the manifest, and the texts of all languages. */
const expectedFiles = (): string[] =>
  [
    'LICENSE.txt',
    'changelog.md',
    'readme.md',
    'package.json',
    'dist/THIRD_PARTY_NOTICES.txt',
    'dist/extension.js',
    'dist/webview.css',
    'dist/webview.js',
    ...partsOfBundle(),
    ...mediaFiles(),
    ...readdirSync(checkout()).filter((name) => /^package\.nls(\..+)?\.json$/.test(name)),
    ...readdirSync(join(checkout(), 'l10n'))
      .filter((name) => name !== 'bundle.l10n.json')
      .map((name) => `l10n/${name}`),
  ].sort();

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

/** Runs `npm run package`. */
function pack(
  file: string,
  { folder = checkout(), env = {} } = {},
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(compiledTests(), 'host', 'package.js'), '--out', file, '--folder', folder],
    { encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { status, output: stdout + stderr };
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly contributes: {
    readonly commands: object[];
    readonly configuration: { readonly properties: object }[];
    readonly languageModelTools: object[];
  };
}

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly external?: boolean }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The sources of the bundle, by file. */
const outputsOfBundle = (): Readonly<Record<string, Output>> =>
  (JSON.parse(read('dist/metafile.json')) as { outputs: Record<string, Output> }).outputs;

describe('The package', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  let printed: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'monitor-explorer-'));
    file = join(folder, 'packed.vsix');
    const { status, output } = pack(file);
    printed = output;
    assert.equal(status, 0, printed);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is made without a warning', () => {
    assert.doesNotMatch(printed, /^ *WARNING /m);
  });

  it('has the same bytes if it is made again in another time zone, language and umask', () => {
    const again = join(folder, 'again.vsix');
    const umask = process.umask(0o077);
    try {
      const env = { TZ: 'Asia/Kathmandu', LC_ALL: 'da_DK.UTF-8', SOURCE_DATE_EPOCH: '1' };
      assert.equal(pack(again, { env }).status, 0);
    } finally {
      process.umask(umask);
    }
    assert.ok(readFileSync(again).equals(readFileSync(file)));
  });

  it('is not made if a file contains a secret', () => {
    const leaky = join(folder, 'leaky');
    mkdirSync(leaky);
    const { name, publisher, version, engines } = JSON.parse(read('package.json')) as Manifest;
    const files = {
      'package.json': JSON.stringify({ name, publisher, version, engines }),
      'README.md': 'Leaky',
      LICENSE: 'MIT',
      key: read('test/support/certificates/service.pem'),
    };
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(leaky, file), text);
    }
    const { status, output } = pack(join(folder, 'leaky.vsix'), { folder: leaky });
    assert.notEqual(status, 0);
    assert.match(output, /found private key/);
  });

  it('is smaller than 300 kB', () => {
    const { size } = statSync(file);
    assert.ok(size < MOST_BYTES, `${size} bytes`);
  });

  it('has at most 33 commands, 9 settings and 3 tools, and loads at most 8 kB at the start', () => {
    const { contributes } = JSON.parse(read('package.json')) as Manifest;
    const { commands, configuration, languageModelTools } = contributes;
    const settings = configuration.flatMap(({ properties }) => Object.keys(properties));
    assert.ok(commands.length <= 33, `${commands.length} commands`);
    assert.ok(settings.length <= 9, settings.join());
    assert.ok(languageModelTools.length <= 3);
    const size = filesInZip(readFileSync(file)).get('extension/dist/extension.js')!;
    assert.ok(size <= 8_000, `${size} bytes`);
  });

  it('contains the right files, and all have content', () => {
    const files = filesInZip(readFileSync(file));
    const shipped = [...files].filter(([name]) => name.startsWith('extension/'));
    const names = shipped.map(([name]) => name.slice('extension/'.length)).sort();
    assert.deepEqual(names, expectedFiles());
    assert.ok(shipped.every(([, size]) => size > 0));
  });

  it('contains a bundle that needs only VS Code and Node, without a source map', () => {
    const imported = Object.values(outputsOfBundle()).flatMap(({ imports }) =>
      imports.filter(({ external }) => external === true).map(({ path }) => path),
    );
    assert.ok(imported.includes('vscode'));
    const parts = new Set(partsOfBundle().map((part) => part.replace(/^dist/, '.')));
    const foreign = imported.filter(
      (name) => name !== 'vscode' && !isBuiltin(name) && !parts.has(name),
    );
    assert.deepEqual(foreign, []);
    for (const file of ['dist/extension.js', ...partsOfBundle()]) {
      assert.doesNotMatch(
        read(file),
        /sourceMappingURL=[^\s"'`]+\.m?js\.map|sourceMappingURL=data:/,
        file,
      );
    }
    assert.match(
      read('dist/THIRD_PARTY_NOTICES.txt'),
      /^node-fetch \S+, .+\. Source: https:\/\/github\.com\/node-fetch\/node-fetch$/m,
    );
  });

  it('makes calls with its own node-fetch, without code for forms and blobs', async () => {
    const outputs = outputsOfBundle();
    const packages = Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).map((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]),
    );
    const shipped = [...new Set(packages.filter((name) => name !== undefined))].sort();
    assert.deepEqual(shipped, ['node-fetch']);
    const [part] = Object.entries(outputs).find(
      ([, { entryPoint }]) => entryPoint === 'node_modules/node-fetch/src/index.js',
    )!;
    const { default: fetch } = (await import(pathToFileURL(join(checkout(), part)).href)) as {
      default: Fetch;
    };
    const service = await SimulatedService.start();
    try {
      const parts = aServiceClient({ fetch });
      const { session } = await askForToken(parts, service);
      const page = await askForPage(parts, service.baseUrl, { token: session!.token });
      assert.equal((page.response as { monitors: [] }).monitors.length, 10);
      assert.equal(service.calls.length, 2);
    } finally {
      await service.stop();
    }
  });
});
