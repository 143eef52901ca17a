import type { Alternative, Extraction, Path } from './extraction';
import { isConfident } from './extraction';
import { findFieldCandidates, PLAIN_FIELDS, type FieldCandidate, type PlainField } from './fieldRules';
import type { JsonObject } from './json';
import {
  firstEntries,
  isArray,
  isObject,
  isSamePath,
  sampleOf,
  startsWithPath,
  toPlain,
  toSingular,
  valueAt,
  valuesAt,
} from './json';
import {
  DECOY_ADJECTIVES,
  DECOY_LISTS,
  FORM_WORDS,
  GENERIC_LISTS,
  GROUPINGS,
  NOUNS,
  PROTOCOLS,
  STRENGTH,
} from './lexicon';
import { profileRecords } from './profile';
import type { Reason } from './reasons';
import type { RuleSet } from './rules';
import { DOUBT, type Voice } from './rules';
import { chooseStatus } from './status';
import { entriesOfMaps, recordsOfTable, tablesAt } from './tables';

// Which of the lists in a response is the list of monitors.

/** The entries of a list, with the keys they are filed under where the list is an object. */
export interface Records {
  readonly values: readonly unknown[];
  readonly keys?: readonly string[];
}

/** How the monitors are held in the response; `table`: rows without keys; `record`: one monitor and no list. */
export type ListKind = 'array' | 'map' | 'nested' | 'multi' | 'scalars' | 'mapOfMaps' | 'table' | 'record';

/** What the name of an array says about what is in it. */
interface ListName {
  readonly kind: 'root' | 'noun' | 'generic' | 'grouping' | 'decoy' | 'unnamed';
  /** From 0 to 1: how plainly it says "the monitors". */
  readonly strength: number;
}

/** A place in a response that holds entries of one kind. */
interface ListPlace {
  readonly path: Path;
  readonly kind: ListKind;
  readonly name: ListName;
  /** Some of its entries. */
  readonly sample: readonly unknown[];
  /** Entries in all, as far as they were counted. */
  readonly count: number;
}

/** A place with the case for its being the list of monitors. */
export interface JudgedPlace extends ListPlace {
  /** From 0 to 1, to compare places of one response. */
  readonly score: number;
  /** How much its records look like monitors, from 0 to 1. */
  readonly likeness: number;
  /** Whether its records say how something is, or what is checked. */
  readonly hasStatus: boolean;
  /** Whether its records have an id of their own. */
  readonly hasOwnId: boolean;
  /** Whether its records say what is checked, how often, or when last. */
  readonly tellsOfChecks: boolean;
  /** Its rank in the response, the outer places first. */
  readonly position: number;
}

/** Where the monitors are. */
export interface ListChoice extends Extraction<Path> {
  readonly kind: ListKind;
  /** Lists beside it whose entries are monitors as well. */
  readonly also: readonly Path[];
  readonly voices: readonly Voice[];
}

/** A noun that is hardly used for anything but what is watched. */
const PLAIN_NOUN = 0.69;
/** What alerts and rules are called: theirs is the list only where there is no better. */
const ALARM_NOUN = STRENGTH.hint + 0.1;

// Names.

/** What the last key of a path says; a generic one (`data`, `edges`) borrows from the key before it. */
function nameList(path: Path, rules: RuleSet): ListName {
  const keys = path.filter((step): step is string => typeof step === 'string' && step !== '*');
  const last = keys.at(-1);
  if (last === undefined) {
    return { kind: 'root', strength: STRENGTH.weak };
  }
  const name = nameKey(last, rules);
  const before = keys.at(-2);
  if (name.kind !== 'generic' || before === undefined) {
    return name;
  }
  const holder = nameKey(before, rules);
  if (holder.kind === 'noun') {
    return { ...holder, strength: Math.max(STRENGTH.weak, DOUBT.slight * holder.strength) };
  }
  return holder.kind === 'decoy' && !GENERIC_LISTS.has(toPlain(before)) ? holder : name;
}

