import { isArray, isObject, type JsonObject } from '../base/json';
import { elementsOf, lastKey, parsePath, stepInto, toPath, valuesAt } from '../base/path';
import type { Path, Step } from '../base/path';
import { remember } from '../base/remember';
import { toSingular } from '../base/words';
import type { RecordPlace } from '../monitors/page';
import { holderOf, type Sample } from './candidates';
import { findFields } from './findFields';
import * as lexicon from './lexicon';
import { mergeMappings, pathsOf } from './mapping';
import type { ListMapping, Mapping } from './mapping';
import { toPlain, toWords } from './words';

/** Records and their places, in the service's order and outer ones first. */
export interface FoundRecords {
  readonly values: unknown[];
  /** Most records of a list share one. */
  readonly places: RecordPlace[];
}

/** Sampled records, spread over all pages. */
const MAX_SAMPLES = 40;

interface Learning {
  /** The only lists to learn. */
  readonly lists?: readonly Path[] | undefined;
  /** Records of earlier pages. */
  readonly earlier?: readonly FoundRecords[];
}

/** Adds to the known mapping what a page shows. Also returns lists to ask the user about, likeliest first. */
export function learnMapping(
  json: unknown,
  known?: Mapping,
  { lists, earlier = [] }: Learning = {},
) {
  const search = lists ? { lists, unread: [], asked: [] } : findLists(json, known);
  const found = findRecords(json, search.lists);
  const records = found ? [...earlier, found] : earlier;
  const learned = search.lists.map((path) => {
    const own = records.flatMap((one) => outerRecords(one, path));
    const step = Math.max(1, own.length / MAX_SAMPLES);
    const samples = own.filter((_, i) => Math.floor(i % step) === 0);
    const { mapping, unclear } = findFields(samples);
    return { unclear, list: { path, ...mapping, keys: keysOf(samples) } };
  });
  const unclear = [...new Set(learned.flatMap((one) => one.unclear))];
  const mapping = { lists: learned.map(({ list }) => list), unclear, unread: search.unread };
  return {
    mapping: learned.length > 0 ? mergeMappings(known, mapping) : undefined,
    asked: search.asked,
  };
}

/** With more keys than this, some are values in a map. */
const MAX_KEYS = 300;

/** Finds the records of a mapping; undefined if there is something to learn from them. */
export function findKnownRecords(mapping: Mapping, json: unknown, isListPicked = false) {
  const records = findRecords(json, pathsOf(mapping));
  const hasNews = ({ path, keys }: ListMapping): boolean => {
    const samples = records ? outerRecords(records, path, MAX_SAMPLES) : [];
    return keys.length < MAX_KEYS && keysOf(samples).some((key) => !keys.includes(key));
  };
  const news = isListPicked ? [] : Object.values(findMore(json, mapping)).flat();
  return news.length > 0 || mapping.lists.some(hasNews) ? undefined : records;
}

/** Lists own keys, except those of a map such as `labels`, which are values. */
function keysOf(samples: readonly Sample[]): readonly string[] {
  const keys = new Set<string>();
  const isOwn = remember(
    (key: string) => !/^(?:labels|tags)$/i.test(key) && holderOf(key) === 'own',
  );
  for (const { value: record } of samples) {
    const entries = Object.entries(isObject(record) ? record : {});
    for (const [key, value] of entries) {
      const inner =
        isObject(value) && (entries.length === 1 || isOwn(key)) ? Object.keys(value) : [];
      [key, ...inner.map((one) => `${key}.${one}`)].forEach((one) => keys.add(one));
    }
  }
  return [...keys];
}

/** If the lead over the next list is less than this, ask the user. */
const MIN_LEAD = 0.25;
/** With more lists of monitors, some may be left out because of {@link MAX_PLACES}. */
const MAX_LISTS = 100;
const RATED_SAMPLES = 12;

