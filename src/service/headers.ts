// Headers about waiting times and credits.

/** Ignores case. */
export type HeaderLookup = (name: string) => string | undefined;

/** Best first. A rate limit isn't a balance. */
const CREDIT_HEADERS = [
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
] as const;

/** When a rate limit ends: the common X- headers and the IETF draft. */
const WINDOW_RESET_HEADERS = [
  'X-RateLimit-Reset',
  'X-Rate-Limit-Reset',
  'RateLimit-Reset',
  'X-RateLimit-Reset-After',
  'X-RateLimit-Retry-After',
] as const;

/** Longer waits are ignored. */
const MAX_WAIT_MS = 24 * 3_600_000;

/**
 * Reads `Retry-After` (RFC 9110), else the reset of a rate limit, in epoch milliseconds. Returns `undefined` if past or
 * more than {@link MAX_WAIT_MS} ahead.
 * @param now epoch milliseconds of the response
 */
export function readRetryAt(header: HeaderLookup, now: number): number | undefined {
  const milliseconds = toNumber(header('Retry-After-Ms') ?? header('X-Retry-After-Ms'));
  const said = [
    milliseconds === undefined ? undefined : now + milliseconds,
    toInstant(header('Retry-After'), now),
    toInstant(header('X-Retry-After'), now),
    ...WINDOW_RESET_HEADERS.map((name) => toInstant(header(name), now)),
    draftResetAt(header, now),
  ];
  return withinReason(
    said.find((at) => at !== undefined),
    now,
  );
}

/** Drops times that are past or too far ahead. */
export function withinReason(at: number | undefined, now: number): number | undefined {
  return at !== undefined && at >= now && at <= now + MAX_WAIT_MS ? at : undefined;
}

export function readCreditsLeft(header: HeaderLookup): number | undefined {
  return CREDIT_HEADERS.map((name) => toNumber(header(name))).find(
    (credits) => credits !== undefined && credits >= 0,
  );
}

/**
 * IETF draft-ietf-httpapi-ratelimit-headers: `RateLimit: "default";r=0;t=30`, older `limit=100, remaining=0, reset=30`.
 */
function draftResetAt(header: HeaderLookup, now: number): number | undefined {
  const text = header('RateLimit')?.slice(0, 200) ?? '';
  return toInstant(/(?:^|[;,\s])(?:t|reset)=(\d{1,15})/.exec(text)?.[1], now);
}

/** Reads the first number, because the draft allows `100, 100;w=60`. */
function toNumber(text: string | undefined): number | undefined {
  const [first = ''] = (text ?? '').slice(0, 100).split(/[,;]/, 1);
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(first.trim()) ? Number(first) : undefined;
}

/** Larger numbers are epoch times. */
const MAX_SECONDS = 366 * 86_400;

function toInstant(text: string | undefined, now: number): number | undefined {
  const amount = toNumber(text);
  if (amount === undefined) {
    const isDate = /^[A-Z][a-z]{2,8},? \d|^\d{4}-\d\d-\d\d[T ]/.test(text ?? '');
    const isLocal = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text ?? '');
    const at = isDate ? Date.parse(isLocal ? `${text}Z` : (text ?? '')) : Number.NaN;
    return Number.isNaN(at) ? undefined : at;
  }
  const isSeconds = amount < 1e11;
  const at = amount <= MAX_SECONDS ? now + amount * 1_000 : isSeconds ? amount * 1_000 : amount;
  return amount < 0 ? undefined : Math.round(at);
}
