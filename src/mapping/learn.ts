import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { elementsOf, lastKey, parsePath, toPath, valuesAt, type Path, type Step } from '../base/path';
import { findCandidates } from './candidates';
import { findFields, keysOf } from './findFields';
import * as lexicon from './lexicon';
import { mergeMappings, pathsOf } from './mapping';
import type { ListMapping, Mapping } from './mapping';
import { findRecords, outerRecords, type FoundRecords, type Sample } from './records';
import { toPlain, toSingular, toWords } from './words';

/** Sampled records, spread over all pages. */
const MAX_SAMPLES = 40;

interface Learning {
  /** Picked by the user. */
  readonly list?: Path | undefined;
  readonly earlier?: readonly FoundRecords[];
  /** Of the service. */
  readonly address?: string;
}

/**
 * Adds to the known mapping what pages show; without pages, the new lists of `earlier` records. Also returns `lists`
 * to ask the user about, likeliest first.
 */
export function learnMapping(
  pages: readonly unknown[],
  known?: Mapping,
  { list, earlier = [], address }: Learning = {},
) {
  const knownPaths = pathsOf(known);
  const findIn = (json: unknown) =>
    known && findRecords(json, knownPaths)
      ? { lists: [...knownPaths, ...newLists(json, known.lists)], asked: [] }
      : findLists(json);
  const searches = list === undefined ? pages.map(findIn) : [];
  const lists = searches.find(({ asked }) => asked.length > 0)?.asked ?? [];
  const ofEarlier = pages.length === 0 ? earlier.flatMap(({ places }) => places.map((one) => one.list)) : [];
  const isNew = (path: Path) => !knownPaths.includes(path);
  const all = new Set([...searches.flatMap((one) => one.lists), ...ofEarlier.filter(isNew)]);
  const paths = list === undefined ? [...all] : [list];
  const records = [...earlier, ...pages.flatMap((json) => findRecords(json, paths) ?? [])];
  const isFilled = (path: Path) => records.some(({ places }) => places.some((one) => one.list === path));
  const learned = (paths.some(isFilled) ? paths.filter(isFilled) : paths).map((path) => {
    const own = records.flatMap((one) => outerRecords(one, path));
    const step = Math.max(1, own.length / MAX_SAMPLES);
    const samples = own.filter((_, i) => Math.floor(i % step) === 0);
    const { mapping, unclear } = findFields(samples, parsePath(path) ?? [], address);
    return { unclear, list: { path, ...mapping } };
  });
  const unclear = [...new Set(learned.flatMap((one) => one.unclear))];
  const found = { lists: learned.map((one) => one.list), unclear };
  return { mapping: learned.length > 0 ? mergeMappings(known, found) : undefined, lists };
}

/** With more keys than this, some are values in a map. */
const MAX_KEYS = 300;

/** Finds the records of a mapping; undefined if there is something to learn from them. */
export function findKnownRecords(mapping: Mapping, json: unknown, isListPicked = false) {
  const { lists } = mapping;
  const records = findRecords(json, pathsOf(mapping));
  const hasNews = ({ path, keys }: ListMapping): boolean => {
    const samples = records ? outerRecords(records, path, MAX_SAMPLES) : [];
    const news = samples.filter(({ value }) => !isKnown(value, keys));
    return keys.length < MAX_KEYS && keysOf(findCandidates(news)).some((key) => !keys.includes(key));
  };
  const isNew = (!isListPicked && newLists(json, lists).length > 0) || lists.some(hasNews);
  return isNew ? undefined : records;
}

/** Quick check whether a record surely has only these keys. */
function isKnown(record: unknown, keys: readonly Path[]): boolean {
  const hasTexts = (key: string) => /^(?:labels|tags)$/i.test(key) || keys.includes(`${key}[0]`);
  const isFlat = (key: string, value: unknown) =>
    isArray(value) ? typeof value[0] === 'string' && hasTexts(key) : !isObject(value);
  const entries = Object.entries(isObject(record) ? record : { '': record });
  return entries.every(([key, value]) => keys.includes(key) && isFlat(key, value));
}

export type ListCandidate = ReturnType<typeof toCandidate>;

const MAX_DEPTH = 7;
const MAX_LIST_KEYS = 200;
const LIST_SAMPLES = 12;
/** More than of a list, because the first groups may be empty. */
const GROUP_SAMPLES = 100;
const MIN_SCORE = 2;
/** A list below `MIN_SCORE` needs this lead over the next. */
const MIN_LEAD = 1;
/** More than an ID, a name and a type. */
const MIN_LIKENESS = 4;
/** If two good lists are closer than this, ask the user. */
const MIN_MARGIN = 0.25;