function nameKey(key: string, { keys }: RuleSet): ListName {
  const read = keys.read(key);
  const whole = NOUNS.get(toSingular(read.plain));
  if (whole !== undefined) {
    return { kind: 'noun', strength: whole };
  }
  // `{http: […], dns: […]}`: monitors by how they check.
  if (PROTOCOLS.has(read.plain)) {
    return { kind: 'noun', strength: STRENGTH.fair };
  }
  if (GENERIC_LISTS.has(read.plain)) {
    return { kind: 'generic', strength: STRENGTH.weak };
  }
  const words = read.words.map(toSingular);
  if (words.length > 1 && words.some((word) => DECOY_ADJECTIVES.has(word))) {
    return DECOY;
  }
  const own = words.filter((word, i) => i === 0 || !FORM_WORDS.has(word));
  const head = own.at(-1) ?? '';
  if (GROUPINGS.has(head)) {
    return { kind: 'grouping', strength: STRENGTH.trace };
  }
  const noun = NOUNS.get(head);
  if (noun !== undefined) {
    return { kind: 'noun', strength: noun };
  }
  // `alertPolicies`, `monitor_rules`: what is set up of it, which is how some services call their monitors.
  const ofNoun = head === 'policy' ? NOUNS.get(own.at(-2) ?? '') : undefined;
  if (ofNoun !== undefined) {
    return { kind: 'noun', strength: ofNoun >= PLAIN_NOUN ? STRENGTH.fair : ALARM_NOUN };
  }
  return DECOY_LISTS.has(head)
    ? DECOY
    : (nounWithin(own, read.plain) ?? { kind: 'unnamed', strength: STRENGTH.hint });
}

const DECOY: ListName = { kind: 'decoy', strength: 0 };

/** `uptimeCheckConfigs`, `hostlist`, `synthetic_monitors_v2`: the noun is there, though not at the end. */
function nounWithin(words: readonly string[], plain: string): ListName | undefined {
  const within = words.findLast((word) => (NOUNS.get(word) ?? 0) >= PLAIN_NOUN);
  if (within !== undefined) {
    return { kind: 'noun', strength: (NOUNS.get(within) ?? 0) * DOUBT.fair };
  }
  for (const [noun, strength] of NOUNS) {
    if (plain.startsWith(noun) && FORM_WORDS.has(toSingular(plain.slice(noun.length)))) {
      return { kind: 'noun', strength };
    }
  }
  return undefined;
}

// Places.

interface Spot {
  readonly path: Path;
  /** What is at this place in the sampled records; one value outside of lists. */
  readonly values: readonly unknown[];
}

const MAX_DEPTH = 9;
const MAX_SPOTS = 1_500;
const MAX_KEYS = 80;
const MAX_MAP_ENTRIES = 200;
const SAMPLE_SIZE = 12;

/** Every place of a response that may be a list, the outer ones first. */
function findListPlaces(root: unknown, rules: RuleSet): readonly ListPlace[] {
  const spots: Spot[] = [{ path: [], values: [root] }];
  const places: ListPlace[] = [];
  for (let next = 0; next < spots.length; next++) {
    const spot = spots[next] as Spot;
    const place = toPlace(spot, rules) ?? tablePlace(root, spot, rules);
    if (place) {
      places.push(place);
    }
    if (spot.path.length >= MAX_DEPTH) {
      continue;
    }
    for (const below of spotsBelow(spot, place)) {
      if (spots.length < MAX_SPOTS) {
        spots.push(below);
      }
    }
  }
  return places;
}

function toPlace({ path, values }: Spot, rules: RuleSet): ListPlace | undefined {
  const lists = values.filter(isArray);
  if (lists.length > 0) {
    return arrayPlace(path, lists, rules);
  }
  const objects = values.filter(isObject);
  return objects.length > 0 ? mapPlace(path, objects, rules) : undefined;
}

/** Rows of a table are looked at as the records that they are. */
function tablePlace(root: unknown, { path, values }: Spot, rules: RuleSet): ListPlace | undefined {
  if (!rules.has('tables') || !values.some((value) => isArray(value) && isArray(value[0]))) {
    return undefined;
  }
  const tables = tablesAt(root, path);
  const count = tables.reduce((total, { rows }) => total + rows.length, 0);
  if (count === 0) {
    return undefined;
  }
  const sample = tables
    .flatMap(({ columns, rows }) => recordsOfTable({ columns, rows: sampleOf(rows, SAMPLE_SIZE) }))
    .slice(0, SAMPLE_SIZE);
  return { path, kind: 'table', name: nameList(path, rules), sample, count };
}

