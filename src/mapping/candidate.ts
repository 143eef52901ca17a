import { firstKeys, isArray, isObject } from '../base/json';
import { lastKey, stepInto, toPath, type Path, type Step } from '../base/path';
import { toSingular } from '../base/words';
import { WRAPPERS } from './lexicon';
import { toPlain, toWords } from './words';

/** A record of a list. `key` is set if the list is an object. */
export interface Sample {
  readonly value: unknown;
  readonly key?: string | undefined;
}

/** A place in records where a field may be. */
export class Candidate {
  readonly path: Path;
  /** The key without separators: `lastcheckedat`. */
  readonly plain: string;
  /** The words of the keys around it: of `last_check.info.at`, "last" and "check". */
  readonly outer: readonly string[];
  /** Those, and the words of the key. */
  readonly words: readonly string[];
  readonly filled: readonly unknown[];

  constructor(
    readonly steps: readonly Step[],
    /** One value per record. */
    readonly values: readonly unknown[],
  ) {
    const key = lastKey(steps);
    this.path = key === '@key' ? key : toPath(steps);
    this.plain = toPlain(key);
    this.outer = steps.slice(0, steps.lastIndexOf(key)).flatMap(toOuterWords);
    this.words = [...this.outer, ...toWords(key)];
    this.filled = values.filter((value) => value !== undefined && value !== null && value !== '');
  }

  /** Returns what is at a key or index of each value. */
  inside(step: Step): Candidate {
    const values = this.values.map((value) => stepInto(value, step));
    return new Candidate([...this.steps, step], values);
  }

  get distinct(): number {
    return new Set(this.filled).size;
  }

  says(words: ReadonlySet<string>): boolean {
    return this.words.some((word) => words.has(word));
  }

  share(fits: (value: unknown) => boolean): number {
    return this.filled.length === 0 ? 0 : this.filled.filter(fits).length / this.filled.length;
  }
}

function toOuterWords(step: Step): readonly string[] {
  // What is in an array may be a part.
  const words = typeof step === 'number' ? ['entry'] : toWords(step);
  const own = words.filter((word) => !WRAPPERS.has(word));
  return own.map((word) => (word.length > 3 ? toSingular(word) : word));
}

export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Returns candidates with at least the minimum, best first. Outer ones are better than those in objects. */
export function rank(
  candidates: readonly Candidate[],
  minimum: number,
  toScore: (candidate: Candidate) => number,
): readonly Scored[] {
  const scored = candidates.map((candidate) => {
    return { candidate, score: toScore(candidate) - 0.01 * candidate.steps.length };
  });
  return scored.filter(({ score }) => score >= minimum).sort((a, b) => b.score - a.score);
}

/** A hostile record may have thousands of keys, and thousands of levels. */
const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

/** Lists the fields of records, and of the objects in them: `id`, `last_check.at`, `checks[-1].result`. */
export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const records = samples.map(({ value }) => value);
  const candidates: Candidate[] = [];
  const objects = [new Candidate([], records)];
  for (const object of objects) {
    for (const key of keysOf(object)) {
      const field = object.inside(key);
      const first = field.inside(0);
      const isTexts = first.values.some((value) => typeof value === 'string');
      candidates.push(field, ...(isTexts ? [first] : []));
      // In an array of several objects, the newest isn't known.
      const areLists = field.filled.every((value) => isArray(value) && value.length < 2);
      const inner = areLists ? first : field;
      const isSmall = field.steps.length < MAX_DEPTH && candidates.length < MAX_CANDIDATES;
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
