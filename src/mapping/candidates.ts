import { firstEntries, isArray, isObject, walk } from '../base/json';
import { lastKey, stepInto, toPath, type Path, type Step } from '../base/path';
import { readTime } from '../base/time';
import { toSingular } from '../base/words';
import * as lexicon from './lexicon';
import { toWords } from './words';

/** A record of a list. `key` is set if the list is an object. */
export interface Sample {
  readonly value: unknown;
  readonly key?: string | undefined;
}

/** Kinds of objects around a value. If objects are nested, the first of these counts for the values inside. */
const HOLDERS = ['stranger', 'incident', 'other', 'status', 'check', 'own'] as const;
/** `stranger` is an unrelated thing, such as a user. */
export type Holder = (typeof HOLDERS)[number];

export class Candidate {
  readonly path: Path;
  readonly depth: number;
  readonly words: readonly string[];
  readonly filled: readonly unknown[];
  readonly #allWords: readonly string[];

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
    this.#allWords = steps.flatMap((step) => toWords(String(step)));
  }

  get plain(): string {
    return this.words.join('');
  }

  get distinct(): number {
    return new Set(this.filled).size;
  }

  says(words: ReadonlySet<string>): boolean {
    return this.words.some((word) => words.has(word));
  }

  /** Also looks at the keys around. */
  speaksOf(words: ReadonlySet<string>): boolean {
    return this.#allWords.some((word) => words.has(word));
  }

  share(fits: (value: unknown) => boolean): number {
    return this.filled.length === 0 ? 0 : this.filled.filter(fits).length / this.filled.length;
  }
}

export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Returns candidates with at least the minimum, best first. */
export function rank(
  candidates: readonly Candidate[],
  minimum: number,
  toScore: (candidate: Candidate) => number,
): readonly Scored[] {
  const scored = candidates.map((candidate) => ({ candidate, score: toScore(candidate) }));
  return scored.filter(({ score }) => score >= minimum).sort((a, b) => b.score - a.score);
}

const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const records = samples.map(({ value }) => value);
  const objects = [new Candidate([], records)];
  const found: Candidate[] = [];
  for (const outer of objects) {
    const keys = outer.values.flatMap((value) =>
      isObject(value) ? firstEntries(value, MAX_KEYS) : [],
    );
    // `__typename` and the like are of the API.
    for (const key of new Set(keys.flatMap(([name]) => (name.startsWith('__') ? [] : name)))) {
      const values = outer.values.map((value) => stepInto(value, key));
      const steps = [...outer.steps, key];
      found.push(new Candidate(steps, values, outer.holder));
      const firsts = values.map((value) => (isArray(value) ? value[0] : undefined));
      if (firsts.some((value) => typeof value === 'string')) {
        found.push(new Candidate([...steps, 0], firsts, outer.holder));
      }
      const index = findIndex(key, values);
      const inner = index === undefined ? values : values.map((value) => stepInto(value, index));
      if (inner.some(isObject) && steps.length < MAX_DEPTH && found.length < MAX_CANDIDATES) {
        const own = holderOf(key);
        const kinds = [outer.holder, index !== undefined && own === 'own' ? 'other' : own];
        const holder = HOLDERS.find((one) => kinds.includes(one));
        objects.push(new Candidate(index === undefined ? steps : [...steps, index], inner, holder));
      }
    }
  }
  return found;
}

/** Returns the index of the only element, or of the newest check of a history. */
function findIndex(key: string, values: readonly unknown[]): 0 | -1 | undefined {
  const isHistory = toWords(key).some((word) => lexicon.CHECK_WORDS.has(toSingular(word)));
  const isUnclear = (value: unknown) =>
    isObject(value) || (!isHistory && isArray(value) && value.length > 1);
  const timeOf = (value: unknown) =>
    walk(value, 1).flatMap((one) => readTime(one.value)?.at ?? [])[0] ?? 0;
  const isLater = (value: unknown) => timeOf(stepInto(value, -1)) > timeOf(stepInto(value, 0));
  if (values.some(isUnclear)) {
    return undefined;
  }
  return values.some(isLater) ? -1 : 0;
}

const SETTINGS = /(?:config|configuration|settings|definition|options|params|parameters)$/;

export function holderOf(key: string): Holder {
  const words = toWords(key);
  const plain = words.join('');
  const has = (set: ReadonlySet<string>) =>
    words.some((word) => set.has(word) || set.has(toSingular(word)));
  const holders: readonly (readonly [Holder, boolean])[] = [
    ['incident', has(lexicon.FAILURE_WORDS)],
    ['own', lexicon.OWN_WRAPPERS.has(plain)],
    ['stranger', has(lexicon.OTHER_HOLDERS) || has(lexicon.OTHER_THINGS)],
    ['own', lexicon.NOUNS.has(plain) || SETTINGS.test(plain)],
    ['status', has(lexicon.STATUS_KEY_WORDS)],
    ['check', has(lexicon.CHECK_WORDS) || has(lexicon.LAST_WORDS)],
  ];
  return holders.find(([, holds]) => holds)?.[0] ?? 'other';
}
