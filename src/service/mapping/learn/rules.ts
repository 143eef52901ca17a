import type { MonitorStatus } from '../../../monitors/monitor';
import { splitWords, toPlain, toWords } from '../keys';
import type { Reason } from '../reasons';
import { NOUNS, STATUS_WORDS, STRENGTH, type Strength } from './lexicon';

/**
 * How confidence is added up, the same way for every field, for lists and for paging.
 *
 * A *claim* says that a place holds something, with a named strength. A *doubt* says that it may not, with the share
 * of the confidence that it leaves. The confidence of a place is its strongest claim times all its doubts:
 *
 *     confidence = max(claims) × Π(doubts)
 *
 * - bounded: claims and doubts lie between 0 and 1, and so does the result;
 * - monotone: a further claim never lowers it, a further doubt never raises it;
 * - independent of order: `max` and `×` are commutative and associative.
 *
 * Claims are not added to each other: a key that fulfils two rules about its name is no better evidence than one.
 */

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

/** One rule: what it is about, when it holds, how strongly, and why, in words for a user. */
export interface Rule<Subject, Field extends string = string> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly kind: 'claim' | 'doubt';
  readonly reason: Reason;
  /** Of a claim: the confidence claimed, 0 for none. Of a doubt: the share of the confidence that is left, 1 for no doubt. */
  readonly amount: (subject: Subject) => number;
}

type About<Field> = Field | readonly Field[];

/** A rule that claims a place. A graded one gives its confidence itself. */
export function claim<Field extends string>(
  about: About<Field>,
  name: string,
  strength: Strength | 'graded',
  reason: Reason,
) {
  const claimed = strength === 'graded' ? 1 : STRENGTH[strength];
  return toRule(about, { name, kind: 'claim', reason }, (holds) => claimed * Number(holds));
}

/** A rule that doubts a place. A graded one gives the share that it leaves itself. */
export function doubt<Field extends string>(
  about: About<Field>,
  name: string,
  share: Doubt | 'graded',
  reason: Reason,
) {
  return toRule(about, { name, kind: 'doubt', reason }, (holds) =>
    share === 'graded' ? Number(holds) : holds === true ? DOUBT[share] : 1,
  );
}

/** Waits for when the rule holds. One about a single field is named for it; the name of others is given in full. */
function toRule<Field extends string>(
  about: About<Field>,
  { name, ...rule }: Pick<Rule<never>, 'name' | 'kind' | 'reason'>,
  toAmount: (holds: boolean | number) => number,
) {
  const isOne = typeof about === 'string';
  const common = { ...rule, name: isOne ? `${about}.${name}` : name, fields: isOne ? [about] : about };
  return {
    when: <Subject>(says: (subject: Subject) => boolean | number): Rule<Subject, Field> => ({
      ...common,
      amount: (subject) => toAmount(says(subject)),
    }),
  };
}

export interface Judgement {
  readonly confidence: number;
  /** That of the strongest claim. */
  readonly reason: Reason;
  /** The confidence of the strongest claim. */
  readonly claimed: number;
}

/** Asks all rules about a place; `undefined` where none claims it, or what is left is below `min`. */
export function judge<Subject>(
  subject: Subject,
  rules: readonly Rule<Subject>[],
  min = Number.MIN_VALUE,
): Judgement | undefined {
  let claimed = 0;
  let reason: Reason | undefined;
  for (const rule of rules) {
    const amount = rule.kind === 'claim' ? rule.amount(subject) : 0;
    if (amount > claimed) {
      claimed = amount;
      reason = rule.reason;
    }
  }
  let confidence = claimed;
  for (const rule of rules) {
    if (confidence < min) {
      return undefined;
    }
    confidence *= rule.kind === 'doubt' ? rule.amount(subject) : 1;
  }
  return reason && confidence >= min ? { confidence, reason, claimed } : undefined;
}

/** What a status word means. */
export interface StatusMeaning {
  readonly status: MonitorStatus;
  /** Whether it tells what a check has found, or only what a user of the service has set. */
  readonly about: 'check' | 'setting';
  /** Whether it says that the monitor is switched off. */
  readonly off: boolean;
}

/** A key as the rules look at it. */
export interface KeyWords {
  /** Without style and separators. */
  readonly plain: string;
  readonly words: readonly string[];
}

/** The rules by which a mapping is learned: all rules, or, in a report, all but some. */
export class RuleSet {
  readonly statusMeanings: ReadonlyMap<string, StatusMeaning>;
  readonly #without: ReadonlySet<string>;
  readonly #inForce = new Map<string, readonly Rule<never>[]>();
  readonly #keys = new Map<string, KeyWords>();

  constructor(without: Iterable<string> = []) {
    this.#without = new Set(without);
    this.statusMeanings = new Map(
      STATUS_WORDS.flatMap(({ status, about, words }) => {
        const meaning = { status, about, off: about === 'setting' && status === 'paused' };
        return splitWords(words).map((word) => [word, meaning] as const);
      }),
    );
  }

  /** Those of a table's rules that are about a field and in force. */
  for<Subject, Field extends string>(
    table: readonly Rule<Subject, Field>[],
    field: Field,
  ): readonly Rule<Subject>[] {
    const known = this.#inForce.get(field) as readonly Rule<Subject>[] | undefined;
    const rules =
      known ?? table.filter(({ fields, name }) => fields.includes(field) && !this.#without.has(name));
    this.#inForce.set(field, rules);
    return rules;
  }

  readKey(key: string): KeyWords {
    const read = this.#keys.get(key) ?? toKeyWords(key);
    this.#keys.set(key, read);
    return read;
  }
}

/** `monitorid`, `checkname`: no style tells the words of these. */
const RUN_TOGETHER = new RegExp(
  `^(${[...NOUNS.keys()].join('|')})(id|guid|uuid|arn|name|title|label|status|state|health|type|url)$`,
);

export function toKeyWords(key: string): KeyWords {
  const plain = toPlain(key);
  const words = RUN_TOGETHER.exec(plain)?.slice(1) ?? toWords(key);
  return { plain: words.join(''), words };
}