function arrayPlace(
  path: Path,
  lists: readonly (readonly unknown[])[],
  rules: RuleSet,
): ListPlace | undefined {
  const count = lists.reduce((total, list) => total + list.length, 0);
  const sample = lists.flatMap((list) => sampleOf(list, SAMPLE_SIZE)).slice(0, SAMPLE_SIZE);
  if (sample.some(isArray)) {
    return undefined;
  }
  const name = nameList(path, rules);
  const nested = path.includes('*');
  if (count === 0 || sample.filter(isObject).length * 2 > sample.length) {
    return { path, kind: nested ? 'nested' : 'array', name, sample, count };
  }
  const scalars = sample.every((value) => typeof value === 'string' || typeof value === 'number');
  return scalars && !nested ? { path, kind: 'scalars', name, sample, count } : undefined;
}

function mapPlace(path: Path, objects: readonly JsonObject[], rules: RuleSet): ListPlace | undefined {
  const name = nameList(path, rules);
  const entries = objects.flatMap((object) => firstEntries(object, MAX_MAP_ENTRIES));
  const count = objects.reduce((total, object) => total + Object.keys(object).length, 0);
  const sample = sampleOf(entries, SAMPLE_SIZE).map(([, value]) => value);
  const common = { path, name, count, sample };
  const nested = path.includes('*');
  if (isMapOfRecords(entries, name)) {
    return { ...common, kind: nested ? 'nested' : 'map' };
  }
  if (name.kind !== 'noun' || nested || sample.length === 0) {
    return undefined;
  }
  const isMapOfStates = (value: unknown) => isObject(value) && saysStates(value, { rules, codes: true });
  if (rules.has('mapsOfMaps') && name.strength >= PLAIN_NOUN && sample.every(isMapOfStates)) {
    return { ...common, kind: 'mapOfMaps' };
  }
  const [object] = objects;
  return object && saysStates(object, { rules, codes: false }) ? { ...common, kind: 'map' } : undefined;
}

interface States {
  readonly rules: RuleSet;
  /** Whether whole numbers are states as well. */
  readonly codes: boolean;
}

/** `{web01: {HTTP: 16, SSH: 2}}` and `{db: "up", cache: "down"}`: names and, for each, how it is. */
function saysStates(object: JsonObject, { rules, codes }: States): boolean {
  const entries = firstEntries(object, MAX_MAP_ENTRIES);
  const isState = (value: unknown) =>
    (codes && Number.isInteger(value)) ||
    (typeof value === 'string' && rules.statusMeanings.has(toPlain(value)));
  return entries.length > 0 && entries.every(([, value]) => isState(value));
}

/** Values of one make under keys that are ids, or under any keys where the name says what they are. */
function isMapOfRecords(entries: readonly (readonly [string, unknown])[], name: ListName): boolean {
  const holders = entries.filter(([, value]) => isObject(value));
  const records = sampleOf(holders, SAMPLE_SIZE).map(([, value]) => value as JsonObject);
  // PHP writes a list with gaps as an object, in one with the envelope: `{"stat": "ok", "0": {…}, "3": {…}}`.
  const indexed = holders.length * 2 >= entries.length && holders.every(([key]) => /^\d+$/.test(key));
  if (records.length === 0 || (holders.length < entries.length * 0.8 && !indexed)) {
    return false;
  }
  const keyed = holders.filter(([key]) => isIdLike(key)).length >= holders.length * 0.8;
  if (records.length === 1) {
    return keyed && name.kind !== 'decoy';
  }
  const likeness = likenessOf(records);
  return likeness >= 0.6 && (keyed || name.kind === 'noun' || likeness > 0.85);
}

function isIdLike(key: string): boolean {
  if (/^\d+$/.test(key) || /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(key)) {
    return true;
  }
  return /^[\w-]{6,}$/.test(key) && /\d/.test(key) && !/^[a-z]+\d{0,2}$/i.test(key);
}

/** How much of their keys records share, against the first one. */
function likenessOf([first, ...others]: readonly JsonObject[]): number {
  const keys = Object.keys(first ?? {});
  if (keys.length === 0) {
    return 0;
  }
  const shares = others.map((other) => {
    const shared = keys.filter((key) => Object.hasOwn(other, key)).length;
    return (2 * shared) / (keys.length + Object.keys(other).length);
  });
  return shares.reduce((total, share) => total + share, 0) / shares.length;
}

