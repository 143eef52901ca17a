import type { MonitorStatus } from '../../monitors/monitor';
import { KeyReader } from './json';
import { ENGLISH_WORDS, FOREIGN_STATUS_WORDS } from './languages';
import { STATUS_WORDS, type StatusWords } from './lexicon';
import { splitWords, type FieldRules, type Rule } from './score';

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

  /** Those of a table's rules that are about a field and in force, claims before doubts. */
  for<Subject, Field extends string>(
    table: readonly Rule<Subject, Field>[],
    field: Field,
  ): FieldRules<Subject> {
    const byField = this.#known.get(table) ?? new Map<string, FieldRules<never>>();
    this.#known.set(table, byField);
    const inForce =
      (byField.get(field) as FieldRules<Subject> | undefined) ??
      table
        .filter(({ fields, name }) => fields.includes(field) && !this.#without.has(name))
        .sort((a, b) => Number(a.speaks === 'against') - Number(b.speaks === 'against'));
    byField.set(field, inForce);
    return inForce;
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
