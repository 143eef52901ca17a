import { isCount, isName, isText, orAbsent, parseRecord, readAs, type Shape } from '../base/storedJson';
import { parseUrl } from '../base/url';

/** A token and what is needed to use it. It is sent to `baseUrl` and nowhere else. */
export interface Session {
  /** The account, which may have a session at each of several base URLs: {@link toSessionId} of origin and e-mail. */
  readonly id: string;
  readonly origin: string;
  /** The base URL at which the user signed in, or to which they have moved the session. */
  readonly baseUrl: string;
  readonly email: string;
  /** Empty once the service has rejected it; the session counts as expired then. */
  readonly token: string;
  /** Epoch milliseconds of this machine's clock at which the token arrived. */
  readonly issuedAt: number;
  /** Epoch milliseconds; from the response where it says so, else from the lifetime asked for. */
  readonly expiresAt: number;
  /** Milliseconds that were asked for; kept so that the next sign-in asks for the same. */
  readonly lifetimeMs: number;
  /** Epoch milliseconds at which the user chose it for its base URL; absent or 0 if another one was chosen since. */
  readonly selectedAt?: number;
}

/** What a sign-in brought, before it is a session. */
export interface IssuedToken {
  readonly baseUrl: string;
  readonly email: string;
  readonly token: string;
  /** Epoch milliseconds of this machine's clock. */
  readonly receivedAt: number;
  /** Milliseconds asked for, or 24 hours where nothing was. */
  readonly lifetimeMs: number;
  /** Milliseconds from receipt, where the response says so. */
  readonly expiresInMs?: number | undefined;
}

/** The token was about to leave for a place that did not issue it. Thrown before anything is sent. */
export class OriginMismatchError extends Error {
  override readonly name = 'OriginMismatchError';

  constructor(
    readonly issuedBy: string,
    readonly target: string,
  ) {
    super(`a token of ${issuedBy} is not sent to ${target}`);
  }
}

/** There is no token left to send. Thrown before anything is sent. */
export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError';
}

/** A 401 within this many milliseconds after the sign-in can't be due to the token's age. */
const NEWLY_ISSUED_FOR_MS = 60_000;

/**
 * A readable id, `origin|e-mail`: two spellings of one address are one account.
 * It names a person, so nothing that is written in the open (a file's name, a log line) may be made of it.
 */
export function toSessionId(origin: string, email: string): string {
  return `${origin}|${email.trim().normalize('NFC').toLowerCase()}`;
}

/**
 * The end is counted from receipt on this machine's clock. One that lies in the past, or is no number, is not believed; the
 * lifetime asked for counts then.
 * @throws TypeError where `baseUrl` is no URL.
 */
export function toSession(issued: IssuedToken): Session {
  const origin = new URL(issued.baseUrl).origin;
  const email = issued.email.trim();
  return {
    id: toSessionId(origin, email),
    origin,
    baseUrl: issued.baseUrl,
    email,
    token: issued.token,
    issuedAt: issued.receivedAt,
    expiresAt: issued.receivedAt + toLifetime(issued),
    lifetimeMs: issued.lifetimeMs,
  };
}

function toLifetime({ expiresInMs = 0, receivedAt, lifetimeMs }: IssuedToken): number {
  const told = Math.floor(expiresInMs);
  return told > 0 && Number.isSafeInteger(receivedAt + told) ? told : lifetimeMs;
}

/**
 * Milliseconds for which the token may still be used, 0 when it is over.
 * Never more than its whole lifetime: a clock that was set back to before the sign-in gives it no longer life.
 * Such a clock can't tell the token's age, so the token counts as new until the service rejects it. Nothing is saved
 * because of it, so that the session is as before once the clock is right again.
 */
export function remainingMs(session: Session, now: number): number {
  if (session.token === '') {
    return 0;
  }
  return Math.max(0, Math.min(session.expiresAt - now, session.expiresAt - session.issuedAt));
}

/** An expired session is not used: every call with it would end in a 401. */
export function isExpired(session: Session, now: number): boolean {
  return remainingMs(session, now) === 0;
}

/**
 * Whether the token was issued a moment ago. A 401 on such a token says that the service, or something before it, doesn't
 * take it at all, so that another sign-in would lead to the same place. How long ago that was is all that counts: a
 * token that was never used may have expired, or been revoked, like any other.
 */
export function isNewlyIssued(session: Session, now: number): boolean {
  return !isExpired(session, now) && Math.abs(now - session.issuedAt) < NEWLY_ISSUED_FOR_MS;
}

/**
 * The one place where a token becomes a header.
 * @param target the base URL to which it is to be sent.
 * @returns the value of the Authorization header.
 * @throws OriginMismatchError where the session doesn't belong to that base URL.
 * @throws SessionExpiredError where no token is left.
 */
export function authorizationFor(session: Session, target: string): string {
  if (target !== session.baseUrl) {
    throw new OriginMismatchError(session.baseUrl, target);
  }
  if (session.token === '') {
    throw new SessionExpiredError('the session has expired');
  }
  return `Bearer ${session.token}`;
}

const VERSION = 1;

/** In the order in which they are written. */
const shape: Shape<Session> = {
  id: isName,
  origin: isName,
  baseUrl: isName,
  email: isName,
  token: isText,
  issuedAt: isCount,
  expiresAt: isCount,
  lifetimeMs: (value) => isCount(value) && value !== 0,
  selectedAt: orAbsent(isCount),
};

/** The session as JSON; equal for equal sessions. Holds the token. */
export function formatSession(session: Session): string {
  return JSON.stringify({ version: VERSION, ...session }, ['version', ...Object.keys(shape)]);
}

/** Reads what {@link formatSession} made; `undefined` where any part of it isn't as it must be. Never throws. */
export function parseSession(text: string): Session | undefined {
  const record = parseRecord(text);
  const session = record['version'] === VERSION ? readAs(shape, record) : undefined;
  const agrees =
    session &&
    session.expiresAt >= session.issuedAt &&
    session.id === toSessionId(session.origin, session.email) &&
    session.origin !== 'null' &&
    parseUrl(session.baseUrl)?.origin === session.origin;
  return agrees ? session : undefined;
}
