import { CallError, isCallError } from '../service/errors';
import type { AccountKey, SignIn } from '../storage/accounts';

/** A token that may only be sent to `baseUrl`. */
export interface Session extends SignIn {
  /** {@link toSessionId} of origin and e-mail; shared by the account's sessions at other base URLs. */
  readonly id: string;
  readonly email: string;
  /** Empty after the service rejected it. */
  readonly token: string;
  /** Epoch milliseconds, from the response or the requested lifetime. */
  readonly expiresAt: number;
  /** Requested milliseconds; the next sign-in requests the same. */
  readonly lifetimeMs: number;
  /** Epoch milliseconds of the user's choice; 0 if another session was chosen since. */
  readonly selectedAt: number;
  /** `issuedAt` of the account's sign-in that was signed out last, and whose data may still be on the disk. */
  readonly signedOutAt?: number | undefined;
}

/** Returns `origin|e-mail`. It names a person, so never use it in a file name or the log. */
export function toSessionId(origin: string, email: string): string {
  return `${origin}|${email.trim().normalize('NFC').toLowerCase()}`;
}

export function isSameAccount(a: AccountKey, b: AccountKey): boolean {
  return a.id === b.id && a.baseUrl === b.baseUrl;
}

/** Returns whether this is the keyring's record of a sign-out, without a token. */
export function isSignedOut({ issuedAt, signedOutAt }: Session): boolean {
  return issuedAt === signedOutAt;
}

/** If the clock is set back to before the sign-in, the token counts as new. */
export function isExpired({ token, issuedAt, expiresAt }: Session, nowMs: number): boolean {
  return token === '' || Math.max(nowMs, issuedAt) >= expiresAt;
}

export function needsSignIn(error: unknown): boolean {
  return isCallError(error, 'sessionEnded');
}

/**
 * Turns a token into an Authorization header. Security: only this function does so.
 * @throws CallError for another base URL, or if the session has ended
 */
export function authorizationFor(session: Session, target: string, nowMs: number): string {
  if (target !== session.baseUrl) {
    throw new CallError('canceled');
  }
  if (isExpired(session, nowMs)) {
    throw new CallError('sessionEnded');
  }
  return `Bearer ${session.token}`;
}

/** Returns `undefined` for invalid text; never throws. */
export function parseSession(text: string): Session | undefined {
  try {
    const parsed = JSON.parse(text) as Session;
    const { id, baseUrl, email } = parsed;
    return id === toSessionId(new URL(baseUrl).origin, email) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
