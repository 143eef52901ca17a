// The names of fields, whatever their style, and lists of words to look them up in.

const MAX_KEY_LENGTH = 80;

/**
 * The words of a key in lower case, whatever its style: `lastCheckedAt`, `last_checked_at`,
 * `Last-Checked-At` and `LastCheckedAt` are all `last checked at`.
 */
export function toWords(key: string): readonly string[] {
  return withoutAccents(key.slice(0, MAX_KEY_LENGTH))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A key without its style: `lastcheckedat`. The form in which words are looked up. */
export function toPlain(key: string): string {
  const lower = withoutAccents(key.slice(0, MAX_KEY_LENGTH)).toLowerCase();
  return PLAIN.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, '');
}

const PLAIN = /^[a-z0-9]*$/;

/** `ä` is `a`; ASCII, which nearly all keys are, is left as it is. */
function withoutAccents(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
}

const ASCII = /^[\x00-\x7f]*$/;

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

/** The words of a text, without accents. */
export function splitWords(text: string): readonly string[] {
  return withoutAccents(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(splitWords(text));
}