/** Finds the known lists or the best one, and lists like them; if the best one is unclear, those to ask about. */
function findLists(json: unknown, known?: Mapping) {
  if (known && findRecords(json, pathsOf(known))) {
    const more = findMore(json, known);
    return { ...more, lists: [...pathsOf(known), ...more.lists], asked: [] };
  }
  const rated = listsIn(json).slice(0, MAX_LISTS).map(rate);
  const sorted = [...rated].sort((a, b) => b.score - a.score);
  const [best, ...others] = sorted;
  const { lists, unread } = sortOut(rated, best ? [best] : [], json);
  const rivals = others.filter(({ path, samples }) => samples.length > 0 && !lists.includes(path));
  const lead = (best?.score ?? 0) - Math.max(0, rivals[0]?.score ?? 0);
  const isClear = lead >= MIN_LEAD && lists.length < MAX_LISTS;
  if (!isClear || rivals.some((other) => mayHoldMore(best!, other))) {
    return { lists: [], unread: [], asked: sorted.filter(({ samples }) => samples.length > 0) };
  }
  const paths = rated.map(({ path }) => path);
  return {
    lists: paths.filter((path) => path === best?.path || lists.includes(path)),
    unread,
    asked: [],
  };
}

/** Finds lists that had no monitors so far. */
function findMore(json: unknown, mapping: Mapping) {
  const known = mapping.lists.map((one) => ({
    steps: parsePath(one.path) ?? [],
    keys: new Set(one.keys),
  }));
  const isOutside = (steps: readonly Step[]) => !known.some((one) => isIn(one.steps, steps));
  const others = listsIn(json, isOutside).filter(({ path }) => !mapping.unread?.includes(path));
  return sortOut(others.slice(0, MAX_LISTS).map(rate), known, json);
}

/** Finds the lists that are like the known ones, and others that may have monitors, too. */
function sortOut(others: readonly RatedList[], known: readonly KnownList[], json: unknown) {
  const outside = others.filter(({ steps }) => !known.some((one) => isIn(one.steps, steps)));
  const sharedSteps = new Set(known.flatMap(({ steps }) => steps));
  // More than an ID, a name and a type, and no key says that they are something else.
  const mayBeMonitors = ({ steps, likeness }: RatedList) =>
    likeness >= 4 &&
    !isOther(steps.at(-1)) &&
    !steps.some((step) => !sharedSteps.has(step) && isOther(step));
  const isLike = (other: RatedList) =>
    (mayBeMonitors(other) || (isNoun(other.steps) && other.likeness >= 2)) &&
    known.some((one) => areAlike(one, other));
  const valuesOf = (paths: readonly Path[]) => findRecords(json, paths)?.values ?? [];
  const likely = outside.filter((other) => isLike(other) || mayBeMonitors(other));
  const read = likely.length > 0 ? valuesOf(known.map(({ steps }) => toPath(steps))) : [];
  const found = likely.filter(({ path }) => !areRepeated(valuesOf([path]), read));
  const pathsIf = (isRead: boolean) =>
    found.flatMap((one) => (isLike(one) === isRead ? one.path : []));
  return { lists: pathsIf(true), unread: pathsIf(false) };
}

/** A list of the monitors that are down repeats their records, perhaps with more fields. */
function areRepeated(records: readonly unknown[], read: readonly unknown[]): boolean {
  const toKeys = (values: readonly unknown[]) => new Set(values.slice(0, 100).flatMap(keysIn));
  const keys = toKeys(records);
  const readKeys = toKeys(read);
  const shared = [...keys].filter((key) => readKeys.has(key));
  if (shared.length < Math.max(2, 0.8 * Math.min(keys.size, readKeys.size))) {
    return false;
  }
  const textOf = (value: unknown) => JSON.stringify(shared.map((key) => stepInto(value, key)));
  const texts = new Set(read.map(textOf));
  return records.every((value) => texts.has(textOf(value)));
}

const isIn = (outer: readonly Step[], inner: readonly Step[]) =>
  outer.every((step, i) => step === inner[i]);

