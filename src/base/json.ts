// JSON as the parser made it, looked at without trust in its keys.

/** A JSON object as the parser made it: own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Quick filter: 16 digits or more that may be beyond 2^53, where a number can begin. */
const LARGE_INTEGER = /(?:^|[[:,\s])-?(?:9\d{15}|\d{17})/;

/**
 * Parses JSON. An integer that a number can't hold becomes a text of its digits, so that no two ids become one; that
 * takes several times as long, so only texts that may have one are parsed in that way.
 * @throws SyntaxError; with such an integer also RangeError, if the JSON is nested some thousand levels deep.
 */
export function parseJson(text: string): unknown {
  return LARGE_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** TypeScript doesn't know `context` yet, which Node has since 22. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
  const source = isRounded ? context?.source : undefined;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

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
