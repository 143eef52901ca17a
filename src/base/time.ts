/** In milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Epoch milliseconds. Without a zone, `at` may be hours off. */
export interface Time {
  readonly at: number;
  readonly hasZone: boolean;
}

/** The usual form of this century's times. */
const PLAIN_ISO =
  /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?))?\s?(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?(?: UTC)?$/i;
const HTTP_DATE =
  /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d(?: (?:GMT|UTC|[+-]\d{4}))?$/;
const EPOCH = /^(?:\/Date\()?(\d{9,19}(?:\.\d{1,9})?)(?:(?:[+-]\d{4})?\)\/)?$/;

/** Reads ISO 8601, HTTP dates, and epoch seconds or milliseconds (by size). */
export function readTime(value: unknown): Time | undefined {
  if (typeof value === 'number') {
    return toTime(value < 1e11 ? value * SECOND : value);
  }
  if (typeof value !== 'string' || value.length > 60) {
    return undefined;
  }
  if (PLAIN_ISO.test(value)) {
    return toTime(parsePlainIso(value));
  }
  const text = value.trim();
  const [, epoch] = EPOCH.exec(text) ?? [];
  if (epoch !== undefined) {
    return readTime(Number(epoch));
  }
  const [isIso, year, month, date, clock = '00:00', offset = ''] = ISO.exec(text) ?? [];
  if (isIso !== undefined) {
    const suffix = /^[+-]/.test(offset) ? offset.replace(/^(.\d\d)$/, '$1:00') : 'Z';
    const ms = Date.parse(`${year}-${month}-${date}T${clock.replace(',', '.')}${suffix}`);
    return toTime(ms, offset !== '');
  }
  const hasZone = /(?:GMT|UTC|[+-]\d{4})$/.test(text);
  return HTTP_DATE.test(text)
    ? toTime(Date.parse(hasZone ? text : `${text} GMT`), hasZone)
    : undefined;
}

/** Takes half as long as `Date.parse`. */
function parsePlainIso(text: string): number {
  const two = (at: number) => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 528;
  const ms = text.length === 20 ? 0 : 10 * two(20) + text.charCodeAt(22) - 48;
  return Date.UTC(2000 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms);
}

/** Limits, because 0, year 1 and 9999-12-31 mean "never". */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

function toTime(ms: number, hasZone = true) {
  // "0000-00-00" isn't a time.
  return ms >= EARLIEST && ms < LATEST ? { at: Math.trunc(ms), hasZone } : undefined;
}

const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'ms msec msecs milli millis millisecond milliseconds': 1,
    's sec secs second seconds': SECOND,
    'm min mins minute minutes minutely': MINUTE,
    'h hr hrs hour hours hourly': HOUR,
    'd day days daily': DAY,
    'w week weeks weekly 604800': 7 * DAY,
  }).flatMap(([words, ms]) => words.split(' ').map((word) => [word, ms] as const)),
);

/** Returns milliseconds. */
export function readUnit(word: string): number | undefined {
  return UNITS.get(word.toLowerCase());
}

const TERM = /(\d{1,12}(?:\.\d{1,6})?)?[\s_]?([a-z]{1,12})\s?/g;

/** Reads milliseconds: `30s`, `1h30m`, `every 5 minutes`, `hourly`, `PT5M`. */
export function readDuration(value: string): number | undefined {
  const text = value
    .trim()
    .toLowerCase()
    .slice(0, 60)
    .replace(/^(?:@?every[\s_]|pt(?=\d)|p(?=\d+[dw]))/, '');
  const terms = [...text.matchAll(TERM)];
  const isAll = terms.map(([term]) => term).join('') === text;
  const times = terms.map(
    ([, amount = '1', word = '']) => Number(amount) * (readUnit(word) ?? Number.NaN),
  );
  const total = times.reduce((sum, ms) => sum + ms, 0);
  return isAll && total > 0 ? total : undefined;
}
