import type { MonitorStatus } from '../../monitors/monitor';
import { KeyReader } from './json';
import { ENGLISH_WORDS, FOREIGN_STATUS_WORDS } from './languages';
import { splitWords, STATUS_WORDS, STRENGTH, type StatusWords, type Strength } from './lexicon';
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
  /** Whether it looks at the name of a place alone: what it says is the same on every page. */
  readonly byName?: boolean;
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
  return toRule(about, { name, speaks: 'for', reason }, (spoken) => claimed * Number(spoken));
}

/** A rule that speaks against a place. A graded one gives the share that it leaves itself. */
export function doubt<Field extends string>(
  about: About<Field>,
  name: string,
  share: Doubt | 'graded',
  reason: Reason,
) {
  return toRule(about, { name, speaks: 'against', reason }, (spoken) =>
    share === 'graded' ? Number(spoken) : spoken === true ? DOUBT[share] : 1,
  );
}

/** What a rule by name looks at: a place with its name, which is one object for all places that are named alike. */
interface Named<Name extends object> {
  readonly place: { readonly name: Name };
}

/**
 * Waits for when the rule speaks, or for which names. One about a single field is named for it; the name of others
 * is given in full.
 */
function toRule<Field extends string>(
  about: About<Field>,
  { name, ...rule }: Pick<Rule<never>, 'name' | 'speaks' | 'reason'>,
  toAmount: (spoken: boolean | number) => number,
) {
  const one = typeof about === 'string';
  const common = { ...rule, name: one ? `${about}.${name}` : name, fields: one ? [about] : about };
  return {
    when: <Subject>(says: Says<Subject>): Rule<Subject, Field> => ({
      ...common,
      amount: (subject) => toAmount(says(subject)),
    }),
    whenNamed: <Name extends object>(says: Says<Name>): Rule<Named<Name>, Field> => ({
      ...common,
      byName: true,
      amount: ({ place }) => toAmount(says(place.name)),
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
export interface FieldRules<Subject> {
  readonly byName: readonly Rule<Subject>[];
  readonly others: readonly Rule<Subject>[];
  /** What those by name say, by the names that they were asked about. */
  readonly known: WeakMap<object, Tally>;
}

/** What rules say about a place, all together. */
interface Tally {
  readonly claimed: number;
  /** The share that the doubts leave. */
  readonly left: number;
  /** That of the strongest claim. */
  readonly reason?: Reason | undefined;
  readonly voices: readonly Voice[];
}

const EMPTY_TALLY: Tally = { claimed: 0, left: 1, voices: [] };

interface JudgeOptions {
  /** What is left below this is not worth a candidate. */
  readonly least?: number;
  /** Whether the rules for want of better are asked as well. */
  readonly lastResort?: boolean;
  /** The name of the place, for which the rules by name are then asked once; without it they are asked each time. */
  readonly name?: object;
}

/** Asks all rules about a place; `undefined` where none claims it, or what is left is below `least`. */
export function judge<Subject>(
  subject: Subject,
  rules: FieldRules<Subject>,
  { least = Number.MIN_VALUE, lastResort = false, name }: JudgeOptions = {},
): Judgement | undefined {
  const byName = askByName(subject, rules, name);
  // No claim is more than 1.
  if (byName.left < least) {
    return undefined;
  }
  const { claimed, left, reason, voices } = ask(rules.others, subject, byName, { least, lastResort });
  const confidence = claimed * left;
  return reason && confidence >= least ? { confidence, reason, voices } : undefined;
}

function askByName<Subject>(
  subject: Subject,
  { byName, known }: FieldRules<Subject>,
  name: object | undefined,
): Tally {
  const before = name && known.get(name);
  if (before) {
    return before;
  }
  const tally = ask(byName, subject, EMPTY_TALLY, { least: 0, lastResort: false });
  if (name) {
    known.set(name, tally);
  }
  return tally;
}

/** What was said before and what these rules add to it, up to where less than `least` is left. */
function ask<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  before: Tally,
  { least, lastResort }: { readonly least: number; readonly lastResort: boolean },
): Tally {
  let { claimed, left, reason } = before;
  let added: Voice[] | undefined;
  for (const rule of rules) {
    const isClaim = rule.speaks === 'for';
    if (!isClaim && claimed * left < least) {
      break;
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
    (added ??= [...before.voices]).push({
      rule: rule.name,
      reason: rule.reason,
      speaks: rule.speaks,
      amount,
    });
  }
  return added ? { claimed, left, reason, voices: added } : before;
}

// Which rules are in force.

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

/** The rules in force: all of them, or, in a test, all but some. */
export class RuleSet {
  readonly keys: KeyReader;
  readonly statusMeanings: ReadonlyMap<string, StatusMeaning>;
  readonly #without: ReadonlySet<string>;
  readonly #known = new Map<readonly unknown[], Map<string, FieldRules<never>>>();

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
    table: readonly Rule<Subject, Field>[],
    field: Field,
  ): FieldRules<Subject> {
    const byField = this.#known.get(table) ?? new Map<string, FieldRules<never>>();
    this.#known.set(table, byField);
    const rules =
      (byField.get(field) as FieldRules<Subject> | undefined) ??
      toFieldRules(table.filter(({ fields, name }) => fields.includes(field) && !this.#without.has(name)));
    byField.set(field, rules);
    return rules;
  }
}

function toFieldRules<Subject>(rules: readonly Rule<Subject>[]): FieldRules<Subject> {
  const inOrder = [...rules].sort((a, b) => Number(a.speaks === 'against') - Number(b.speaks === 'against'));
  return {
    byName: inOrder.filter(({ byName }) => byName),
    others: inOrder.filter(({ byName }) => !byName),
    known: new WeakMap(),
  };
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
