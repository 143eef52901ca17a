import type { JsonObject } from './json';
import { isObject, ownValue } from './json';
import { noTokenValues } from './vocabulary/tokenWords';

const jwtForm = /^[A-Za-z0-9_-]{2,}\.([A-Za-z0-9_-]{2,})\.[A-Za-z0-9_-]*$/;
const longestToken = 16_384;
const leastOpaque = 16;

/** Strips the scheme some services put before the token: `Bearer eyJ…`. */
export function toBareToken(text: string): string {
  return text
    .slice(0, 2 * longestToken)
    .trim()
    .replace(/^(?:bearer|token|jwt)\s+(?=\S+$)/i, '');
}

/**
 * How well a text has the form of a credential, from 0 (cannot be one) to 1 (a JWT). A token is one word
 * of printable ASCII (RFC 6750, b64token, and the wider sets that services use in practice).
 */
export function tokenForm(text: string): number {
  if (text.length > longestToken || !/^[\x21-\x7e]+$/.test(text)) {
    return 0;
  }
  // What begins like JSON, HTML or a quoted text is a piece of it, cut short, and may hold more than the token.
  if (/^[{[<"']/.test(text)) {
    return 0;
  }
  if (noTokenValues.has(text.toLowerCase()) || /^https?:/i.test(text)) {
    return 0;
  }
  if (/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(text) || /^\d{4}-\d{2}-\d{2}([T ]|$)/.test(text)) {
    return 0;
  }
  if (readJwtClaims(text) !== undefined) {
    return 1;
  }
  if (text.length >= leastOpaque && /\d/.test(text)) {
    return 0.9;
  }
  return text.length >= 8 ? 0.7 : 0.4;
}

/** Whether a text can hardly be anything but a credential or an id made by a machine. */
export function isOpaque(text: string): boolean {
  return text.length >= leastOpaque && tokenForm(text) >= 0.9;
}

/** The claims of a JWT; nothing is verified, for the client has no key to do so. */
export function readJwtClaims(token: string): JsonObject | undefined {
  const payload = jwtForm.exec(token)?.[1];
  if (payload === undefined) {
    return undefined;
  }
  try {
    const claims: unknown = JSON.parse(fromBase64Url(payload));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a JWT says of itself that it is not for calls: Keycloak `typ`, Cognito `token_use`, simplejwt `token_type`. */
export function claimsOtherUse(claims: JsonObject): 'refresh' | 'id' | undefined {
  const uses = ['typ', 'token_use', 'token_type', 'type', 'use'].map((key) => ownValue(claims, key));
  const scopes = ownValue(claims, 'scopes');
  const words = [...uses, ...(Array.isArray(scopes) ? (scopes as unknown[]) : [])]
    .filter((use): use is string => typeof use === 'string')
    .map((use) => use.toLowerCase());
  if (ownValue(claims, 'refresh') === true || words.some((word) => word.includes('refresh'))) {
    return 'refresh';
  }
  return words.includes('id') ? 'id' : undefined;
}

/** Neither Buffer nor atob: this folder runs anywhere JavaScript does. */
function fromBase64Url(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let bits = 0;
  let held = 0;
  let escaped = '';
  for (const character of text) {
    held = ((held << 6) | alphabet.indexOf(character)) & 0xffffff;
    bits += 6;
    if (bits < 8) {
      continue;
    }
    bits -= 8;
    escaped += `%${((held >> bits) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodeURIComponent(escaped);
}
