import { firstEntries, isObject } from '../base/json';
import type { Endpoint } from '../service/address';
import { CallError, type CallErrorReason } from '../service/errors';
import { readRetryAt, withinReason } from '../service/headers';
import { isCutOffJson, isFromGateway, isWebPage, type HttpResponse } from '../service/httpResponse';
import { readErrorText } from './errorText';
import { isErrorReport, toRefusal } from './refusals';
import { readAmount, readTime } from './values';
import { toPlain } from './words';

/**
 * Converts a refusal, even one with status 2xx, into an error.
 * @param secret the sent password or token, to mask.
 */
export function toHttpError(response: HttpResponse, secret: string, endpoint: Endpoint): CallError {
  const { status, header } = response;
  const serviceMessage = readErrorText(response, secret);
  const reason = toOuterReason(response) ?? toRefusal(response, serviceMessage ?? '', endpoint);
  // Other responses may have a reset time that isn't why they failed (RFC 9110, 10.2.3).
  const isTimed = reason === 'tooManyCalls' || (status === 503 && header('Retry-After') !== undefined);
  const retryAt = isTimed ? (readRetryAt(header, response.receivedAt) ?? retryInBody(response)) : undefined;
  return new CallError(reason, { status, mayBeSent: true, serviceMessage, retryAt });
}

/** Reads `retry_after_ms` (Matrix) or `retry_after` in seconds (Discord), at most one level down. */
function retryInBody({ json, receivedAt }: HttpResponse): number | undefined {
  const outer = isObject(json) ? firstEntries(json, 100) : [];
  const inner = outer.flatMap(([, value]) => (isObject(value) ? firstEntries(value, 100) : []));
  const [at] = [...outer, ...inner].flatMap(([key, value]) => {
    const [isRetry, unit = ''] =
      /^(?:retry(?:after|in|at)|resetat)(ms|millis|milliseconds|s|sec|seconds)?$/.exec(toPlain(key)) ?? [];
    const amount = readAmount(value);
    const isTime = amount === undefined || (unit === '' && amount > 4e7);
    const told = isTime ? readTime(value)?.at : receivedAt + amount * (unit.startsWith('m') ? 1 : 1_000);
    return isRetry === undefined ? [] : (told ?? []);
  });
  return withinReason(at, receivedAt);
}

/** Detects gateway errors, web pages and unexpected statuses. */
function toOuterReason(response: HttpResponse): CallErrorReason | undefined {
  const { status, header } = response;
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) {
    return 'wrongAddress';
  }
  if (isFromGateway(response)) {
    return 'gateway';
  }
  // The remedy is the same whether the API or a gateway sent these.
  const isTold = [401, 404, 405, 410, 429].includes(status);
  const isOtherLogin = status === 401 && asksForOtherCredentials(header('WWW-Authenticate'));
  return isWebPage(response) && (!isTold || isOtherLogin) ? 'webPage' : undefined;
}

/** Checks for a sign-in that the API doesn't use, such as Basic or NTLM (RFC 7235). */
function asksForOtherCredentials(challenge: string | undefined): boolean {
  return /^(?:basic|digest|ntlm|negotiate)\b/i.test(challenge ?? '');
}

/**
 * Requires JSON without a refusal.
 * Doesn't quote token responses or broken JSON, which may contain secrets.
 * @throws CallError for a refusal or other content.
 */
export function requireSuccess(response: HttpResponse, secret: string, endpoint: Endpoint): void {
  if (response.json !== undefined) {
    if (isErrorReport(response)) {
      throw toHttpError(response, secret, endpoint);
    }
    return;
  }
  const { status, text } = response;
  const reason = isWebPage(response) ? 'webPage' : isCutOffJson(text) ? 'cutOff' : 'notJson';
  const isSentence = reason === 'webPage' || (endpoint === 'monitors/list' && !/^\s*[{[]/.test(text));
  const serviceMessage = isSentence ? readErrorText(response, secret) : undefined;
  throw new CallError(reason, { status, mayBeSent: true, serviceMessage });
}
