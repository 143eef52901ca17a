/** The words of a text, without accents. Tables of words are written as texts, for they are read as such. */
function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text));
}

/** Words with how plainly each says what the table is about, from 0 to 1. */
export function scoredWords(...groups: readonly (readonly [number, string])[]): ReadonlyMap<string, number> {
  return new Map(groups.flatMap(([score, text]) => wordsOf(text).map((word) => [word, score] as const)));
}
