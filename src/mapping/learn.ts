import { isArray, isObject } from '../base/json';
import { remember } from '../base/remember';
import { maskText } from '../base/secretValues';
import { lastKey, parsePath, stepInto, toPath, type Path, type Step } from '../base/path';
import { holderOf } from './candidates';
import { findFields } from './findFields';
import * as lexicon from './lexicon';
import { mergeMappings, pathsOf } from './mapping';
import type { ListMapping, Mapping } from './mapping';
import { entriesOf, findRecords, outerRecords, type FoundRecords, type Sample } from './records';
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
  const findIn = (json: unknown) => {
    const news = known && findRecords(json, knownPaths) && newLists(json, known);
    return news ? { lists: [...knownPaths, ...news.lists], unread: news.unread, asked: [] } : findLists(json);
  };
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
    return { unclear, list: { path, ...mapping, keys: keysOf(samples) } };
  });
  const unclear = [...new Set(learned.flatMap((one) => one.unclear))];
  const unread = [...new Set(searches.flatMap((one) => one.unread))];
  const found = { lists: learned.map((one) => one.list), unclear, unread };
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
    return keys.length < MAX_KEYS && keysOf(samples).some((key) => !keys.includes(key));
  };
  const news = isListPicked ? [] : Object.values(newLists(json, mapping)).flat();
  return news.length > 0 || lists.some(hasNews) ? undefined : records;
}

/** Lists own keys, except those of a map such as `labels`, which are values. They are saved, so without secrets. */
function keysOf(samples: readonly Sample[]): readonly string[] {
  const isOwn = remember((key: string) => !/^(?:labels|tags)$/i.test(key) && holderOf(key) === 'own');
  const keys = new Set<string>();
  for (const { value: record } of samples) {
    const entries = Object.entries(isObject(record) ? record : {});
    for (const [key, value] of entries) {
      keys.add(key);
      const ownKeys = isObject(value) && (entries.length === 1 || isOwn(key)) ? Object.keys(value) : [];
      const inner = isArray(value) && typeof value[0] === 'string' ? ['0'] : ownKeys;
      inner.forEach((one) => keys.add(`${key}.${one}`));
    }
  }
  return [...keys].filter((key) => maskText(key) === key);
}

const MAX_DEPTH = 7;
const LIST_SAMPLES = 12;
/** More than of a list, because the first groups may be empty. */
const GROUP_SAMPLES = 100;
/** An empty list needs a name for monitors or records. */
const MIN_EMPTY_SCORE = 2;
/** If the lead over the next list is less than this, ask the user. */
const MIN_LEAD = 0.25;
/** More than a noun and an ID. */
const SURE_SCORE = 5;
/** More than an ID, a name and a type. */
const MIN_LIKENESS = 4;

/** Finds the list with lists like it, or those to ask the user about, likeliest first. */
function findLists(json: unknown) {
  const candidates = rateLists(json, ({ length }) => length <= MAX_DEPTH);
  const sorted = [...candidates].sort((a, b) => b.score - a.score || a.steps.length - b.steps.length);
  const [best, ...others] = sorted;
  if (best === undefined) {
    return { lists: [], unread: [], asked: [] };
  }
  const filled = others.filter(({ samples }) => samples.length > 0);
  const { lists, unread } = sortOut(filled, [best], json);
  const isAlso = ({ path, steps }: Candidate) =>
    (isNoun(best.steps) && lists.includes(path)) || isDeeper(best.steps, steps);
  const rivals = filled.filter((other) => !isAlso(other));
  const isDoubtful = rivals.some((other) => mayHoldMore(best, other));
  const lead = isDoubtful ? 0 : best.score - Math.max(0, rivals[0]?.score ?? 0);
  const isClear = lead >= MIN_LEAD && (best.samples.length > 0 || best.score >= MIN_EMPTY_SCORE);
  if (!isClear) {
    return { lists: [], unread: [], asked: best.samples.length + filled.length > 0 ? sorted : [] };
  }
  const paths = candidates.map(({ path }) => path);
  return { lists: paths.filter((path) => path === best.path || lists.includes(path)), unread, asked: [] };
}

/** Finds the lists that are like the known ones, and others that may have monitors. */
function sortOut(others: readonly Candidate[], known: readonly Known[], json: unknown) {
  const isRead = (other: Candidate) => known.some((one) => areAlike(one, other));
  // A list in groups is read with those in groups inside.
  const isReadWith = (one: readonly Step[], steps: readonly Step[]) =>
    isIn(one, steps) || (one.includes('*') && isDeeper(one, steps));
  const isOutside = ({ steps }: Candidate) => !known.some((one) => isReadWith(one.steps, steps));
  const likely = others.filter((one) => isOutside(one) && (isRead(one) || mayBeMonitors(one)));
  const recordsOf = (lists: readonly Known[]) => {
    const paths = lists.map(({ path }) => path);
    return (lists.length > 0 ? findRecords(json, paths) : undefined) ?? { values: [], places: [] };
  };
  const read = likely.length > 0 ? recordsOf(known).values : [];
  const groups = likely.filter((one) => one.steps.includes('*') && isRead(one));
  const isInOther = ({ steps }: Candidate) => groups.some((other) => isDeeper(other.steps, steps));
  const { values, places } = recordsOf(likely);
  const found = likely.filter((one) => {
    const own = values.filter((_, i) => places[i]!.list === one.path);
    return !isInOther(one) && !areRepeated(own, read);
  });
  const pathsIf = (wanted: boolean) => found.flatMap((one) => (isRead(one) === wanted ? one.path : []));
  return { lists: pathsIf(true), unread: pathsIf(false) };
}

