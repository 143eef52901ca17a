import { remember } from '../../base/remember';
import { DAY, HOUR, MINUTE, SECOND } from '../../base/time';
import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';

/** Largest first. */
const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const;

type Unit = (typeof UNITS)[number][1];

export type Formats = ReturnType<typeof createFormats>;

export interface Translator extends Translate {
  readonly formats: Formats;
}

/**
 * Creates formats for one language, on first use, because `Intl` is slow. Times are epoch milliseconds,
 * durations milliseconds.
 * @param locale BCP 47
 * @param timeZone default: the machine's
 */
export function createFormats(locale: string, timeZone?: string) {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
    return (at: number) => (isDate(at) ? toSafeText(format().format(at), 80) : NO_TIME);
  };
  const units = (unitDisplay: 'long' | 'short' | 'narrow') => {
    const options = { style: 'unit', unitDisplay, maximumFractionDigits: 1 } as const;
    const formatOf = remember((unit: Unit) => new Intl.NumberFormat(locale, { ...options, unit }));
    return (count: number, unit: Unit) => toSafeText(formatOf(unit).format(count), 60);
  };
  const ages = (style: 'long' | 'narrow') => {
    const format = once(() => new Intl.RelativeTimeFormat(locale, { style }));
    return (at: number, nowMs: number, future?: 'future'): SafeText => {
      if (!isDate(at)) {
        return NO_TIME;
      }
      const passed = future === undefined ? Math.max(0, nowMs - at) : nowMs - at;
      const [count, unit] = toLargestUnit(Math.abs(passed));
      const isNow = unit === 'second' || count === 0;
      const signed = passed > 0 ? -count : count;
      return toSafeText(isNow ? nearly().format(0, 'second') : format().format(signed, unit), 60);
    };
  };
  const nearly = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const numbers = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
  const names = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));
  const day = dates({ dateStyle: 'short' });
  const time = dates({ timeStyle: 'short' });
  const shortDay = dates({ day: 'numeric', month: 'short' });
  const long = units('long');
  const short = units('short');
  const narrow = units('narrow');
  const number = (value: number): SafeText => toSafeText(numbers().format(value), 60);
  const exact = (value: number): SafeText => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: countDecimals(value) });
    return toSafeText(format.format(value), 60);
  };
  return {
    number,
    /** "14:03", with a date if not today. */
    moment: (at: number, nowMs: number): SafeText =>
      !isDate(at) || day(at) === day(nowMs) ? time(at) : joinTexts([shortDay(at), time(at)], ', '),
    /** "Nov 21, 2026, 14:03". */
    dateTime: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    /** "Nov 21, 2026", for a time without a zone that is stored as UTC. */
    dayReceived: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
    /** "Saturday, November 21". */
    longDay: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** "3 minutes ago", "now". A future time is "now" without `future`. */
    age: ages('long'),
    /** "3m ago", "2h ago", "now". */
    shortAge: ages('narrow'),
    /** "20 minutes", "1 hour": one unit, rounded down. */
    duration: (ms: number): SafeText => long(...toLargestUnit(ms)),
    /** "20m", "1h", "3d". */
    shortDuration: (ms: number): SafeText => narrow(...toLargestUnit(ms)),
    /** "60 sec" (not "1 min"), "60 min", "5 min", "2 hr": the largest unit of two or more, without a rest. */
    interval: (ms: number): SafeText => {
      const [size, unit] = UNITS.find(([least]) => ms >= 2 * least && ms % least === 0) ?? UNITS[3];
      return short(ms / size, unit);
    },
    /** With all its figures, so that numbers that differ never look equal. */
    exact,
    /** "€39.90", "$0.00000731", or only the number if the currency is unknown. */
    money: (value: number, currency: string): SafeText => {
      try {
        const options = { style: 'currency', currency } as const;
        const usual = new Intl.NumberFormat(locale, options).resolvedOptions();
        const decimals = Math.max(usual.maximumFractionDigits ?? 2, countDecimals(value));
        const format = new Intl.NumberFormat(locale, {
          ...options,
          maximumFractionDigits: decimals,
        });
        return toSafeText(format.format(value), 60);
      } catch {
        return exact(value);
      }
    },
    /** Ignores case. Puts "m2" before "m10". */
    compare: (one: string, other: string): number => names().compare(one, other),
  };
}

/** Groups digits in messages: "1,200 calls". */
export function withFormats(translate: Translate, formats: Formats): Translator {
  const t: Translate = (message, ...args) =>
    translate(message, ...args.map((arg) => (typeof arg === 'number' ? formats.number(arg) : arg)));
  return Object.defineProperty(t, 'formats', { value: formats }) as Translator;
}

/** Most fraction digits that `Intl` accepts. */
const MAX_DECIMALS = 100;

/** Counts the digits after the point: 2 for 0.25, 8 for 7.31e-6. */
function countDecimals(value: number): number {
  const [figures = '', exponent = '0'] = String(value).split('e');
  const [, fraction = ''] = figures.split('.');
  return Math.min(MAX_DECIMALS, Math.max(0, fraction.length - Number(exponent)));
}

/** Rounds down, so ages are never overstated. */
function toLargestUnit(ms: number): [number, Unit] {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? UNITS[3];
  return [Math.max(0, Math.floor(ms / size)), unit];
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const NO_TIME = toSafeText('—', 1);

function isDate(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
