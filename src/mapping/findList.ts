import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import type { Sample } from './candidates';
import { findFields } from './findFields';
import { CHILDREN, FORM_WORDS, GENERIC_LISTS, GROUPINGS, NOUNS, OTHER_THINGS } from './lexicon';
import { toPath, type Path, type Step } from './mapping';
import { toSingular, toWords } from './words';

// Which list of a response holds the monitors.

/** A list in a response, with how much it looks like one of monitors. */
export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  readonly samples: readonly Sample[];
  readonly score: number;
}

export interface FoundLists {
  /** The list of monitors, and others beside it that have monitors, too. */
  readonly lists: readonly Path[];
  /** All that may be meant, the likeliest first. */
  readonly candidates: readonly ListCandidate[];
  readonly isAsked: boolean;
}

const MAX_DEPTH = 7;
const MAX_KEYS = 200;
const LOOKED_AT = 12;
const MIN_SCORE = 2;

export function findLists(json: unknown): FoundLists {
  const candidates: ListCandidate[] = [];
  visitLists(json, [], false, (list) => candidates.push(list));
  candidates.sort((a, b) => b.score - a.score || a.steps.length - b.steps.length);
  const [best, rival] = candidates;
  const isOnly =
    best !== undefined &&
    best.score >= 1 &&
    best.samples.length > 0 &&
    !(rival && best.score - rival.score < 1);
  if (best === undefined || (best.score < MIN_SCORE && !isOnly)) {
    return { lists: [], candidates, isAsked: candidates.some(({ samples }) => samples.length > 0) };
  }
  const others = candidates.filter((other) => other !== best && isBeside(best, other));
  const isAsked =
    rival !== undefined &&
    !others.includes(rival) &&
    best.score - rival.score < 0.25 &&
    rival.samples.length > 0 &&
    rival.score > 6;
  return { lists: [best, ...others].map(({ path }) => path), candidates, isAsked };
}

/** Whether a list has monitors beside those of another: hosts and services, or the same in groups of groups. */
function isBeside(best: ListCandidate, other: ListCandidate): boolean {
  const isSibling = JSON.stringify(best.steps.slice(0, -1)) === JSON.stringify(other.steps.slice(0, -1));
  const areNamed = [best, other].every(({ steps }) => nounScore(steps) > 0.75);
  const isAlike = similarity(best.samples, other.samples) > 0.5;
  const isInBest = best.steps.every((step, i) => step === other.steps[i]);
  const sameName = best.steps.at(-1) === other.steps.at(-1) && typeof best.steps.at(-1) === 'string';
  if (best.samples.length === 0 || other.samples.length === 0 || isInBest) {
    return false;
  }
  return isSibling && typeof best.steps.at(-1) === 'string'
    ? areNamed && (isAlike || best.score - other.score < 3) && other.score > 5
    : isAlike && sameName && best.steps.length > 0;
}

const keysOf = (samples: readonly Sample[]) =>
  new Set(
    samples
      .slice(0, LOOKED_AT)
      .flatMap(({ value }) => (isObject(value) ? firstEntries(value, 60).map(([key]) => key) : [])),
  );

/** The share of names of fields that two lists have in common. */
export function similarity(a: readonly Sample[], b: readonly Sample[]): number {
  const [first, second] = [keysOf(a), keysOf(b)];
  const common = [...first].filter((key) => second.has(key)).length;
  return common / Math.max(1, first.size, second.size);
}

function visitLists(
  value: unknown,
  steps: readonly Step[],
  isInRecord: boolean,
  found: (list: ListCandidate) => void,
): void {
  if (steps.length > MAX_DEPTH) {
    return;
  }
  const push = (samples: readonly Sample[]) =>
    found({ path: toPath(steps), steps, samples, score: scoreList(steps, samples, isInRecord) });
  if (isArray(value)) {
    if (value.some(isArray)) {
      value.slice(0, 10).forEach((inner, i) => visitLists(inner, [...steps, i], isInRecord, found));
      return;
    }
    const records = value.filter(isObject);
    const areScalars =
      records.length === 0 &&
      !isInRecord &&
      value.every((one) => typeof one === 'string' || typeof one === 'number');
    if (value.length === 0 || records.length * 2 >= value.length || areScalars) {
      push((areScalars ? value : records).slice(0, LOOKED_AT).map((record) => ({ value: record })));
    }
    visitInner(records.slice(0, LOOKED_AT), steps, found);
  } else if (isObject(value)) {
    const map = asMap(value);
    if (map) {
      push(map.slice(0, LOOKED_AT));
      visitInner(
        map.slice(0, LOOKED_AT).flatMap(({ value: inner }) => (isObject(inner) ? [inner] : [])),
        steps,
        found,
      );
    } else {
      firstEntries(value, MAX_KEYS).forEach(([key, inner]) =>
        visitLists(inner, [...steps, key], isInRecord, found),
      );
    }
  } else if (value === null && nounScore(steps) > 0.7 && !isInRecord) {
    push([]);
  }
}

