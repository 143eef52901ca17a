/**
 * How confidence is added up, the same way for every field.
 *
 * A *claim* says that a place holds a field, with a named strength. A *doubt* says that it may not, with the share
 * of the confidence that it leaves. The confidence of a place is its strongest claim times all its doubts:
 *
 *     confidence = max(claims) × Π(doubts)
 *
 * - bounded: claims and doubts lie between 0 and 1, and so does the result;
 * - monotone: a further claim never lowers it, a further doubt never raises it;
 * - independent of order: `max` and `×` are commutative and associative.
 *
 * Claims are not added to each other: that a key is called `status` twice over does not make it truer.
 */
export function toConfidence(claims: readonly number[], doubts: readonly number[]): number {
  return doubts.reduce((product, share) => product * share, Math.max(0, ...claims));
}

/** How strongly a rule or a word claims: the range of confidence that words of this strength are spread over. */
const BANDS = {
  certain: [0.975, 0.895],
  strong: [0.895, 0.795],
  fair: [0.795, 0.695],
  weak: [0.695, 0.595],
  /** Too little to be taken as fact; a candidate to ask about. */
  hint: [0.5, 0.3],
  trace: [0.25, 0.15],
} as const satisfies Record<string, readonly [number, number]>;

export type Strength = keyof typeof BANDS;

/** The confidence of a claim of this strength: the middle of its band. */
export const STRENGTH: Readonly<Record<Strength, number>> = {
  certain: 0.935,
  strong: 0.845,
  fair: 0.745,
  weak: 0.64,
  hint: 0.4,
  trace: 0.2,
};

/** The share of the confidence that a doubt leaves. */
export const DOUBT = {
  slight: 0.985,
  mild: 0.93,
  fair: 0.85,
  serious: 0.75,
  severe: 0.68,
  grave: 0.6,
  heavy: 0.5,
  fatal: 0.2,
  excluded: 0,
} as const;

export type Doubt = keyof typeof DOUBT;

export type WordList = Readonly<Partial<Record<Strength, string>>>;

/**
 * Words with how strongly each claims. Within a strength, words before a `|` are preferred to those after it:
 * the groups are spread evenly over the band of the strength.
 */
export function scoreWords(list: WordList): ReadonlyMap<string, number> {
  const scored = new Map<string, number>();
  for (const [strength, text] of Object.entries(list) as [Strength, string][]) {
    const [top, bottom] = BANDS[strength];
    const groups = text.split('|');
    groups.forEach((group, i) => {
      const value = top - ((top - bottom) * (i + 0.5)) / groups.length;
      for (const word of splitWords(group)) {
        scored.set(word, value);
      }
    });
  }
  return scored;
}

const ASCII = /^[\x00-\x7f]*$/;

/** The words of a text, without accents. */
export function splitWords(text: string): readonly string[] {
  const plain = ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
  return plain.split(/\s+/).filter((word) => word !== '');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(splitWords(text));
}
