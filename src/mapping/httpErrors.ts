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
 * Makes an error of a response that says no: by its status, or by its body if the status is 2xx.
 * @param secret the password or token that was sent; see {@link readErrorText}.
 */
export function toHttpError(response: HttpResponse, secret: string, endpoint: Endpoint): CallError {
  const { status, header } = response;
  const serviceMessage = readErrorText(response, secret);
  const reason = toOuterReason(response) ?? toRefusal(response, serviceMessage ?? '', endpoint);
  // Many responses say when a window of calls is reset; only these fail because of it (RFC 9110, 10.2.3).
  const isTimed = reason === 'tooManyCalls' || (status === 503 && header('Retry-After') !== undefined);
  const retryAt = isTimed ? (readRetryAt(header, response.receivedAt) ?? retryInBody(response)) : undefined;
  return new CallError(reason, { status, mayBeSent: true, serviceMessage, retryAt });
}

/** `retry_after_ms` (Matrix), `retry_after` in seconds (Discord, Telegram), at the top or one level down. */
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

/** What isn't a refusal of the service's own: a proxy's page, a web page, a status without a meaning here. */
function toOuterReason(response: HttpResponse): CallErrorReason | undefined {
  const { status, header } = response;
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) {
    return 'wrongAddress';
  }
  if (isFromGateway(response)) {
    return 'gateway';
  }
  // The next step is the same whether the service or a gateway says so: another address, another sign-in, or a wait.
  const isTold = [401, 404, 405, 410, 429].includes(status);
  const isOtherLogin = status === 401 && asksForOtherCredentials(header('WWW-Authenticate'));
  return isWebPage(response) && (!isTold || isOtherLogin) ? 'webPage' : undefined;
}

/** A page's own sign-in (RFC 7235), where the service's calls are made with e-mail and password or a bearer token. */
function asksForOtherCredentials(challenge: string | undefined): boolean {
  return /^(?:basic|digest|ntlm|negotiate)\b/i.test(challenge ?? '');
}

/**
 * For a 2xx without what was sought. It may be a no in disguise, or no JSON at all: both say more than "unreadable".
 * What was meant to be a token or records isn't quoted: it may hold a token, or the secrets of a record.
 * @param secret as in {@link toHttpError}.
 * @throws CallError if it is one of them.
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
