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
const PLAIN_ISO = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
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
    return toTime(Date.parse(value));
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

/** Accepts the years 2000 to 2099: 0, year 1 and 9999-12-31 mean "never". */
function toTime(ms: number, hasZone = true) {
  return ms >= 946_684_800_000 && ms < 4_102_444_800_000
    ? { at: Math.trunc(ms), hasZone }
    : undefined;
}

const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'ms msec msecs millisecond milliseconds': 1,
    's sec secs second seconds': SECOND,
    'm min mins minute minutes': MINUTE,
    'h hr hrs hour hours hourly': HOUR,
    'd day days daily': DAY,
    'w week weeks weekly': 7 * DAY,
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
  let total = 0;
  let length = 0;
  for (const [term, amount = '1', word = ''] of text.matchAll(TERM)) {
    total += Number(amount) * (readUnit(word) ?? Number.NaN);
    length += term.length;
  }
  return length === text.length && total > 0 ? total : undefined;
}
