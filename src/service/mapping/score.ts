import type { Reason } from './reasons';

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

/**
 * One rule: a field, when it speaks, how strongly, and why, in words for a person. The cases of the corpus that need
 * it are in test/corpus/rules.json, and a test drops each rule in turn.
 */
export interface Rule<Subject, Field extends string = string> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly speaks: 'for' | 'against';
  readonly reason: Reason;
  /** For: the confidence claimed, 0 for none. Against: the share of the confidence that is left, 1 for no doubt. */
  readonly amount: (subject: Subject) => number;
  /** Asked only where no place is confident by the other rules. */
  readonly lastResort?: boolean;
}

type About<Field> = Field | readonly Field[];
type Says<Subject> = (subject: Subject) => boolean | number;

/** A rule that speaks for a place. A graded one gives its confidence itself. */
export function claim<Field extends string>(
  about: About<Field>,
  name: string,
  strength: Strength | 'graded',
  reason: Reason,
) {
  const claimed = strength === 'graded' ? 1 : STRENGTH[strength];
  return toRule(about, { name, speaks: 'for', reason }, (said) => claimed * Number(said));
}

/** A rule that speaks against a place. A graded one gives the share that it leaves itself. */
export function doubt<Field extends string>(
  about: About<Field>,
  name: string,
  share: Doubt | 'graded',
  reason: Reason,
) {
  return toRule(about, { name, speaks: 'against', reason }, (said) =>
    share === 'graded' ? Number(said) : said === true ? DOUBT[share] : 1,
  );
}

/** Waits for when the rule speaks. One about a single field is named for it; the name of others is given in full. */
function toRule<Field extends string>(
  about: About<Field>,
  { name, ...rule }: Pick<Rule<never>, 'name' | 'speaks' | 'reason'>,
  toAmount: (said: boolean | number) => number,
) {
  const one = typeof about === 'string';
  return {
    when: <Subject>(says: Says<Subject>): Rule<Subject, Field> => ({
      ...rule,
      name: one ? `${about}.${name}` : name,
      fields: one ? [about] : about,
      amount: (subject) => toAmount(says(subject)),
    }),
  };
}

/** The rule, asked only for want of better. */
export function asLastResort<Subject, Field extends string>(
  rule: Rule<Subject, Field>,
): Rule<Subject, Field> {
  return { ...rule, lastResort: true };
}

/** A rule that spoke, for the explanation. */
export interface Voice extends Pick<Rule<never>, 'speaks' | 'reason'> {
  readonly rule: string;
  /** The confidence claimed, or the share left. */
  readonly amount: number;
}

export interface Judgement {
  readonly confidence: number;
  /** That of the strongest claim. */
  readonly reason: Reason;
  readonly voices: readonly Voice[];
}

/** The rules about one field, claims before doubts. */
export type FieldRules<Subject> = readonly Rule<Subject>[];

interface JudgeOptions {
  /** What is left below this is not worth a candidate. */
  readonly least?: number;
  /** Whether the rules for want of better are asked as well. */
  readonly lastResort?: boolean;
}

/** Asks all rules about a place; `undefined` where none claims it, or what is left is below `least`. */
export function judge<Subject>(
  subject: Subject,
  rules: FieldRules<Subject>,
  { least = Number.MIN_VALUE, lastResort = false }: JudgeOptions = {},
): Judgement | undefined {
  let claimed = 0;
  let left = 1;
  let reason: Reason | undefined;
  const voices: Voice[] = [];
  for (const rule of rules) {
    const isClaim = rule.speaks === 'for';
    if (!isClaim && claimed * left < least) {
      return undefined;
    }
    const amount = rule.lastResort && !lastResort ? 0 : rule.amount(subject);
    if (isClaim ? amount <= 0 : amount >= 1) {
      continue;
    }
    if (!isClaim) {
      left *= amount;
    } else if (amount > claimed) {
      [claimed, reason] = [amount, rule.reason];
    }
    voices.push({ rule: rule.name, reason: rule.reason, speaks: rule.speaks, amount });
  }
  const confidence = claimed * left;
  return reason && confidence >= least ? { confidence, reason, voices } : undefined;
}

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
