import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, fileOf, findGaps, languagesOf, readTexts, type Texts } from '../host/l10n';
import { checkout } from '../host/places';

const read = (file: string): string => readFileSync(join(checkout(), file), 'utf8');

const [MANIFEST, CODE] = KINDS;

const toText = (text: Texts[string]): string => (typeof text === 'string' ? text : text.message);

/** Parts that stay the same in a translation: "{0}", "(command:…)" and "`a setting`". */
const keptParts = (text: string): string =>
  (text.match(/\{\d+\}|\(command:[^)]*\)|`[^`]*`/g) ?? []).sort().join();

/** Keys that a file has twice, of which JSON.parse keeps the last. */
function repeatedKeys(file: string): string[] {
  const keys = [...read(file).matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map((match) => match[1]!);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

/** All that is used as "%key%" anywhere in a JSON value. */
function usedKeys(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^%(.+)%$/.exec(value)?.slice(1) ?? [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(usedKeys) : [];
}

describe('Texts', () => {
  it('of package.json are in package.nls.json, and no others', () => {
    const used = new Set(usedKeys(JSON.parse(read('package.json'))));
    assert.deepEqual(Object.keys(readTexts(fileOf(MANIFEST))).sort(), [...used].sort());
  });

  it('are translated into five languages, for the manifest and the code', () => {
    for (const kind of KINDS) {
      assert.deepEqual(languagesOf(kind), ['de', 'es', 'fr', 'ja', 'zh-cn']);
    }
  });

  it('that a translation misses or no longer needs are listed', () => {
    const gaps = findGaps('de.json', { Down: 'Down', Up: 'Up' }, { Up: 'Oben', Gone: 'Fort' });
    assert.deepEqual(gaps, ['de.json lacks "Down"', 'de.json has "Gone", which nothing uses']);
  });

  it('keep their placeholders, command links and names in backticks in each translation', () => {
    for (const kind of KINDS) {
      const english = readTexts(fileOf(kind));
      for (const language of languagesOf(kind)) {
        const translated = Object.entries(readTexts(fileOf(kind, language)));
        const wrong = translated.filter(([key, text]) => {
          // In the code, a text without a comment is its own key.
          const original = english[key] ?? (kind === CODE ? key : text);
          return keptParts(toText(text)) !== keptParts(toText(original));
        });
        assert.deepEqual(wrong, [], fileOf(kind, language));
      }
    }
  });

  it('have text, and occur once', () => {
    const files = KINDS.flatMap((kind) =>
      [undefined, ...languagesOf(kind)].map((language) => fileOf(kind, language)),
    );
    const wrong = files.flatMap((file) => {
      const empty = Object.entries(readTexts(file)).filter(
        ([, text]) => toText(text).trim() === '',
      );
      return [...repeatedKeys(file), ...empty.map(([key]) => key)];
    });
    assert.deepEqual(wrong, []);
  });
});