function spotsBelow({ path, values }: Spot, place: ListPlace | undefined): readonly Spot[] {
  const entries = { path: [...path, '*'], values: place?.sample ?? [] };
  if (place && values.some(isArray)) {
    return place.kind === 'scalars' || place.kind === 'table' ? [] : [entries];
  }
  const named = namedSpots(path, values);
  // Taken for a map wrongly, an envelope would hide what is in it; so its few keys are followed as well.
  return place ? [entries, ...(named.length <= SAMPLE_SIZE ? named : [])] : named;
}

function namedSpots(path: Path, values: readonly unknown[]): readonly Spot[] {
  const [list] = values.filter(isArray);
  if (list) {
    // A tuple, as in `[[…monitors], {}]`: its elements are different things, each at its own index.
    return list.slice(0, 10).map((value, i) => ({ path: [...path, i], values: [value] }));
  }
  const below = new Map<string, unknown[]>();
  for (const [key, value] of values.filter(isObject).flatMap((object) => firstEntries(object, MAX_KEYS))) {
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    const same = below.get(key);
    if (same) {
      same.push(value);
    } else {
      below.set(key, [value]);
    }
  }
  return [...below].map(([key, found]) => ({ path: [...path, key], values: found }));
}

// The case for each place.

/**
 * How much each field says that a record is a monitor; nearly everything has an id and a name. Records that have
 * four fifths of it all are as like monitors as can be.
 */
const LIKENESS: Readonly<Record<Exclude<PlainField, 'tags'> | 'status' | 'mapKey', number>> = {
  id: 0.15,
  name: 0.2,
  target: 0.25,
  type: 0.1,
  lastCheck: 0.15,
  interval: 0.15,
  status: 0.3,
  mapKey: 0.12,
};
const FULL_LIKENESS = 0.8;

/** What it costs a place to be a level deeper, to be inside another list, and to be named for something else. */
const COST_OF_DEPTH = 0.01;
const COST_OF_NESTING = 0.15;
const MOST_OF_DECOYS = 0.29;
const LEAST_SCORE = 0.3;
/** Two places closer than this to each other are a question. */
const LEAST_MARGIN = 0.06;
const MAX_JUDGED = 40;

/** Every list of a response, the likeliest first. */
export function judgeLists(root: unknown, rules: RuleSet): readonly JudgedPlace[] {
  const places = findListPlaces(root, rules).slice(0, MAX_JUDGED);
  const judged = places.map((place, position) => ({ ...judgePlace(place, rules), position }));
  return [...settleNesting(judged)].sort((a, b) => b.score - a.score);
}

/** Makes the case for a place: half by its name, half by its records. */
function judgePlace(place: ListPlace, rules: RuleSet): Omit<JudgedPlace, 'position'> {
  const told = likenessToMonitors(place, rules);
  const { strength, kind } = place.name;
  if (place.count === 0) {
    const empty = place.kind === 'array' && kind !== 'unnamed' && kind !== 'decoy';
    return { ...place, ...told, score: empty ? 0.1 + 0.35 * strength : 0 };
  }
  const plain = 0.5 * strength + 0.5 * told.likeness - COST_OF_DEPTH * place.path.length;
  const nested = place.path.includes('*') ? COST_OF_NESTING : 0;
  return { ...place, ...told, score: kind === 'decoy' ? Math.min(MOST_OF_DECOYS, plain) : plain - nested };
}

type Likeness = Pick<JudgedPlace, 'likeness' | 'hasStatus' | 'hasOwnId' | 'tellsOfChecks'>;

/** Of entries that are no records: each is its own id. */
const NAMES_ALONE = { hasStatus: false, hasOwnId: true, tellsOfChecks: false } as const;

