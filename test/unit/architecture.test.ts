import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** The files of src/ with the files they import, types included. */
function readImports(): ReadonlyMap<string, readonly string[]> {
  const root = join(process.cwd(), 'src');
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return new Map(
    names.map((name) => {
      const path = join(root, name);
      const pattern = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;
      const targets = [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, specifier]) =>
        resolve(dirname(path), `${specifier!.replace(/\.js$/, '')}.ts`),
      );
      return [path, targets];
    }),
  );
}

/** What is left when all is taken away that imports nothing left, or that nothing left imports. */
function findCycles(imports: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const left = new Map(imports);
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    for (const [file, targets] of left) {
      const isImported = [...left.values()].some((others) => [...others].includes(file));
      if (!isImported || ![...targets].some((target) => left.has(target))) {
        left.delete(file);
      }
    }
  }
  return [...left.keys()];
}

// The direction of the arrows between folders, and the fence around vscode, are kept by ESLint (eslint.config.mjs).
describe('Imports of the sources', () => {
  it('contain no cycle', () => {
    const imports = readImports();
    const unresolved = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !imports.has(target)).map((target) => `${file} -> ${target}`),
    );
    assert.deepEqual(unresolved, []);
    assert.deepEqual(findCycles(imports), []);
  });

  it('contain no cycle between the folders of ui', () => {
    const root = join(process.cwd(), 'src', 'ui');
    const folderOf = (file: string): string => relative(root, file).split(sep)[0]!;
    const folders = new Map<string, Set<string>>();
    for (const [file, targets] of readImports()) {
      if (file.startsWith(root)) {
        const folder = folderOf(file);
        const others = targets.filter(
          (target) => target.startsWith(root) && folderOf(target) !== folder,
        );
        folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others.map(folderOf)]));
      }
    }
    assert.deepEqual(findCycles(folders), []);
  });
});
