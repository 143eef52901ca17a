import { toSafeText, type SafeText } from '../../base/text';

// Pure: `language` is that of VS Code (a BCP 47 tag such as "de" or "zh-cn"), times are epoch milliseconds.

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const DAY_AND_MONTH = { day: 'numeric', month: 'short' } as const;

/** Intl's formats are slow to make, and a list has many times. */
const FORMATS = new Map<string, unknown>();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Rows that are older look old, and nothing that is older is good news. */
export const STALE_AFTER_MS = HOUR;

/** "14:03", with the date where that is not today. */
export function toTimeText(language: string, at: number, now: number): SafeText {
  if (!isTime(at)) {
    return toSafeText('—', 1);
  }
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  const format = sameDay
    ? formatOf(`time ${language}`, () => new Intl.DateTimeFormat(language, TIME))
    : formatOf(`date ${language}`, () => new Intl.DateTimeFormat(language, { ...TIME, ...DAY_AND_MONTH }));
  return toSafeText(format.format(at), 60);
}

function isTime(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}

function formatOf<T>(key: string, make: () => T): T {
  const known = FORMATS.get(key) as T | undefined;
  const format = known ?? make();
  FORMATS.set(key, format);
  return format;
}

/** "now", "5 minutes ago", "3 days ago"; a time ahead of the clock counts as now. */
export function toAgeText(language: string, at: number, now: number): SafeText {
  if (!isTime(at)) {
    return toSafeText('—', 1);
  }
  const [count, unit] = toLargestUnit(now - at);
  const numeric = unit === 'second' ? 'auto' : 'always';
  const format = formatOf(
    `age ${numeric} ${language}`,
    () => new Intl.RelativeTimeFormat(language, { numeric }),
  );
  return toSafeText(format.format(unit === 'second' ? 0 : -count, unit), 60);
}

/** "20 minutes", "1 hour", "3 days": one unit, rounded down. */
export function toDurationText(language: string, ms: number): SafeText {
  return toUnitText(language, ms, 'long');
}

/** "4 min", "2 hr", "1 day". */
export function toShortDurationText(language: string, ms: number): SafeText {
  return toUnitText(language, ms, 'short');
}

/** "60 sec", "5 min": the largest unit in which it is a whole number. */
export function toIntervalText(language: string, ms: number): SafeText {
  const [size, unit] = (
    [
      [DAY, 'day'],
      [HOUR, 'hour'],
      [MINUTE, 'minute'],
      [1000, 'second'],
    ] as const
  ).find(([size]) => ms >= 2 * size && ms % size === 0) ?? [
    ms % 1000 === 0 ? 1000 : 1,
    ms % 1000 === 0 ? 'second' : 'millisecond',
  ];
  return formatUnit(language, ms / size, unit, 'short');
}

/** "338 ms". */
export function toMillisecondsText(language: string, ms: number): SafeText {
  return formatUnit(language, ms, 'millisecond', 'short');
}

function toUnitText(language: string, ms: number, display: 'long' | 'short'): SafeText {
  const [count, unit] = toLargestUnit(ms);
  return formatUnit(language, count, unit, display);
}

function toLargestUnit(ms: number): [number, 'day' | 'hour' | 'minute' | 'second'] {
  if (ms >= DAY) {
    return [Math.floor(ms / DAY), 'day'];
  }
  if (ms >= HOUR) {
    return [Math.floor(ms / HOUR), 'hour'];
  }
  return ms >= MINUTE ? [Math.floor(ms / MINUTE), 'minute'] : [Math.max(0, Math.floor(ms / 1000)), 'second'];
}

function formatUnit(language: string, count: number, unit: string, unitDisplay: 'long' | 'short'): SafeText {
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  const format = formatOf(
    `unit ${unit} ${unitDisplay} ${language}`,
    () => new Intl.NumberFormat(language, options),
  );
  return toSafeText(format.format(count), 60);
}
