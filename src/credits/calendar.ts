/**
 * Where days and weeks begin, in epoch milliseconds. Injected, so that a day of 23 or 25 hours is the
 * calendar's matter and nobody adds 24 hours to anything.
 */
export interface Calendar {
  /** The first millisecond of the day in which `at` lies. */
  readonly startOfDay: (at: number) => number;
  /** The first millisecond of the day after the one in which `at` lies. */
  readonly nextDay: (at: number) => number;
  /** The first millisecond of the week in which `at` lies. */
  readonly startOfWeek: (at: number) => number;
}

/** Days of the host's own time zone; weeks begin on Monday (ISO 8601). */
export const localCalendar: Calendar = {
  startOfDay: (at) => midnight(at, 0),
  nextDay: (at) => midnight(at, 1),
  startOfWeek: (at) => midnight(at, -((new Date(at).getDay() + 6) % 7)),
};

/** `Date` itself moves a midnight that a clock change skips to the first moment after it. */
function midnight(at: number, daysLater: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