/** Whether one list is inside the records of the other, and it isn't clear which has the monitors. */
function mayHoldMore(best: RatedList, other: RatedList): boolean {
  const isInside = isIn(best.steps, other.steps) && isNoun(other.steps);
  return other.likeness > best.likeness && (isInside || isIn(other.steps, best.steps));
}

const NO_MONITORS = [
  lexicon.OTHER_THINGS,
  lexicon.OTHER_HOLDERS,
  lexicon.OTHER_LISTS,
  lexicon.GROUPS,
];
const isOther = (step: Step = '') =>
  wordsOf([step]).some((word) => NO_MONITORS.some((set) => set.has(word)));

type KnownList = Pick<RatedList, 'steps' | 'keys'>;

/** Whether both have monitors: `hosts` and `services`, `eu` and `us`, `monitors` and `groups[*].monitors`. */
function areAlike(
  { steps: one, keys }: KnownList,
  { steps: other, keys: otherKeys }: RatedList,
): boolean {
  const shared = [...otherKeys].filter((key) => keys.has(key));
  const haveSameKeys = shared.length >= 0.8 * Math.max(keys.size, otherKeys.size);
  const areSame = haveSameKeys && !isGeneric(one) && !isGeneric(other);
  const areBeside = one.length === other.length && isIn(one.slice(0, -1), other);
  const areInGroup = isIn(groupOf(one), other) || isIn(groupOf(other), one);
  return areBeside
    ? areSame || (isNoun(one) && isNoun(other))
    : areInGroup && one.at(-1) === other.at(-1);
}

const beforeStar = (steps: readonly Step[]) =>
  steps.includes('*') ? steps.slice(0, steps.indexOf('*')) : steps;
const groupOf = (steps: readonly Step[]) => steps.slice(0, steps.indexOf('*') + 1);

/** A hostile response may have thousands of places for lists, and thousands of levels. */
const MAX_PLACES = 200;
const MAX_DEPTH = 7;
const MAX_LEVELS = 50;

export interface ListCandidate {
  readonly path: Path;
  readonly steps: readonly Step[];
  /** The first records of all groups. */
  readonly samples: readonly Sample[];
}

/** Finds lists, outer ones first, also those in records, such as the monitors of groups. */
function listsIn(json: unknown, isWanted: (steps: readonly Step[]) => boolean = () => true) {
  const lists: ListCandidate[] = [];
  const places: { steps: readonly Step[]; values: readonly unknown[] }[] = [
    { steps: [], values: [json] },
  ];
  for (const { steps, values } of isWanted([]) ? places : []) {
    // Go writes `null` for an empty list.
    const isEmpty = isNoun(steps) && values.every((value) => value === null);
    const found = isEmpty ? [[]] : values.map(recordsIn).filter((one) => one !== undefined);
    const samples = found.flat().slice(0, MAX_SAMPLES);
    if (found.length > 0) {
      lists.push({ path: toPath(steps), steps, samples });
    }
    const outer = found.length > 0 ? samples.map(({ value }) => value) : values;
    for (const key of [...new Set(outer.flatMap(keysIn))].slice(0, MAX_KEYS)) {
      const inner = found.length > 0 ? [...steps, '*', key] : [...steps, key];
      const objects = outer
        .map((value) => stepInto(value, key))
        .filter((value) => typeof value === 'object');
      const depth = inner.filter((step) => step !== '*').length;
      const isNear = places.length < MAX_PLACES && depth <= MAX_DEPTH;
      if (objects.length > 0 && isNear && isWanted(inner)) {
        places.push({ steps: inner, values: objects });
      }
    }
  }
  return lists;
}

function keysIn(value: unknown): readonly Step[] {
  if (isArray(value)) {
    return [...value.slice(0, 10).keys()];
  }
  return isObject(value) ? Object.keys(value) : [];
}

const ID_LIKE = /^(?:\d+|[\da-f-]{8,})$|\d{3}$/i;

