import type { JsonObject } from './json';

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

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** What Date.parse reads alike in every engine (ECMA-262), and what most services write. */
const plainIsoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const httpTime =
  /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2}(?: (?:GMT|UTC|[+-]\d{4}))?$/;
const dotNetTime = /^\/Date\((\d{12,14})(?:[+-]\d{4})?\)\/$/;
const usTime = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ([AP]M))?\b/i;

/**
 * A point in time as epoch milliseconds: ISO 8601 (also with a blank for the T, a zone without colon or
 * no zone at all, which is taken for UTC), HTTP dates, `/Date(ms)/`, and epoch seconds, milliseconds,
 * microseconds or nanoseconds, told apart by size. Nothing outside the years 2000 to 2099.
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
    return plausible(Date.parse(text));
  }
  if (/^\d{9,19}(?:\.\d+)?$/.test(text)) {
    return readEpoch(Number(text));
  }
  const iso = isoTime.exec(text);
  if (iso) {
    return fromParts(iso);
  }
  const dotNet = dotNetTime.exec(text);
  if (dotNet) {
    return plausible(Number(dotNet[1]));
  }
  const us = usTime.exec(text);
  if (us) {
    return fromUsParts(us);
  }
  return httpTime.test(text)
    ? plausible(Date.parse(/[A-Z]{3}$|\d{4}$/.test(text) ? text : `${text} GMT`))
    : undefined;
}

function readEpoch(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0) {
    return undefined;
  }
  if (value < 1e11) {
    return plausible(value * second);
  }
  if (value < 1e14) {
    return plausible(value);
  }
  return value < 1e17 ? plausible(value / 1e3) : plausible(value / 1e6);
}

function fromParts(parts: RegExpExecArray): number | undefined {
  const [, y, mo, d, h = '0', mi = '0', s = '0', fraction = '', zone = ''] = parts;
  const date = Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
  return plausible(date + Number(`0.${fraction || '0'}`) * second - zoneOffset(zone));
}

function zoneOffset(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!match) {
    return 0;
  }
  const offset = Number(match[2]) * hour + Number(match[3] ?? 0) * minute;
  return match[1] === '-' ? -offset : offset;
}

function fromUsParts(parts: RegExpExecArray): number | undefined {
  const [, mo, d, y, h, mi, s = '0', half] = parts;
  const hours = half === undefined ? Number(h) : (Number(h) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return plausible(Date.UTC(Number(y), Number(mo) - 1, Number(d), hours, Number(mi), Number(s)));
}

const unitWords: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis?|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, second],
  [/^(?:m|mins?|minutes?)$/, minute],
  [/^(?:h|hrs?|hours?)$/, hour],
  [/^(?:d|days?)$/, day],
  [/^(?:w|weeks?)$/, 7 * day],
];

/** Milliseconds in a unit of time by its English name or abbreviation. */
export function readUnit(word: string): number | undefined {
  return unitWords.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
}

const isoDuration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;
const clockDuration = /^(\d{1,3}):(\d{2}):(\d{2})(?:\.\d+)?$/;
const everyWords: ReadonlyMap<string, number> = new Map([
  ['minutely', minute],
  ['hourly', hour],
  ['daily', day],
  ['weekly', 7 * day],
]);
const everyNth = /^\*\/(\d{1,2}) \* \* \* \*$/;

/**
 * A length of time that names its own unit, as milliseconds: `30s`, `1h30m`, `7 days`, `every 5 minutes`,
 * `PT5M`, `00:05:00`, `hourly`, and the two forms of cron that repeat evenly.
 */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '' || trimmed.length > 40) {
    return undefined;
  }
  const iso = isoDuration.exec(trimmed);
  if (iso) {
    return positive(sum(iso.slice(1), [7 * day, day, hour, minute, second]));
  }
  const clock = clockDuration.exec(trimmed);
  if (clock) {
    return positive(sum(clock.slice(1), [hour, minute, second]));
  }
  if (trimmed === '* * * * *') {
    return minute;
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

/** A length of time in parts: `{value: 5, unit: "MINUTES"}`, `{minutes: 5}`. */
export function readTimeSpan(span: JsonObject): number | undefined {
  const entries = Object.entries(span).slice(0, 6);
  const amount = entries.find(([key]) =>
    /^(?:value|amount|every|interval|number|count|length)$/i.test(key),
  )?.[1];
  const unit = entries.find(([key]) => /unit/i.test(key))?.[1];
  if (typeof amount === 'number' && typeof unit === 'string') {
    return scaled(amount, readUnit(unit));
  }
  const only = entries.length === 1 ? entries[0] : undefined;
  return typeof only?.[1] === 'number' ? scaled(only[1], readUnit(only[0])) : undefined;
}

function scaled(amount: number, unit: number | undefined): number | undefined {
  return unit === undefined ? undefined : positive(amount * unit);
}

function readUnitTerms(text: string): number | undefined {
  const terms = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)];
  const rest = text.replace(/(\d+(?:\.\d+)?)\s*([a-z]+)/g, '').trim();
  if (terms.length === 0 || rest !== '') {
    return undefined;
  }
  let total = 0;
  for (const [, amount, word = ''] of terms) {
    const unit = readUnit(word);
    if (unit === undefined) {
      return undefined;
    }
    total += Number(amount) * unit;
  }
  return positive(total);
}

function sum(amounts: readonly (string | undefined)[], units: readonly number[]): number {
  return units.reduce((total, unit, i) => total + Number(amounts[i] ?? 0) * unit, 0);
}

function positive(ms: number): number | undefined {
  return ms > 0 && Number.isFinite(ms) ? ms : undefined;
}