function likenessToMonitors(place: ListPlace, rules: RuleSet): Likeness {
  const { kind, name, count } = place;
  if (kind === 'scalars') {
    const named = name.kind === 'noun' || name.kind === 'root';
    return { ...NAMES_ALONE, likeness: named ? STRENGTH.trace : 0 };
  }
  if (kind === 'mapOfMaps') {
    return { ...NAMES_ALONE, likeness: STRENGTH.hint, hasStatus: true };
  }
  const records = place.sample.filter(isObject);
  // A map of names to status words has no records, and its words were looked at when it was found.
  if (records.length === 0) {
    return { ...NAMES_ALONE, likeness: count > 0 ? DOUBT.heavy : 0, hasStatus: kind === 'map' };
  }
  const profile = profileRecords(records, rules.keys);
  const found = new Map<PlainField, FieldCandidate>();
  let sum = 0;
  for (const field of PLAIN_FIELDS) {
    const candidate = field === 'tags' ? undefined : findFieldCandidates(field, profile, rules)[0];
    if (!candidate || field === 'tags') {
      continue;
    }
    found.set(field, candidate);
    sum += LIKENESS[field] * candidate.confidence;
  }
  if (kind === 'map' && !found.has('id')) {
    sum += LIKENESS.mapKey;
  }
  const { source, settings } = chooseStatus(profile, rules, new Map());
  const confidence = source?.confidence ?? settings[0]?.confidence ?? 0;
  sum += LIKENESS.status * Math.max(confidence, source ? DOUBT.grave : 0);
  const target = found.get('target');
  return {
    likeness: Math.min(1, sum / FULL_LIKENESS),
    hasStatus: source !== undefined || (target?.path.every((step) => step !== 0) ?? false),
    hasOwnId: (found.get('id')?.confidence ?? 0) >= PLAIN_NOUN,
    tellsOfChecks: (['target', 'interval', 'lastCheck'] as const).some((field) => {
      const candidate = found.get(field);
      return candidate !== undefined && isConfident(candidate) && !candidate.path.includes(0);
    }),
  };
}

/** What a place loses that is a part of another. */
const COST_OF_PART = 0.2;

/**
 * A list inside the records of another: the inner one is meant where the outer ones are drawers (groups,
 * folders), or where the inner name says it and the outer records say nothing of their own.
 */
function settleNesting(places: readonly JudgedPlace[]): readonly JudgedPlace[] {
  return places.map((inner) => {
    // A drawer that holds what speaks for itself is not the list, though it has a name as well.
    const isHeld = (place: JudgedPlace) =>
      place.name.kind === 'noun' &&
      place.hasStatus &&
      place.likeness > inner.likeness &&
      isWithin(place, inner);
    if (inner.name.kind === 'grouping' && places.some(isHeld)) {
      return { ...inner, score: inner.score - COST_OF_PART };
    }
    const checked = places.find((place) => isCheckedPart(place, inner));
    if (checked) {
      return { ...inner, score: Math.min(inner.score, checked.score - COST_OF_PART) };
    }
    const outer = places.find(
      (place) => place.count > 0 && isWithin(inner, place) && place.name.kind !== 'decoy',
    );
    if (!outer || (outer.name.kind === 'grouping' && inner.name.kind !== 'decoy')) {
      return inner;
    }
    const named = inner.name.kind === 'noun' && inner.name.strength > outer.name.strength;
    // Applications and their instances: only the inner records say how they are, and they stand for themselves.
    const speaks =
      inner.name.kind === 'noun' && inner.hasStatus && inner.hasOwnId && inner.likeness > outer.likeness;
    return ((named || speaks) && !outer.hasStatus) || isCheckedPart(inner, outer)
      ? inner
      : { ...inner, score: Math.min(inner.score, outer.score - COST_OF_PART) };
  });
}

/**
 * Probes and their nodes: both say how they are, and only the inner records that they are checked. Or a batch of
 * responses, which have no id and no noun, around the records of one.
 */
function isCheckedPart(inner: JudgedPlace, outer: JudgedPlace): boolean {
  return (
    (inner.name.kind === 'noun' || (inner.name.kind === 'generic' && !outer.hasOwnId)) &&
    inner.hasStatus &&
    inner.hasOwnId &&
    inner.tellsOfChecks &&
    !outer.tellsOfChecks &&
    inner.likeness > outer.likeness &&
    isWithin(inner, outer)
  );
}

function isWithin(inner: JudgedPlace, outer: JudgedPlace): boolean {
  return inner.path.length > outer.path.length && startsWithPath(inner.path, [...outer.path, '*']);
}

// The choice.

/**
 * The list of a response; or, where a service with one monitor answers that monitor and no list, that one record.
 * `undefined` where there is neither.
 */
