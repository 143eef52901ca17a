import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The sources, from wherever these tests were compiled to. */
function sourceFolder(): string {
  return join(process.cwd(), 'src');
}

interface SourceFile {
  /** From src/, with forward slashes: "ui/explorer.ts". */
  readonly path: string;
  readonly text: string;
  /** What it imports, as it says it: "vscode", "../monitors/page". */
  readonly specifiers: readonly string[];
  /** The files of src/ that it imports. */
  readonly imports: readonly string[];
}

/** Reads imports of every kind (types too, and `export … from`), comments left out. */
function readSources(): readonly SourceFile[] {
  const root = sourceFolder();
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return names.map((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    const code = text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
    const pattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;
    const specifiers = [...code.matchAll(pattern)].map(([, specifier]) => specifier!);
    const imports = specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => toPath(relative(root, resolve(root, dirname(name), `${specifier}.ts`))));
    return { path: toPath(name), text, specifiers, imports };
  });
}

const toPath = (name: string) => name.split(sep).join('/');

/** The first folder; extension.ts itself stands for the composition root. */
const roomOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path);

/** `extension.ts -> ui -> explorer -> session, storage -> credits, service -> monitors`: what each room may see. */
const visible: Readonly<Record<string, readonly string[]>> = {
  'extension.ts': ['ui', 'explorer', 'session', 'storage', 'credits', 'service', 'monitors'],
  ui: ['explorer', 'session', 'storage', 'credits', 'service', 'monitors'],
  explorer: ['session', 'storage', 'credits', 'service', 'monitors'],
  session: ['credits', 'service', 'monitors'],
  storage: ['credits', 'service', 'monitors'],
  credits: ['monitors'],
  service: ['monitors'],
  monitors: [],
};

/** Files outside ui/ that adapt VS Code. */
const adapters = ['extension.ts', 'session/accountsProvider.ts', 'session/authenticationProvider.ts'];

describe('the architecture', () => {
  const sources = readSources();
  const where = (matches: (file: SourceFile) => boolean) => sources.filter(matches).map(({ path }) => path);

  it('is read rightly by this test', () => {
    assert.ok(sources.length > 50, `${sources.length} files`);
    const known = new Set(sources.map(({ path }) => path));
    const unresolved = sources.flatMap(({ path, imports }) =>
      imports.filter((target) => !known.has(target)).map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(unresolved, []);
    assert.ok(
      sources
        .find(({ path }) => path === 'explorer/explorer.ts')
        ?.imports.includes('monitors/monitorList.ts'),
    );
  });

  it('has no room but those that are drawn', () => {
    assert.deepEqual(
      [...new Set(sources.map(({ path }) => roomOf(path)))].sort(),
      Object.keys(visible).sort(),
    );
  });

  it('has arrows in one direction only', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          (target) => roomOf(target) !== roomOf(path) && !visible[roomOf(path)]?.includes(roomOf(target)),
        )
        .map((target) => `${path} -> ${target}`),
    );
    assert.deepEqual(wrong, []);
  });

  it('has no circle of files, not of types alone either', () => {
    const imports = new Map(sources.map((file) => [file.path, file.imports]));
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      const start = trail.indexOf(path);
      assert.equal(start, -1, `a circle: ${[...trail.slice(start), path].join(' -> ')}`);
      if (done.has(path)) {
        return;
      }
      (imports.get(path) ?? []).forEach((target) => visit(target, [...trail, path]));
      done.add(path);
    };
    sources.forEach(({ path }) => visit(path, []));
  });

  it('lets only ui/ and named adapters see VS Code', () => {
    const seeing = where(({ path, specifiers }) => specifiers.includes('vscode') && roomOf(path) !== 'ui');
    assert.deepEqual(seeing.sort(), [...adapters].sort());
  });

  it('lets extension.ts alone choose node-fetch', () => {
    assert.deepEqual(
      where(({ specifiers }) => specifiers.some((name) => /^node-fetch|^undici/.test(name))),
      ['extension.ts'],
    );
  });

  it('lets pure rooms do no I/O: they take fetch, clock and storage', () => {
    const pure = ['monitors', 'service', 'credits'];
    const outside = where(
      ({ path, specifiers }) =>
        pure.includes(roomOf(path)) &&
        specifiers.some((name) => !name.startsWith('.') && !name.startsWith('@jmespath')),
    );
    assert.deepEqual(outside, []);
    const clocks = where(
      ({ path, text }) => pure.includes(roomOf(path)) && /\bDate\.now\(|\bnew Date\(\)/.test(text),
    );
    assert.deepEqual(clocks, []);
  });

  it('keeps files small: 200 lines of code, 50 in extension.ts', () => {
    const codeLines = (text: string) =>
      text
        .replace(/\/\*[^]*?\*\//g, '')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
    assert.deepEqual(
      where(({ path, text }) => codeLines(text) > (path === 'extension.ts' ? 50 : 200)),
      [],
    );
  });

  it('keeps no state in modules and exports nothing by default', () => {
    assert.deepEqual(
      where(({ text }) => /^(export )?let /m.test(text)),
      [],
    );
    assert.deepEqual(
      where(({ text }) => /^export default/m.test(text)),
      [],
    );
  });
});
