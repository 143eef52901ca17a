import type { MonitorStatus } from '../../monitors/monitor';
import { KeyReader } from './keys';
import { ENGLISH_WORDS, FOREIGN_STATUS_WORDS } from './languages';
import { STATUS_WORDS, type StatusWords } from './lexicon';
import type { Reason } from './reasons';
import { DOUBT, splitWords, STRENGTH, type Doubt, type Strength } from './score';

/**
 * One rule: what it looks at, when it speaks, how strongly, and why, in words for a person. The cases of the corpus
 * that need it are in test/corpus/rules.json, and a test drops each rule in turn.
 */
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
}

/** A part of the engine that reads what is rare: it is switched off like a rule, by its name. */
export interface RuleModule {
  readonly name: string;
  readonly reads: string;
}

export const MODULES = [
  {
    name: 'languages',
    reads: 'keys and status words in languages other than English',
  },
  { name: 'tables', reads: 'rows without keys, whose columns are named once' },
  { name: 'histories', reads: 'the status in the newest of the results that a record holds' },
  { name: 'mapsOfMaps', reads: 'hosts and, for each, its services and their states' },
  { name: 'singleRecord', reads: 'a response that is one monitor and no list' },
  { name: 'siblingLists', reads: 'several lists beside each other, all of monitors' },
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

/** The rules about one field, as they are asked. */
export interface FieldRules<Subject> {
  readonly claims: readonly Rule<Subject>[];
  readonly lastResorts: readonly Rule<Subject>[];
  readonly doubts: readonly Rule<Subject>[];
}

/** The rules in force: all of them, or, in a test, all but some. */
export class RuleSet {
  readonly keys: KeyReader;
  readonly statusMeanings: ReadonlyMap<string, StatusMeaning>;
  readonly #without: ReadonlySet<string>;
  readonly #byField = new Map<readonly unknown[], Map<string, unknown>>();

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
  ): FieldRules<Subject> {
    let byField = this.#byField.get(rules);
    if (!byField) {
      byField = new Map();
      this.#byField.set(rules, byField);
    }
    const known = byField.get(field) as FieldRules<Subject> | undefined;
    if (known) {
      return known;
    }
    const inForce = rules.filter((rule) => rule.fields.includes(field) && !this.#without.has(rule.name));
    const found = {
      claims: inForce.filter(({ claims, lastResort }) => claims !== undefined && lastResort !== true),
      lastResorts: inForce.filter(({ lastResort }) => lastResort === true),
      doubts: inForce.filter(({ doubts }) => doubts !== undefined),
    };
    byField.set(field, found);
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

interface JudgeOptions {
  /** What is left below this is not worth a candidate. */
  readonly least?: number;
  /** Whether the rules for want of better are asked as well. */
  readonly lastResort?: boolean;
}

/**
 * Asks all rules about a place and adds them up as score.ts says; `undefined` where none claims it, or what is
 * left is below `least`.
 */
export function judge<Subject>(
  subject: Subject,
  rules: FieldRules<Subject>,
  { least = 0, lastResort = false }: JudgeOptions = {},
): Judgement | undefined {
  const claims = heard(subject, rules.claims, undefined);
  const voices = lastResort ? heard(subject, rules.lastResorts, claims) : claims;
  if (!voices) {
    return undefined;
  }
  const best = voices.reduce((a, b) => (b.amount > a.amount ? b : a));
  if (best.amount < least) {
    return undefined;
  }
  let left = 1;
  for (const { name, doubts, says, reason } of rules.doubts) {
    const said = says(subject);
    const amount = doubts === 'graded' ? Number(said) : said === true && doubts ? DOUBT[doubts] : 1;
    if (amount >= 1) {
      continue;
    }
    left *= amount;
    if (best.amount * left <= 0 || best.amount * left < least) {
      return undefined;
    }
    voices.push({ rule: name, reason, speaks: 'against', amount });
  }
  return { confidence: best.amount * left, reason: best.reason, voices };
}

/** The claims that speak, added to those before; `undefined` where none does. */
function heard<Subject>(
  subject: Subject,
  rules: readonly Rule<Subject>[],
  before: Voice[] | undefined,
): Voice[] | undefined {
  let voices = before;
  for (const { name, claims, says, reason } of rules) {
    const said = says(subject);
    const amount = claims === 'graded' ? Number(said) : said === true && claims ? STRENGTH[claims] : 0;
    if (amount > 0) {
      voices ??= [];
      voices.push({ rule: name, reason, speaks: 'for', amount });
    }
  }
  return voices;
}
