import type { Path } from '../mapping';

/** A JSON object as the parser made it: own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value under an own key. `constructor` or `toString` of the prototype are not in the response. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** At most `limit` entries of an object. */
export function firstEntries(object: JsonObject, limit: number): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const key in object) {
    if (entries.length >= limit) {
      break;
    }
    if (Object.hasOwn(object, key)) {
      entries.push([key, object[key]]);
    }
  }
  return entries;
}

/** One step down; in an array, -1 is its last element. `undefined` where there is nothing. */
function childOf(value: unknown, step: string | number): unknown {
  if (isArray(value)) {
    return typeof step === 'number' && Number.isInteger(step) ? value.at(step) : undefined;
  }
  return isObject(value) ? ownValue(value, String(step)) : undefined;
}

/** The value at a path without `'*'`. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    value = childOf(value, step);
    if (value === undefined) {
      return undefined;
    }
  }
  return value;
}

/** The values at a path in which `'*'` is every element of an array or every value of an object. */
export function valuesAt(root: unknown, path: Path): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) =>
      step === '*' ? values.flatMap(membersOf) : values.map((value) => childOf(value, step)),
    [root],
  );
}

function membersOf(value: unknown): readonly unknown[] {
  if (isArray(value)) {
    return value;
  }
  return isObject(value) ? Object.values(value) : [];
}

/** The JSON name of a value's type. */
export function typeName(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (value === undefined) {
    return 'nothing';
  }
  return isArray(value) ? 'array' : typeof value;
}

export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

export function startsWithPath(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((step, i) => step === path[i]);
}

/** Looks one field up in a record. */
export type Getter = (record: unknown) => unknown;

/** A lookup along a path that is decided once for a page. */
export function toGetter(path: Path): Getter {
  const [first] = path;
  if (path.length === 1 && typeof first === 'string') {
    // What the prototype does not have can't be inherited from it, and need not be asked about each time.
    if (!(first in Object.prototype)) {
      return (record) => (isObject(record) ? record[first] : undefined);
    }
    return (record) => (isObject(record) ? ownValue(record, first) : undefined);
  }
  return (record) => valueAt(record, path);
}
