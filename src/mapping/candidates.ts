import { firstEntries, isArray, isObject } from '../base/json';
import { readTime } from '../base/time';
import { lastKey, toPath, type Path, type Step } from '../base/path';
import * as lexicon from './lexicon';
import type { Sample } from './records';
import { toSingular, toWords } from './words';

/** The kind of object around a value. `stranger` is an unrelated thing, such as a user. */
export type Holder = 'own' | 'check' | 'status' | 'incident' | 'other' | 'stranger';

/** If objects are nested, the first of these kinds counts for the values inside. */
const STRONG: readonly Holder[] = ['stranger', 'incident', 'other', 'status', 'check', 'own'];

type Words = ReadonlySet<string>;

export class Candidate {
  readonly path: Path;
  readonly depth: number;
  readonly filled: readonly unknown[];

  constructor(
    readonly steps: readonly Step[],
    /** One value per record. */
    readonly values: readonly unknown[],
    readonly holder: Holder = 'own',
    /** Words of the outer keys, except keys such as `attributes`. */
    readonly outerWords: readonly string[] = [],
    readonly words = toWords(lastKey(steps)),
  ) {
    this.path = steps[0] === '@key' ? '@key' : toPath(steps);
    this.depth = steps.length;
    this.filled = values.filter((value) => value !== undefined && value !== null && value !== '');
  }

  withoutPrefix(): Candidate {
    return new Candidate(this.steps, this.values, this.holder, this.outerWords, this.words.slice(1));
  }

  get plain(): string {
    return this.words.join('');
  }

  get distinct(): number {
    return new Set(this.filled).size;
  }

  /** Whether this is inside a thing that may have several monitors, such as a host. */
  get isInThing(): boolean {
    const holder = toWords(lastKey(this.steps.slice(0, -1))).join('');
    return (lexicon.NOUNS.get(holder) ?? 1) <= 0.8 && !lexicon.OWN_WRAPPERS.has(holder);
  }

  says(words: Words): boolean {
    return this.words.some((word) => words.has(word));
  }

  speaksOf(words: Words): boolean {
    return this.says(words) || this.outerWords.some((word) => words.has(word));
  }

  share(fits: (value: unknown) => boolean): number {
    return this.filled.length === 0 ? 0 : this.filled.filter(fits).length / this.filled.length;
  }
}

export interface Ranked {
  readonly one: Candidate;
  readonly score: number;
}

export function rank(
  candidates: readonly Candidate[],
  minimum: number,
  score: (one: Candidate) => number,
): readonly Ranked[] {
  const scored = candidates.map((one) => ({ one, score: score(one) }));
  return scored.filter((one) => one.score >= minimum).sort((a, b) => b.score - a.score);
}

const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

/** @param noun of the list: in `projects`, `project_id` is the record's own. */
export function findCandidates(samples: readonly Sample[], noun = ''): readonly Candidate[] {
  const found: Candidate[] = [];
  const records = samples.map(({ value }) => value);
  const objects = [new Candidate([], records)];
  for (const { steps, values, holder, outerWords } of objects) {
    const byKey = valuesByKey(values);
    for (const [key, inKey] of byKey) {
      const path = [...steps, key];
      found.push(new Candidate(path, inKey, holder, outerWords));
      if (inKey.some((value) => isArray(value) && typeof value[0] === 'string')) {
        found.push(new Candidate([...path, 0], elementsOf(inKey, 0), holder, outerWords));
      }
      const index = inKey.some(isObject) ? undefined : findIndex(inKey, key);
      const inner = index === undefined ? inKey : elementsOf(inKey, index);
      if (inner.some(isObject) && path.length < MAX_DEPTH && found.length < MAX_CANDIDATES) {
        const named = holderOf(key);
        // `{Backup: {…}, Schedule: {…}}`
        const others = [...byKey.keys()].filter((other) => other !== key);
        const isOnly =
          named === 'other' && index === undefined && others.every((other) => holderOf(other) === 'check');
        const own = isOnly ? 'own' : index !== undefined && named === 'own' ? 'other' : named;
        const strongest = STRONG.find((one) => one === own || one === holder);
        const words = own === 'own' ? outerWords : [...outerWords, ...toWords(key)];
        objects.push(new Candidate(index === undefined ? path : [...path, index], inner, strongest, words));
      }
    }
  }
  return withoutPrefix(found, noun);
}

function valuesByKey(objects: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const byKey = new Map<string, unknown[]>();
  objects.forEach((object, i) => {
    for (const [key, value] of isObject(object) ? firstEntries(object, MAX_KEYS) : []) {
      const values = byKey.get(key) ?? new Array<unknown>(objects.length).fill(undefined);
      values[i] = value;
      byKey.set(key, values);
    }
  });
  return byKey;
}

const elementsOf = (values: readonly unknown[], index: number): readonly unknown[] =>
  values.map((value) => (isArray(value) ? value.at(index) : undefined));

/** Chooses the newest check of a history, or the only element. */
function findIndex(values: readonly unknown[], key: string): number | undefined {
  const arrays = values.filter(isArray).filter((value) => isObject(value[0]));
  const isHistory = () => toWords(key).some((word) => lexicon.CHECK_WORDS.has(toSingular(word)));
  if (arrays.length === 0 || (arrays.some((value) => value.length > 1) && !isHistory())) {
    return undefined;
  }
  const timeOf = (value: unknown): number =>
    isObject(value) ? (firstEntries(value, 30).flatMap(([, one]) => readTime(one)?.at ?? [])[0] ?? 0) : 0;
  return arrays.some((value) => timeOf(value.at(-1)) > timeOf(value[0])) ? -1 : 0;
}

export function holderOf(key: string): Holder {
  const words = toWords(key);
  const plain = words.join('');
  const has = (set: Words) => words.some((word) => set.has(word) || set.has(toSingular(word)));
  const isCheck = has(lexicon.CHECK_WORDS) && (has(lexicon.LAST_WORDS) || !lexicon.NOUNS.has(plain));
  const isOther = has(lexicon.STRANGERS) || has(lexicon.OTHER_THINGS);
  const isConfig = lexicon.CONFIG_WORDS.has(words.at(-1) ?? '');
  const holders: readonly (readonly [Holder, boolean])[] = [
    ['incident', has(lexicon.FAILURE_WORDS)],
    ['stranger', key.startsWith('__')],
    ['own', lexicon.OWN_WRAPPERS.has(plain)],
    ['stranger', isOther && !isCheck],
    ['own', lexicon.NOUNS.has(plain) || isConfig],
    ['status', has(lexicon.STATUS_KEY_WORDS)],
    ['check', isCheck || has(lexicon.LAST_WORDS)],
  ];
  return holders.find(([, holds]) => holds)?.[0] ?? 'other';
}

/** Drops the noun of the list, or a prefix that nearly all keys share: `ls_name`, `ls_status`. */
function withoutPrefix(candidates: readonly Candidate[], noun: string): readonly Candidate[] {
  const own = candidates.filter(({ depth, words }) => depth === 1 && words.length > 0);
  const first = own[Math.floor(own.length / 2)]?.words[0];
  const sharing = own.filter(({ words }) => words.length > 1 && words[0] === first);
  const isPrefix = sharing.length >= 4 && sharing.length >= 0.8 * own.length;
  const prefixes = [noun, ...(isPrefix ? [first] : [])];
  return candidates.map((one) =>
    one.words.length > 1 && prefixes.includes(one.words[0]) ? one.withoutPrefix() : one,
  );
}
