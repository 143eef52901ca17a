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

/** The files of the first cycle. */
function findCycle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) {
      return [...path.slice(path.indexOf(file)), file];
    }
    if (done.has(file)) {
      return undefined;
    }
    for (const target of imports.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) {
        return cycle;
      }
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) {
      return cycle;
    }
  }
  return undefined;
}

// The direction of the arrows between folders, and the fence around vscode, are kept by ESLint (eslint.config.mjs).
describe('Imports of the sources', () => {
  it('contain no cycle', () => {
    const imports = readImports();
    const unresolved = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !imports.has(target)).map((target) => `${file} -> ${target}`),
    );
    assert.deepEqual(unresolved, []);
    assert.deepEqual(findCycle(imports), undefined);
  });

  it('contain no cycle between the folders of ui', () => {
    const root = join(process.cwd(), 'src', 'ui');
    const folderOf = (file: string): string => relative(root, file).split(sep)[0]!;
    const folders = new Map<string, Set<string>>();
    for (const [file, targets] of readImports()) {
      if (file.startsWith(root)) {
        const folder = folderOf(file);
        const others = targets.filter((target) => target.startsWith(root) && folderOf(target) !== folder);
        folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others.map(folderOf)]));
      }
    }
    const cycle = findCycle(new Map([...folders].map(([folder, others]) => [folder, [...others]])));
    assert.deepEqual(cycle, undefined);
  });
});
