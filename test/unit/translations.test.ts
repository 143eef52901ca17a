import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessages } from '../host/l10n';
import { reasons } from '../../src/service/mapping/reasons';

type Texts = Readonly<Record<string, string>>;

const read = (...path: string[]): string => readFileSync(join(process.cwd(), ...path), 'utf8');
const readTexts = (...path: string[]): Texts => JSON.parse(read(...path)) as Texts;

/** The languages besides English, by the file names in a folder: "package.nls.de.json" is "de". */
const languagesIn = (folder: string, kind: string): string[] =>
  readdirSync(join(process.cwd(), folder))
    .filter((name) => name.startsWith(`${kind}.`) && name.endsWith('.json') && name !== `${kind}.json`)
    .map((name) => name.slice(kind.length + 1, -'.json'.length))
    .sort();

const manifestTexts = (): Texts => readTexts('package.nls.json');

/** The English bundle, and the sentences of a table, which no extractor can see. */
const shownTexts = (): Texts => ({
  ...readTexts('l10n', 'bundle.l10n.json'),
  ...Object.fromEntries(Object.values(reasons).map((sentence) => [sentence, sentence])),
});

/** What a translation leaves as it is: "{0}", "(command:…)" and "`a setting`", each as often as in English. */
const keptParts = (text: string): string[] => (text.match(/\{\d+\}|\(command:[^)]*\)|`[^`]*`/g) ?? []).sort();

/** The texts that differ from the English ones in more than words. */
const wronglyTranslated = (english: Texts, texts: Texts): string[] =>
  Object.entries(english)
    .filter(([key, text]) => keptParts(text).join() !== keptParts(texts[key] ?? '').join())
    .map(([key]) => key);

const emptyTexts = (texts: Texts): string[] => Object.keys(texts).filter((key) => texts[key]!.trim() === '');

/** All that is used as "%key%" anywhere in a JSON value. */
function usedKeys(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^%(.+)%$/.exec(value)?.slice(1) ?? [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(usedKeys) : [];
}

describe('the English texts', () => {
  it('are in package.nls.json exactly those that package.json uses', () => {
    const used = new Set(usedKeys(JSON.parse(read('package.json'))));
    assert.deepEqual(Object.keys(manifestTexts()).sort(), [...used].sort());
    assert.deepEqual(emptyTexts(manifestTexts()), []);
  });

  it('are in l10n/bundle.l10n.json exactly those of the sources: else run `npm run l10n`', () => {
    assert.deepEqual(readTexts('l10n', 'bundle.l10n.json'), readMessages());
  });
});

describe('the translations', () => {
  const languages = languagesIn('.', 'package.nls');

  it('are there for the manifest and for the code alike', () => {
    assert.ok(languages.includes('de'));
    assert.deepEqual(languagesIn('l10n', 'bundle.l10n'), languages);
  });

  for (const language of languages) {
    const files: readonly [string, () => Texts, () => Texts][] = [
      ['the manifest', manifestTexts, () => readTexts(`package.nls.${language}.json`)],
      ['the code', shownTexts, () => readTexts('l10n', `bundle.l10n.${language}.json`)],
    ];
    for (const [what, english, translated] of files) {
      describe(`of ${what}, "${language}"`, () => {
        it('have each English text, none of them empty, and no other', () => {
          assert.deepEqual(Object.keys(translated()).sort(), Object.keys(english()).sort());
          assert.deepEqual(emptyTexts(translated()), []);
        });

        it('keep the placeholders, the command links and what stands in backticks', () => {
          assert.deepEqual(wronglyTranslated(english(), translated()), []);
        });
      });
    }
  }
});
