import type { Endpoint } from '../service/address';
import { CallError, type CallErrorReason } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { readErrorText } from './errorText';
import { isErrorReport, toRefusal } from './refusals';
import { readAmount, readTime } from './values';

// Turns responses without a token or a list into errors.

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
  const retryAt = isTimed ? readRetryAt(response) : undefined;
  return new CallError(reason, { status, mayBeSent: true, serviceMessage, retryAt });
}

/**
 * Requires JSON without a refusal.
 * Doesn't quote token responses or broken JSON, which may contain secrets.
 * @throws CallError for a refusal or other content.
 */
export function requireSuccess(response: HttpResponse, secret: string, endpoint: Endpoint): void {
  const { status, json, text } = response;
  if (json !== undefined) {
    if (isErrorReport(response)) {
      throw toHttpError(response, secret, endpoint);
    }
    return;
  }
  const reason = isWebPage(response) ? 'webPage' : isCutOffJson(text) ? 'cutOff' : 'notJson';
  const isSentence = reason === 'webPage' || (endpoint === 'monitors/list' && !/^\s*[{[]/.test(text));
  const serviceMessage = isSentence ? readErrorText(response, secret) : undefined;
  throw new CallError(reason, { status, mayBeSent: true, serviceMessage });
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
  // The API doesn't use these (RFC 7235).
  const isOtherLogin = /^(?:basic|digest|ntlm|negotiate)\b/i.test(header('WWW-Authenticate') ?? '');
  return isWebPage(response) && (!isTold || (status === 401 && isOtherLogin)) ? 'webPage' : undefined;
}

export function isWebPage({ contentType, text }: HttpResponse): boolean {
  return (
    contentType.includes('html') || /^\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000))
  );
}

/** Whether JSON is valid up to its end. V8 says where it isn't. */
function isCutOffJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1];
    return /^\s*[[{]/.test(text) && Number(at ?? text.length) >= text.length;
  }
}

/**
 * Detects error responses of proxies and gateways (RFC 9110, 15.6.3 and 15.6.5). HTML or a gateway's `Server` header
 * proves nothing: most services use a gateway, and many have error pages.
 */
export function isFromGateway({ status, header, json }: HttpResponse): boolean {
  const isError = json === undefined && (status === 502 || status === 504);
  return isError || (status >= 400 && header('X-Squid-Error') !== undefined);
}

const RETRY_HEADERS = ['Retry-After', 'X-RateLimit-Reset', 'X-Rate-Limit-Reset', 'RateLimit-Reset'];
/** Larger numbers are epoch times. */
const MAX_SECONDS = 366 * 86_400;
const MAX_WAIT_MS = 24 * 3_600_000;

/** Returns epoch milliseconds; `undefined` if past or more than {@link MAX_WAIT_MS} ahead. */
function readRetryAt({ header, receivedAt }: HttpResponse): number | undefined {
  const times = RETRY_HEADERS.map((name) => {
    const seconds = readAmount(header(name)) ?? Infinity;
    return seconds <= MAX_SECONDS ? receivedAt + seconds * 1_000 : readTime(header(name))?.at;
  });
  const at = times.find((time) => time !== undefined) ?? 0;
  return at >= receivedAt && at <= receivedAt + MAX_WAIT_MS ? at : undefined;
}
