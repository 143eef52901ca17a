import { firstKeys, isArray, isObject, ownValue } from '../base/json';
import { lastKey, stepInto, toPath, type Path, type Step } from '../base/path';
import { toSingular } from '../base/words';
import type { Sample } from './candidate';
import { findFields } from './findFields';
import { GENERIC_LISTS, NOUNS, OTHER_LISTS, OTHER_THINGS, isOther } from './lexicon';
import { toPlain, toWords } from './words';

/** A place in a response that may be the list of monitors. */
export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  /** Records of all pages and groups. */
  readonly samples: readonly Sample[];
}

/** If the lead over the next list is less than this, the user is asked. */
const MIN_LEAD = 0.25;

/**
 * Finds the list of monitors by the words of its key and by the fields of its records. `candidates`: lists to ask the
 * user about, likeliest first, if two are equally likely.
 */
export function findList(responses: readonly unknown[]) {
  const rated = findListCandidates(responses).map(rate);
  const [best, ...others] = rated.toSorted((a, b) => b.score - a.score);
  const rivals = others.filter(({ samples }) => samples.length > 0);
  const minimum = (best?.score ?? 0) - MIN_LEAD;
  // Lists of one kind are joined.
  const isClear = !rivals.some(({ score, kind }) => score > minimum && kind !== best?.kind);
  if (best && minimum >= 0 && isClear) {
    return { list: best.path, candidates: [] };
  }
  return { candidates: best && best.samples.length > 0 ? [best, ...rivals] : rivals };
}

/** Rates a list. Lists of one kind have the same name and status, and are in the same object. */
function rate(list: ListCandidate) {
  const { steps, samples, path } = list;
  const { mapping, likeness } = findFields(samples);
  const { status, fields } = mapping;
  let score = 4 * nounScore(steps) + likeness;
  if (steps.includes('*')) {
    // Records inside records may be parts of monitors, such as checks of nodes.
    score -= 3;
  } else if (GENERIC_LISTS.has(toPlain(lastKey(steps) || 'data'))) {
    score += 2;
  } else if (OTHER_THINGS.has(wordsOfList(steps).join(''))) {
    score -= 2.5;
  }
  const kind = JSON.stringify([steps.slice(0, -1), fields.name, status.paths]);
  return { ...list, score, kind: status.paths.length > 0 ? kind : path };
}

/** Records to learn from. */
const MAX_SAMPLES = 40;
/** More keys than these are values, as in `{"12": {…}}`. */
const MAX_KEYS = 300;
/** A hostile response may have thousands of places for lists, and thousands of levels. */
const MAX_PLACES = 200;
const MAX_DEPTH = 6;

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
    const lists = values.map(recordsIn).filter((records) => records !== undefined);
    if (path === skipped) {
      continue;
    }
    if (lists.length === 0) {
      addPlaces(places, steps, values);
      continue;
    }
    const samples = takeSamples(lists.flat());
    const inner = samples.map(({ value }) => value);
    candidates.push({ path, steps, samples });
    addPlaces(places, [...steps, '*'], inner);
  }
  return candidates;
}

/** Takes records from all pages and groups. */
export function takeSamples(records: readonly Sample[]): readonly Sample[] {
  const step = Math.max(1, records.length / MAX_SAMPLES);
  return records.filter((_, place) => Math.floor(place % step) === 0);
}

function addPlaces(places: Place[], steps: readonly Step[], outer: readonly unknown[]): void {
  const keys = new Set(outer.flatMap(keysIn));
  for (const key of steps.length < MAX_DEPTH ? keys : []) {
    const inner = outer.map((value) => stepInto(value, key));
    const values = inner.filter((value) => typeof value === 'object');
    if (places.length < MAX_PLACES && values.length > 0) {
      places.push({ steps: [...steps, key], values });
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
function recordsIn(list: unknown) {
  const entries = toEntries(list, MAX_KEYS);
  const records = entries.filter(({ value }) => isObject(value));
  if (isArray(list)) {
    const hasLists = entries.some(({ value }) => isArray(value));
    return records.length * 2 >= entries.length && !hasLists ? records : undefined;
  }
  const share = records.length / keysIn(list).length;
  const [first, ...others] = records;
  const shared = keysIn(first?.value).filter((key) =>
    others.every(({ value }) => isObject(value) && Object.hasOwn(value, key)),
  );
  // Two records must have two keys in common, more than two only one.
  const areAlike = others.length > 0 && shared.length >= (others.length > 1 ? 1 : 2);
  const isId = ({ key = '1' }: Sample) => /^(?:\d+|[\da-f-]{8,})$|\d{3}$/i.test(key);
  const isList = (share >= 0.8 && areAlike) || (share >= 0.5 && records.every(isId));
  return isList ? records : undefined;
}

/** The content of a list. */
export interface Entry extends Sample {
  /** The name of the record or group around it. */
  readonly parent: string | undefined;
  /** In an array inside a record. */
  readonly isNested: boolean;
}

/**
 * Lists what is in an array. In an object, records and empty places of records are entries, other fields aren't.
 * @param parent the name of the group around it
 */
export function toEntries(list: unknown, limit = Infinity, parent?: string): readonly Entry[] {
  if (isArray(list)) {
    return list
      .slice(0, limit)
      .map((value) => ({ value, key: undefined, parent, isNested: false }));
  }
  const object = isObject(list) ? list : {};
  const keys = firstKeys(object, limit).filter((key) => typeof ownValue(object, key) === 'object');
  // PHP and Lua write lists as objects. Their indexes begin again on each page, so they aren't ids.
  const areIndexes = keys.slice(0, MAX_KEYS).every((key) => /^\d{1,3}$/.test(key));
  return keys.map((key) => {
    return { value: object[key], key: areIndexes ? undefined : key, parent, isNested: false };
  });
}

/** Returns the words of the key of a list, in the singular. */
function wordsOfList(steps: readonly Step[]): readonly string[] {
  return toWords(lastKey(steps)).map(toSingular);
}

/** Scores how well the key of a list names monitors: `checks`, `hostlist`. */
export function nounScore(steps: readonly Step[]): number {
  const words = wordsOfList(steps);
  const noun = words.findLast((word) => NOUNS.has(word)) ?? '';
  return OTHER_THINGS.has(words.at(-1) ?? '') ? 0 : (NOUNS.get(noun) ?? 0);
}

/** Returns whether the key of a list names other things than monitors: `users`, `results`. */
export function isOfOtherThings(steps: readonly Step[]): boolean {
  const words = wordsOfList(steps);
  const isElse = (word: string) => OTHER_THINGS.has(word) || OTHER_LISTS.has(word);
  return words.some(isElse) || isOther(words.at(-1) ?? '');
}
