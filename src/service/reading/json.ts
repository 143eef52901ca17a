import type { Path } from './reading';

/** A JSON object as the parser made it: own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value under an own key. `constructor` or `toString` of the prototype are not in the answer. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The step into a text that is itself JSON: some services keep a monitor's settings in one. */
export const embeddedStep = '@json';
const longestEmbedded = 4_000;

/** The object that a text holds as JSON, if it does. */
export function readEmbedded(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string' || !value.startsWith('{') || value.length > longestEmbedded) {
    return undefined;
  }
  try {
    const embedded: unknown = JSON.parse(value);
    return isObject(embedded) ? embedded : undefined;
  } catch {
    return undefined;
  }
}

/** One step down; in an array, -1 is its last element. `undefined` where there is nothing. */
export function childOf(value: unknown, step: string | number): unknown {
  if (isArray(value)) {
    const index = typeof step === 'number' ? step : Number.NaN;
    return Number.isInteger(index) ? value.at(index) : undefined;
  }
  if (step === embeddedStep && typeof value === 'string') {
    return readEmbedded(value);
  }
  return isObject(value) ? ownValue(value, String(step)) : undefined;
}

/** What stands at a path without `'*'`. */
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

/** What stands at a path in which `'*'` is every element of an array or every value of an object. */
export function valuesAt(root: unknown, path: Path): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) => (step === '*' ? values.flatMap(membersOf) : values.map((v) => childOf(v, step))),
    [root],
  );
}

export function membersOf(value: unknown): readonly unknown[] {
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

/**
 * At most `count` elements of a list: the first ones and a spread over the rest, so that a page
 * that is sorted by status or type does not show one side alone.
 */
export function sampleOf<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) {
    return list;
  }
  const head = Math.ceil(count / 2);
  const tail = count - head;
  const stride = (list.length - head) / tail;
  return [
    ...list.slice(0, head),
    ...Array.from({ length: tail }, (_, i) => list[head + Math.floor(i * stride)] as T),
  ];
}
