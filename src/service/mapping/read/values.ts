import { firstEntries, isArray, isObject } from '../../../base/json';

// What single values say: texts, yes-or-no values, times, lengths of time, hosts and URLs, tags.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Clock times outside are placeholders: 0, year 1, 9999-12-31. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

function plausible(ms: number): number | undefined {
  return ms >= earliest && ms < latest ? Math.trunc(ms) : undefined;
}

/** ISO 8601 and what is close to it; its only group is the zone. */
const isoTime =
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?$/i;
/** What most services write; what no clock or calendar shows isn't among it. */
const plainIsoTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;
const httpTime =
  /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2}(?: (?:GMT|UTC|[+-]\d{4}))?$/;

/**
 * A point in time as epoch milliseconds: ISO 8601 (also with a blank for the T, a zone without colon or
 * no zone at all, which is taken for UTC), HTTP dates, and epoch seconds or milliseconds, told apart by size. Nothing outside the years 2000 to 2099.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return readEpoch(value);
  }
  if (typeof value !== 'string' || value.length > 120) {
    return undefined;
  }
  const text = value.trim();
  if (plainIsoTime.test(text)) {
    return plausible(fromDigits(text));
  }
  if (/^\d{9,19}(?:\.\d+)?$/.test(text)) {
    return readEpoch(Number(text));
  }
  const iso = isoTime.exec(text);
  if (iso) {
    const [, zone] = iso;
    const rest = zone === undefined ? 'Z' : /^.\d\d$/.test(zone) ? ':00' : '';
    return plausible(Date.parse(text.replace(',', '.') + rest));
  }
  return httpTime.test(text)
    ? plausible(Date.parse(/[A-Z]{3}$|\d{4}$/.test(text) ? text : `${text} GMT`))
    : undefined;
}

/** `2026-03-04T11:20:31.000Z`, by its digits: `Date.parse` takes twice as long, and most of reading a page is this. */
function fromDigits(text: string): number {
  const two = (at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * ZERO;
  const ms = text.length > 20 ? 10 * two(20) + text.charCodeAt(22) - ZERO : 0;
  return Date.UTC(100 * two(0) + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms);
}

const ZERO = 48;

function readEpoch(value: number): number | undefined {
  return plausible(value < 1e11 ? value * second : value);
}

const unitsByWord: ReadonlyMap<string, number> = new Map(
  (
    [
      ['ms msec msecs milli millis millisecond milliseconds', 1],
      ['s sec secs second seconds', second],
      ['m min mins minute minutes', minute],
      ['h hr hrs hour hours', hour],
      ['d day days', day],
      ['w week weeks', 7 * day],
    ] as const
  ).flatMap(([words, ms]) => words.split(' ').map((word) => [word, ms] as const)),
);

/** Milliseconds in a unit of time by its English name or abbreviation. */
export function readUnit(word: string): number | undefined {
  return unitsByWord.get(word.toLowerCase());
}

const everyWords: ReadonlyMap<string, number> = new Map([
  ['minutely', minute],
  ['hourly', hour],
  ['daily', day],
  ['weekly', 7 * day],
]);
const everyNth = /^\*\/(\d{1,2}) \* \* \* \*$/;

/**
 * A length of time that names its own unit, as milliseconds: `30s`, `1h30m`, `7 days`, `every 5 minutes`,
 * `hourly`, and the form of cron that repeats evenly.
 */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed.length > 40) {
    return undefined;
  }
  const word = everyWords.get(trimmed.replace(/^@/, ''));
  if (word !== undefined) {
    return word;
  }
  const nth = everyNth.exec(trimmed);
  if (nth) {
    return positive(Number(nth[1]) * minute);
  }
  return readUnitTerms(trimmed.replace(/^(?:every|each)\s+/, ''));
}

/** `1h 30m`: an amount and a unit, repeated; nothing else. */
const UNIT_TERM = /(\d{1,12}(?:\.\d{1,6})?)\s?([a-z]{1,12})\s?/y;

function readUnitTerms(text: string): number | undefined {
  let total = 0;
  for (let at = 0; at < text.length; at = UNIT_TERM.lastIndex) {
    UNIT_TERM.lastIndex = at;
    const [, amount, word = ''] = UNIT_TERM.exec(text) ?? [];
    const unit = readUnit(word);
    if (unit === undefined) {
      return undefined;
    }
    total += Number(amount) * unit;
  }
  return positive(total);
}

function positive(ms: number): number | undefined {
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

const hostForm =
  /^(?:(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}\.?|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\]?)(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const urlForm = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]\S*$/i;

/** Whether a text can be what is checked: a URL with a host, a host name, an address, each with port or path. */
export function isTarget(text: string): boolean {
  if (text.length > 2_048) {
    return false;
  }
  return urlForm.test(text) || hostForm.test(text);
}

/** A text or a number as text; nothing for empty ones, objects and the rest. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? undefined : text;
  }
  return Number.isFinite(value) ? String(value) : undefined;
}

/** The words of a record's tags: an array of texts or objects, a map of keys to values, or one text. */
export function readTags(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const separator = value.includes(',') ? ',' : /\s/;
    return value
      .split(separator)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .slice(0, MAX_TAGS);
  }
  if (isArray(value)) {
    const tags: string[] = [];
    for (let i = 0; i < value.length && i < MAX_TAGS; i++) {
      const tag = readTag(value[i]);
      if (tag !== undefined) {
        tags.push(tag);
      }
    }
    return tags;
  }
  if (!isObject(value)) {
    return [];
  }
  return firstEntries(value, MAX_TAGS).flatMap(([key, text]) =>
    typeof text === 'object' ? [key] : [`${key}:${readText(text) ?? ''}`],
  );
}

const MAX_TAGS = 100;
/** What an object in a list of tags calls its text, the best first. */
const TAG_TEXT_KEYS = ['name', 'label', 'key', 'tag', 'title', 'value', 'text', 'slug'] as const;

function readTag(tag: unknown): string | undefined {
  if (!isObject(tag)) {
    return readText(tag);
  }
  for (const name of TAG_TEXT_KEYS) {
    const text = readText(tag[name]);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

/** A number, or a text that is one without sign, such as `"30"`. */
export function readAmount(value: unknown): number | undefined {
  const isText = typeof value === 'string' && value.length <= 40 && /^\s*\d+(?:\.\d+)?\s*$/.test(value);
  return typeof value === 'number' ? value : isText ? Number(value) : undefined;
}

/** Milliseconds between two checks; `unitMs`: what a number 1 means, where that is known. */
export function readInterval(value: unknown, unitMs: number | undefined): number | undefined {
  const amount = readAmount(value);
  if (amount === undefined) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  const ms = amount * (unitMs ?? 0);
  return ms > 0 && ms < 400 * day ? ms : undefined;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, 'true', 'yes', 'y', '1', 'on', 'active'].map((yes) => [yes, true] as const),
  ...[false, 0, 'false', 'no', 'n', '0', 'off', 'inactive'].map((no) => [no, false] as const),
]);

/** A yes-or-no value in any of the ways services write it; `undefined` for anything else. */
export function readFlag(value: unknown): boolean | undefined {
  return FLAGS.get(typeof value === 'string' && value.length <= 10 ? value.trim().toLowerCase() : value);
}
