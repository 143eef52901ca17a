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

/** Languages that VS Code can be shown in; a file for any other would never be read. */
const VSCODE_LANGUAGES = [
  ...['cs', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-br', 'ru', 'tr', 'zh-cn', 'zh-tw'],
];

/** Keys that a file has twice, of which JSON.parse keeps the last. */
function repeatedKeys(file: string): string[] {
  const keys = [...read(file).matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map((match) => match[1]!);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

/** Sentences that stand in a translation as they are in English: somebody has forgotten them. */
const untranslated = (english: Texts, texts: Texts): string[] =>
  Object.entries(english)
    .filter(([key, text]) => text === texts[key] && (text.match(/\p{L}{2,}/gu) ?? []).length > 4)
    .map(([key]) => key);

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

  it('are in l10n/bundle.l10n.json exactly those of the sources: else run `npm run l10n`', function () {
    // Parses all sources, which takes seconds on a busy machine.
    this.timeout(60_000);
    assert.deepEqual(readTexts('l10n', 'bundle.l10n.json'), readMessages());
  });
});

describe('the translations', () => {
  const languages = languagesIn('.', 'package.nls');

  it('are there for the manifest and for the code alike', () => {
    assert.ok(languages.includes('de'));
    assert.deepEqual(languagesIn('l10n', 'bundle.l10n'), languages);
    assert.deepEqual(
      languages.filter((language) => !VSCODE_LANGUAGES.includes(language)),
      [],
    );
  });

  for (const language of languages) {
    const files: readonly [what: string, english: () => Texts, file: string][] = [
      ['the manifest', manifestTexts, `package.nls.${language}.json`],
      ['the code', shownTexts, join('l10n', `bundle.l10n.${language}.json`)],
    ];
    for (const [what, english, file] of files) {
      const translated = (): Texts => readTexts(file);
      describe(`of ${what}, "${language}"`, () => {
        it('have each English text, none of them empty, and no other', () => {
          assert.deepEqual(Object.keys(translated()).sort(), Object.keys(english()).sort());
          assert.deepEqual(emptyTexts(translated()), []);
          assert.deepEqual(repeatedKeys(file), []);
        });

        it('leave no sentence in English', () => {
          assert.deepEqual(untranslated(english(), translated()), []);
        });

        it('keep the placeholders, the command links and what stands in backticks', () => {
          assert.deepEqual(wronglyTranslated(english(), translated()), []);
        });
      });
    }
  }
});
