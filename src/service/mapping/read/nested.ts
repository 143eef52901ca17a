import { firstEntries, isArray, isObject, ownValue, type JsonObject } from '../../../base/json';
import { toSingular, toWords, wordSet } from '../keys';
import type { Path } from '../mapping';
import { valuesAt } from './paths';

// Monitors inside monitors, and groups inside groups.

/** Keys of what a record is the parent of. */
const CHILD_WORDS = wordSet('child children sub nested member group folder');
/** Keys under which other monitors may be, if they are like what they are in. */
const NOUN_WORDS = wordSet('monitor check item node service host component');
/** Keys of what a monitor has and isn't a monitor itself, however much it looks like one. */
const OTHER_WORDS = wordSet(`
  probe location region history incident alert alarm contact tag label result event log agent user team
  notification integration maintenance comment webhook channel policy rule dependency
`);
/** Objects inside a record that hold its own fields. */
const WRAPPERS = wordSet('attributes properties fields data');
/** What a link to a record tells of it. */
const LINK_KEYS = /^(?:_?id|uuid|guid|key|slug|name|title|label|type|kind|href|url|uri|link|self|ref)$/i;
/** Keys by which records are told apart. */
const IDENTITY = /^(?:_?id|uuid|guid|key|slug|name|title|label)$|(?:^|_)(?:id|name)$|(?:Id|Name)$/;
/** Records that are looked at. */
const SAMPLE = 5;
const MAX_KEYS = 80;

/** A record, and what it is inside: the place of the outer record among the results. */
export interface NestedRecord {
  readonly value: unknown;
  readonly inside: number | undefined;
}

/** The records with those inside them, except under one key; each after the one that it is inside. */
export function withNested(records: readonly unknown[], except?: string | number): readonly NestedRecord[] {
  const all: NestedRecord[] = [];
  const left: NestedRecord[] = [];
  const addAll = (values: readonly unknown[], inside: number | undefined): void => {
    left.push(...values.map((value) => ({ value, inside })).reverse());
  };
  addAll(records, undefined);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const place = all.push(next) - 1;
    addAll(recordsInside(next.value, except), place);
  }
  return all;
}

/** The records in a record that are like it, except under one key. */
function recordsInside(outer: unknown, except: string | number | undefined): readonly unknown[] {
  if (!isObject(outer)) {
    return [];
  }
  return firstEntries(outer, MAX_KEYS).flatMap(([key, value]) => {
    const wrapped = WRAPPERS.has(key) && isObject(value) ? firstEntries(value, MAX_KEYS) : [];
    const own = key === except ? [] : recordsUnder(outer, key, value);
    return [...own, ...wrapped.flatMap(([name, list]) => recordsUnder(outer, name, list))];
  });
}

function recordsUnder(outer: JsonObject, key: string, value: unknown): readonly JsonObject[] {
  const inner = membersOf(value);
  return inner.length > 0 && areLike(outer, key, inner) ? inner : [];
}

/** The members of an array, or an object, or of an array in an envelope of its own, that are all objects. */
function membersOf(value: unknown): readonly JsonObject[] {
  const inner = isObject(value) ? firstEntries(value, 10).find(([, list]) => isArray(list)) : undefined;
  const members = isArray(value) ? value : inner ? inner[1] : isObject(value) ? Object.values(value) : [];
  return isArray(members) && members.every(isObject) ? members : [];
}

/**
 * The shortest path to a list of which the list at a path is a part: records that are inside records like them are found
 * from the outermost ones, whatever their level.
 */
export function toOuterPath(root: unknown, path: Path): Path {
  for (const [i, step] of path.entries()) {
    const key = path[i + 1];
    const isInside = step === '*' && typeof key === 'string' && (path[i + 2] ?? '*') === '*';
    const outer = isInside ? valuesAt(root, path.slice(0, i + 1)) : [];
    if (
      outer.some(
        (record) =>
          isObject(record) && recordsUnder(record, String(key), ownValue(record, String(key))).length > 0,
      )
    ) {
      const rest = path.slice(i + 3);
      return toOuterPath(root, i + 2 === path.length ? path.slice(0, i) : [...path.slice(0, i + 1), ...rest]);
    }
  }
  return path;
}

function areLike(outer: JsonObject, key: string, inner: readonly JsonObject[]): boolean {
  const keys = new Set(inner.slice(0, SAMPLE).flatMap((record) => Object.keys(record)));
  const shared = [...keys].filter((name) => Object.hasOwn(outer, name));
  const words = toWords(key).map(toSingular);
  const areLinks = [...keys].every((name) => LINK_KEYS.test(name));
  if (
    areLinks ||
    !shared.some((name) => IDENTITY.test(name)) ||
    words.some((word) => OTHER_WORDS.has(word))
  ) {
    return false;
  }
  const share = shared.length / keys.size;
  const isOfChildren = words.some((word) => CHILD_WORDS.has(word)) || /^(?:sub|child|nested)/i.test(key);
  return (
    (isOfChildren && shared.length >= Math.min(2, keys.size)) ||
    (words.some((word) => NOUN_WORDS.has(word)) && shared.length >= 3 && share >= 0.6) ||
    (shared.length >= 4 && share >= 0.8)
  );
}
