/** First milliseconds of days. Days can have 23 or 25 hours. */
export interface Calendar {
  readonly startOfDay: (at: number) => number;
  readonly nextDay: (at: number) => number;
}

/** The local time zone. */
export const localCalendar: Calendar = {
  startOfDay: (at) => midnight(at, 0),
  nextDay: (at) => midnight(at, 1),
};

/** If a clock change skips midnight, `Date` returns the first moment after it. */
function midnight(at: number, daysLater: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
