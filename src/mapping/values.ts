import { firstEntries, isArray, isObject, parseJson } from '../base/json';

// What single values say: texts, flags, times, lengths of time, addresses, tags.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A text or a number as text; undefined if it is empty or something else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? undefined : text;
  }
  return Number.isFinite(value) ? String(value) : undefined;
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, 'true', 'yes', 'y', '1', 'on'].map((yes) => [yes, true] as const),
  ...[false, 0, 'false', 'no', 'n', '0', 'off'].map((no) => [no, false] as const),
]);

/** A yes-or-no value; of numbers, 0 and 1 alone. */
export function readFlag(value: unknown): boolean | undefined {
  return FLAGS.get(typeof value === 'string' && value.length < 8 ? value.trim().toLowerCase() : value);
}

/** An array or object, also one that is written as a JSON text. */
export function readStructure(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    try {
      return parseJson(value);
    } catch {
      return value;
    }
  }
  return value;
}

// Times.

/** A moment; without a zone it may be some hours off. */
export interface Time {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly hasZone: boolean;
}

/** The offset from UTC at a local time, both in milliseconds. */
export type Zone = (localMs: number) => number;

const ISO =
  /^(\d{4}-\d\d-\d\d|\d{8})(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?\s?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?(?: UTC)?$/i;
const PLAIN_ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const HTTP_DATE =
  /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d(?: (?:GMT|UTC|[+-]\d{4}))?$/;
const DOTNET_DATE = /^\/Date\((\d{9,14})(?:[+-]\d{4})?\)\/$/;

/** 0, year 1 and 9999-12-31 stand for "never". */
function plausible(at: number, hasZone: boolean): Time | undefined {
  return at >= Date.UTC(2000, 0, 1) && at < Date.UTC(2100, 0, 1)
    ? { at: Math.trunc(at), hasZone }
    : undefined;
}

/** ISO 8601 and what is close to it, HTTP dates, and epoch seconds, milliseconds or finer, told apart by their size. */
export function readTime(value: unknown, zone?: Zone): Time | undefined {
  if (typeof value === 'number') {
    return readEpoch(value);
  }
  if (isObject(value)) {
    // As MongoDB, protobuf and PHP write a time.
    const inner =
      value['$date'] ?? value['seconds'] ?? value['_seconds'] ?? value['$numberLong'] ?? value['date'];
    return isObject(inner) || typeof inner !== 'object'
      ? readTime(inner, toZone(value['timezone']) ?? zone)
      : undefined;
  }
  if (typeof value !== 'string' || value.length > 60) {
    return undefined;
  }
  if (PLAIN_ISO.test(value)) {
    return plausible(Date.parse(value), true);
  }
  const text = value.trim();
  const epoch = DOTNET_DATE.exec(text)?.[1] ?? (/^\d{9,19}(?:\.\d+)?$/.test(text) ? text : undefined);
  if (epoch !== undefined) {
    return readEpoch(Number(epoch));
  }
  const [isIso, date = '', clock, offset] = ISO.exec(text) ?? [];
  if (isIso !== undefined) {
    const days = date.length === 8 ? date.replace(/^(....)(..)/, '$1-$2-') : date;
    const suffix = offset === undefined ? 'Z' : /^.\d\d$/.test(offset) ? `${offset}:00` : offset;
    const local = Date.parse(
      `${days}T${clock?.replace(',', '.') ?? '00:00'}${/^[A-Z]{3}$/i.test(suffix) ? 'Z' : suffix}`,
    );
    return inZone(local, offset !== undefined, zone);
  }
  if (HTTP_DATE.test(text)) {
    const hasZone = /[A-Z]{3}$|[+-]\d{4}$/.test(text);
    return inZone(Date.parse(hasZone ? text : `${text} GMT`), hasZone, zone);
  }
  return undefined;
}

function inZone(local: number, hasZone: boolean, zone: Zone | undefined): Time | undefined {
  return hasZone || zone === undefined ? plausible(local, hasZone) : plausible(local - zone(local), true);
}

function readEpoch(value: number): Time | undefined {
  const ms = value < 1e11 ? value * second : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6;
  return plausible(ms, true);
}

/** A zone by its name (`America/New_York`) or offset (`UTC+2`, `+05:30`); undefined if there is none of that name. */
export function toZone(name: unknown): Zone | undefined {
  if (typeof name !== 'string' || name.length > 60) {
    return undefined;
  }
  const [isOffset, sign, hours, minutes = '0'] =
    /^(?:UTC|GMT)?\s?([+-])(\d{1,2}):?(\d\d)?$/i.exec(name.trim()) ?? [];
  if (isOffset !== undefined) {
    const ms = Number(hours) * hour + Number(minutes) * minute;
    return () => (sign === '-' ? -ms : ms);
  }
  try {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name.trim(),
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const offsetAt = (utc: number) => Date.parse(`${format.format(utc).replace(' ', 'T')}Z`) - utc;
    // The offset at a local time is that of the moment it stands for, which is one offset away.
    return (local) => offsetAt(local - offsetAt(local - (local % second)) - (local % second));
  } catch {
    return undefined;
  }
}

// Lengths of time.

const UNITS: ReadonlyMap<string, number> = new Map(
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
  return UNITS.get(word.toLowerCase());
}

const EVERY: ReadonlyMap<string, number> = new Map([
  ['minutely', minute],
  ['hourly', hour],
  ['daily', day],
  ['weekly', 7 * day],
]);
const TERM = /(\d{1,12}(?:\.\d{1,6})?)\s?([a-z]{1,12})\s?/y;
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i;
const CLOCK = /^(?:(\d{1,3})\.)?(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;

/** Milliseconds of a text that names its own unit: `30s`, `1h30m`, `every 5 minutes`, `PT5M`, `00:05:00`, `hourly`, cron. */
export function readDuration(value: string): number | undefined {
  const text = value.trim().toLowerCase().slice(0, 60);
  const [, rate] = /^rate\((.*)\)$/.exec(text) ?? [];
  const word = EVERY.get(text.replace(/^@/, ''));
  const parts = (ISO_DURATION.exec(text) ?? CLOCK.exec(text))?.slice(1).map((part) => Number(part ?? 0));
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts ?? [];
  const ms =
    word ??
    (parts ? days * day + hours * hour + minutes * minute + seconds * second : undefined) ??
    readCron(text) ??
    readTerms((rate ?? text).replace(/^(?:every|each)\s+(?=\d)/, '').replace(/^(?:every|each)\s+/, '1 '));
  return ms !== undefined && ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

function readTerms(text: string): number | undefined {
  let total = 0;
  for (let at = 0; at < text.length; at = TERM.lastIndex) {
    TERM.lastIndex = at;
    const [, amount, word = ''] = TERM.exec(text) ?? [];
    const unit = readUnit(word);
    if (unit === undefined) {
      return undefined;
    }
    total += Number(amount) * unit;
  }
  return total;
}

/** The distance between two runs of a cron line that repeats evenly. */
function readCron(text: string): number | undefined {
  const [minutes = '', hours = '', ...days] = text.replace(/^cron\((.*)\)$/, '$1').split(/\s+/);
  if (days.length < 3 || days.length > 4 || !/^[\d*/]+$/.test(minutes + hours)) {
    return undefined;
  }
  const step = (field: string, unit: number) =>
    field === '*' ? unit : /^(?:\*|0)\/\d{1,2}$/.test(field) ? Number(field.split('/')[1]) * unit : undefined;
  const isEachDay = days.every((field) => /^[*?]$/.test(field));
  if (!isEachDay) {
    return undefined;
  }
  const isFixed = /^\d{1,2}$/.test(minutes);
  return isFixed ? step(hours, hour) : hours === '*' ? step(minutes, minute) : undefined;
}

/** A number, or a text that is one. */
export function readAmount(value: unknown): number | undefined {
  const isText = typeof value === 'string' && /^\s*\d{1,15}(?:\.\d{1,6})?\s*$/.test(value);
  return typeof value === 'number' ? value : isText ? Number(value) : undefined;
}

/** Milliseconds between two checks. `unitMs` is what a bare number 1 means. */
export function readInterval(value: unknown, unitMs: number | undefined): number | undefined {
  if (isObject(value)) {
    const unit = readText(value['unit'] ?? value['units'] ?? value['type']);
    const amount = value['value'] ?? value['amount'] ?? value['every'] ?? value['count'] ?? value['interval'];
    const own = unit === undefined ? undefined : readUnit(unit);
    const [[key, only] = ['', undefined]] = firstEntries(value, 2);
    return own === undefined ? readInterval(amount ?? only, readUnit(key)) : readInterval(amount, own);
  }
  const amount = readAmount(value);
  if (amount === undefined) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  const ms = amount * (unitMs ?? 0);
  return ms > 0 && ms < 400 * day ? ms : undefined;
}

// Addresses.

const HOST =
  /^(?:(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}\.?|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\]?)(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const URL_FORM = /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]\S*$/i;

/** Whether a text can be what is checked: a URL with a host, a host name or an address. */
export function isTarget(text: string): boolean {
  return text.length <= 2_048 && (URL_FORM.test(text) || HOST.test(text));
}

// Tags.

const MAX_TAGS = 100;
const TAG_NAMES = ['name', 'label', 'key', 'tag', 'title', 'text', 'slug', 'value'];

/** Tags from an array of texts or objects, a map of keys to values, or one text. */
export function readTags(value: unknown): readonly string[] {
  const given = readStructure(value);
  if (typeof given === 'string') {
    // Only words in small letters are tags separated by blanks: "Customer facing" is one.
    const separator = /[,;|]/.exec(given)?.[0] ?? (/^[a-z\d][a-z\d_:.\s-]*$/.test(given) ? /\s/ : '\n');
    const tags = given.split(separator).map((tag) => tag.trim());
    return tags.filter((tag) => tag !== '').slice(0, MAX_TAGS);
  }
  if (isArray(given)) {
    return given.slice(0, MAX_TAGS).flatMap((tag) => readTag(tag) ?? []);
  }
  return isObject(given) ? firstEntries(given, MAX_TAGS).flatMap(([key, text]) => toPair(key, text)) : [];
}

function readTag(tag: unknown): string | undefined {
  if (!isObject(tag)) {
    return readText(tag);
  }
  const entries = firstEntries(tag, 20).map(([key, text]) => [key.toLowerCase(), readText(text)] as const);
  const byName = new Map(entries.filter(([, text]) => text !== undefined));
  const name = TAG_NAMES.find((known) => byName.has(known));
  const text = name === undefined ? undefined : byName.get(name);
  const isNamed = name === 'name' || name === 'key' || name === 'label' || name === 'tag';
  return text !== undefined && isNamed && byName.has('value') ? `${text}:${byName.get('value')}` : text;
}

function toPair(key: string, text: unknown): string {
  const value = typeof text === 'boolean' ? String(text) : readText(text);
  return value === undefined ? key : `${key}:${value}`;
}
