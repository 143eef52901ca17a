import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';
import { callsScenarios } from '../report/callsScenarios';

const read = (...path: string[]): string => readFileSync(join(checkout(), ...path), 'utf8');

interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default: unknown }>>;
    }[];
    readonly languageModelTools: readonly { readonly toolReferenceName: string }[];
  };
}

const manifest = (): Manifest => JSON.parse(read('package.json')) as Manifest;

/** The part of a document below a heading, to the next heading of the same level. */
function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `no ${heading}`);
  const level = heading.split(' ')[0]!;
  const end = text.indexOf(`\n${level} `, start + heading.length);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The cells of the rows of the tables in a text, without their headings. */
const rowsIn = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| :'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

describe('The page on commands and settings', () => {
  it('lists every setting with its default', () => {
    const listed = rowsIn(sectionOf(read('docs', 'commands.md'), '## Settings')).map(([, name, value]) => [
      name,
      value,
    ]);
    const settings = manifest().contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    );
    const wanted = settings.map(([name, { default: value }]) => {
      const isEmpty = value === '' || value === null;
      const shown = typeof value === 'string' ? value : JSON.stringify(value);
      return [`\`${name}\``, isEmpty ? '_empty_' : `\`${shown}\``];
    });
    assert.deepEqual(listed.sort(), wanted.sort());
  });

  it('names every command', () => {
    const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;
    const cells = rowsIn(sectionOf(read('docs', 'commands.md'), '## Commands')).map(([, name]) => name!);
    const listed = cells.flatMap((cell) => cell.split(', ')).map((name) => name.replace(/…$/, ''));
    const wanted = manifest()
      .contributes.commands.filter(({ command }) => !/\.copy/.test(command))
      .map(({ title }) => texts[title.slice(1, -1)]!.replace(/…$| \(\d calls?[^)]*\)$/g, ''));
    assert.deepEqual(
      wanted.filter((title) => !listed.includes(title)),
      [],
    );
  });
});

describe('The README', () => {
  it('names every tool of a language model', () => {
    const names = manifest().contributes.languageModelTools.map(
      ({ toolReferenceName }) => `\`#${toolReferenceName}\``,
    );
    const text = read('README.md');
    assert.deepEqual(
      names.filter((name) => !text.includes(name)),
      [],
    );
  });
});

describe('The table of calls in docs', () => {
  it('has each scenario with the calls that it needs: else run `npm run calls-report -- --write`', () => {
    const [, table = ''] = read('docs', 'calls.md').split('<!-- calls-report -->');
    const listed = rowsIn(table).map(([, name, needed, made]) => [name, needed, made]);
    const wanted = callsScenarios.map(({ name, needed }) => [name, `${needed}`, `${needed}`]);
    assert.deepEqual(listed, wanted);
  });
});

/** Titles of the tests in a file; what stands for several cases in one is "…". */
function titlesIn(path: string): ReadonlySet<string> {
  const titles = read('test', ...path.split('/')).matchAll(/\bit\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return new Set(
    [...titles].map(([, , title]) => title!.replace(/\$\{[^}]*\}/g, '…').replace(/\\(.)/g, '$1')),
  );
}

/** Each test that a row of a table names as its proof: the file, and the title in it. */
function proofsIn(text: string): [row: string, file: string, title: string][] {
  return rowsIn(text).flatMap(([, promise, ...cells]) =>
    (cells.at(-2) ?? '').split('<br>').map((proof): [string, string, string] => {
      const [, file = '', title = ''] = /^`([^`]+\.test\.ts)`: (.+)$/.exec(proof) ?? [];
      return [promise!, file, title];
    }),
  );
}

for (const [name, path, heading, fewest] of [
  ['The table of attacks in SECURITY.md', ['SECURITY.md'], '## Attacks and their tests', 24],
  ['The table of promises', ['docs', 'reliability.md'], '## Promises and their tests', 19],
] as const) {
  describe(name, () => {
    it('names for each row tests that exist', () => {
      const proofs = proofsIn(sectionOf(read(...path), heading));
      assert.ok(new Set(proofs.map(([row]) => row)).size >= fewest, 'a row is missing');
      const missing = proofs.filter(([, file, title]) => file === '' || !titlesIn(file).has(title));
      assert.deepEqual(missing, []);
    });
  });
}

describe('The changelog', () => {
  it('has what is to come first, then the version of the manifest', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map((match) => match[1]);
    assert.deepEqual(headings.slice(0, 2), ['Unreleased', manifest().version]);
  });
});
