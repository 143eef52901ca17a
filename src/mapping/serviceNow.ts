import { MINUTE, readTime } from '../base/time';
import type { Page } from '../monitors/page';

/** Smaller differences come from the network and from whole seconds. */
const MIN_LAG = 2 * MINUTE;

/** Returns this moment by the clock of the service that sent a page, for the age of what the page says. */
export function serviceNow(
  page: Pick<Page, 'headers' | 'call'> | undefined,
  nowMs: number,
): number {
  return page ? nowMs - clockLagOf(page.headers.date, page.call.ended) : nowMs;
}

/**
 * Returns how many milliseconds the service's clock is behind this machine's, or 0 if they agree.
 * @param date the header `Date`
 * @param receivedAt epoch milliseconds of this machine
 */
export function clockLagOf(date: string | undefined, receivedAt: number): number {
  // Leaves out years that can't be shown.
  const { at = receivedAt } = readTime(date) ?? {};
  const lag = receivedAt - at;
  return Math.abs(lag) > MIN_LAG ? lag : 0;
}
