import { firstEntries, isArray, isObject } from '../base/json';
import { isFilled, readAmount, toText } from '../base/scalar';
import { DAY, readTime } from '../base/time';
import { toPlainWords } from '../base/words';
import type { CallKind } from '../monitors/call';
import { CallError, type CallErrorReason } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { readErrorCodes, readErrorMessage } from './errorMessage';
import { toPlain } from './words';

// What a response is: a page, the statement that there are no monitors, or a refusal. Only this file decides.

export type Outcome = 'page' | 'noMonitors' | CallError;

/** @param secret the sent token or password; errors don't contain it */
export function readOutcome(response: HttpResponse, kind: CallKind, secret = ''): Outcome {
  if (kind === 'list' && saysNoMonitors(response)) {
    return 'noMonitors';
  }
  // `{"data": {"monitors": […]}, "errors": […]}` has a list, too.
  if (kind === 'list' && response.status < 400 && holdsList(response.json)) {
    return 'page';
  }
  if (isErrorReport(response)) {
    return toRefusal(response, kind, readErrorMessage(response, secret));
  }
  return response.json === undefined ? toUnreadable(response, kind, secret) : 'page';
}

function toRefusal(response: HttpResponse, kind: CallKind, message = ''): CallError {
  const { status, url, header } = response;
  const reason = reasonOf(response, kind, message);
  // Other responses may have a reset time that isn't why they failed (RFC 9110, 10.2.3).
  const isTimed =
    reason === 'tooManyCalls' || (status === 503 && header('Retry-After') !== undefined);
  return new CallError(reason, {
    status,
    url,
    mayBeSent: true,
    serviceMessage: message || undefined,
    retryAt: isTimed ? readRetryAt(response) : undefined,
  });
}