/** Returns records if most entries are some, and alike: `[{…}, {…}]`, `{"12": {…}, "14": {…}}`. */
function recordsIn(value: unknown): readonly Sample[] | undefined {
  const records = entriesOf(value).filter((one) => isObject(one.value));
  const share = records.length / elementsOf(value).length;
  if (isArray(value)) {
    return share < 0.5 || value.some(isArray) ? undefined : records;
  }
  const [first, ...others] = records.slice(0, MAX_KEYS).map((one) => one.value as JsonObject);
  const shared = Object.keys(first ?? {}).filter((key) =>
    others.every((one) => Object.hasOwn(one, key)),
  );
  const areAlike =
    share >= 0.8 && others.length > 0 && shared.length >= (others.length > 1 ? 1 : 2);
  const areIds = share >= 0.5 && records.every(({ key = '0' }) => ID_LIKE.test(key));
  return areAlike || areIds ? records : undefined;
}

type RatedList = ReturnType<typeof rate>;

function rate(list: ListCandidate) {
  const { steps, samples } = list;
  const { likeness } = findFields(samples.slice(0, RATED_SAMPLES));
  const isInRecord = steps.includes('*');
  const doubt = isInRecord || lexicon.OTHER_THINGS.has(wordsOf(steps).join('')) ? 2.5 : 0;
  const score = 4 * nounScore(steps) + (isGeneric(steps) && !isInRecord ? 2 : 0) + likeness - doubt;
  return { ...list, score, likeness, keys: new Set(keysOf(samples)) };
}

const wordsOf = (steps: readonly Step[]) => toWords(lastKey(steps)).map(toSingular);

const isGeneric = (steps: readonly Step[]) =>
  lexicon.GENERIC_LISTS.has(toPlain(lastKey(steps) || 'data'));

function nounScore(steps: readonly Step[]): number {
  const noun = wordsOf(steps).findLast((word, i) => i === 0 || !lexicon.FORM_WORDS.has(word));
  return lexicon.NOUNS.get(noun ?? '') ?? 0;
}

const isNoun = (steps: readonly Step[]) => nounScore(steps) > 0.75;

/** Returns records of a list, except those inside other records. */
export function outerRecords({ values, places }: FoundRecords, list: Path, max = Infinity) {
  const found: Sample[] = [];
  for (let i = 0; i < places.length && found.length < max; i++) {
    const place = places[i]!;
    if (place.list === list && place.inside === undefined) {
      found.push({ value: values[i], key: place.key });
    }
  }
  return found;
}

/** Returns undefined without a list. */
export function findRecords(json: unknown, lists: readonly Path[]): FoundRecords | undefined {
  const found: FoundRecords = { values: [], places: [] };
  const areThere = lists.map((list) => {
    const steps = parsePath(list) ?? [''];
    const likenessOf = remember((key: string) =>
      key === lastKey(steps) ? 'name' : toLikeness(key),
    );
    const add = (record: unknown, place: RecordPlace, level = 0): void => {
      const inside = found.values.push(record) - 1;
      found.places.push(place);
      for (const child of isObject(record) && level < MAX_LEVELS
        ? childrenOf(record, likenessOf)
        : NO_CHILDREN) {
        add(child, { list, inside }, level + 1);
      }
    };
    const usual = { list };
    for (const holder of valuesAt(json, steps)) {
      for (const { key, value } of entriesOf(holder)) {
        if (value !== null) {
          add(value, key === undefined ? usual : { list, key });
        }
      }
    }
    // Without groups, too. Go writes `null` for an empty list.
    return typeof beforeStar(steps).reduce(stepInto, json) === 'object';
  });
  const mayRepeat = lists.length > 1 || found.places.some(({ inside }) => inside !== undefined);
  if (mayRepeat) {
    const rows = new Set(found.values.filter(isObject));
    found.values.forEach((value, i) => (found.values[i] = withoutRows(value, rows)));
  }
  return areThere.includes(true) ? found : undefined;
}

