import { readInstant } from './times';

/** Looks a header up, whatever the case of its name. */
export type HeaderLookup = (name: string) => string | undefined;

/** What a header says about what the account has left. */
export interface CreditsLeft {
  /** Credits, or calls of a quota that are paid for: not the calls left in a minute. */
  readonly creditsLeft?: number;
  readonly limit?: number;
  /** Epoch milliseconds. */
  readonly resetAt?: number;
  /** Where it stood, as the explanation shows it. */
  readonly headerName: string;
  /** A `window` is a short-term rate limit that fills up again by itself and is no balance. */
  readonly kind: 'credits' | 'window';
}

/** Names in which services say what is left to pay with, most telling first. */
const creditHeaders = [
  'X-Credits-Remaining',
  'X-Credit-Remaining',
  'X-Remaining-Credits',
  'X-Credits-Left',
  'X-Credit-Balance',
  'X-Credits-Balance',
  'X-Account-Credits',
  'X-Credits',
  'X-API-Credits-Remaining',
  'X-Requests-Credits-Remaining',
  'Credits-Remaining',
  'X-Quota-Remaining',
  'X-Remaining-Quota',
  'X-API-Quota-Remaining',
  'Quota-Remaining',
  'X-Usage-Remaining',
] as const;

const creditLimitHeaders = [
  'X-Credits-Limit',
  'X-Credit-Limit',
  'X-Credits-Total',
  'X-Quota-Limit',
  'X-API-Quota-Limit',
];
const creditResetHeaders = ['X-Credits-Reset', 'X-Credit-Reset', 'X-Quota-Reset', 'X-API-Quota-Reset'];

/** Names of a rate limit's window: the de-facto X- family and the IETF draft. */
const windowHeaders = [
  'X-RateLimit-Remaining',
  'X-Rate-Limit-Remaining',
  'RateLimit-Remaining',
  'X-RateLimit-Requests-Remaining',
  'Req-Limit-Short',
] as const;
const windowLimitHeaders = ['X-RateLimit-Limit', 'X-Rate-Limit-Limit', 'RateLimit-Limit'];
const windowResetHeaders = [
  'X-RateLimit-Reset',
  'X-Rate-Limit-Reset',
  'RateLimit-Reset',
  'X-RateLimit-Reset-After',
  'X-RateLimit-Retry-After',
];

/**
 * Epoch milliseconds from which the service takes calls again: `Retry-After` in seconds or as an HTTP date
 * (RFC 9110), else the reset of a rate limit's window. `now` is epoch milliseconds.
 */
export function readRetryAt(header: HeaderLookup, now: number): number | undefined {
  const milliseconds = number(header('Retry-After-Ms') ?? header('X-Retry-After-Ms'));
  if (milliseconds !== undefined) {
    return now + milliseconds;
  }
  const retryAfter = toInstant(header('Retry-After'), now) ?? toInstant(header('X-Retry-After'), now);
  return retryAfter ?? firstInstant(header, windowResetHeaders, now) ?? draftWindow(header, now)?.resetAt;
}

/** What is left, where a header says so; a balance of credits beats the window of a rate limit. */
export function readCreditsLeft(header: HeaderLookup, now = 0): CreditsLeft | undefined {
  for (const headerName of creditHeaders) {
    const creditsLeft = number(header(headerName));
    if (creditsLeft !== undefined) {
      const limit = firstNumber(header, creditLimitHeaders);
      const resetAt = firstInstant(header, creditResetHeaders, now);
      return { creditsLeft, headerName, kind: 'credits', ...optional(limit, resetAt) };
    }
  }
  for (const headerName of windowHeaders) {
    const creditsLeft = number(header(headerName));
    if (creditsLeft !== undefined) {
      const limit = firstNumber(header, windowLimitHeaders);
      const resetAt = firstInstant(header, windowResetHeaders, now);
      return { creditsLeft, headerName, kind: 'window', ...optional(limit, resetAt) };
    }
  }
  return draftWindow(header, now);
}

/** IETF draft-ietf-httpapi-ratelimit-headers: `RateLimit: "default";r=50;t=30`, older `limit=100, remaining=50, reset=30`. */
function draftWindow(header: HeaderLookup, now: number): CreditsLeft | undefined {
  const text = header('RateLimit')?.slice(0, 200);
  if (text === undefined) {
    return undefined;
  }
  const creditsLeft = number(/(?:^|[;,\s])(?:r|remaining)=(\d{1,15})/.exec(text)?.[1]);
  if (creditsLeft === undefined) {
    return undefined;
  }
  const limit = number(/(?:^|[;,\s])(?:limit|q)=(\d{1,15})/.exec(text)?.[1]);
  const resetAt = toInstant(/(?:^|[;,\s])(?:t|reset)=(\d{1,15})/.exec(text)?.[1], now);
  return { creditsLeft, headerName: 'RateLimit', kind: 'window', ...optional(limit, resetAt) };
}

function optional(
  limit: number | undefined,
  resetAt: number | undefined,
): Pick<CreditsLeft, 'limit' | 'resetAt'> {
  return { ...(limit !== undefined && { limit }), ...(resetAt !== undefined && { resetAt }) };
}

function firstNumber(header: HeaderLookup, names: readonly string[]): number | undefined {
  return names.map((name) => number(header(name))).find((value) => value !== undefined);
}

function firstInstant(header: HeaderLookup, names: readonly string[], now: number): number | undefined {
  return names.map((name) => toInstant(header(name), now)).find((value) => value !== undefined);
}

/** The first number of a header; the draft lets windows follow it: `100, 100;w=60`. */
function number(text: string | undefined): number | undefined {
  const digits = /^\s*(-?\d{1,15}(?:\.\d{1,6})?)\s*(?:[,;]|$)/.exec(text?.slice(0, 100) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A year of seconds is more than anyone is made to wait; larger numbers are epoch times. */
const longestWait = 366 * 86_400;

function toInstant(text: string | undefined, now: number): number | undefined {
  const amount = number(text);
  if (amount === undefined) {
    return readInstant(text);
  }
  if (amount < 0) {
    return undefined;
  }
  return amount <= longestWait ? now + Math.round(amount * 1_000) : readInstant(amount);
}
