import { isCount, isName, isText, orAbsent, parseRecord, readAs, type Shape } from '../base/storedJson';
import { parseUrl } from '../base/url';

/** A token and the data to use it. It is only ever sent to `baseUrl`. */
export interface Session {
  /** The account: {@link toSessionId} of origin and e-mail. It may have a session at each of several base URLs. */
  readonly id: string;
  readonly origin: string;
  /** The base URL of the sign-in, or the one to which the user moved the session. */
  readonly baseUrl: string;
  readonly email: string;
  /** Empty after the service rejected it; the session then counts as expired. */
  readonly token: string;
  /** Epoch milliseconds of this machine's clock at which the token arrived. */
  readonly issuedAt: number;
  /** Epoch milliseconds, from the response or else from the requested lifetime. */
  readonly expiresAt: number;
  /** Requested milliseconds; the next sign-in requests the same. */
  readonly lifetimeMs: number;
  /** Epoch milliseconds at which the user chose it for its base URL; absent or 0 if another one was chosen since. */
  readonly selectedAt?: number;
}

/** The result of a sign-in. */
export interface IssuedToken {
  readonly baseUrl: string;
  readonly email: string;
  readonly token: string;
  /** Epoch milliseconds of this machine's clock. */
  readonly receivedAt: number;
  /** Requested milliseconds. Default: 24 hours. */
  readonly lifetimeMs: number;
  /** Milliseconds from receipt, if the response says so. */
  readonly expiresInMs?: number | undefined;
}

/** Thrown before a token would be sent to an address that did not issue it. */
export class OriginMismatchError extends Error {
  override readonly name = 'OriginMismatchError';

  constructor(
    readonly issuedBy: string,
    readonly target: string,
  ) {
    super(`a token of ${issuedBy} is not sent to ${target}`);
  }
}

/** Thrown before a call if the token is gone. */
export class SessionExpiredError extends Error {
  override readonly name = 'SessionExpiredError';
}

/** Milliseconds after a sign-in in which the token's age can't be the cause of a 401. */
const NEWLY_ISSUED_FOR_MS = 60_000;

/**
 * Returns the readable id `origin|e-mail`; spellings of the same address give the same id. It names a person, so never
 * use it in a file name or the log.
 */
export function toSessionId(origin: string, email: string): string {
  return `${origin}|${email.trim().normalize('NFC').toLowerCase()}`;
}

/**
 * Creates a session. Counts its end from receipt on this machine's clock. Uses the requested lifetime if the response's
 * end is past or not a number.
 * @throws TypeError if `baseUrl` isn't a URL.
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
 * Returns the milliseconds left, 0 after the end. Never more than the whole lifetime: if the clock is set back to
 * before the sign-in, the token counts as new. Saves nothing, so a corrected clock restores the right value.
 */
export function remainingMs(session: Session, now: number): number {
  if (session.token === '') {
    return 0;
  }
  return Math.max(0, Math.min(session.expiresAt - now, session.expiresAt - session.issuedAt));
}

/** Returns whether the session must not be used: every call with it would end in a 401. */
export function isExpired(session: Session, now: number): boolean {
  return remainingMs(session, now) === 0;
}

/**
 * Returns whether the token was just issued. If such a token gets a 401, the service doesn't accept it at all, so
 * another sign-in won't help. Older unused tokens may have expired or been revoked.
 */
export function isNewlyIssued(session: Session, now: number): boolean {
  return !isExpired(session, now) && Math.abs(now - session.issuedAt) < NEWLY_ISSUED_FOR_MS;
}

/**
 * Turns a token into a header. Security: only this function does so.
 * @param target the base URL of the call.
 * @returns the value of the Authorization header.
 * @throws OriginMismatchError if the session belongs to another base URL.
 * @throws SessionExpiredError if the token is gone.
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

/** Fields in the order in which they are written. */
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

/** Formats the session as JSON, including the token. Equal sessions give equal texts. */
export function formatSession(session: Session): string {
  return JSON.stringify({ version: VERSION, ...session }, ['version', ...Object.keys(shape)]);
}

/** Reads the text of {@link formatSession}. Returns `undefined` if any part is invalid; never throws. */
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
