import { DAY, readTime } from '../base/time';
import type { CallKind } from '../monitors/call';
import { CallError, type CallErrorReason } from './errors';
import type { HttpResponse } from './httpResponse';

/**
 * Converts a refusal, even one with status 2xx, into an error.
 * @param message from the body; cleaned, without the secret
 * @param code the status in the body of a 2xx response
 */
export function toRefusal(
  response: HttpResponse,
  kind: CallKind,
  message = '',
  code = 500,
): CallError {
  const { status, header } = response;
  const reason = toOuterReason(response) ?? toReason(status, kind, message, code);
  // Other responses may have a reset time that isn't why they failed (RFC 9110, 10.2.3).
  const isTimed =
    reason === 'tooManyCalls' || (status === 503 && header('Retry-After') !== undefined);
  const retryAt = isTimed ? readRetryAt(response) : undefined;
  return new CallError(reason, {
    status,
    mayBeSent: true,
    serviceMessage: message || undefined,
    retryAt,
  });
}

/** Converts a response without JSON. Doesn't quote token responses or broken JSON, which may hold secrets. */
export function toUnreadable(response: HttpResponse, kind: CallKind, message?: string): CallError {
  const { status, text } = response;
  const isPage = isWebPage(response);
  const isOfJson = /^\s*[[{]/.test(text);
  const isCutOff = isOfJson && text.split(/[[{]/).length > text.split(/[\]}]/).length;
  const serviceMessage = isPage || (kind === 'list' && !isOfJson) ? message : undefined;
  const reason = isCutOff ? 'cutOff' : 'notJson';
  return new CallError(isPage ? 'webPage' : reason, { status, mayBeSent: true, serviceMessage });
}

function toOuterReason(response: HttpResponse): CallErrorReason | undefined {
  const { status, header } = response;
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) {
    return 'wrongAddress';
  }
  if (isFromGateway(response)) {
    return 'gateway';
  }
  // The user's next step is the same, whether the API or a gateway sent these.
  const isTold = [401, 404, 405, 410, 429].includes(status);
  // Only a proxy or gateway asks for these logins (RFC 7235).
  const isOtherLogin = /^(?:basic|digest|ntlm|negotiate)\b/i.test(header('WWW-Authenticate') ?? '');
  return isWebPage(response) && (!isTold || (status === 401 && isOtherLogin))
    ? 'webPage'
    : undefined;
}

export const isWebPage = ({ contentType, text }: HttpResponse): boolean =>
  contentType.includes('html') ||
  /^\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000));

/** RFC 9110, 15.6.3 and 15.6.5. HTML or a gateway's `Server` header proves nothing: most services use a gateway. */
export const isFromGateway = ({ status, header, json }: HttpResponse): boolean =>
  (json === undefined && [502, 504].includes(status)) ||
  (status >= 400 && header('X-Squid-Error') !== undefined);

const RETRY_HEADERS = ['Retry-After', 'X-RateLimit-Reset', 'X-Rate-Limit-Reset', 'RateLimit-Reset'];

/** Returns epoch milliseconds; `undefined` if past or more than a day ahead. */
function readRetryAt({ header, receivedAt }: HttpResponse): number | undefined {
  const times = RETRY_HEADERS.map((name) => {
    const value = header(name) ?? '';
    return readTime(value)?.at ?? receivedAt + Number.parseFloat(value) * 1_000;
  });
  const at = times.find((time) => !Number.isNaN(time)) ?? 0;
  return at >= receivedAt && at <= receivedAt + DAY ? at : undefined;
}

const BY_STATUS: Readonly<Record<number, CallErrorReason>> = {
  401: 'expired',
  402: 'outOfCredits',
  403: 'forbidden',
  404: 'wrongAddress',
  405: 'wrongAddress',
  410: 'wrongAddress',
  429: 'tooManyCalls',
};

const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong|bad).{0,24}(?:credential|password|login)|(?:password|credentials).{0,24}(?:incorrect|wrong|invalid|not match)|unable to log ?in/i;
const NO_CREDITS =
  /insufficient (?:credit|fund|balance)|payment required|balance (?:is )?(?:zero|empty)|(?:out of|no|enough) credits|credits? (?:exceeded|exhausted|used up)|credit balance.{0,20}low|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)/i;
const TOO_MANY =
  /too many (?:requests|attempts|calls)|frequency.{1,8}too.high|rate.?limit(?:ed| exceeded| reached)|rate exceeded|throttled|quota.{0,30} exceeded/i;
const SIGNED_OUT =
  /(?:invalid|expired|missing).{0,24}(?:token|api.?key|session)|(?:token|api.?key|session).{0,24}(?:invalid|not valid|expired)|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|authentication (?:failed|required)|(?:log|sign) ?in again/i;

/** Words that override these statuses, in order. 200 means any 2xx. */
const BY_WORDS: readonly (readonly [CallErrorReason, RegExp, statuses: readonly number[]])[] = [
  ['outOfCredits', NO_CREDITS, [200, 400, 401, 403, 429]],
  ['tooManyCalls', TOO_MANY, [200, 400, 403, 413]],
  ['expired', WRONG_LOGIN, [200]],
  ['expired', SIGNED_OUT, [200]],
  ['expired', /^(?:invalid|expired) (?:access |api |auth )?token\b(?! permission)/i, [403]],
  [
    'forbidden',
    /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i,
    [200],
  ],
];

export function reasonByWords(status: number, message: string): CallErrorReason | undefined {
  return BY_WORDS.find(
    ([, words, statuses]) => statuses.includes(status) && words.test(message),
  )?.[0];
}

/** Returns the reason. Words override the status. */
export function toReason(
  status: number,
  kind: CallKind,
  message = '',
  code = 500,
): CallErrorReason {
  const succeeded = status >= 200 && status < 300;
  const error = succeeded ? code : status;
  const byStatus = BY_STATUS[error] ?? (error >= 500 && error < 600 ? 'serviceError' : 'invalid');
  // Some services send 400 or 422 for a wrong password.
  const isMistyped = kind === 'token' && [400, 422].includes(status) && WRONG_LOGIN.test(message);
  const byWords = reasonByWords(succeeded ? 200 : status, message);
  const reason = byWords ?? (isMistyped ? 'expired' : byStatus);
  return reason === 'expired' && kind === 'token' ? 'badLogin' : reason;
}
