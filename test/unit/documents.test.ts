import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../host/places';

const read = (...path: string[]): string => readFileSync(join(checkout(), ...path), 'utf8');

/** The part of a document below a heading of level 2. */
function sectionOf(text: string, heading: string): string {
  const [, section] = text.split(`\n## ${heading}\n`);
  assert.ok(section, `no ${heading}`);
  return section.split('\n## ')[0]!;
}

/** The cells of the rows of the tables in a text, without their headings. */
const rowsIn = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| :'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Titles of the tests in a file, with "…" for variable parts. */
function titlesIn(path: string): ReadonlySet<string> {
  const titles = read('test', ...path.split('/')).matchAll(
    /\bit\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g,
  );
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

describe('The table of attacks in SECURITY.md', () => {
  it('names an existing test in each row', () => {
    const proofs = proofsIn(sectionOf(read('SECURITY.md'), 'Attacks and their tests'));
    assert.ok(new Set(proofs.map(([row]) => row)).size >= 24, 'a row is missing');
    const missing = proofs.filter(([, file, title]) => file === '' || !titlesIn(file).has(title));
    assert.deepEqual(missing, []);
  });
});

describe('docs/commands.md', () => {
  const document = read('docs', 'commands.md');
  const { contributes } = JSON.parse(read('package.json')) as {
    readonly contributes: {
      readonly commands: readonly { readonly title: string }[];
      readonly configuration: readonly { readonly properties: Readonly<Record<string, object>> }[];
    };
  };
  const texts = JSON.parse(read('package.nls.json')) as Record<
    string,
    string | { readonly message: string }
  >;

  it('lists each command of package.json once, and says how many there are', () => {
    const titles = contributes.commands.map(({ title }) => {
      const text = texts[title.slice(1, -1)]!;
      return (typeof text === 'string' ? text : text.message).replace(/ \(.*\)$/, '');
    });
    const items = sectionOf(document, 'What commands cost').match(/^- \*\*.+:\*\* .+$/gm)!;
    const listed = items.flatMap((item) => item.replace(/^.+:\*\* /, '').split(', '));
    assert.deepEqual(listed.sort(), titles.sort());
    assert.ok(document.includes(`The ${titles.length} commands`));
  });

  it('lists each setting of package.json once', () => {
    const names = contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    const listed = sectionOf(document, 'Settings').match(/(?<=^- `)\w+/gm)!;
    assert.deepEqual(listed.map((name) => `monitorExplorer.${name}`).sort(), names.sort());
  });
});