/** Looks for lists inside the records of a list: the monitors of groups. */
function visitInner(
  records: readonly JsonObject[],
  steps: readonly Step[],
  found: (list: ListCandidate) => void,
): void {
  const lists = new Map<string, unknown>();
  for (const [key, inner] of records.flatMap((record) => firstEntries(record, 100))) {
    const before = lists.get(key);
    if (isArray(inner) && (before === undefined || isArray(before))) {
      lists.set(key, [...(before ?? []), ...inner.slice(0, LOOKED_AT)]);
    } else if (isObject(inner) && (before === undefined || isObject(before))) {
      lists.set(key, { ...before, ...inner });
    }
  }
  lists.forEach((inner, key) => visitLists(inner, [...steps, '*', key], true, found));
}

const ID_LIKE = /^(?:\d+|[\da-f]{8,}|[\da-f-]{36})$|\d{3}$/i;

/** The entries of an object that is a list: `{"12": {…}, "14": {…}}`. */
export function asMap(object: JsonObject): readonly Sample[] | undefined {
  const entries = firstEntries(object, MAX_KEYS);
  const records = entries.filter(([, value]) => isObject(value));
  const samples = records.map(([key, value]) => ({ key, value }));
  const areIds = records.every(([key]) => ID_LIKE.test(key));
  if (records.length === 0 || records.length < (areIds ? 0.5 : 0.8) * entries.length) {
    return areWords(entries) ? entries.map(([key, value]) => ({ key, value })) : undefined;
  }
  if (records.length === 1) {
    return ID_LIKE.test(records[0]?.[0] ?? '') ? samples : undefined;
  }
  const [first] = records;
  const shared = Object.keys(first?.[1] as JsonObject).filter((key) =>
    records.every(([, value]) => Object.hasOwn(value as JsonObject, key)),
  );
  return shared.length >= 2 || (shared.length === 1 && records.length > 2) ? samples : undefined;
}

/** `{"shop": "up", "blog": "down"}` */
function areWords(entries: readonly (readonly [string, unknown])[]): boolean {
  return (
    entries.length > 1 &&
    entries.every(
      ([, value]) =>
        typeof value === 'string' &&
        /^(?:up|down|ok|error|warning|critical|online|offline|degraded|healthy|unhealthy|unknown)$/i.test(
          value,
        ),
    )
  );
}

/** How plainly the name of a list says that monitors are in it. */
function nounScore(steps: readonly Step[]): number {
  const key = steps.findLast((step) => typeof step === 'string' && step !== '*');
  const list = toWords(String(key ?? '')).map(toSingular);
  const rest = list.filter((word, i) => i === 0 || !FORM_WORDS.has(word));
  return Math.max(NOUNS.get(list.join('')) ?? 0, NOUNS.get(rest.at(-1) ?? '') ?? 0);
}

function scoreList(steps: readonly Step[], samples: readonly Sample[], isInRecord: boolean): number {
  const key = String(steps.findLast((step) => typeof step === 'string' && step !== '*') ?? '');
  const isGeneric =
    steps.length === 0 || GENERIC_LISTS.has(toWords(key).join('')) || typeof steps.at(-1) === 'number';
  const isGroup = GROUPINGS.has(toSingular(toWords(key).at(-1) ?? ''));
  const isOther = OTHER_THINGS.has(toSingular(toWords(key).join('')));
  const likeness = samples.length > 0 ? findFields(samples).likeness : 0;
  const ofScalars =
    samples.length > 0 && !samples.some(({ value }) => isObject(value)) && steps.length > 0 ? 3 : 0;
  return (
    4 * nounScore(steps) +
    (isGeneric ? 2 : 0) +
    likeness -
    (isInRecord ? 2.5 : 0) -
    (isGroup || isOther ? 3 : 0) -
    ofScalars
  );
}

/** Where records have further records of their kind: `children`. */
export function findChildren(samples: readonly Sample[]): Path | undefined {
  const records = samples.flatMap(({ value }) => (isObject(value) ? [value] : []));
  const keys = new Set(records.flatMap((record) => firstEntries(record, 100).map(([key]) => key)));
  const found = [...keys].find((key) => {
    const inner = records.flatMap((record) => {
      const list = record[key];
      return isArray(list) ? list.filter(isObject).map((value) => ({ value })) : [];
    });
    const isNamed = CHILDREN.has(toWords(key).join(''));
    return isNamed && inner.length > 0 && similarity(samples, inner) > 0.5;
  });
  return found === undefined ? undefined : toPath([found]);
}
