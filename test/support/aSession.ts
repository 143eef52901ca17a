import { toSessionId, type Session } from '../../src/account/session';

export const NOON = Date.UTC(2026, 0, 15, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A session from noon, for 24 hours. */
export function aSession(fields: Partial<Session> = {}): Session {
  const { baseUrl, email } = {
    baseUrl: 'https://monitoring.example/api',
    email: 'ines@example.org',
    ...fields,
  };
  return {
    id: toSessionId(new URL(baseUrl).origin, email),
    baseUrl,
    email,
    token: 'token-of-ines',
    issuedAt: NOON,
    expiresAt: NOON + DAY,
    lifetimeMs: DAY,
    selectedAt: 0,
    ...fields,
  };
}
