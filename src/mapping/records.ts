import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { remember } from '../base/remember';
import { parsePath, stepInto, type Path, type Step } from '../base/path';
import type { RecordPlace } from '../monitors/page';
import * as lexicon from './lexicon';
import { readText } from './values';
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

export const isOuter = ({ inside, group }: RecordPlace) => inside === undefined && group === undefined;

/** Returns records of a list, except those in groups or other records. */
export function outerRecords({ values, places }: FoundRecords, list: Path, max = Infinity) {
  const found: Sample[] = [];
  places.forEach((place, i) => {
    if (found.length < max && place.list === list && isOuter(place)) {
      found.push({ value: values[i], key: place.key });
    }
  });
  return found;
}

const MAX_LEVELS = 50;
const NONE: readonly JsonObject[] = [];

/** Returns undefined without a list. */
export function findRecords(json: unknown, lists: readonly Path[]): FoundRecords | undefined {
  const found: FoundRecords = { values: [], places: [] };
  const nesting = remember(nestingOf);
  let isThere = false;
  for (const list of lists) {
    const usual = { list };
    const collect = (outer: unknown, steps: readonly Step[], outerGroup: string | undefined): void => {
      const star = steps.indexOf('*');
      const path = star < 0 ? steps : steps.slice(0, star);
      const rest = star < 0 ? undefined : steps.slice(star + 1);
      // Under the key of the groups, a group has groups: `groups` in `groups`.
      const nestingInGroup = (key: string): Nesting =>
        key === rest?.[0] ? 'none' : key === path.at(-1) ? 'children' : nesting(key);
      const nestingIn = rest ? nestingInGroup : nesting;
      const add = (record: unknown, key?: string, inside?: number, group?: string, level = 0): void => {
        const index = rest ? undefined : found.values.push(record) - 1;
        if (rest) {
          collect(record, rest, group);
        } else {
          const isUsual = key === undefined && inside === undefined && group === undefined;
          found.places.push(isUsual ? usual : { list, key, inside, group });
        }
        const mayHold = isObject(record) && level < MAX_LEVELS;
        for (const inner of mayHold ? recordsInside(record, nestingIn) : NONE) {
          add(inner, undefined, index, rest ? (nameOf(inner) ?? group ?? '') : group, level + 1);
        }
      };
      const holder = path.reduce(stepInto, outer);
      // Go writes `null` for an empty list.
      isThere ||= typeof holder === 'object';
      if (isArray(holder)) {
        holder.forEach((record) => record === null || add(record, undefined, undefined, outerGroup));
      } else {
        entriesOf(holder).forEach(({ key, value }) => add(value, key, undefined, outerGroup));
      }
    };
    collect(json, parsePath(list) ?? [''], undefined);
  }
  return isThere ? found : undefined;
}

/** PHP and Lua write lists as objects, sometimes with other fields. */
export function entriesOf(holder: unknown): readonly Sample[] {
  const entries = Object.entries(isObject(holder) ? holder : {}).map(([key, value]) => ({ key, value }));
  const records = entries.filter(({ value }) => isObject(value));
  const found = records.length * 2 >= entries.length ? records : entries;
  // Indexes begin again on each page, so they aren't ids.
  const areIndexes = found.every(({ key }) => /^\d{1,3}$/.test(key));
  return areIndexes ? found.map(({ value }) => ({ value })) : found;
}

function nameOf(group: JsonObject): string | undefined {
  const isName = ([key, text]: readonly [string, unknown]) => {
    const words = toWords(key).filter((word) => !lexicon.GROUPINGS.has(word));
    return typeof text === 'string' && lexicon.scoreWords(words, lexicon.NAME) > 0.7;
  };
  return readText(firstEntries(group, 30).find(isName)?.[1]);
}

const LINK_KEYS = /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;
const IDENTITY = /^(?:_?id|uuid|guid|key|slug|name|title|label)$|(?:^|_)(?:id|name)$|(?:Id|Name)$/;

type Nesting = 'children' | 'other' | 'none';

function nestingOf(key: string): Nesting {
  const words = toWords(key).map(toSingular);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  return has(lexicon.NO_CHILDREN) ? 'none' : has(lexicon.CHILD_WORDS) ? 'children' : 'other';
}

function recordsInside(
  outer: JsonObject,
  nesting: (key: string) => Nesting,
  holder = outer,
): readonly JsonObject[] {
  let inside = NONE;
  for (const key in holder) {
    const value = holder[key];
    if (typeof value === 'object' && value !== null && nesting(key) !== 'none') {
      const isWrapper = holder === outer && isObject(value) && lexicon.OWN_WRAPPERS.has(key);
      const deeper = isWrapper ? recordsInside(outer, nesting, value) : NONE;
      const under = recordsUnder(outer, value, nesting(key));
      inside = under.length + deeper.length > 0 ? [...inside, ...under, ...deeper] : inside;
    }
  }
  return inside;
}

/** Returns the records in a list, or in a list in an object, if they resemble the outer record. */
function recordsUnder(outer: JsonObject, value: object, nesting: Nesting): readonly JsonObject[] {
  const values: readonly unknown[] = isArray(value) ? value : Object.values(value);
  const list = isArray(value) ? value : (values.find(isArray) ?? values);
  const [first] = list;
  const mayBeLike = isObject(first) && Object.keys(first).some((key) => Object.hasOwn(outer, key));
  if (!mayBeLike || !list.every(isObject)) {
    return NONE;
  }
  const keys = [...new Set(list.slice(0, 5).flatMap((record) => Object.keys(record)))];
  const shared = keys.filter((name) => Object.hasOwn(outer, name));
  const least = nesting === 'children' ? Math.min(2, keys.length) : Math.max(3, 0.8 * keys.length);
  const areLinks = keys.every((name) => LINK_KEYS.test(name));
  return shared.length >= least && !areLinks && shared.some((name) => IDENTITY.test(name)) ? list : NONE;
}