/** Finds the list with lists like it, or those to ask the user about, likeliest first. */
function findLists(json: unknown) {
  const found: ListCandidate[] = [];
  visitLists(json, [], found);
  const candidates = found.sort((a, b) => b.score - a.score || a.steps.length - b.steps.length);
  const [best] = candidates;
  const others = candidates.filter((other) => best && other !== best && !isDeeper(best, other));
  const [rival] = others;
  const lead = (best?.score ?? 0) - (rival?.score ?? 0);
  const isClear =
    best !== undefined &&
    (best.score >= MIN_SCORE ||
      (best.samples.length > 0 && best.score >= MIN_LEAD && lead >= MIN_LEAD) ||
      (best.samples.length > 1 &&
        isNamed(best) &&
        candidates.every((other) => isIn(best.steps, other.steps))));
  if (!isClear) {
    return { lists: [], asked: candidates.some(({ samples }) => samples.length > 0) ? candidates : [] };
  }
  const own = { steps: best.steps, keys: keysOf(findCandidates(best.samples)) };
  const related = isNoun(best.steps) ? others.filter(({ steps }) => areRelated(best.steps, steps)) : [];
  const lists = [best, ...related.filter((other) => isOfSameKind(own, other))];
  const isRival = rival !== undefined && rival.samples.length > 0 && rival.score > MIN_SCORE;
  return isRival && lead < MIN_MARGIN && !lists.includes(rival)
    ? { lists: [], asked: candidates }
    : { lists: lists.map(({ path }) => path), asked: [] };
}

function isNamed({ samples, steps }: ListCandidate): boolean {
  const { id = [], name = [] } = findFields(samples, steps).mapping.fields;
  return id.length > 0 && name.length > 0;
}

const isIn = (outer: readonly Step[], inner: readonly Step[]) => outer.every((step, i) => step === inner[i]);

/** Whether the second list is the first one at a deeper level: groups inside groups. Both are read together. */
function isDeeper({ steps }: ListCandidate, { steps: deeper }: ListCandidate): boolean {
  const isInGroup = steps.includes('*') && isIn(steps.slice(0, steps.indexOf('*')), deeper);
  return isInGroup && deeper.length > steps.length && deeper.at(-1) === steps.at(-1);
}

/** Finds lists that had no monitors so far. Only looks beside the known ones, to be fast. */
function newLists(json: unknown, lists: readonly ListMapping[]): readonly Path[] {
  const isKnown = (path: Path) => lists.some((one) => one.path === path);
  return lists.flatMap(({ path, keys }) => {
    const known = { steps: parsePath(path) ?? [], keys };
    const others = stepsBeside(json, known.steps).filter((steps) => !isKnown(toPath(steps)));
    const found = others.map((steps) => {
      const records = valuesAt(json, steps).flatMap((value) => recordsIn(value) ?? []);
      return toCandidate(steps, records.slice(0, LIST_SAMPLES));
    });
    return found.filter((other) => isOfSameKind(known, other)).map((other) => other.path);
  });
}

/** Lists the related places that differ from this one by one key, and have objects. */
function stepsBeside(json: unknown, steps: readonly Step[]): readonly (readonly Step[])[] {
  const holdsObjects = (value: unknown) => elementsOf(value).some((one) => typeof one === 'object');
  const others = steps.flatMap((step, i) => {
    const holders = step === '*' ? [] : valuesAt(json, steps.slice(0, i)).filter(isObject);
    const entries = holders.flatMap((holder) => firstEntries(holder, MAX_LIST_KEYS));
    const keys = entries.flatMap(([key, value]) => (key !== step && holdsObjects(value) ? key : []));
    return [...new Set(keys)].map((key) => [...steps.slice(0, i), key, ...steps.slice(i + 1)]);
  });
  return others.filter((other) => areRelated(steps, other));
}

/**
 * Whether lists at two places may both have monitors. Either they are keys of one object, such as `hosts` and
 * `services`, or the same list of two regions, such as `eu.monitors` and `us.monitors`.
 */
function areRelated(one: readonly Step[], other: readonly Step[]): boolean {
  if (areSiblings(one, other)) {
    return areAlike(one, other);
  }
  const isSameList = one.length === other.length && one.at(-1) === other.at(-1);
  const end = one.findIndex((step, i) => step !== other[i]) + 1;
  return isSameList && (isNoun(one) || areAlike(one.slice(0, end), other.slice(0, end)));
}

const areSiblings = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.slice(0, -1).join() === other.slice(0, -1).join();

/** Whether two keys are both nouns for monitors, or both any words, as regions are. */
function areAlike(one: readonly Step[], other: readonly Step[]): boolean {
  const isAnyWord = (steps: readonly Step[]) => !isNoun(steps) && !isGeneric(steps) && !isOther(steps);
  return (isNoun(one) && isNoun(other)) || (isAnyWord(one) && isAnyWord(other));
}