export function chooseList(root: unknown, rules: RuleSet): ListChoice | undefined {
  const judged = judgeLists(root, rules);
  const best = bestOf(judged);
  const list = best ? choiceOf(best, judged, rules) : chooseEmpty(root, rules);
  const isWholeResponse = list !== undefined && isConfident(list) && list.path.length === 0;
  const speaksForItself = best !== undefined && best.count > 0 && best.likeness >= LEAST_LIKENESS;
  if (!rules.has('singleRecord') || isWholeResponse || speaksForItself) {
    return list;
  }
  const record = findRecord(root, [], rules);
  const isPart = !best || best.count === 0 || (record && startsWithPath(best.path, record));
  // An account with one monitor is rare, and a person or an error also has an id and a name.
  return record && isPart
    ? toChoice(record, 'record', {
        confidence: STRENGTH.weak,
        reason: 'singleRecord',
        alternatives: toAlternatives(best ? [best] : []),
      })
    : list;
}

/** A place as the choice of a response. */
export function toChoice(
  path: Path,
  kind: ListKind,
  grounds: Pick<ListChoice, 'confidence' | 'reason'> & Partial<ListChoice>,
): ListChoice {
  return { value: path, path, kind, also: [], alternatives: [], voices: [], ...grounds };
}

function choiceOf(best: JudgedPlace, judged: readonly JudgedPlace[], rules: RuleSet): ListChoice {
  const others = judged.filter((other) => other !== best);
  const also = rules.has('siblingLists') ? others.filter((other) => isSibling(other, best)) : [];
  const rivals = others.filter((other) => !also.includes(other));
  const [first, ...further] = also.some((other) => !isPlainNoun(other.name))
    ? inOrder([best, ...also])
    : [best, ...also];
  return toChoice(first.path, first.kind, {
    ...weighChoice(best, rivals, also.length > 0),
    also: further.map(({ path }) => path),
    alternatives: toAlternatives(rivals.slice(0, 8)),
  });
}

const MOST_OF_ALTERNATIVES = 0.59;

function toAlternatives(places: readonly JudgedPlace[]): readonly Alternative<Path>[] {
  return places
    .filter(({ count }) => count > 0)
    .map(({ path, score }) => ({
      value: path,
      path,
      confidence: Math.min(score, MOST_OF_ALTERNATIVES),
      reason: 'recordsLikeMonitors',
    }));
}

/** No monitors beside some alerts are no monitors: an empty list that is named for them beats a full one that is not. */
function bestOf(judged: readonly JudgedPlace[]): JudgedPlace | undefined {
  const best = judged.find(({ score }) => score >= LEAST_SCORE);
  if (!best || best.count === 0 || !isOfAlarms(best)) {
    return best;
  }
  const empty = judged.find(
    (place) => place.count === 0 && isPlainNoun(place.name) && !startsWithPath(place.path, best.path),
  );
  return empty ?? best;
}

function isOfAlarms({ name }: JudgedPlace): boolean {
  return name.kind === 'noun' && name.strength <= ALARM_NOUN;
}

function isPlainNoun(name: ListName): boolean {
  return name.kind === 'noun' && name.strength >= PLAIN_NOUN;
}

/**
 * Hosts beside services, monitors beside heartbeats: both named for it, and both with something to tell. Or
 * `{heartbeat: […], ssl: […]}`: one is named for it, and the records of the other are of the same make.
 */
function isSibling(place: JudgedPlace, best: JudgedPlace): boolean {
  const isFull = (list: JudgedPlace) => list.kind === 'array' && list.count > 0 && list.hasStatus;
  const areNamed = isPlainNoun(place.name) && isPlainNoun(best.name);
  return (
    isFull(place) &&
    isFull(best) &&
    isSamePath(place.path.slice(0, -1), best.path.slice(0, -1)) &&
    (areNamed || areOfOneMake(place, best))
  );
}

const LEAST_ALIKE = 0.7;

function areOfOneMake(place: JudgedPlace, best: JudgedPlace): boolean {
  const [a, b] = [place.sample.find(isObject), best.sample.find(isObject)];
  const isMonitorLike = (list: JudgedPlace) =>
    list.tellsOfChecks && list.hasOwnId && list.name.kind !== 'decoy' && list.name.kind !== 'grouping';
  return (
    isPlainNoun(best.name) &&
    isMonitorLike(place) &&
    isMonitorLike(best) &&
    a !== undefined &&
    b !== undefined &&
    likenessOf([a, b]) >= LEAST_ALIKE
  );
}

