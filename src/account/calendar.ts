/** Days of the local time zone, in epoch milliseconds. They can have 23 or 25 hours. */
export const startOfDay = (at: number): number => midnight(at, 0);
export const nextDay = (at: number): number => midnight(at, 1);

/** If a clock change skips midnight, `Date` returns the first moment after it. */
function midnight(at: number, daysLater: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}