/** Removes records that are rows of their own from an outer one, so that a saved page has each of them once. */
function withoutRows(value: unknown, rows: ReadonlySet<JsonObject>, levels = MAX_DEPTH): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    return value;
  }
  const isKept = (inner: unknown) => !(isObject(inner) && rows.has(inner));
  const entries = Object.entries(value)
    .filter(([, inner]) => isKept(inner))
    .map(([key, inner]): Entry => [key, withoutRows(inner, rows, levels - 1)])
    .filter(([key, inner]) => inner === (value as JsonObject)[key] || elementsOf(inner).length > 0);
  const isSame =
    entries.length === elementsOf(value).length &&
    entries.every(([key, inner]) => inner === (value as JsonObject)[key]);
  if (isSame) {
    return value;
  }
  return isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Returns the records of an array or object. PHP and Lua write lists as objects, sometimes with other fields. */
export function entriesOf(holder: unknown): readonly Sample[] {
  if (isArray(holder)) {
    return holder.map((value) => ({ value }));
  }
  const entries = Object.entries(isObject(holder) ? holder : {}).map(([key, value]) => ({
    key,
    value,
  }));
  const records = entries.filter(({ value }) => isObject(value));
  const found = records.length * 2 >= entries.length ? records : entries;
  // Indexes begin again on each page, so they aren't ids.
  const areIndexes = found.every(({ key }) => /^\d{1,3}$/.test(key));
  return areIndexes ? found.map(({ value }) => ({ value })) : found;
}

type Entry = readonly [key: string, value: unknown];

/** How far the records under a key must resemble the outer one. */
type Likeness = 'name' | 'mostKeys' | 'none';

function toLikeness(key: string): Likeness {
  const words = toWords(key).map(toSingular);
  const last = words.at(-1) ?? '';
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const isOther =
    has(lexicon.OTHER_LISTS) || has(lexicon.OTHER_THINGS) || lexicon.OTHER_HOLDERS.has(last);
  if (isOther) {
    return 'none';
  }
  if (has(lexicon.CHILD_WORDS)) {
    return 'name';
  }
  return lexicon.NOUNS.has(last) ? 'mostKeys' : 'none';
}

const NO_CHILDREN: readonly unknown[] = [];

/** Returns the monitors inside a monitor and its wrappers, of a list or of a list in an object. */
function childrenOf(
  outer: JsonObject,
  likenessOf: (key: string) => Likeness,
  holder = outer,
): readonly unknown[] {
  let found: unknown[] | undefined;
  for (const key in holder) {
    const inner = holder[key];
    const likeness = typeof inner === 'object' ? likenessOf(key) : 'none';
    if (isObject(inner) && holder === outer && lexicon.OWN_WRAPPERS.has(key)) {
      found = [...(found ?? NO_CHILDREN), ...childrenOf(outer, likenessOf, inner)];
    } else if (likeness !== 'none') {
      const list = isArray(inner) ? inner : (elementsOf(inner).find(isArray) ?? elementsOf(inner));
      for (const child of list) {
        if (isLike(child, outer, likeness)) {
          found ??= [];
          found.push(child);
        }
      }
    }
  }
  return found ?? NO_CHILDREN;
}

const IDENTITY = /(?:id|name|title|label|key)$/i;
const LINK_KEYS =
  /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;

/** Whether a record has the keys of the outer one, and isn't a link. */
function isLike(child: unknown, outer: JsonObject, likeness: Likeness): boolean {
  const keys = Object.keys(isObject(child) ? child : {});
  const shared = keys.filter((key) => Object.hasOwn(outer, key));
  const least = likeness === 'name' ? Math.min(2, keys.length) : Math.max(3, 0.8 * keys.length);
  const isMonitor = shared.length >= least && shared.some((key) => IDENTITY.test(key));
  return isMonitor && !keys.every((key) => LINK_KEYS.test(key));
}