/** Converts a response without JSON. Quotes no token and no broken JSON, which may hold secrets. */
function toUnreadable(response: HttpResponse, kind: CallKind, secret: string): CallError {
  const { status, url, text } = response;
  const isOfJson = /^\s*[[{]/.test(text);
  const isCutOff = isOfJson && text.split(/[[{]/).length > text.split(/[\]}]/).length;
  const isShown = isWebPage(response) || (kind === 'list' && !isOfJson);
  const serviceMessage = isShown ? readErrorMessage(response, secret) : undefined;
  const reason = isCutOff ? 'noConnection' : 'notTheService';
  return new CallError(reason, { status, url, mayBeSent: true, serviceMessage });
}

// No monitors

/** `no active monitors`, `dont have any checks`, `monitors not found`, `end of list`, `page 7 does not exist`. */
const NOTHING =
  /\b(?:(?:no|0|\p{L}{2,5}nt have any|not have any) (?:\p{L}+ ){0,2}(?:monitors|checks|results|records|items|rows|data)|(?:monitors|checks|results|records|items) not found|end of (?:the )?list|list (?:is )?empty|(?:invalid|no such) page|page (?:index )?(?:\d+ )?(?:not found|doesnt exist|does not exist|is out of|exceeds)|past the last page|offset too large)\b/u;
/** Messages about something else, such as a failure. */
const OTHER =
  /\b(?:unable|failed|failure|unavailable|later|again|access|allowed|credits?|upgrade|expired|received|provided|given|request|body|with id|down|up|offline|failing|paused|looking for|user|urls?|routes?|endpoints?|size|limit|token|session|login|authentication|authorization|must)\b|\//;

/** An empty account or a page past the last: 204, 416, or a message with 404 or 2xx, but not beside a list. */
function saysNoMonitors(response: HttpResponse): boolean {
  const { status, json } = response;
  if (status === 204 || (status === 416 && !isFromProxy(response) && !isWebPage(response))) {
    return true;
  }
  const code = bodyStatus(json) ?? 404;
  const isOther = code >= 400 && code !== 404 && code !== 416;
  if (json === undefined || (status >= 300 && status !== 404) || isOther || holdsList(json)) {
    return false;
  }
  const message = readErrorMessage(response) ?? '';
  const words = toPlainWords(message);
  // A 404 may also mean a wrong token or used-up credits.
  return NOTHING.test(words) && !OTHER.test(words) && reasonByWords(200, message) === undefined;
}

/** Returns whether there is a list of objects that aren't errors. */
function holdsList(json: unknown, levels = 3): boolean {
  if (isArray(json)) {
    return json.some(isObject);
  }
  const members = isObject(json) && levels > 0 ? firstEntries(json, 200) : [];
  const data = members.filter(([key]) => !/^(?:errors?|messages?|details?)$/i.test(key));
  return data.some(([, value]) => holdsList(value, levels - 1));
}

// Refusals

const FAILED =
  /^(?:stat(?:us|e)?|result|outcome)=(?:err(?:or)?|fail(?:ed|ure)?|ko|nok|denied)$|^(?:(?:is)?success(?:ful)?|succeeded|ok)=(?:false|0)$/i;
const ERROR_KEY = /^(?:err(?:or)?(?:s|codes?|message|msg|description)?|fault|exception)$/;

/** Returns whether a response reports a failure by its status or in its body. */
export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  const saysFailed = firstEntries(isObject(json) ? json : {}, 200).some(([key, value]) => {
    const plain = toPlain(key);
    return FAILED.test(`${plain}=${toText(value)}`) || (ERROR_KEY.test(plain) && isFilled(value));
  });
  return status < 200 || status >= 300 || saysFailed || bodyStatus(json) !== undefined;
}

const CODE_KEY = /^(?:(?:status|ret)[_-]?)?code$|^(?:status|errno|ret)$/i;
const MESSAGE_KEY = /^(?:message|msg|detail|title|reason)$/i;

/** Returns the error status of a body such as `{code: 401, message: "…"}`. */
function bodyStatus(body: unknown): number | undefined {
  const entries = firstEntries(isObject(body) ? body : {}, 100);
  const [, value] = entries.find(([key]) => CODE_KEY.test(key)) ?? [];
  const code = readAmount(value) ?? 0;
  const hasText = entries.some(([key, text]) => MESSAGE_KEY.test(key) && typeof text === 'string');
  const holdsData = entries.some(([, data]) => typeof data === 'object' && isFilled(data));
  const isFailure = code !== 0 && !(code >= 200 && code < 300);
  return isFailure && hasText && !holdsData ? code : undefined;
}

/** Decides by who responded, then by words, then by the status. */
export function reasonOf(response: HttpResponse, kind: CallKind, message: string): CallErrorReason {
  const { status, json } = response;
  const succeeded = status >= 200 && status < 300;
  const error = succeeded ? (bodyStatus(json) ?? 500) : status;
  const reason =
    reasonBySender(response) ??
    (kind === 'token' ? reasonOfSignIn(status, message) : reasonOfSession(response, message)) ??
    reasonByWords(succeeded ? 200 : status, message) ??
    BY_STATUS[error] ??
    (error >= 500 && error < 600 ? 'serviceError' : 'invalid');
  return reason === 'sessionEnded' && kind === 'token' ? 'badLogin' : reason;
}

/** Finds responses of proxies, gateways and websites. */
function reasonBySender(response: HttpResponse): CallErrorReason | undefined {
  const { status, header } = response;
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) {
    return 'notTheService';
  }
  if (isFromProxy(response)) {
    return 'serviceError';
  }
  // The user's next step is the same, whether the service or a gateway sent these.
  const isTold = status === 401 || status === 429 || status >= 500;
  // Only a proxy or gateway asks for these logins (RFC 7235).
  const isOtherLogin = /^(?:basic|digest|ntlm|negotiate)\b/i.test(header('WWW-Authenticate') ?? '');
  const isOther = !isTold || (status === 401 && isOtherLogin);
  return isWebPage(response) && isOther ? 'notTheService' : undefined;
}

function isWebPage({ contentType, text, json }: HttpResponse): boolean {
  const isHtml = /^\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000));
  return json === undefined && (contentType.includes('html') || isHtml);
}

