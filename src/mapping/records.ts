import { isArray, isObject, type JsonObject } from '../base/json';
import { remember } from '../base/remember';
import { elementsOf, parsePath, stepInto, type Path, type Step } from '../base/path';
import type { RecordPlace } from '../monitors/page';
import * as lexicon from './lexicon';
import { toSingular, toWords } from './words';

/** A record of a list. `key` is set if the list is an object. */
export interface Sample {
  readonly value: unknown;
  readonly key?: string | undefined;
}

/** Records and their places, in the service's order and outer ones first. */
export interface FoundRecords {
  readonly values: unknown[];
  /** Most records of a list share one. */
  readonly places: RecordPlace[];
}

export const isOuter = ({ inside }: RecordPlace) => inside === undefined;

/** Returns records of a list, except those inside other records. */
export function outerRecords({ values, places }: FoundRecords, list: Path): readonly Sample[] {
  return places.flatMap((place, i) =>
    place.list === list && isOuter(place) ? { value: values[i], key: place.key } : [],
  );
}

const MAX_LEVELS = 50;

/** Returns undefined without a list. */
export function findRecords(json: unknown, lists: readonly Path[]): FoundRecords | undefined {
  const found: FoundRecords = { values: [], places: [] };
  const nesting = remember(nestingOf);
  let isThere = false;
  for (const list of lists) {
    const usual = { list };
    const add = (record: unknown, place: RecordPlace, level = 0): void => {
      const index = found.values.push(record) - 1;
      found.places.push(place);
      if (isObject(record) && level < MAX_LEVELS) {
        forEachInside(record, nesting, (inner) => add(inner, { list, inside: index }, level + 1));
      }
    };
    const collect = (outer: unknown, steps: readonly Step[]): void => {
      const star = steps.indexOf('*');
      const holder = steps.slice(0, star < 0 ? undefined : star).reduce(stepInto, outer);
      // Go writes `null` for an empty list.
      isThere ||= typeof holder === 'object';
      for (const { key, value } of entriesOf(holder)) {
        if (star >= 0) {
          collect(value, steps.slice(star + 1));
        } else {
          add(value, key === undefined ? usual : { list, key });
        }
      }
    };
    collect(json, parsePath(list) ?? ['']);
  }
  return isThere ? found : undefined;
}

/** Returns the records of an array or object. PHP and Lua write lists as objects, sometimes with other fields. */
export function entriesOf(holder: unknown): readonly Sample[] {
  if (isArray(holder)) {
    return holder.filter((value) => value !== null).map((value) => ({ value }));
  }
  const entries = Object.entries(isObject(holder) ? holder : {}).map(([key, value]) => ({ key, value }));
  const records = entries.filter(({ value }) => isObject(value));
  const found = records.length * 2 >= entries.length ? records : entries;
  // Indexes begin again on each page, so they aren't ids.
  const areIndexes = found.every(({ key }) => /^\d{1,3}$/.test(key));
  return areIndexes ? found.map(({ value }) => ({ value })) : found;
}

const LINK_KEYS = /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;
const IDENTITY = /^(?:_?id|uuid|guid|key|slug|name|title|label)$|(?:^|_)(?:id|name)$|(?:Id|Name)$/;

type Nesting = 'children' | 'other' | 'none';

function nestingOf(key: string): Nesting {
  const words = toWords(key).map(toSingular);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  return has(lexicon.NO_CHILDREN) ? 'none' : has(lexicon.CHILD_WORDS) ? 'children' : 'other';
}

/** Visits the records in lists of a record, or in lists in its objects, if they resemble the record. */
function forEachInside(
  outer: JsonObject,
  nesting: (key: string) => Nesting,
  visit: (record: unknown) => void,
): void {
  for (const key in outer) {
    const value = outer[key];
    if (typeof value === 'object' && value !== null && nesting(key) !== 'none') {
      const values = elementsOf(value);
      const list = isArray(value) ? value : (values.find(isArray) ?? values);
      if (list.every(isObject) && list[0] && areAlike(outer, list[0], nesting(key) === 'children')) {
        list.forEach(visit);
      }
    }
  }
}

function areAlike(outer: JsonObject, inner: JsonObject, isChild: boolean): boolean {
  const keys = Object.keys(inner);
  const shared = keys.filter((key) => Object.hasOwn(outer, key));
  const least = isChild ? Math.min(2, keys.length) : Math.max(3, 0.8 * keys.length);
  const areLinks = keys.every((key) => LINK_KEYS.test(key));
  return shared.length >= least && !areLinks && shared.some((key) => IDENTITY.test(key));
}
