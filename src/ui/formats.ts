import { remember } from '../base/remember';
import { DAY, HOUR, MINUTE, SECOND } from '../base/time';
import { joinTexts, toSafeText } from '../base/text';

/** Largest first. */
const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

type Unit = (typeof UNITS)[number][1];

/**
 * Creates formats for one language, on first use, because `Intl` is slow. Times are epoch milliseconds,
 * durations milliseconds.
 * @param locale BCP 47
 * @param timeZone default: the machine's
 */
export function createFormats(locale: string, timeZone?: string) {
  const names = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));
  return {
    ...createTimes(locale, timeZone),
    ...createAges(locale),
    ...createNumbers(locale),
    /** Ignores case. Puts "m2" before "m10". */
    compare: (a: string, b: string) => names().compare(a, b),
  };
}

function createTimes(locale: string, timeZone: string | undefined) {
  const toFormat = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
    return (at: number) => toSafeText(format().format(at));
  };
  const day = toFormat({ dateStyle: 'short' });
  const shortDay = toFormat({ day: 'numeric', month: 'short' });
  const time = toFormat({ timeStyle: 'short' });
  return {
    /** "14:03", with a date if not today. */
    moment: (at: number, nowMs: number) =>
      joinTexts([day(at) !== day(nowMs) && shortDay(at), time(at)], ', '),
    /** "Nov 21, 2026, 14:03". */
    dateTime: toFormat({ dateStyle: 'medium', timeStyle: 'short' }),
    /** "Nov 21, 2026", for a time without a zone that is stored as UTC. */
    dayReceived: toFormat({ dateStyle: 'medium', timeZone: 'UTC' }),
    /** "Saturday, November 21, 2026". */
    longDay: toFormat({ dateStyle: 'full' }),
  };
}

function createAges(locale: string) {
  const nearly = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const ages = once(() => new Intl.RelativeTimeFormat(locale, { style: 'narrow' }));
  const toDuration = (unitDisplay: 'long' | 'narrow') => {
    const formatOf = remember(
      (unit: Unit) => new Intl.NumberFormat(locale, { style: 'unit', unitDisplay, unit }),
    );
    return (count: number, unit: Unit) => toSafeText(formatOf(unit).format(count));
  };
  const long = toDuration('long');
  const narrow = toDuration('narrow');
  return {
    /** "3m ago", "2h ago". "now" in the last minute, and for a time in the future. */
    age: (at: number, nowMs: number) => {
      const [count, unit] = toLargestUnit(nowMs - at);
      return toSafeText(unit === 'second' ? nearly().format(0, unit) : ages().format(-count, unit));
    },
    /** "20m", "1h", "3d": one unit, rounded down. */
    shortDuration: (ms: number) => narrow(...toLargestUnit(ms)),
    /** "90 seconds", "5 minutes": the largest unit without a rest. */
    duration: (ms: number) => {
      const [size, unit] = UNITS.find(([least]) => ms % least === 0) ?? UNITS[3];
      return long(ms / size, unit);
    },
  };
}

/** Formats all figures (`Intl` allows up to 100), so that numbers that differ never look equal. */
function createNumbers(locale: string) {
  const toFormat = (options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 100, ...options });
  const numbers = once(toFormat);
  const number = (value: number) => toSafeText(numbers().format(value));
  return {
    number,
    /** "€39.90", "$0.00000731", or only the number if the currency is unknown. */
    money: (value: number, currency: string) => {
      try {
        return toSafeText(toFormat({ style: 'currency', currency }).format(value));
      } catch {
        return number(value);
      }
    },
  };
}

/** Rounds down, so ages are never overstated. */
function toLargestUnit(ms: number): [number, Unit] {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS[3];
  return [Math.max(0, Math.floor(ms / size)), unit];
}

function once<T>(make: () => T) {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
