import type { Path } from '../mapping';

/** A JSON object as the parser made it: own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The value under an own key. `constructor` or `toString` of the prototype are not in the response. */
export function ownValue(object: JsonObject, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(object, key) ? undefined : object[key];
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
    return typeof step === 'number' ? value.at(step) : undefined;
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

/** Looks one field up in a record. */
export type Getter = (record: unknown) => unknown;

/** A lookup along a path. Of a record's own field, which most are, its key is all that is looked at. */
export function toGetter(path: Path): Getter {
  const [key] = path;
  return path.length === 1 && typeof key === 'string' && !INHERITED.has(key)
    ? (record) => (isObject(record) ? record[key] : undefined)
    : (record) => valueAt(record, path);
}