/** A list of the monitors that are down repeats their records, perhaps with more fields. */
function areRepeated(records: readonly unknown[], read: readonly unknown[]): boolean {
  const [keys, readKeys] = [records, read].map((values) => new Set(values.slice(0, 100).flatMap(keysIn)));
  const shared = [...keys!].filter((key) => readKeys!.has(key));
  if (shared.length < Math.max(2, 0.8 * Math.min(keys!.size, readKeys!.size))) {
    return false;
  }
  const textOf = (value: unknown) => JSON.stringify(shared.map((key) => stepInto(value, key)));
  const texts = new Set(read.map(textOf));
  return records.every((value) => texts.has(textOf(value)));
}

const isIn = (outer: readonly Step[], inner: readonly Step[]) => outer.every((step, i) => step === inner[i]);

/** Whether the second list is the first one in groups: `feeds` and `children[*].feeds`. */
function isDeeper(steps: readonly Step[], deeper: readonly Step[]): boolean {
  const isGrouped = steps.includes('*');
  const groups = steps.slice(0, isGrouped ? steps.indexOf('*') + 1 : -1);
  const isSame = deeper.length > steps.length && deeper.includes('*') && deeper.at(-1) === steps.at(-1);
  return isSame && isIn(groups, deeper) && (isGrouped || !isIn(steps, deeper));
}

/** Whether one list is inside the records of the other, and it isn't clear which has the monitors. */
function mayHoldMore(best: Candidate, other: Candidate): boolean {
  const isInside = isIn(best.steps, other.steps) && isNoun(other.steps) && mayBeMonitors(other);
  return other.likeness > best.likeness && (isInside || isIn(other.steps, best.steps));
}

const { FAILURE_WORDS, GROUPINGS, NO_CHILDREN, OTHER_THINGS, STRANGERS } = lexicon;
const NO_MONITORS = [FAILURE_WORDS, GROUPINGS, NO_CHILDREN, OTHER_THINGS, STRANGERS];

function mayBeMonitors({ steps, likeness }: Candidate): boolean {
  const words = steps.flatMap((step) => nameOf([step]));
  return likeness >= MIN_LIKENESS && !words.some((word) => NO_MONITORS.some((set) => set.has(word)));
}

/** Finds lists that had no monitors so far. Only looks beside the known ones, to be fast. */
function newLists(json: unknown, mapping: Mapping) {
  const knownPaths = [...pathsOf(mapping), ...(mapping.unread ?? [])];
  const known = mapping.lists.map(({ path, keys }) => ({ path, keys, steps: parsePath(path) ?? [] }));
  const isBeside = (one: readonly Step[], steps: readonly Step[]) =>
    steps.length <= one.length && differences(steps, one) <= 1;
  const isNear = (steps: readonly Step[]) =>
    !knownPaths.includes(toPath(steps)) &&
    known.some((one) => isBeside(one.steps, steps) || isDeeper(one.steps, steps));
  const isOutside = (steps: readonly Step[]) => !known.some((one) => isIn(one.steps, steps));
  const mayBeNew = ({ samples, steps }: ListCandidate) => samples.length > 0 && isOutside(steps);
  return sortOut(rateLists(json, isNear, mayBeNew), known, json);
}

const differences = (one: readonly Step[], other: readonly Step[]): number =>
  one.filter((step, i) => step !== other[i]).length;

/** Whether both have monitors, by their places and the keys of their records. */
function areAlike(known: Known, other: Candidate): boolean {
  const shared = known.keys.filter((key) => other.keys.includes(key)).length;
  const share = known.keys.length === 0 ? 1 : shared / Math.max(known.keys.length, other.keys.length);
  const isLike =
    isNoun(known.steps) && isNoun(other.steps)
      ? share >= 0.5 || other.score > SURE_SCORE
      : share >= 0.8 && other.likeness >= MIN_LIKENESS;
  return isLike && areRelated(known.steps, other.steps);
}

/** Whether two places differ by one key: `hosts` and `services`, `eu` and `us`, `eu.monitors` and `us.monitors`. */
function areRelated(one: readonly Step[], other: readonly Step[]): boolean {
  const end = one.findIndex((step, i) => step !== other[i]) + 1;
  const keys = [one.slice(0, end), other.slice(0, end)];
  const areWords = !keys.some((steps) => isGeneric(steps) || isOther(steps));
  const areBeside = one.length === other.length && differences(one, other) === 1;
  return (areBeside && areWords) || isDeeper(one, other) || isDeeper(other, one);
}

