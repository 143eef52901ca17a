import { firstEntries, isArray, isObject } from '../base/json';
import { readTime } from '../base/time';
import { lastKey, toPath, type Path, type Step } from '../base/path';
import * as lexicon from './lexicon';
import { toSingular, toWords } from './words';

/** A record of a list. `key` is set if the list is an object. */
export interface Sample {
  readonly value: unknown;
  readonly key?: string | undefined;
}

/** The kind of object around a value. `stranger` is an unrelated thing, such as a user. */
export type Holder = 'own' | 'check' | 'status' | 'incident' | 'other' | 'stranger';

/** If objects are nested, the first of these kinds counts for the values inside. */
const STRONG: readonly Holder[] = ['stranger', 'incident', 'other', 'status', 'check', 'own'];

type Words = ReadonlySet<string>;

export class Candidate {
  readonly path: Path;
  readonly depth: number;
  readonly words: readonly string[];
  readonly filled: readonly unknown[];
  readonly #outerWords: readonly string[];

  constructor(
    readonly steps: readonly Step[],
    /** One value per record. */
    readonly values: readonly unknown[],
    readonly holder: Holder = 'own',
  ) {
    this.path = steps[0] === '@key' ? '@key' : toPath(steps);
    this.depth = steps.length;
    this.words = toWords(lastKey(steps));
    this.filled = values.filter((value) => value !== undefined && value !== null && value !== '');
    this.#outerWords = steps.slice(0, -1).flatMap((step) => (typeof step === 'string' ? toWords(step) : []));
  }

  get plain(): string {
    return this.words.join('');
  }

  get distinct(): number {
    return new Set(this.filled).size;
  }

  says(words: Words): boolean {
    return this.words.some((word) => words.has(word));
  }

  speaksOf(words: Words): boolean {
    return this.says(words) || this.#outerWords.some((word) => words.has(word));
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

export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const found: Candidate[] = [];
  const records = samples.map(({ value }) => value);
  const objects: Pick<Candidate, 'steps' | 'values' | 'holder'>[] = [
    { steps: [], values: records, holder: 'own' },
  ];
  for (const { steps, values, holder } of objects) {
    const byKey = valuesByKey(values);
    for (const [key, inKey] of byKey) {
      const path = [...steps, key];
      found.push(new Candidate(path, inKey, holder));
      if (inKey.some((value) => isArray(value) && typeof value[0] === 'string')) {
        found.push(new Candidate([...path, 0], elementsOf(inKey, 0), holder));
      }
      const index = inKey.some(isObject) ? undefined : findIndex(inKey, key);
      const inner = index === undefined ? inKey : elementsOf(inKey, index);
      if (inner.some(isObject) && path.length < MAX_DEPTH && found.length < MAX_CANDIDATES) {
        const named = holderOf(key);
        const own = index !== undefined && named === 'own' ? 'other' : named;
        const strongest = STRONG.find((one) => one === own || one === holder)!;
        const innerPath = index === undefined ? path : [...path, index];
        objects.push({ steps: innerPath, values: inner, holder: strongest });
      }
    }
  }
  return found;
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
  const holders: readonly (readonly [Holder, boolean])[] = [
    ['incident', has(lexicon.FAILURE_WORDS)],
    ['stranger', key.startsWith('__')],
    ['own', lexicon.OWN_WRAPPERS.has(plain)],
    ['stranger', has(lexicon.OTHER_HOLDERS) || has(lexicon.OTHER_THINGS)],
    ['own', lexicon.NOUNS.has(plain) || lexicon.CONFIG_WORDS.has(words.at(-1) ?? '')],
    ['status', has(lexicon.STATUS_KEY_WORDS)],
    ['check', has(lexicon.CHECK_WORDS) || has(lexicon.LAST_WORDS)],
  ];
  return holders.find(([, holds]) => holds)?.[0] ?? 'other';
}
