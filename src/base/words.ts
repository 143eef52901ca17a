// Words of sentences and lists.

/** Normalizes a sentence to `you dont have any monitors`. */
export function toPlainWords(text: string): string {
  return text
    .replace(/['’]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]+/gu, ' ');
}

export function toSingular(word: string): string {
  return word
    .replace(/(.{2})ies$/, '$1y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^sui])s$/, '$1');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}

/** Parses groups separated by `|`. The first scores 1, each next 0.05 less. */
export function rankedWords(text: string): ReadonlyMap<string, number> {
  const groups = text.split('|').map((group) => [...wordSet(group)]);
  return new Map(groups.flatMap((group, i) => group.map((word) => [word, 1 - 0.05 * i] as const)));
}
