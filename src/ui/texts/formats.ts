import { toSafeText, type SafeText } from '../../base/text';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Largest first. One minute is told as 60 seconds, as services do. */
const INTERVALS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

/** Numbers, dates and times as a person's language writes them. Times are epoch milliseconds. */
export interface Formats {
  readonly number: (value: number) => SafeText;
  /** "14:03", with the date where that isn't today. */
  readonly moment: (at: number, now: number) => SafeText;
  /** "Nov 21, 2026, 14:03". */
  readonly dateTime: (at: number) => SafeText;
  /** "21 Nov". */
  readonly shortDay: (at: number) => SafeText;
  /** "Saturday, November 21". */
  readonly longDay: (at: number) => SafeText;
  /** "3 minutes ago", "now"; a time ahead of the clock counts as now, unless `future` says that it may lie ahead. */
  readonly age: (at: number, now: number, future?: 'future') => SafeText;
  /** "60 sec", "5 min", "1 hr": in the largest unit that leaves a whole number. */
  readonly interval: (ms: number) => SafeText;
}

/** @param language BCP 47; English where it is none. `timeZone` is the machine's own unless given. */
export function createFormats(language: string, timeZone?: string): Formats {
  const locale = toLocale(language);
  const zone = timeZone === undefined ? {} : { timeZone };
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, ...zone });
    return (at: number): SafeText => (isDate(at) ? toSafeText(format.format(at), 80) : toSafeText('—', 1));
  };
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const ages = new Intl.RelativeTimeFormat(locale);
  const nearly = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const time = dates({ hour: 'numeric', minute: '2-digit' });
  const timeWithDay = dates({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  const dayKey = new Intl.DateTimeFormat('en', { dateStyle: 'short', ...zone });
  const isSameDay = (one: number, other: number): boolean =>
    isDate(one) && isDate(other) && dayKey.format(one) === dayKey.format(other);
  return {
    number: (value) => toSafeText(numbers.format(value), 60),
    moment: (at, now) => (isSameDay(at, now) ? time(at) : timeWithDay(at)),
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    shortDay: dates({ day: 'numeric', month: 'short' }),
    longDay: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    age: (at, now, future) => {
      const passed = future === undefined ? Math.max(0, now - at) : now - at;
      const [size, unit] = unitOf(Math.abs(passed));
      // Rounded towards now: an age is never told larger than it is.
      const count = Math.trunc(passed / size);
      return toSafeText(count === 0 ? nearly.format(0, 'second') : ages.format(-count, unit), 60);
    },
    interval: (ms) => {
      const [size, unit] = INTERVALS.find(([least]) => ms >= 2 * least && ms % least === 0) ?? INTERVALS[3];
      const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
      return toSafeText(new Intl.NumberFormat(locale, options).format(ms / size), 60);
    },
  };
}

function unitOf(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  if (ms < HOUR) {
    return [MINUTE, 'minute'];
  }
  return ms < DAY ? [HOUR, 'hour'] : [DAY, 'day'];
}

function isDate(at: number): boolean {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15;
}

/** VS Code's language may be one that Intl doesn't take as a tag. */
function toLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
