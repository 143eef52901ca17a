import { isArray, isObject, type JsonObject } from '../base/json';
import { remember } from '../base/remember';
import { lastKey, parsePath, stepInto, type Path, type Step } from '../base/path';
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
export function outerRecords({ values, places }: FoundRecords, list: Path, max = Infinity) {
  const found: Sample[] = [];
  for (let i = 0; i < places.length && found.length < max; i++) {
    const place = places[i]!;
    if (place.list === list && isOuter(place)) {
      found.push({ value: values[i], key: place.key });
    }
  }
  return found;
}

const MAX_LEVELS = 50;
const NO_FIELDS: JsonObject = {};

/** How far the records under a key must resemble the outer one. */
type Likeness = 'name' | 'mostKeys' | 'none';

function likenessOf(key: string): Likeness {
  const words = toWords(key).map(toSingular);
  const isNoun = (lexicon.NOUNS.get(words.at(-1) ?? '') ?? 0) > 0.8;
  return words.some((word) => lexicon.CHILD_WORDS.has(word)) ? 'name' : isNoun ? 'mostKeys' : 'none';
}

/** Returns undefined without a list. */
export function findRecords(json: unknown, lists: readonly Path[]): FoundRecords | undefined {
  const found: FoundRecords = { values: [], places: [] };
  let isThere = false;
  for (const list of lists) {
    const usual = { list };
    const ownKey = lastKey(parsePath(list) ?? []);
    const likeness = remember((key: string) => (key === ownKey ? 'name' : likenessOf(key)));
    const add = (record: unknown, place: RecordPlace, level = 0): void => {
      const inside = found.values.push(record) - 1;
      found.places.push(place);
      const outer = isObject(record) && level < MAX_LEVELS ? record : NO_FIELDS;
      for (const key in outer) {
        const value = outer[key];
        if (typeof value === 'object' && value !== null && likeness(key) !== 'none') {
          childrenOf(outer, value, likeness(key)).forEach((child) => add(child, { list, inside }, level + 1));
        }
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
        } else if (value !== null) {
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
    return holder.map((value) => ({ value }));
  }
  const entries = Object.entries(isObject(holder) ? holder : {}).map(([key, value]) => ({ key, value }));
  const records = entries.filter(({ value }) => isObject(value));
  const found = records.length * 2 >= entries.length ? records : entries;
  // Indexes begin again on each page, so they aren't ids.
  const areIndexes = found.every(({ key }) => /^\d{1,3}$/.test(key));
  return areIndexes ? found.map(({ value }) => ({ value })) : found;
}

const IDENTITY = /(?:id|name|title|label|key)$/i;
const LINK_KEYS = /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;

/** Returns monitors inside a monitor, of a list or of a list in an object. They are no links. */
function childrenOf(outer: JsonObject, holder: object, likeness: Likeness): readonly unknown[] {
  const values: readonly unknown[] = Object.values(holder);
  const list = isArray(holder) ? values : (values.find(isArray) ?? values);
  return list.filter((child) => {
    const keys = Object.keys(isObject(child) ? child : {});
    const shared = keys.filter((key) => Object.hasOwn(outer, key));
    const least = likeness === 'name' ? 1 : Math.max(3, 0.8 * keys.length);
    const isLike = shared.length >= least && shared.some((key) => IDENTITY.test(key));
    return isLike && !keys.every((key) => LINK_KEYS.test(key));
  });
}
