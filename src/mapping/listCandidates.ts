import { firstKeys, isArray, isObject, ownValue } from '../base/json';
import { lastKey, stepInto, toPath, type Path, type Step } from '../base/path';
import { toSingular } from '../base/words';
import type { Sample } from './candidates';
import * as lexicon from './lexicon';
import { toWords } from './words';

/** The content of a list. */
export interface Entry extends Sample {
  /** The name of the record or group around it. */
  readonly parent: string | undefined;
  /** In an array inside a record. */
  readonly isNested: boolean;
}

/** A place in a response that may be the list of monitors. */
export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  /** Records of all pages and groups. */
  readonly samples: readonly Sample[];
}

/** Records to learn from. */
const MAX_SAMPLES = 40;
/** More keys than these are values, as in `{"12": {…}}`. */
const MAX_KEYS = 300;
/** A hostile response may have thousands of places for lists, and thousands of levels. */
const MAX_PLACES = 200;
const MAX_DEPTH = 5;

/** A path, and the value there in each page or group. */
interface Place {
  readonly steps: readonly Step[];
  readonly values: readonly unknown[];
}

/**
 * Finds lists, outer ones first, also those inside records, such as the monitors of groups.
 * @param skipped the path of a list to leave out with all that it contains
 */
export function findListCandidates(
  responses: readonly unknown[],
  skipped?: Path,
): readonly ListCandidate[] {
  const candidates: ListCandidate[] = [];
  const places: Place[] = [{ steps: [], values: responses }];
  for (const { steps, values } of places) {
    const path = toPath(steps);
    if (path === skipped) {
      continue;
    }
    const lists = values.map((value) => recordsIn(value, steps)).filter(Boolean);
    if (lists.length === 0) {
      addPlaces(places, steps, values);
      continue;
    }
    const samples = takeSamples(lists.flatMap((records) => records ?? []));
    candidates.push({ path, steps, samples });
    addPlaces(
      places,
      [...steps, '*'],
      samples.map(({ value }) => value),
    );
  }
  return candidates;
}

/** Takes records from all pages and groups. */
export function takeSamples(records: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, records.length / MAX_SAMPLES);
  return records.filter((_, place) => Math.floor(place % step) === 0);
}

function addPlaces(places: Place[], steps: readonly Step[], outer: readonly unknown[]): void {
  const depth = steps.filter((step) => step !== '*').length;
  const keys = new Set(outer.flatMap(keysIn));
  for (const key of depth < MAX_DEPTH ? keys : []) {
    const values = outer.map((value) => stepInto(value, key));
    const holders = values.filter((value) => typeof value === 'object');
    if (places.length < MAX_PLACES && holders.length > 0) {
      places.push({ steps: [...steps, key], values: holders });
    }
  }
}

function keysIn(value: unknown): readonly Step[] {
  if (isArray(value)) {
    return [...value.slice(0, 10).keys()];
  }
  return isObject(value) ? firstKeys(value, MAX_KEYS) : [];
}

/** Returns the first records if most entries are records, and alike: `[{…}, {…}]`, `{"12": {…}, "14": {…}}`. */
function recordsIn(list: unknown, steps: readonly Step[]): readonly Sample[] | undefined {
  // Go writes `null` for an empty list.
  if (list === null && nounScore(steps) > 0.75) {
    return [];
  }
  const entries = toEntries(list, MAX_KEYS);
  const records = entries.filter(({ value }) => isObject(value));
  if (isArray(list)) {
    const hasArrays = entries.some(({ value }) => isArray(value));
    return hasArrays || records.length * 2 < entries.length ? undefined : records;
  }
  const count = isObject(list) ? firstKeys(list, MAX_KEYS).length : 0;
  return areAlike(records, count) || areByIds(records, count) ? records : undefined;
}

/** Two records of an object must have two keys in common, more than two only one. */
function areAlike(records: readonly Sample[], count: number): boolean {
  const [first, ...rest] = records;
  const shared = keysIn(first?.value).filter((key) =>
    rest.every(({ value }) => isObject(value) && Object.hasOwn(value, key)),
  );
  const areMost = rest.length > 0 && records.length >= 0.8 * count;
  return areMost && shared.length >= (rest.length > 1 ? 1 : 2);
}

const ID_LIKE = /^(?:\d+|[\da-f-]{8,})$|\d{3}$/i;

function areByIds(records: readonly Sample[], count: number): boolean {
  const areIds = records.every(({ key }) => key === undefined || ID_LIKE.test(key));
  return areIds && records.length > 0 && records.length * 2 >= count;
}

/**
 * Lists what is in an array. In an object, records and empty places of records are entries, other fields aren't.
 * @param parent the name of the group around it
 */
export function toEntries(list: unknown, limit = Infinity, parent?: string): readonly Entry[] {
  if (isArray(list)) {
    const first = list.length > limit ? list.slice(0, limit) : list;
    return first.map((value) => ({ value, key: undefined, parent, isNested: false }));
  }
  if (!isObject(list)) {
    return [];
  }
  const first = firstKeys(list, limit);
  const keys = first.filter((key) => typeof ownValue(list, key) === 'object');
  // PHP and Lua write lists as objects. Their indexes begin again on each page, so they aren't ids.
  const areIndexes = keys.slice(0, MAX_KEYS).every((key) => /^\d{1,3}$/.test(key));
  return keys.map((key) => {
    return { value: list[key], key: areIndexes ? undefined : key, parent, isNested: false };
  });
}

/** Returns the words of the key of a list, in the singular. */
export function wordsOfList(steps: readonly Step[]): readonly string[] {
  return toWords(lastKey(steps)).map(toSingular);
}

/** Scores how well the key of a list names monitors: `checks`, `hostlist`. */
export function nounScore(steps: readonly Step[]): number {
  const words = wordsOfList(steps);
  const noun = words.findLast((word, place) => place === 0 || !lexicon.FORM_WORDS.has(word));
  return lexicon.NOUNS.get(noun ?? '') ?? 0;
}

/** Returns whether the key of a list names other things than monitors: `users`, `results`. */
export function isOfOtherThings(steps: readonly Step[]): boolean {
  const words = wordsOfList(steps);
  const isOther = (word: string) => lexicon.OTHER_THINGS.has(word) || lexicon.OTHER_LISTS.has(word);
  return words.some(isOther) || lexicon.OTHER_HOLDERS.has(words.at(-1) ?? '');
}
