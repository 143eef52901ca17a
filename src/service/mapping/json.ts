import type { Path } from './extraction';

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

/** The step into a text that is itself JSON: some services keep a monitor's settings in one. */
export const EMBEDDED_STEP = '@json';
const MAX_EMBEDDED_LENGTH = 4_000;

/** The object that a text holds as JSON, if it does. */
export function readEmbedded(value: unknown): JsonObject | undefined {
  if (typeof value !== 'string' || !value.startsWith('{') || value.length > MAX_EMBEDDED_LENGTH) {
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
function childOf(value: unknown, step: string | number): unknown {
  if (isArray(value)) {
    return typeof step === 'number' && Number.isInteger(step) ? value.at(step) : undefined;
  }
  if (step === EMBEDDED_STEP && typeof value === 'string') {
    return readEmbedded(value);
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

/** Whether a value says anything. `error: "none"`, `captcha: 0` and `errors: []` are there, and say that there is none. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
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
  const spread = Array.from({ length: tail }, (_, i) => list[head + Math.floor(i * stride)] as T);
  return [...list.slice(0, head), ...spread];
}

const PLAIN_STEP = /^[A-Za-z_]\w*$/;

/** A path as text, in JMESPath's own notation, so that it can be pasted into the setting: `data[0]."a b".id`. */
export function toPathText(path: Path): string {
  if (path.length === 0) {
    return '@';
  }
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') {
      return `${text}[${step}]`;
    }
    if (step === '*') {
      return text === '' ? '*' : `${text}.*`;
    }
    const name = PLAIN_STEP.test(step) ? step : JSON.stringify(step);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** Reads what {@link toPathText} wrote; `undefined` for anything else. */
export function readPathText(text: string): Path | undefined {
  if (text === '@') {
    return [];
  }
  if (text.startsWith('.')) {
    return undefined;
  }
  const steps: (string | number)[] = [];
  const step = /(?:^|\.)([A-Za-z_]\w*)|(?:^|\.)("(?:[^"\\]|\\.)*")|\[(-?\d{1,15})\]|(?:^|\.)(\*)/y;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (!match) {
      return undefined;
    }
    const [, name, quoted, index, star] = match;
    const next = name ?? star ?? (quoted === undefined ? Number(index) : unquoted(quoted));
    if (next === undefined) {
      return undefined;
    }
    steps.push(next);
  }
  return steps.length > 0 ? steps : undefined;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

export function startsWithPath(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((step, i) => step === path[i]);
}

/** One value of a response, with where it is. */
export interface Visit {
  readonly path: Path;
  readonly value: unknown;
  /** The object or array that holds it; absent for the root. */
  readonly holder?: Visit;
  /** What the visited value holds, as far as it was looked at. */
  readonly members: Visit[];
}

/** Every value of a response, the outer ones first, to a depth and a number that bound the work. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly Visit[] {
  const visits: Visit[] = [{ path: [], value: root, members: [] }];
  for (let next = 0; next < visits.length && visits.length < limits.visits; next++) {
    const holder = visits[next] as Visit;
    if (holder.path.length >= limits.depth) {
      continue;
    }
    const room = Math.min(limits.visits - visits.length, limits.elements);
    for (const [step, value] of stepsOf(holder.value, room)) {
      const visit = { path: [...holder.path, step], value, holder, members: [] };
      holder.members.push(visit);
      visits.push(visit);
    }
  }
  return visits;
}

function stepsOf(value: unknown, limit: number): readonly (readonly [string | number, unknown])[] {
  if (isArray(value)) {
    return value.slice(0, limit).map((child, i) => [i, child] as const);
  }
  return isObject(value) ? firstEntries(value, limit) : [];
}

// Keys.

const MAX_KEY_LENGTH = 80;

/**
 * The words of a key in lower case, whatever its style: `lastCheckedAt`, `last_checked_at`,
 * `Last-Checked-At` and `LastCheckedAt` are all `last checked at`.
 */
export function toWords(key: string): readonly string[] {
  return withoutAccents(key.slice(0, MAX_KEY_LENGTH))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A key without its style: `lastcheckedat`. The form in which words are looked up. */
export function toPlain(key: string): string {
  const lower = withoutAccents(key.slice(0, MAX_KEY_LENGTH)).toLowerCase();
  return PLAIN.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]+/gu, '');
}

const PLAIN = /^[a-z0-9]*$/;

/** `ä` is `a`; ASCII, which nearly all keys are, is left as it is. */
function withoutAccents(text: string): string {
  return ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '');
}

const ASCII = /^[\x00-\x7f]*$/;

/** A word in the singular, by the plain English endings that plural keys have. */
export function toSingular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) {
    return `${word.slice(0, -3)}y`;
  }
  if (/(?:s|x|ch|sh)es$/.test(word)) {
    return word.slice(0, -2);
  }
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** A key as the rules look at it: in English where its words are of a language that is known. */
export interface KeyWords {
  /** Without style and separators. */
  readonly plain: string;
  readonly words: readonly string[];
}

const MAX_KNOWN_KEYS = 4_000;

/** Reads keys, each once: the keys of a service are the same in every record and on every page. */
export class KeyReader {
  readonly #english: ReadonlyMap<string, string>;
  readonly #known = new Map<string, KeyWords>();

  constructor(english: ReadonlyMap<string, string>) {
    this.#english = english;
  }

  read(key: string): KeyWords {
    const known = this.#known.get(key);
    if (known) {
      return known;
    }
    // Salesforce: `Endpoint__c` is a field that its owner has added.
    const bare = key.replace(/__c$/i, '');
    const words = toWords(bare);
    const english = words.map((word) => this.#english.get(word) ?? word);
    const translated = english.some((word, i) => word !== words[i]);
    const read = { plain: translated ? english.join('') : toPlain(bare), words: english };
    if (this.#known.size >= MAX_KNOWN_KEYS) {
      this.#known.clear();
    }
    if (key.length <= MAX_KEY_LENGTH) {
      this.#known.set(key, read);
    }
    return read;
  }
}
