import { firstKeys, isArray, isObject } from '../base/json';
import { lastKey, stepInto, toPath, type Path, type Step } from '../base/path';
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

  /** Returns what is at a key or index of each value. */
  inside(step: Step): Candidate {
    const values = this.values.map((value) => stepInto(value, step));
    return new Candidate([...this.steps, step], values, this.holder);
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

/** A hostile record may have thousands of keys, and thousands of levels. */
const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

/** Lists the fields of records, and of the objects in them: `id`, `last_check.at`, `checks[-1].result`. */
export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const objects = [
    new Candidate(
      [],
      samples.map(({ value }) => value),
    ),
  ];
  for (const object of objects) {
    for (const key of keysOf(object)) {
      const field = object.inside(key);
      candidates.push(field);
      const first = field.inside(0);
      if (first.values.some((value) => typeof value === 'string')) {
        candidates.push(first);
      }
      const inner = findInner(field, key);
      const isSmall = field.depth < MAX_DEPTH && candidates.length < MAX_CANDIDATES;
      if (isSmall && inner.values.some(isObject)) {
        objects.push(inner);
      }
    }
  }
  return candidates;
}

/** Lists the keys of the objects in all records. `__typename` and the like are of the API. */
function keysOf({ values }: Candidate) {
  const keys = values.filter(isObject).flatMap((object) => firstKeys(object, MAX_KEYS));
  return new Set(keys.filter((key) => !key.startsWith('__')));
}

/** Returns the objects in a field, or those in arrays of one. In longer arrays, the newest isn't known. */
function findInner(field: Candidate, key: string) {
  const areLists = field.filled.every((value) => isArray(value) && value.length < 2);
  const inner = areLists ? field.inside(0) : field;
  const kind = holderOf(key);
  const kinds = [field.holder, areLists && kind === 'own' ? 'other' : kind];
  return new Candidate(
    inner.steps,
    inner.values,
    HOLDERS.find((holder) => kinds.includes(holder)),
  );
}

const SETTINGS = /(?:config|configuration|settings|definition|options|params|parameters)$/;

/** Returns what an object is about, by its key. */
export function holderOf(key: string): Holder {
  const words = toWords(key);
  const plain = words.join('');
  const has = (set: ReadonlySet<string>) =>
    words.some((word) => set.has(word) || set.has(toSingular(word)));
  if (has(lexicon.FAILURE_WORDS)) {
    return 'incident';
  }
  if (lexicon.OWN_WRAPPERS.has(plain)) {
    return 'own';
  }
  if (has(lexicon.OTHER_HOLDERS) || has(lexicon.OTHER_THINGS)) {
    return 'stranger';
  }
  if (lexicon.NOUNS.has(plain) || SETTINGS.test(plain)) {
    return 'own';
  }
  if (has(lexicon.STATUS_KEY_WORDS)) {
    return 'status';
  }
  return has(lexicon.CHECK_WORDS) || has(lexicon.LAST_WORDS) ? 'check' : 'other';
}
