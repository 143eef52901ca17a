import type { Path } from '../mapping';
import { isArray, isObject, type JsonObject } from '../../../base/json';
import { valueAt } from '../read/paths';
import { NOUNS, STRANGER_WRAPPERS, TRANSPARENT_WRAPPERS } from './lexicon';
import { DOUBT, type RuleSet } from './rules';

// The profile of a list: every place that a sample of its records has, and what is in it.

/** One place that records of a list have, with what a sample of them holds there. */
export interface FieldProfile {
  /** From the record, with 0 for the first element of an array. */
  readonly path: Path;
  /** The last key of the path, in plain form and as words. */
  readonly plain: string;
  readonly words: readonly string[];
  /** The keys before the last one, in plain form. */
  readonly wrappers: readonly string[];
  /** The words of the key before the last one. */
  readonly holderWords: readonly string[];
  /** From 1 (the record's own field) down to 0 (someone else's). */
  readonly ownership: number;
  /** Whether it is in an object about the last check. */
  readonly inLastCheck: boolean;
  readonly inArray: boolean;
  /** Whether it is in one of several objects of a list; what the first of them says is not the record's. */
  readonly inMultiItemList: boolean;
  /** What the records that have it hold; nulls included. */
  readonly values: readonly unknown[];
}

/** A sample of records of one list, folded over each other. */
export interface RecordProfile {
  readonly size: number;
  /** In the order in which the records have them. */
  readonly fields: readonly FieldProfile[];
  /** All records of the sample, also those that do not have a field. */
  readonly records: readonly unknown[];
  /** The records that the sample is of. */
  readonly all: readonly unknown[];
  /** Those of them that are in the list itself, and not inside others. */
  readonly own: readonly unknown[];
}

const MAX_DEPTH = 5;
const MAX_KEYS = 120;
const MAX_FIELDS = 600;

interface Place {
  readonly path: Path;
  readonly values: unknown[];
  /** What it holds, by key or index 0. */
  readonly below: Map<string | number, Place>;
}

function placeBelow({ path }: Pick<Place, 'path'>, step: string | number): Place {
  return { path: [...path, step], values: [], below: new Map() };
}

/** Folds a sample of records: every path that occurs, and what is in it. */
export function profileRecords(
  sample: readonly unknown[],
  rules: RuleSet,
  all = sample,
  own = all,
): RecordProfile {
  const root: Place = { path: [], values: [], below: new Map() };
  const places: Place[] = [];
  for (const record of sample) {
    if (isObject(record)) {
      foldObject(record, root, places);
    }
  }
  const sole = soleWrapperOf(root, sample.length);
  const fields = places.map((place) => toField(place, sample, { rules, isSole: place.path[0] === sole }));
  return { size: sample.length, fields, records: sample, all, own };
}

function foldObject(object: JsonObject, holder: Place, places: Place[]): void {
  let seen = 0;
  for (const key in object) {
    if (++seen > MAX_KEYS) {
      return;
    }
    if (Object.hasOwn(object, key)) {
      foldValue(object[key], key, holder, places);
    }
  }
}

function foldValue(value: unknown, step: string | number, holder: Place, places: Place[]): void {
  let place = holder.below.get(step);
  if (!place) {
    if (places.length >= MAX_FIELDS) {
      return;
    }
    place = placeBelow(holder, step);
    holder.below.set(step, place);
    places.push(place);
  }
  place.values.push(value);
  if (place.path.length >= MAX_DEPTH) {
    return;
  }
  if (isObject(value)) {
    foldObject(value, place, places);
  } else if (isArray(value)) {
    if (value.length > 0) {
      foldElement(value[0], place, places);
    }
  }
}

/** The first element of an array; where it is an object, its fields and not the object itself. */
function foldElement(value: unknown, place: Place, places: Place[]): void {
  if (!isObject(value)) {
    foldValue(value, 0, place, places);
    return;
  }
  const element = place.below.get(0) ?? placeBelow(place, 0);
  place.below.set(0, element);
  foldObject(value, element, places);
}

/** The one key of every record, as in `[{"turbine": {…}}, …]`: what it holds is the record, whatever its name. */
function soleWrapperOf(root: Place, size: number): string | undefined {
  const [top, ...others] = [...root.below.values()];
  const isSole = others.length === 0 && top?.values.length === size && top.values.every(isObject);
  return isSole ? String(top.path[0]) : undefined;
}

interface Naming {
  readonly rules: RuleSet;
  /** Whether its first key is the one that every record has and that holds all else. */
  readonly isSole: boolean;
}

function toField(
  { path, values }: Place,
  records: readonly unknown[],
  { rules, isSole }: Naming,
): FieldProfile {
  const names = path.filter((step): step is string => typeof step === 'string');
  const last = rules.readKey(names.at(-1) ?? '');
  const holders = names.slice(0, -1).map((key) => rules.readKey(key));
  const wrappers = holders.map(({ plain }) => plain);
  const inArray = path.includes(0);
  return {
    path,
    plain: last.plain,
    words: last.words,
    wrappers,
    holderWords: holders.at(-1)?.words ?? [],
    ownership: wrappers.reduce(
      (share, wrapper, i) => share * (i === 0 && isSole ? DOUBT.slight : ownershipIn(wrapper)),
      // OData's `__metadata` tells of the row as a resource: its own address, not what is checked.
      names.includes('__metadata') ? DOUBT.fatal : 1,
    ),
    inLastCheck: wrappers.some((wrapper) => LAST_CHECK_WRAPPER.test(wrapper)),
    inArray,
    inMultiItemList: inArray && isInMultiItemList(path, records),
    values,
  };
}

/** Objects inside a record that tell of its last check. */
const LAST_CHECK_WRAPPER =
  /^(?:last|latest|(?:last|latest|current|recent)(?:check|result|run|heartbeat|beat|event|test|probe|execution|ping|sample|status|checkresult|testresult|state|poll|report))$/;

const SEQUENCE = /(?:step|result|request|page)s?$/i;

function isInMultiItemList(path: Path, records: readonly unknown[]): boolean {
  const at = path.indexOf(0);
  // The first of several steps is where a check begins; the first of several origins is one of many.
  if (SEQUENCE.test(String(path[at - 1]))) {
    return false;
  }
  return records.some((record) => {
    const list = valueAt(record, path.slice(0, at));
    return isArray(list) && list.length > 1 && isObject(list[0]);
  });
}

/** `HealthCheckConfig`, `httpSettings`: what a record is set to is its own, unless it is of another thing. */
const TRANSPARENT_ENDING = /(?:config|configuration|settings|properties|attributes|definition)$/;
const OTHER_THING = /alert|notif|auth|ssl|tls|cert|proxy|login|escalat|retry|owner|team|user/;

/** How much a field inside this wrapper is still the record's own. */
function ownershipIn(wrapper: string): number {
  if (STRANGER_WRAPPERS.has(wrapper)) {
    return DOUBT.fatal;
  }
  if (TRANSPARENT_WRAPPERS.has(wrapper) || (TRANSPARENT_ENDING.test(wrapper) && !OTHER_THING.test(wrapper))) {
    return DOUBT.slight;
  }
  return NOUNS.has(wrapper) ? DOUBT.mild : DOUBT.fair;
}
