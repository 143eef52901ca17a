import type { MonitorStatus } from '../../monitors/monitor';
import { KeyReader } from './keys';
import { ENGLISH_WORDS, FOREIGN_STATUS_WORDS } from './languages';
import { STATUS_WORDS, type StatusWords } from './lexicon';
import type { Reason } from './reasons';
import { DOUBT, splitWords, STRENGTH, type Doubt, type Strength } from './score';

/** One rule: what it looks at, when it speaks, how strongly, and why, in words for a person. */
export interface Rule<Subject, Field extends string = string> {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly looksAt: 'key' | 'values' | 'place';
  /** A claim has a strength, a doubt a share that it leaves; `graded` ones say the amount themselves. */
  readonly claims?: Strength | 'graded';
  readonly doubts?: Doubt | 'graded';
  /** Asked only where no place is confident by the other rules. */
  readonly lastResort?: boolean;
  /**
   * Whether it speaks. A graded claim gives its confidence, 0 for none; a graded doubt the share that it
   * leaves, 1 for no doubt.
   */
  readonly says: (subject: Subject) => boolean | number;
  readonly reason: Reason;
  /** Cases of the corpus that are read worse without it. */
  readonly cases: readonly string[];
}

/** A part of the engine that reads what is rare: it is switched off like a rule, by its name. */
export interface RuleModule {
  readonly name: string;
  readonly reads: string;
  readonly cases: readonly string[];
}

export const MODULES = [
  {
    name: 'languages',
    reads: 'keys and status words in languages other than English',
    cases: [],
  },
  { name: 'tables', reads: 'rows without keys, whose columns are named once', cases: [] },
  { name: 'histories', reads: 'the status in the newest of the results that a record holds', cases: [] },
  { name: 'mapsOfMaps', reads: 'hosts and, for each, its services and their states', cases: [] },
  { name: 'singleRecord', reads: 'a response that is one monitor and no list', cases: [] },
  { name: 'siblingLists', reads: 'several lists beside each other, all of monitors', cases: [] },
] as const satisfies readonly RuleModule[];

export type ModuleName = (typeof MODULES)[number]['name'];

/** What a status word means. */
export interface StatusMeaning {
  readonly status: MonitorStatus;
  /** Whether it tells what a check has found, or only what a person has set. */
  readonly about: 'check' | 'setting';
  /** Whether it says that the monitor is switched off. */
  readonly off: boolean;
}

/** The rules in force: all of them, or, in a test, all but some. */
export class RuleSet {
  readonly keys: KeyReader;
  readonly statusMeanings: ReadonlyMap<string, StatusMeaning>;
  readonly #without: ReadonlySet<string>;
  readonly #byField = new Map<readonly unknown[], Map<string, readonly unknown[]>>();

  constructor(without: Iterable<string> = []) {
    this.#without = new Set(without);
    const foreign = this.has('languages');
    this.keys = new KeyReader(foreign ? ENGLISH_WORDS : new Map());
    this.statusMeanings = toMeanings(foreign ? [...FOREIGN_STATUS_WORDS, ...STATUS_WORDS] : STATUS_WORDS);
  }

  has(name: ModuleName): boolean {
    return !this.#without.has(name);
  }

  /** Those of a table's rules that are about a field and in force. */
  for<Subject, Field extends string>(
    rules: readonly Rule<Subject, Field>[],
    field: Field,
  ): readonly Rule<Subject, Field>[] {
    let byField = this.#byField.get(rules);
    if (!byField) {
      byField = new Map();
      this.#byField.set(rules, byField);
    }
    let found = byField.get(field) as readonly Rule<Subject, Field>[] | undefined;
    if (!found) {
      found = rules.filter((rule) => rule.fields.includes(field) && !this.#without.has(rule.name));
      byField.set(field, found);
    }
    return found;
  }
}

function toMeanings(groups: readonly StatusWords[]): ReadonlyMap<string, StatusMeaning> {
  return new Map(
    groups.flatMap(({ status, about, words }) => {
      const meaning = { status, about, off: about === 'setting' && status === 'paused' };
      return splitWords(words).map((word) => [word, meaning] as const);
    }),
  );
}

/** All rules. */
export const ALL_RULES = new RuleSet();

/** A rule that spoke, for the explanation. */
export interface Voice {
  readonly rule: string;
  readonly reason: Reason;
  readonly speaks: 'for' | 'against';
  /** The confidence claimed, or the share left. */
  readonly amount: number;
}

export interface Judgement {
  readonly confidence: number;
  /** That of the strongest claim. */
  readonly reason: Reason;
  readonly voices: readonly Voice[];
}

/**
 * Asks all rules about a place and adds them up as score.ts says; `undefined` where none claims it, or what is
 * left is below `least`.
 */
export function judge<Subject>(
  subject: Subject,
  rules: readonly Rule<Subject>[],
  { least = 0, lastResort = false }: { readonly least?: number; readonly lastResort?: boolean } = {},
): Judgement | undefined {
  let best = 0;
  let reason: Reason | undefined;
  const voices: Voice[] = [];
  for (const rule of rules) {
    if (!rule.claims || (rule.lastResort === true && !lastResort)) continue;
    const said = rule.says(subject);
    const amount = said === true && rule.claims !== 'graded' ? STRENGTH[rule.claims] : Number(said);
    if (amount <= 0) continue;
    voices.push({ rule: rule.name, reason: rule.reason, speaks: 'for', amount });
    if (amount > best) {
      best = amount;
      reason = rule.reason;
    }
  }
  if (reason === undefined || best < least) return undefined;
  const confidence = best * doubtsOf(subject, rules, voices);
  return confidence <= 0 || confidence < least ? undefined : { confidence, reason, voices };
}

function doubtsOf<Subject>(subject: Subject, rules: readonly Rule<Subject>[], voices: Voice[]): number {
  let left = 1;
  for (const rule of rules) {
    if (!rule.doubts) continue;
    const said = rule.says(subject);
    const amount = rule.doubts === 'graded' ? Number(said) : said === true ? DOUBT[rule.doubts] : 1;
    if (amount >= 1) continue;
    voices.push({ rule: rule.name, reason: rule.reason, speaks: 'against', amount });
    left *= amount;
    if (left === 0) return 0;
  }
  return left;
}