/** In the response's own order. */
function inOrder(places: readonly [JudgedPlace, ...JudgedPlace[]]): readonly [JudgedPlace, ...JudgedPlace[]] {
  return [...places].sort((a, b) => a.position - b.position) as [JudgedPlace, ...JudgedPlace[]];
}

type Weighed = Pick<ListChoice, 'confidence' | 'reason' | 'voices'>;

function weighChoice(best: JudgedPlace, rivals: readonly JudgedPlace[], siblings: boolean): Weighed {
  const { name, count, likeness } = best;
  const voices = voicesOf(best);
  const rival = rivals.find((place) => (count === 0 ? !isOfAlarms(place) : place.count > 0));
  if (rival && best.score - rival.score < LEAST_MARGIN && rival.score >= LEAST_SCORE) {
    const against = { rule: 'list.rival', reason: 'rivals', speaks: 'against', amount: DOUBT.heavy } as const;
    return { confidence: DOUBT.heavy, reason: 'rivals', voices: [...voices, against] };
  }
  const told = Math.max(name.kind === 'noun' ? name.strength : 0, likeness);
  const usual = name.kind === 'generic' || name.kind === 'root' ? 0.15 : 0;
  // A response with one list, of records that have an id and a name, has hardly another one in mind.
  const only =
    name.kind === 'unnamed' && best.hasOwnId && likeness >= STRENGTH.hint && rivals.length === 0 ? 0.1 : 0;
  const confidence = Math.min(0.98, 0.35 + 0.5 * told + usual + only + (count === 0 ? 0.2 : 0));
  return { confidence, reason: siblings ? 'siblingLists' : reasonOf(best), voices };
}

function voicesOf(place: JudgedPlace): readonly Voice[] {
  const { name, likeness } = place;
  return [
    { rule: `list.${name.kind}`, reason: reasonOf(place), speaks: 'for', amount: name.strength },
    { rule: 'list.likeness', reason: 'recordsLikeMonitors', speaks: 'for', amount: likeness },
  ];
}

function reasonOf({ kind, name, count, path }: JudgedPlace): Reason {
  if (count === 0) {
    return 'emptyList';
  }
  if (kind === 'map' || kind === 'mapOfMaps') {
    return 'mapOfRecords';
  }
  if (kind === 'nested') {
    return 'nestedLists';
  }
  if (kind === 'scalars') {
    return 'scalars';
  }
  if (path.length === 0) {
    return 'rootList';
  }
  return name.kind === 'noun' ? 'listName' : name.kind === 'generic' ? 'genericList' : 'recordsLikeMonitors';
}

// No list, because there is nothing.

const EMPTY_AT: readonly Path[] = [['data'], ['result'], ['results'], ['response'], ['items']];

/**
 * Nothing at all: `null` where Go services leave an empty list (`{"monitors": null}`), and `{"data": {}}`
 * beside a word of success.
 */
function chooseEmpty(root: unknown, rules: RuleSet): ListChoice | undefined {
  if (!isObject(root)) {
    return undefined;
  }
  const isNull = ([key, value]: [string, unknown]) => value === null && isPlainNoun(nameList([key], rules));
  const key = firstEntries(root, 50).find(isNull)?.[0];
  if (key !== undefined) {
    return toChoice([key], 'array', { confidence: STRENGTH.fair, reason: 'emptyList' });
  }
  const path = EMPTY_AT.find((at) => isNothing(valueAt(root, at)));
  return path && saysSuccess(root)
    ? toChoice(path, 'array', { confidence: STRENGTH.fair, reason: 'emptyObject' })
    : undefined;
}

function isNothing(value: unknown): boolean {
  return value === null || (isObject(value) && firstEntries(value, 1).length === 0);
}

function saysSuccess(root: JsonObject): boolean {
  return firstEntries(root, 50).some(([key, value]) => {
    const plain = toPlain(key);
    if (/^(?:success|ok|succeeded)$/.test(plain)) {
      return value === true || value === 1;
    }
    if (/^(?:code|total|count|totalcount|errno)$/.test(plain)) {
      return value === 0 || value === 200;
    }
    return (
      /^(?:message|msg|status|stat)$/.test(plain) &&
      typeof value === 'string' &&
      /^(?:ok|success|successful)$/i.test(value)
    );
  });
}

