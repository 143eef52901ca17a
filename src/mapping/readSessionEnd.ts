import { tryParseJson, walk } from '../base/json';
import { lastKey, parsePath, type Path } from '../base/path';
import { readAmount, toText } from '../base/scalar';
import { MINUTE, readDuration, readTime, readUnit, SECOND } from '../base/time';
import type { HttpResponse } from '../service/httpResponse';
import { clockLagOf } from './serviceNow';
import { toPlain, toWords } from './words';

/** `expiresIn`, `expires_at`, `exp`, `accessTokenExpiry`, `sessionValidityInSeconds`, `ttl_minutes`. */
const END_KEY =
  /^(?:token|access|auth|session|jwt|key)*(?:expir(?:es?|y|ation)|exp|valid(?:until|to|for|ity)|lifetime|ttl)(?:at|on|in|date|time)?(?:utc|ms|s|sec|seconds|minutes|hours)?$/;
/** Objects beside the token that speak of it: `session: {expires}`. */
const TOKEN_OBJECT = /^(?!.*refresh).*(?:token|session|auth)/;

/**
 * Returns the earliest end that the response names beside the token or inside it, or else that of the requested
 * lifetime. An end within a minute says nothing: `expiresIn: 48`.
 * @returns epoch milliseconds of this machine
 */
export function readSessionEnd(
  response: HttpResponse,
  token: { readonly path: Path; readonly value: string } | undefined,
  requestedMs: number,
): number {
  const { json, receivedAt } = response;
  const place = parsePath(token?.path ?? '') ?? [];
  const beside = walk(json, 12).filter(({ steps }) =>
    steps
      .slice(0, -1)
      .every((step, depth) => step === place[depth] || TOKEN_OBJECT.test(toPlain(String(step)))),
  );
  const ends = [...beside, ...walk(claimsOf(token?.value), 1)].flatMap(({ steps, value }) => {
    const key = lastKey(steps);
    const time = readTime(value)?.at;
    const end =
      time === undefined
        ? receivedAt + readLifetime(key, value, requestedMs)
        : time + clockLagOf(response.header('Date'), receivedAt);
    const isEnd = END_KEY.test(toPlain(key)) && end >= receivedAt + MINUTE;
    return isEnd ? end : [];
  });
  return ends.length > 0 ? Math.min(...ends) : receivedAt + requestedMs;
}

/** Reads the claims of a JWT. They aren't verified, because there is no key. */
function claimsOf(token = ''): unknown {
  return tryParseJson(Buffer.from(token.split('.', 2)[1] ?? '', 'base64').toString());
}

/** Reads milliseconds. A number without a unit is seconds or milliseconds: what is nearer to the requested lifetime. */
function readLifetime(key: string, value: unknown, requestedMs: number): number {
  const amount = readAmount(value);
  if (amount === undefined) {
    return readDuration(toText(value)) ?? 0;
  }
  // The same factor separates both from the requested lifetime.
  const isSeconds = amount * Math.sqrt(SECOND) <= requestedMs;
  return amount * (readUnit(toWords(key).at(-1) ?? '') ?? (isSeconds ? SECOND : 1));
}
