import { isObject, tryParseJson, walk } from '../base/json';
import { lastKey, parsePath, type Path, type Step } from '../base/path';
import { readAmount, toText } from '../base/scalar';
import { MINUTE, readDuration, readTime, readUnit, SECOND } from '../base/time';
import type { HttpResponse } from '../service/httpResponse';
import { clockLagOf } from './clock';
import { toPlain, toWords } from './words';

/** `expiresIn`, `expires_at`, `exp`, `accessTokenExpiry`, `sessionValidityInSeconds`, `ttl_minutes`. */
const END_KEY =
  /^(?:token|access|auth|session|jwt|bearer|api|key|login|ticket)*(?:expir(?:es?|ed|y|ation)|exp|valid(?:until|till|to|for|ity)|lifetime|leaseduration|ttl)(?:at|on|in|date|time)?(?:utc|ms|milliseconds|s|sec|seconds|min|minutes|h|hours|days)?$/;

/**
 * Returns the earliest end that the response names beside the token or inside it, or else that of the requested
 * lifetime. An end within a minute says nothing: `expiresIn: 48`.
 * @param place the token's
 * @returns epoch milliseconds of this machine
 */
export function readSessionEnd(
  response: HttpResponse,
  token: { readonly path: Path; readonly value: string } | undefined,
  requestedMs: number,
): number {
  const { json, receivedAt } = response;
  const place = parsePath(token?.path ?? '') ?? [];
  const beside = walk(json, 12).filter(({ steps }) => isBeside(steps, place));
  const named = [...beside, ...walk(claimsOf(token?.value), 1)].filter(({ steps }) =>
    END_KEY.test(toPlain(lastKey(steps))),
  );
  const ends = named.map(({ steps, value }) => {
    const time = readTime(value)?.at;
    return time === undefined
      ? receivedAt + readLifetime(lastKey(steps), value, requestedMs)
      : time + clockLagOf(response.header('Date'), receivedAt);
  });
  const plausible = ends.filter((at) => at >= receivedAt + MINUTE);
  return plausible.length > 0 ? Math.min(...plausible) : receivedAt + requestedMs;
}

const TOKEN_OBJECT = /^(?!.*refresh).*(?:token|session|auth|jwt)/;

/** Whether a value is in an object around the token, or in one that is named after a token: `session: {expires}`. */
function isBeside(steps: readonly Step[], place: readonly Step[]): boolean {
  const holders = steps.slice(0, -1);
  return holders.every(
    (step, depth) => step === place[depth] || TOKEN_OBJECT.test(toPlain(String(step))),
  );
}

/** Reads the claims of a JWT. They aren't verified, because there is no key. */
function claimsOf(token = ''): unknown {
  const claims = tryParseJson(Buffer.from(token.split('.', 3)[1] ?? '', 'base64').toString());
  return isObject(claims) ? claims : {};
}

/** Reads milliseconds. A number without a unit is seconds or milliseconds: what is nearer to the requested lifetime. */
function readLifetime(key: string, value: unknown, requestedMs: number): number {
  const amount = readAmount(value);
  if (amount === undefined) {
    return readDuration(toText(value)) ?? 0;
  }
  const unit = readUnit(toWords(key).at(-1) ?? '');
  if (unit !== undefined) {
    return amount * unit;
  }
  const isSeconds = ratio(amount * SECOND, requestedMs) <= ratio(amount, requestedMs);
  return isSeconds ? amount * SECOND : amount;
}

function ratio(first: number, second: number): number {
  return Math.max(first, second) / Math.max(1, Math.min(first, second));
}
