// JSON as the parser made it, looked at without trust in its keys.

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
  return key in Object.prototype && !Object.hasOwn(object, key) ? undefined : object[key];
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