// One record and no list.

/** Envelopes around the one record are no deeper. */
const MAX_ENVELOPES = 3;
/** A list whose entries say less than this of themselves is a part of the record: its runs, its places. */
const LEAST_LIKENESS = 0.45;

/** Where the outermost object is that is a monitor by itself. */
function findRecord(value: unknown, path: Path, rules: RuleSet): Path | undefined {
  if (!isObject(value) || path.length > MAX_ENVELOPES) {
    return undefined;
  }
  if (isMonitor(value, path, rules)) {
    return path;
  }
  for (const [key, below] of firstEntries(value, MAX_KEYS)) {
    const { kind } = nameList([key], rules);
    // What is under another name is a part of something else.
    if (!isObject(below) || (kind !== 'generic' && kind !== 'noun')) {
      continue;
    }
    const found = findRecord(below, [...path, key], rules);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/**
 * An id and a name of its own, and of the things that only monitors have (how it is, what is checked, how
 * often, when last) at least two; a noun for it in the path counts as one.
 */
function isMonitor(record: JsonObject, path: Path, rules: RuleSet): boolean {
  const profile = profileRecords([record], rules.keys);
  const best = (field: PlainField) => {
    const [found] = findFieldCandidates(field, profile, rules);
    return found && isConfident(found) ? found : undefined;
  };
  if (!isOwn(best('id')) || !isOwn(best('name'))) {
    return false;
  }
  const { source } = chooseStatus(profile, rules, new Map());
  const found = source !== undefined && isConfident(source) && source.reason !== 'setupWords';
  const target = best('target');
  const signs = [
    found,
    target !== undefined && target.confidence >= STRENGTH.fair,
    best('interval') !== undefined,
    best('lastCheck') !== undefined,
    isPlainNoun(nameList(path, rules)),
  ];
  return (found || target !== undefined) && signs.filter(Boolean).length >= 2;
}

/** In the record itself, or where JSON:API and its kin put attributes; not in an envelope that is yet to be opened. */
function isOwn(candidate: FieldCandidate | undefined): boolean {
  if (!candidate) {
    return false;
  }
  const { path } = candidate;
  const wrapped = path.length === 2 && /^(?:attributes|properties|spec|metadata)$/.test(String(path[0]));
  return path.length === 1 || wrapped;
}

// The records.

/** How the records are held at the place a person picked; `undefined` where none are in this response. */
export function kindAt(root: unknown, path: Path, rules: RuleSet): ListKind | undefined {
  const found = findListPlaces(root, rules).find((place) => isSamePath(place.path, path));
  const value = path.includes('*') ? undefined : valueAt(root, path);
  return found?.kind ?? (isArray(value) ? 'array' : isObject(value) ? 'map' : undefined);
}

/** The entries of the list at a path, in the service's order. */
export function recordsAt(root: unknown, path: Path, kind: ListKind): Records {
  if (kind === 'table') {
    return { values: tablesAt(root, path).flatMap(recordsOfTable) };
  }
  const holders = valuesAt(root, path);
  if (kind === 'record') {
    return { values: holders.filter(isObject) };
  }
  const lists = holders.map((holder) =>
    kind === 'mapOfMaps' ? keyed(entriesOfMaps(holder)) : entriesOf(holder),
  );
  const [only] = lists;
  if (lists.length === 1 && only) {
    return only;
  }
  const values = lists.flatMap((list) => list.values);
  const allKeyed = lists.length > 0 && lists.every(({ keys }) => keys !== undefined);
  return allKeyed ? { values, keys: lists.flatMap(({ keys }) => keys ?? []) } : { values };
}

/** The entries of an array or, with their keys, of an object. */
export function entriesOf(holder: unknown): Records {
  if (isArray(holder)) {
    return { values: holder.includes(null) ? holder.filter((record) => record !== null) : holder };
  }
  const all = isObject(holder) ? Object.entries(holder) : [];
  // PHP and Lua write lists as objects, and put the envelope's own fields among the entries.
  const records = all.filter(([, record]) => isObject(record));
  return isObject(holder) ? keyed(records.length * 2 >= all.length ? records : all) : { values: [] };
}

function keyed(entries: readonly (readonly [string, unknown])[]): Records {
  return { values: entries.map(([, record]) => record), keys: entries.map(([key]) => key) };
}
