/** First milliseconds of days and weeks. Days can have 23 or 25 hours. */
export interface Calendar {
  readonly startOfDay: (at: number) => number;
  readonly nextDay: (at: number) => number;
  readonly startOfWeek: (at: number) => number;
}

/** Local time zone; weeks start on Monday (ISO 8601). */
export const localCalendar: Calendar = {
  startOfDay: (at) => midnight(at, 0),
  nextDay: (at) => midnight(at, 1),
  startOfWeek: (at) => midnight(at, -((new Date(at).getDay() + 6) % 7)),
};

/** If a clock change skips midnight, `Date` returns the first moment after it. */
function midnight(at: number, daysLater: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
