import { firstEntries, isArray, isObject } from '../base/json';
import {
  CHECK_WORDS,
  FAILURE_WORDS,
  INCIDENTS,
  LAST_WORDS,
  NOUNS,
  OTHER_THINGS,
  OWN_WRAPPERS,
  STATUS_WORDS_OF_KEYS,
  STRANGERS,
} from './lexicon';
import { toPath, type Path, type Step } from './mapping';
import { readTime } from './values';
import { toSingular, toWords, wordSet } from './words';

// The places of a record at which a field may be.

/** A record of a list, and the key that it is filed under if the list is an object. */
export interface Sample {
  readonly value: unknown;
  readonly key?: string | undefined;
}

/** What wraps a value: the record itself, its last check, its status, an error, an outage, or something else. */
export type Holder = 'own' | 'check' | 'status' | 'error' | 'incident' | 'other' | 'stranger';

export interface Candidate {
  readonly path: Path;
  readonly depth: number;
  /** Words of the key. */
  words: readonly string[];
  /** Words of what wraps it, but for wrappers that hold the record's own fields. */
  readonly within: readonly string[];
  readonly holder: Holder;
  /** The path of what wraps it. */
  readonly parent: Path;
  /** By record; undefined if a record lacks it. */
  readonly values: readonly unknown[];
  /** Without null and empty texts. */
  readonly filled: readonly unknown[];
}

const MAX_KEYS = 150;
const MAX_DEPTH = 4;
const MAX_CANDIDATES = 600;

/** All candidates of some records of a list, those of outer objects first. */
export function findCandidates(samples: readonly Sample[]): readonly Candidate[] {
  const found: Candidate[] = [];
  if (samples.some(({ key }) => key !== undefined)) {
    found.push(
      toCandidate(
        ['@key'],
        { within: [], holder: 'stranger', parent: '$' },
        samples.map(({ key }) => key),
      ),
    );
  }
  const root = { within: [], holder: 'own', parent: '$' } as const;
  const objects: Nested[] = [{ steps: [], values: samples.map(({ value }) => value), wrap: root }];
  // Grows on the way: the objects in objects come after them.
  for (const { steps, values, wrap } of objects) {
    const inner = valuesByKey(values);
    for (const [key, of] of inner) {
      const path = [...steps, key];
      found.push(toCandidate(path, wrap, of));
      const nested =
        path.length < MAX_DEPTH && found.length < MAX_CANDIDATES ? toNested(path, key, of) : undefined;
      if (nested) {
        objects.push({ ...nested, wrap: enter(wrap, key, nested, inner.size === 1) });
      }
      if (of.some((value) => isArray(value) && typeof value[0] === 'string')) {
        found.push(
          toCandidate(
            [...path, 0],
            wrap,
            of.map((value) => (isArray(value) ? value[0] : undefined)),
          ),
        );
      }
    }
  }
  dropSharedPrefixes(found);
  return found;
}

type Wrap = Pick<Candidate, 'within' | 'holder' | 'parent'>;

interface Nested {
  readonly steps: readonly Step[];
  readonly values: readonly unknown[];
  readonly wrap: Wrap;
}

function toCandidate(steps: readonly Step[], wrap: Wrap, values: readonly unknown[]): Candidate {
  const key = steps.findLast((step) => typeof step === 'string') ?? '';
  const filled = values.filter((value) => value !== undefined && value !== null && value !== '');
  return {
    ...wrap,
    path: steps[0] === '@key' ? '@key' : toPath(steps),
    words: toWords(String(key)),
    depth: steps.length,
    values,
    filled,
  };
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

/** The objects under a key; of arrays of checks the newest element, of other arrays the only one. */
function toNested(
  steps: readonly Step[],
  key: string,
  values: readonly unknown[],
): Pick<Nested, 'steps' | 'values'> | undefined {
  if (values.some(isObject)) {
    return { steps, values };
  }
  const arrays = values.filter(isArray).filter((value) => isObject(value[0]));
  const words = toWords(key).map(toSingular);
  const isHistory = words.some((word) => CHECK_WORDS.has(word) || LAST_WORDS.has(word));
  if (arrays.length === 0 || (!isHistory && arrays.some((value) => value.length > 1))) {
    return undefined;
  }
  const timeOf = (value: unknown) =>
    (isObject(value)
      ? firstEntries(value, 30).flatMap(([, one]) => readTime(one)?.at ?? [])[0]
      : undefined) ?? 0;
  const step = arrays.some((value) => timeOf(value.at(-1)) > timeOf(value[0])) ? -1 : 0;
  return {
    steps: [...steps, step],
    values: values.map((value) => (isArray(value) ? value.at(step) : undefined)),
  };
}

function enter(outer: Wrap, key: string, { steps }: Pick<Nested, 'steps'>, isOnly: boolean): Wrap {
  const parent = toPath(steps);
  const isElement = typeof steps.at(-1) === 'number';
  const named = holderOf(key);
  const holder = isElement && named === 'own' ? 'other' : isOnly && named === 'other' ? 'own' : named;
  if (holder === 'own') {
    return { ...outer, parent };
  }
  const within = [...outer.within, ...toWords(key)];
  return { within, parent, holder: outer.holder === 'own' ? holder : combine(outer.holder, holder) };
}

function combine(outer: Holder, inner: Holder): Holder {
  const order: readonly Holder[] = ['stranger', 'incident', 'error', 'other', 'status', 'check'];
  return order.find((holder) => holder === outer || holder === inner) ?? 'other';
}

const CONFIG = wordSet('config configuration settings definition options params parameters');

function holderOf(key: string): Holder {
  const words = toWords(key);
  const plain = words.join('');
  const has = (set: { has(word: string): boolean }) =>
    words.some((word) => set.has(toSingular(word)) || set.has(word));
  const isCheck = has(CHECK_WORDS) && (has(LAST_WORDS) || !NOUNS.has(plain));
  if (has(INCIDENTS)) {
    return 'incident';
  }
  if (
    key.startsWith('__') ||
    STRANGERS.has(plain) ||
    (!isCheck && words.length > 1 && words.some((word) => STRANGERS.has(word)))
  ) {
    return 'stranger';
  }
  if (OWN_WRAPPERS.has(plain) || NOUNS.has(plain) || CONFIG.has(words.at(-1) ?? '')) {
    return 'own';
  }
  if (has(FAILURE_WORDS)) {
    return 'error';
  }
  if (has(STATUS_WORDS_OF_KEYS)) {
    return 'status';
  }
  if (isCheck || has(LAST_WORDS)) {
    return 'check';
  }
  if (has(OTHER_THINGS) && plain !== 'request') {
    return 'stranger';
  }
  return OWN_WRAPPERS.has(words.at(-1) ?? '') ? 'own' : 'other';
}

/** `ls_name`, `ls_status`, …: a word that nearly all keys of an object begin with says nothing. */
function dropSharedPrefixes(candidates: readonly Candidate[]): void {
  for (const parent of new Set(candidates.map((one) => one.parent))) {
    const named = candidates.filter((one) => one.parent === parent && one.words.length > 0);
    const [first] = named.at(Math.floor(named.length / 2))?.words ?? [];
    const sharing = named.filter(({ words }) => words.length > 1 && words[0] === first);
    if (sharing.length >= 4 && sharing.length >= 0.8 * named.length) {
      sharing.forEach((one) => (one.words = one.words.slice(1)));
    }
  }
}