/** Whether a related list has monitors too, by the keys of its records. */
function isOfSameKind(
  known: { readonly steps: readonly Step[]; readonly keys: readonly Path[] },
  { steps, samples, score, likeness }: ListCandidate,
): boolean {
  const keys = keysOf(findCandidates(samples));
  const shared = known.keys.filter((key) => keys.includes(key)).length;
  const share = known.keys.length === 0 ? 1 : shared / Math.max(known.keys.length, keys.length);
  const isSure =
    isNoun(known.steps) && isNoun(steps)
      ? share >= 0.5 || (areSiblings(known.steps, steps) && score > 5)
      : share >= 0.8 && likeness >= MIN_LIKENESS;
  return samples.length > 0 && isSure;
}

function toCandidate(steps: readonly Step[], samples: readonly Sample[]) {
  const isInRecord = steps.includes('*');
  const likeness = samples.length > 0 ? findFields(samples, steps).likeness : 0;
  const doubt = (isInRecord ? 2.5 : 0) + (isOther(steps) ? 3 : 0);
  const score = 4 * nounScore(steps) + (isGeneric(steps) && !isInRecord ? 2 : 0) + likeness - doubt;
  return { path: toPath(steps), steps, samples, score, likeness };
}

function visitLists(value: unknown, steps: readonly Step[], found: ListCandidate[]): void {
  const visit = (inner: unknown, step: Step) => visitLists(inner, [...steps, step], found);
  const isEmpty = value === null && nounScore(steps) > 0.7 && !steps.includes('*');
  const list = isEmpty ? [] : recordsIn(value);
  if (steps.length > MAX_DEPTH) {
    return;
  }
  if (isArray(value) && value.some(isArray)) {
    value.slice(0, 10).forEach(visit);
  } else if (list) {
    found.push(toCandidate(steps, list.slice(0, LIST_SAMPLES)));
    visitInner(list.slice(0, GROUP_SAMPLES), steps, found);
  } else if (isObject(value)) {
    firstEntries(value, MAX_LIST_KEYS).forEach(([key, inner]) => visit(inner, key));
  }
}

/** Finds lists in records, such as the monitors of groups. */
function visitInner(samples: readonly Sample[], steps: readonly Step[], found: ListCandidate[]): void {
  const inner = new Map<string, unknown>();
  const entries = samples.flatMap(({ value }) => (isObject(value) ? firstEntries(value, 100) : []));
  for (const [key, value] of entries) {
    const before = inner.get(key);
    if (isArray(value)) {
      inner.set(key, [...(isArray(before) ? before : []), ...value.slice(0, LIST_SAMPLES)]);
    } else if (isObject(value) && !isArray(before)) {
      inner.set(key, { ...(before as JsonObject | undefined), ...value });
    }
  }
  inner.forEach((value, key) => visitLists(value, [...steps, '*', key], found));
}

const ID_LIKE = /^(?:\d+|[\da-f]{8,}|[\da-f-]{36})$|\d{3}$/i;

/** Reads an array, or an object that is a list: `{"12": {…}, "14": {…}}`. */
function recordsIn(value: unknown): readonly Sample[] | undefined {
  if (isArray(value)) {
    const records = value.filter(isObject);
    return records.length * 2 >= value.length ? records.map((record) => ({ value: record })) : undefined;
  }
  const entries = firstEntries(isObject(value) ? value : {}, MAX_LIST_KEYS);
  const records = entries
    .filter(([, record]) => isObject(record))
    .map(([key, record]) => ({ key, value: record }));
  const areIds = records.every(({ key }) => ID_LIKE.test(key));
  const shared = Object.keys(records[0]?.value ?? {}).filter((key) =>
    records.every((record) => isObject(record.value) && key in record.value),
  );
  const areAlike = records.length > 1 && shared.length >= (records.length > 2 ? 1 : 2);
  const areMost = records.length > 0 && records.length >= (areIds ? 0.5 : 0.8) * entries.length;
  return areMost && (areAlike || (areIds && records.length === 1)) ? records : undefined;
}

const nameOf = (steps: readonly Step[]): readonly string[] => toWords(lastKey(steps)).map(toSingular);

function nounScore(steps: readonly Step[]): number {
  const words = nameOf(steps);
  const last = words.findLast((word, i) => i === 0 || !lexicon.FORM_WORDS.has(word));
  return Math.max(lexicon.NOUNS.get(words.join('')) ?? 0, lexicon.NOUNS.get(last ?? '') ?? 0);
}

const isNoun = (steps: readonly Step[]): boolean => nounScore(steps) > 0.75;

function isGeneric(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return typeof last !== 'string' || lexicon.GENERIC_LISTS.has(toPlain(last));
}

function isOther(steps: readonly Step[]): boolean {
  const words = nameOf(steps);
  return lexicon.GROUPINGS.has(words.at(-1) ?? '') || lexicon.OTHER_THINGS.has(words.join(''));
}
