/** A JSON object with any own keys, which are untrusted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Quick filter: 16 digits, which may be an integer beyond 2^53. */
const LARGE_INTEGER = /(?:^|[[:,\s])-?(?:9\d{15}|\d{17})/;

/**
 * Parses JSON. An integer that a number can't hold becomes a text of its digits, so that IDs stay different.
 * @returns undefined if the text isn't JSON or is nested too deeply
 */
export function tryParseJson(text: string): unknown {
  try {
    return LARGE_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** TypeScript lacks `context`, which Node has since 22. */
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

/** Returns the value of an own key, never of the prototype. */
export function ownValue(object: JsonObject, key: string): unknown {
  return key in Object.prototype && !Object.hasOwn(object, key) ? undefined : object[key];
}

/** The keys of a huge object, in the object itself: to list 600,000 keys takes half as long as to parse them. */
const KEYS = Symbol('keys');
const HUGE = 10_000;

export function firstKeys(object: JsonObject, limit: number): readonly string[] {
  const { [KEYS]: listed }: { readonly [KEYS]?: readonly string[] } = object;
  const keys = listed ?? Object.keys(object);
  if (keys.length > HUGE && listed === undefined) {
    Object.defineProperty(object, KEYS, { value: keys });
  }
  return keys.length > limit ? keys.slice(0, limit) : keys;
}

export function firstEntries(object: JsonObject, limit: number): [string, unknown][] {
  return firstKeys(object, limit).map((key) => [key, object[key]]);
}

/** Returns a text or number as text, or undefined for anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value.trim() || undefined;
  }
  return Number.isFinite(value) ? String(value) : undefined;
}

/** Like {@link readText}, but accepts booleans and defaults to `''`. Never calls an untrusted `toString`. */
export function toText(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (readText(value) ?? '');
}

const YES = /^(?:true|yes|y|1|on|ja|oui|s[ií]|sim)$/i;
const NO = /^(?:false|no|n|0|off|nein|non|n[aã]o)$/i;

export function readFlag(value: unknown): boolean | undefined {
  const text = toText(value);
  return YES.test(text) || (NO.test(text) ? false : undefined);
}

export function readAmount(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const isText = typeof value === 'string' && /^\s?\d{1,15}(?:\.\d{1,6})?\s?$/.test(value);
  return isText ? Number(value) : undefined;
}

/** Checks for content. `error: "no"`, `captcha: 0` and `errors: []` are empty. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'object'
    ? Object.keys(value ?? {}).length > 0
    : !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(toText(value));
}

const MAX_VISITS = 2_000;
const MAX_ELEMENTS = 50;

/** Lists values at any depth, outer ones first. `width`: the most elements of each object or array. */
export function walk(root: unknown, depth: number, width = MAX_ELEMENTS) {
  const visits: {
    readonly steps: readonly (string | number)[];
    readonly value: unknown;
  }[] = [{ steps: [], value: root }];
  for (const { steps, value } of visits) {
    const entries = isArray(value)
      ? value.slice(0, width).entries()
      : firstEntries(isObject(value) ? value : {}, width);
    for (const [step, inner] of steps.length < depth && visits.length < MAX_VISITS ? entries : []) {
      visits.push({ steps: [...steps, step], value: inner });
    }
  }
  return visits;
}
