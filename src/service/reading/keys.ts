const longestKey = 80;

/**
 * The words of a key in lower case, whatever its style: `lastCheckedAt`, `last_checked_at`,
 * `Last-Checked-At` and `LastCheckedAt` are all `last checked at`.
 */
export function toWords(key: string): readonly string[] {
  return key
    .slice(0, longestKey)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A key without its style: `lastcheckedat`. The form in which vocabularies are looked up. */
export function toPlain(key: string): string {
  return key
    .slice(0, longestKey)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A word in the singular, by the plain English endings that plural keys have. */
export function toSingular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}