type Candidate = ReturnType<typeof rate>;
type Known = Pick<Candidate, 'path' | 'steps' | 'keys'>;

/** A response rarely has more than ten. */
const MAX_LISTS = 300;

/** Rates the lists of a response. If a hostile one has thousands, only the outer ones, to avoid blocking. */
function rateLists(
  json: unknown,
  isWanted: (steps: readonly Step[]) => boolean,
  mayBeRated: (list: ListCandidate) => boolean = () => true,
) {
  const lists = listsIn([json], isWanted).filter(mayBeRated);
  const outerFirst = () => [...lists].sort((a, b) => a.steps.length - b.steps.length).slice(0, MAX_LISTS);
  return (lists.length > MAX_LISTS ? outerFirst() : lists).map(rate);
}

function rate(list: ListCandidate) {
  const { steps, samples } = list;
  const isInRecord = steps.includes('*');
  const { likeness } = findFields(samples, steps);
  const doubt = (isInRecord ? 2.5 : 0) + (isOther(steps) ? 2.5 : 0);
  const score = 4 * nounScore(steps) + (isGeneric(steps) && !isInRecord ? 2 : 0) + likeness - doubt;
  return { ...list, score, likeness, keys: keysOf(samples) };
}

export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  /** The first records of all groups. */
  readonly samples: readonly Sample[];
}

/** Finds lists, also those in records, such as the monitors of groups. @param values those at `steps` */
function listsIn(
  values: readonly unknown[],
  isWanted: (steps: readonly Step[]) => boolean,
  steps: readonly Step[] = [],
): readonly ListCandidate[] {
  // Go writes `null` for an empty list.
  const isEmpty = values.every((value) => value === null) && isNoun(steps);
  const arrays = isEmpty ? [[]] : values.filter(isArray);
  const holders = arrays.length > 0 ? [arrays.flat()] : values;
  const inside = holders.filter((holder) => !isEnvelope(steps, holder)).map(recordsIn);
  const lists = inside.filter((records) => records !== undefined);
  const isList = lists.length > 0;
  const records = lists.flat();
  const outer = isList ? records.slice(0, GROUP_SAMPLES).map(({ value }) => value) : holders;
  const keys = [...new Set(outer.flatMap(keysIn))].slice(0, MAX_KEYS);
  const paths = keys.map((key) => [...steps, ...(isList ? ['*'] : []), key]).filter(isWanted);
  const found = paths.flatMap((path) => {
    const inner = outer.map((value) => stepInto(value, path.at(-1)!));
    const objects = inner.filter((value) => typeof value === 'object');
    return objects.length > 0 ? listsIn(objects, isWanted, path) : [];
  });
  return isList ? [{ path: toPath(steps), steps, samples: records.slice(0, LIST_SAMPLES) }, ...found] : found;
}

function keysIn(value: unknown): readonly Step[] {
  return isArray(value) ? [...value.slice(0, 10).keys()] : isObject(value) ? Object.keys(value) : [];
}

const ID_LIKE = /^(?:\d+|[\da-f]{8,}|[\da-f-]{36})$|\d{3}$/i;

/** Returns records if most entries are some: `[{…}, {…}]`, `{"12": {…}, "14": {…}}`. */
function recordsIn(value: unknown): readonly Sample[] | undefined {
  if (isArray(value)) {
    const records = value.filter(isObject);
    const isList = records.length * 2 >= value.length && !value.some(isArray);
    return isList ? records.map((record) => ({ value: record })) : undefined;
  }
  const records = entriesOf(value).filter((one) => isObject(one.value));
  const [first, ...others] = records.slice(0, MAX_KEYS);
  const areIds = records.every(({ key = '0' }) => ID_LIKE.test(key));
  const shared = Object.keys(first?.value ?? {}).filter((key) =>
    others.every((one) => isObject(one.value) && key in one.value),
  );
  const areAlike = others.length > 0 && shared.length >= (others.length > 1 ? 1 : 2);
  const count = keysIn(value).length;
  const areMost = records.length > 0 && records.length >= (areIds ? 0.5 : 0.8) * count;
  return areMost && (areAlike || (areIds && records.length === 1)) ? records : undefined;
}

/** Whether this is an answer of JSON-RPC with the list: `result: [{id: 1, data: [{…}, {…}]}]`. */
function isEnvelope(steps: readonly Step[], value: unknown): boolean {
  const [only, ...others] = isArray(value) ? value : [];
  const entries = Object.entries(isObject(only) && isGeneric(steps) && others.length === 0 ? only : {});
  const isList = ([key, list]: readonly [string, unknown]) =>
    lexicon.GENERIC_LISTS.has(toPlain(key)) && isArray(list) && list.some(isObject);
  const isName = ([key]: readonly [string, unknown]) => lexicon.scoreWords(toWords(key), lexicon.NAME) > 0.7;
  return entries.some(isList) && !entries.some(isName);
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
