import { englishWords } from './vocabulary/otherLanguages';

const longestKey = 80;

/**
 * The words of a key in lower case, whatever its style: `lastCheckedAt`, `last_checked_at`,
 * `Last-Checked-At` and `LastCheckedAt` are all `last checked at`.
 */
export function toWords(key: string): readonly string[] {
  return withoutAccents(key.slice(0, longestKey))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A key without its style: `lastcheckedat`. The form in which vocabularies are looked up. */
export function toPlain(key: string): string {
  return withoutAccents(key.slice(0, longestKey))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** `ä` is `a`; ASCII, which nearly all keys are, is left as it is. */
function withoutAccents(text: string): string {
  return /^[\u0000-\u007f]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
}

/** The words of a field's name, in English where they are of a language that is known. */
export function toFieldWords(key: string): readonly string[] {
  return toWords(key).map((word) => englishWords.get(word) ?? word);
}

/** A field's name in plain form, in English where its words are of a language that is known. */
export function toField(key: string): string {
  const words = toWords(key);
  return words.some((word) => englishWords.has(word)) ? toFieldWords(key).join('') : toPlain(key);
}

/** A word in the singular, by the plain English endings that plural keys have. */
export function toSingular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) {
    return `${word.slice(0, -3)}y`;
  }
  if (/(?:s|x|ch|sh)es$/.test(word)) {
    return word.slice(0, -2);
  }
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
