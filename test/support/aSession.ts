import { toSession, type IssuedToken, type Session } from '../../src/session/session';

export const NOON = Date.UTC(2026, 0, 15, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A session from noon, for 24 hours. */
export function aSession(fields: Partial<IssuedToken> = {}): Session {
  return toSession({
    baseUrl: 'https://monitoring.example/api',
    email: 'ines@example.org',
    token: 'token-of-ines',
    receivedAt: NOON,
    lifetimeMs: DAY,
    ...fields,
  });
}