/** RFC 9110, 15.6.3 and 15.6.5. HTML or a gateway's `Server` header proves nothing: most services use a gateway. */
function isFromProxy({ status, header, json }: HttpResponse): boolean {
  const isGateway = json === undefined && [502, 504].includes(status);
  return isGateway || (status >= 400 && header('X-Squid-Error') !== undefined);
}

const BY_STATUS: Readonly<Record<number, CallErrorReason>> = {
  401: 'sessionEnded',
  402: 'outOfCredits',
  403: 'forbidden',
  404: 'notTheService',
  405: 'notTheService',
  410: 'notTheService',
  429: 'tooManyCalls',
};

const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong|bad).{0,24}(?:credential|password|login)|(?:password|credentials).{0,24}(?:incorrect|wrong|invalid|not match)|unable to log ?in/i;
const NO_CREDITS =
  /insufficient (?:credit|fund|balance)|payment required|balance (?:is )?(?:zero|empty)|(?:out of|no|enough) credits|credits? (?:exceeded|exhausted|used up)|credit balance.{0,20}low|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)/i;
const TOO_MANY =
  /too many (?:requests|attempts|calls)|frequency.{1,8}too.high|rate.?limit(?:ed| exceeded| reached)|rate exceeded|throttled|quota.{0,30} exceeded/i;
/** "The token has expired", "invalid_token", "Login time-out", "Please sign in"; no plan, license, certificate or trial. */
const SIGNED_OUT =
  /^(?!.*(?:plan|licen[cs]e|certificate|trial|subscription|page|cursor|csrf|permission)).*(?:(?:invalid|expired|missing|revoked|unknown).{0,24}(?:token|session|jwt)|(?:token|session|jwt|login|log-?in).{0,24}(?:invalid|not valid|expired|revoked|time.?out|timed out|ended|not found|malformed)|credentials were not provided|unauthenticated|not (?:logged|signed) ?in|not authenticated|(?:please|must|need to|have to) (?:log|sign) ?in|(?:log|sign) ?in (?:again|required)|(?:logged|signed) out)/is;
const UNAUTHORIZED =
  /(?:invalid|expired|missing).{0,24}api.?key|api.?key.{0,24}(?:invalid|expired)|unauthori[sz]ed|not authori[sz]ed|authentication (?:failed|required)/i;
const NOT_ALLOWED =
  /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i;

/** Words that override these statuses, in order. 200 means any 2xx. */
const BY_WORDS: readonly (readonly [CallErrorReason, RegExp, statuses: readonly number[]])[] = [
  ['outOfCredits', NO_CREDITS, [200, 400, 401, 403, 429]],
  ['tooManyCalls', TOO_MANY, [200, 400, 403, 413]],
  ['sessionEnded', WRONG_LOGIN, [200]],
  ['sessionEnded', SIGNED_OUT, [200]],
  ['sessionEnded', UNAUTHORIZED, [200]],
  ['forbidden', NOT_ALLOWED, [200]],
];

function reasonByWords(status: number, message: string): CallErrorReason | undefined {
  const row = BY_WORDS.find(
    ([, words, statuses]) => statuses.includes(status) && words.test(message),
  );
  return row?.[0];
}

/** Some services send 400 or 422 for a wrong password. */
function reasonOfSignIn(status: number, message: string): CallErrorReason | undefined {
  const isWrong = [400, 422].includes(status) && WRONG_LOGIN.test(message);
  return isWrong || (status === 403 && SIGNED_OUT.test(message)) ? 'badLogin' : undefined;
}

/** An ended session has no status of its own, except 401. */
const SESSION_STATUSES = [400, 403, 419, 422, 440, 498, 500];

function reasonOfSession(response: HttpResponse, message: string): CallErrorReason | undefined {
  if (!SESSION_STATUSES.includes(response.status)) {
    return undefined;
  }
  const said = [message, ...readErrorCodes(response.json)];
  return said.some((text) => SIGNED_OUT.test(text)) ? 'sessionEnded' : undefined;
}

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
