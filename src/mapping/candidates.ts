import { firstEntries, isArray, isObject } from '../base/json';
import * as lexicon from './lexicon';
import { toPath, type Path, type Step } from './mapping';
import type { Sample } from './records';
import { readTime } from './values';
import { toSingular, toWords } from './words';

// Finds candidates: paths that may be a field.

/** The kind of object around a value. `stranger` is an unrelated thing, such as a user. */
export type Holder = 'own' | 'check' | 'status' | 'incident' | 'other' | 'stranger';

/** The object around a value. `{attributes: {…}}` counts as the record. */
interface Wrap {
  readonly holder: Holder;
  readonly path: Path;
  /** Words of the outer keys, except keys such as `attributes`. */
  readonly words: readonly string[];
}

type WordSet = { has(word: string): boolean };

export class Candidate {
  readonly path: Path;
  readonly depth: number;
  words: readonly string[];
  readonly filled: readonly unknown[];

  constructor(
    steps: readonly Step[],
    readonly wrap: Wrap,
    /** One value per record. */
    readonly values: readonly unknown[],
  ) {
    this.path = steps[0] === '@key' ? '@key' : toPath(steps);
    this.depth = steps.length;
    this.words = toWords(String(steps.findLast((step) => typeof step === 'string') ?? ''));
    this.filled = values.filter((value) => value !== undefined && value !== null && value !== '');
  }

  get holder(): Holder {
    return this.wrap.holder;
  }

  get plain(): string {
    return this.words.join('');
  }

  get distinct(): number {
    return new Set(this.filled).size;
  }

  says(words: WordSet): boolean {
    return this.words.some((word) => words.has(word));
  }

  speaksOf(words: WordSet): boolean {
    return this.says(words) || this.wrap.words.some((word) => words.has(word));
  }

  share(fits: (value: unknown) => boolean): number {
    return this.filled.length === 0 ? 0 : this.filled.filter(fits).length / this.filled.length;
  }
}

interface Nested {
  readonly steps: readonly Step[];
  readonly values: readonly unknown[];
  readonly wrap: Wrap;
}

const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

/** Lists candidates, outer objects first. */
export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const root: Wrap = { holder: 'own', path: '$', words: [] };
  const objects: Nested[] = [{ steps: [], values: samples.map(({ value }) => value), wrap: root }];
  const found: Candidate[] = [];
  for (const { steps, values, wrap } of objects) {
    const byKey = valuesByKey(values);
    for (const [key, inner] of byKey) {
      const path = [...steps, key];
      found.push(new Candidate(path, wrap, inner));
      if (inner.some((value) => isArray(value) && typeof value[0] === 'string')) {
        found.push(new Candidate([...path, 0], wrap, elementsOf(inner, 0)));
      }
      const index = inner.some(isObject) ? undefined : findIndex(inner, key);
      if (
        (index !== undefined || inner.some(isObject)) &&
        path.length < MAX_DEPTH &&
        found.length < MAX_CANDIDATES
      ) {
        const below = index === undefined ? path : [...path, index];
        objects.push({
          steps: below,
          values: index === undefined ? inner : elementsOf(inner, index),
          wrap: toWrap(wrap, key, below, byKey.size === 1),
        });
      }
    }
  }
  dropSharedPrefixes(found);
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
  const isHistory = toWords(key).some((word) => lexicon.CHECK_WORDS.has(toSingular(word)));
  if (arrays.length === 0 || (!isHistory && arrays.some((value) => value.length > 1))) {
    return undefined;
  }
  const timeOf = (value: unknown): number =>
    isObject(value) ? (firstEntries(value, 30).flatMap(([, one]) => readTime(one)?.at ?? [])[0] ?? 0) : 0;
  return arrays.some((value) => timeOf(value.at(-1)) > timeOf(value[0])) ? -1 : 0;
}

/** Holders that hold whatever is inside them, the strongest first. */
const STRONG: readonly Holder[] = ['stranger', 'incident', 'other', 'status', 'check'];

function toWrap(outer: Wrap, key: string, steps: readonly Step[], isOnly: boolean): Wrap {
  const path = toPath(steps);
  const named = holderOf(key);
  const isElement = typeof steps.at(-1) === 'number';
  const inner = isElement && named === 'own' ? 'other' : isOnly && named === 'other' ? 'own' : named;
  if (inner === 'own') {
    return { ...outer, path };
  }
  const holder = STRONG.find((one) => one === inner || one === outer.holder) ?? inner;
  return { path, holder, words: [...outer.words, ...toWords(key)] };
}

function holderOf(key: string): Holder {
  const words = toWords(key);
  const plain = words.join('');
  const has = (set: WordSet) => words.some((word) => set.has(word) || set.has(toSingular(word)));
  const isCheck = has(lexicon.CHECK_WORDS) && (has(lexicon.LAST_WORDS) || !lexicon.NOUNS.has(plain));
  const isOther = words.length > 1 && !isCheck && words.some((word) => lexicon.STRANGERS.has(word));
  const isConfig = lexicon.CONFIG_WORDS.has(words.at(-1) ?? '');
  // The first match wins.
  const holders: readonly (readonly [Holder, boolean])[] = [
    ['incident', has(lexicon.INCIDENTS)],
    ['stranger', key.startsWith('__') || lexicon.STRANGERS.has(plain) || isOther],
    ['own', lexicon.OWN_WRAPPERS.has(plain) || lexicon.NOUNS.has(plain) || isConfig],
    ['incident', has(lexicon.FAILURE_WORDS)],
    ['status', has(lexicon.STATUS_KEY_WORDS)],
    ['check', isCheck || has(lexicon.LAST_WORDS)],
  ];
  return holders.find(([, holds]) => holds)?.[0] ?? 'other';
}

/** Drops a prefix that nearly all keys share: `ls_name`, `ls_status`. */
function dropSharedPrefixes(candidates: readonly Candidate[]): void {
  for (const path of new Set(candidates.map(({ wrap }) => wrap.path))) {
    const group = candidates.filter(({ wrap, words }) => wrap.path === path && words.length > 0);
    const first = group[Math.floor(group.length / 2)]?.words[0];
    const sharing = group.filter(({ words }) => words.length > 1 && words[0] === first);
    if (sharing.length >= 4 && sharing.length >= 0.8 * group.length) {
      sharing.forEach((one) => (one.words = one.words.slice(1)));
    }
  }
}
