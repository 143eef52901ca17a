import type { JsonObject } from './json';
import { isArray, isObject, toPlain, toWords } from './json';
import { isConfident } from './extraction';
import { CHECK_TIME_WORDS, CHECKED_WORDS, HISTORY_WORDS, PLACE_WORDS, STRENGTH } from './lexicon';
import type { FieldProfile, RecordProfile } from './profile';
import { profileRecords } from './profile';
import type { RuleSet } from './rules';
import type { OwnMeanings, StatusSource } from './statusRules';
import { toStatusPlace } from './statusRules';
import { readInstant } from './values';

// A module of rules: the status out of the history that a record holds.

const MAX_RESULTS = 500;

/**
 * The status by the newest of the results that records hold (`results: [{timestamp, success}]`), where their
 * times make it clear which one that is: all lists of the page run in one direction, and no two results are
 * of one moment. Results of several places are no history.
 */
export function findHistoryStatus(
  profile: RecordProfile,
  rules: RuleSet,
  own: OwnMeanings,
): StatusSource | undefined {
  if (!rules.has('histories')) {
    return undefined;
  }
  for (const history of profile.fields) {
    const newest = newestOf(history);
    if (!newest) {
      continue;
    }
    const results = profileRecords(newest.results, rules.keys);
    const [told] = results.fields
      .filter(({ path }) => path.length === 1)
      .flatMap((part) => toStatusPlace(part, results, rules, own) ?? [])
      .filter((part) => isConfident(part) && ['found', 'good', 'bad'].includes(part.kind))
      .sort((a, b) => b.confidence - a.confidence);
    if (!told) {
      continue;
    }
    const yes = told.kind === 'good' ? ('up' as const) : told.kind === 'bad' ? ('down' as const) : undefined;
    const path = [...history.path, newest.step, ...told.place.path];
    // Enough to be taken, and less than any field of the record's own.
    const common = { path, confidence: STRENGTH.weak, reason: 'newestResult' as const, voices: told.voices };
    return yes ? { ...common, yes } : common;
  }
  return undefined;
}

interface Newest {
  readonly results: readonly JsonObject[];
  /** What leads to the newest result: 0 or, from the end, -1. */
  readonly step: 0 | -1;
}

/** The newest result of each record. */
function newestOf({ plain, path, inArray, values }: FieldProfile): Newest | undefined {
  if (inArray || path.length > 2 || !HISTORY_WORDS.has(plain)) {
    return undefined;
  }
  const lists = values.filter(isArray).filter((list) => list.length > 0);
  if (lists.length === 0) {
    return undefined;
  }
  const histories = lists.map((list) => list.slice(0, MAX_RESULTS).filter(isObject));
  if (histories.some((results) => isOfSeveralPlaces(results))) {
    return undefined;
  }
  const directions = histories.map(directionOf);
  const up = directions.includes('up');
  if (directions.includes('none') || (up && directions.includes('down'))) {
    return undefined;
  }
  const step = up ? -1 : 0;
  return { results: lists.map((list) => list.at(step)).filter(isObject), step };
}

function directionOf(results: readonly JsonObject[]): 'up' | 'down' | 'one' | 'none' {
  if (results.length === 1) {
    return 'one';
  }
  const key = Object.keys(results[0] ?? {}).find(isTimeKey);
  const times = key === undefined ? [] : results.map((result) => readInstant(result[key]));
  if (times.length === 0 || times.includes(undefined)) {
    return 'none';
  }
  const steps = times.slice(1).map((time, i) => Math.sign((time ?? 0) - (times[i] ?? 0)));
  if (steps.every((step) => step > 0)) {
    return 'up';
  }
  return steps.every((step) => step < 0) ? 'down' : 'none';
}

function isTimeKey(key: string): boolean {
  const words = toWords(key);
  return CHECK_TIME_WORDS.has(toPlain(key)) || (words.length === 2 && CHECKED_WORDS.has(words[0] ?? ''));
}

function isOfSeveralPlaces(results: readonly JsonObject[]): boolean {
  const keys = Object.keys(results[0] ?? {}).filter((key) =>
    toWords(key).some((word) => PLACE_WORDS.has(word)),
  );
  return keys.some((key) => new Set(results.map((result) => toComparable(result[key]))).size > 1);
}

/** Places are named or numbered; of an object, one that holds its name or id. */
function toComparable(value: unknown): unknown {
  if (!isObject(value)) {
    return isArray(value) ? value.length : value;
  }
  return (
    Object.values(value)
      .slice(0, 5)
      .find((part) => typeof part !== 'object') ?? ''
  );
}
