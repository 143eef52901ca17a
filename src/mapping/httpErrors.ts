import { firstEntries, isArray, isObject, walk, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import { readTime } from '../base/time';
import type { CallKind } from '../monitors/call';
import { CallError, type CallErrorReason } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { readAmount, toText } from './values';
import { toPlain, wordSet } from './words';

/** Converts a refusal, even one with status 2xx, into an error that doesn't contain the secret. */
export function toHttpError(response: HttpResponse, secret: string, kind: CallKind): CallError {
  const { status, header } = response;
  const serviceMessage = readErrorText(response, secret);
  const reason = toOuterReason(response) ?? toRefusal(response, serviceMessage ?? '', kind);
  // Other responses may have a reset time that isn't why they failed (RFC 9110, 10.2.3).
  const isTimed = reason === 'tooManyCalls' || (status === 503 && header('Retry-After') !== undefined);
  const retryAt = isTimed ? readRetryAt(response) : undefined;
  return new CallError(reason, { status, mayBeSent: true, serviceMessage, retryAt });
}

/** @throws CallError for a refusal or no JSON. Doesn't quote token responses or broken JSON, which may hold secrets. */
export function requireSuccess(response: HttpResponse, secret: string, kind: CallKind): void {
  const { status, json, text } = response;
  if (isErrorReport(response)) {
    throw toHttpError(response, secret, kind);
  }
  if (json === undefined) {
    const isOfJson = /^\s*[[{]/.test(text);
    const countOf = (brackets: RegExp) => text.match(brackets)?.length ?? 0;
    const isCutOff = isOfJson && (!/[\]}]\s*$/.test(text) || countOf(/[[{]/g) > countOf(/[\]}]/g));
    const reason = isWebPage(response) ? 'webPage' : isCutOff ? 'cutOff' : 'notJson';
    const isSentence = reason === 'webPage' || (kind === 'list' && !isOfJson);
    const serviceMessage = isSentence ? readErrorText(response, secret) : undefined;
    throw new CallError(reason, { status, mayBeSent: true, serviceMessage });
  }
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
  return isWebPage(response) && (!isTold || (status === 401 && isOtherLogin)) ? 'webPage' : undefined;
}

export const isWebPage = ({ contentType, text }: HttpResponse): boolean =>
  contentType.includes('html') || /^\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000));

/** RFC 9110, 15.6.3 and 15.6.5. HTML or a gateway's `Server` header proves nothing: most services use a gateway. */
export function isFromGateway({ status, header, json }: HttpResponse): boolean {
  const isError = json === undefined && (status === 502 || status === 504);
  return isError || (status >= 400 && header('X-Squid-Error') !== undefined);
}

const RETRY_HEADERS = ['Retry-After', 'X-RateLimit-Reset', 'X-Rate-Limit-Reset', 'RateLimit-Reset'];
const MAX_WAIT_MS = 24 * 3_600_000;

/** Returns epoch milliseconds; `undefined` if past or more than {@link MAX_WAIT_MS} ahead. */
function readRetryAt({ header, receivedAt }: HttpResponse): number | undefined {
  const times = RETRY_HEADERS.map((name) => {
    const value = header(name);
    // A number of seconds is too small for an epoch time.
    return readTime(value)?.at ?? receivedAt + (readAmount(value) ?? Number.NaN) * 1_000;
  });
  const at = times.find((time) => !Number.isNaN(time)) ?? 0;
  return at >= receivedAt && at <= receivedAt + MAX_WAIT_MS ? at : undefined;
}

/** Checks for content. `error: "no"`, `captcha: 0` and `errors: []` are empty. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  return status >= 400 || (isObject(json) && (saysFailed(json) || bodyStatus(json) !== undefined));
}

function saysFailed(body: JsonObject): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toPlain(key);
    const text = toText(value);
    const isOutcome = /^(?:stat(?:us|e)?|result(?:ado|at)?|outcome|esito|ergebnis)$/.test(plain);
    const isSuccess = /^(?:(?:is)?success|successful|succeeded|ok)$/.test(plain);
    const isError = /^(?:err(?:or)?(?:s|codes?|message|msg|description|info)?|fault|exception)$/.test(plain);
    return (
      (isOutcome && /^(?:error|err|fail|failed|failure|ko|nok|denied)$/i.test(text)) ||
      (isSuccess && /^(?:false|0)$/.test(text)) ||
      (isError && isFilled(value))
    );
  });
}

/** Returns the error status of a body such as `{code: 401, message: "…"}`. */
export function bodyStatus(body: unknown): number | undefined {
  const entries = isObject(body) ? firstEntries(body, 100) : [];
  const code = entries.find(([key]) =>
    /^(?:(?:status|ret)[_-]?)?code$|^(?:status|errno|ret)$/i.test(key),
  )?.[1];
  const isMessage = /^(?:message|msg|detail|title|reason)$/i;
  const hasText = entries.some(([key, value]) => isMessage.test(key) && typeof value === 'string');
  const holdsData = entries.some(([, value]) => typeof value === 'object' && isFilled(value));
  const isFailure = typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return isFailure && hasText && !holdsData ? code : undefined;
}

const BY_STATUS: Readonly<Record<number, CallErrorReason>> = {
  402: 'outOfCredits',
  403: 'forbidden',
  404: 'wrongAddress',
  405: 'wrongAddress',
  410: 'wrongAddress',
  429: 'tooManyCalls',
};

const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong|bad|неверн).{0,24}(?:credential|password|login|логин|пароль)|密码(?:错误|不正确)|(?:password|credentials?|login).{0,24}(?:invalid|incorrect|wrong|not match|mismatch)|unable to log ?in/i;
const NO_CREDITS =
  /insufficient (?:credit|fund|balance)|payment required|balance (?:is )?(?:zero|empty)|crediti (?:esauriti|insufficienti)|(?:out of|no|(?:not|n['’]t have) enough) credits|credits? (?:exceeded|exhausted|used up)|credit (?:balance|limit).{0,20}(?:low|exceeded|exhausted|reached|insufficient)|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)|plan limit/i;
const TOO_MANY =
  /too many (?:requests|attempts|calls)|frequency.{1,8}too.high|rate.?limit(?:ed| (?:exceeded|reached))|rate exceeded|throttled|quota.{0,30} exceeded/i;
const SIGNED_OUT =
  /(?:invalid|unknown|expired|missing).{0,24}(?:token|api.?key|user ?name|session)|(?:token|session|api.?key|user).{0,24}(?:invalid|expired|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|(?:authentication|authorization) (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)|credentials.{0,20}not match|토큰.{0,20}만료|다시 로그인/i;

/** Words that override these statuses, in order. 200 means any 2xx. */
const BY_WORDS: readonly (readonly [CallErrorReason, RegExp, statuses: readonly number[]])[] = [
  ['outOfCredits', NO_CREDITS, [200, 400, 401, 403, 429]],
  ['tooManyCalls', TOO_MANY, [200, 400, 403, 413]],
  ['expired', WRONG_LOGIN, [200]],
  ['expired', SIGNED_OUT, [200]],
  ['expired', /^(?:invalid|expired) (?:access |api |auth )?token\b(?! permission)/i, [403]],
  ['forbidden', /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i, [200]],
];

export function reasonByWords(status: number, message: string): CallErrorReason | undefined {
  return BY_WORDS.find(([, words, statuses]) => statuses.includes(status) && words.test(message))?.[0];
}

/** Returns the reason. Words override the status. A 2xx response may have a status in its body. */
export function toRefusal({ status, json }: HttpResponse, message: string, kind: CallKind) {
  const succeeded = status >= 200 && status < 300;
  const code = succeeded ? (bodyStatus(json) ?? 500) : status;
  const isSignIn = kind === 'token';
  // Some services send 400 or 422 for a wrong password, but also for a malformed e-mail address.
  const isOfField = isObject(json) && isArray(json['email']);
  const isMistyped = isSignIn && [400, 422].includes(status) && WRONG_LOGIN.test(message) && !isOfField;
  const byStatus = BY_STATUS[code] ?? (code >= 500 && code < 600 ? 'serviceError' : 'invalid');
  const byCode = code === 401 || isMistyped ? 'expired' : byStatus;
  const reason = reasonByWords(succeeded ? 200 : status, message) ?? byCode;
  return reason === 'expired' && isSignIn ? 'badLogin' : reason;
}

const MAX_MESSAGE = 300;
const MAX_DEPTH = 8;

/** Keys of the message, most specific first. */
const MESSAGE_KEYS = [
  /^(?:error|hydra)description$|^detail$/,
  /^(?:error|user|result|return)?(?:message|msg)s?$/,
  /errors?$|^error(?:fields|summary|causes)$|^(?:explanation|violations|details|reasons?|failures)$/,
  /^(?:problems?|description|fault|faultstring|title|summary|info|status(?:message|text|description))$/,
  /^(?:error(?:text|details?|code)|text|en|string)$/,
];
/** Keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Texts that only repeat the HTTP status. */
const GENERIC =
  /^(?:(?:bad|invalid) (?:request|input)|payment required|not found|method not allowed|unprocessable (?:entity|content)|too many requests|validation (?:failed|error)|(?:internal server|application|unknown) error|bad gateway|service unavailable|gateway timeout|(?:request|login) failed|an error occurred|something went wrong)\W?$/i;
/** One word, such as `invalid_grant`, or a status. */
const CODE = /^[!-~]+$|^[\d ]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$/i;

/** Returns the untrusted message in plain text, and masks the secret. */
export function readErrorText({ json, text, contentType }: HttpResponse, secret = ''): string | undefined {
  const isPage = contentType.includes('html') || /^\s{0,99}</.test(text);
  const start = text.slice(0, 20_000);
  // Compressed and binary content isn't text.
  const plain = start.includes('\ufffd') ? [] : [start];
  const said = json !== undefined ? sentencesIn(json) : isPage ? textsOf(start) : plain;
  const best = said.find((one) => !CODE.test(one) && !GENERIC.test(one)) ?? said[0] ?? '';
  return toPlainText(maskSecret(best, secret), MAX_MESSAGE) || undefined;
}

/** The places of a message in a web page, in the order of the page. */
const PAGE_TEXTS =
  /<(title|h1|pre|blockquote)\b[^>]{0,200}>([\s\S]{1,500}?)(?=<\/\1>)|<b>Message<\/b>([^<]{1,500})|<\/h1>\s{0,99}<p[^>]{0,200}>([^<]{1,500})/gi;

function textsOf(page: string): readonly string[] {
  return [...page.matchAll(PAGE_TEXTS)].map(([, , text, message, paragraph]) =>
    (text ?? message ?? paragraph ?? '')
      .replace(/<[^>]{0,500}>/g, ' ')
      .replace(/&(?:rsquo|#39);/g, '’')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const texts = walk(json, MAX_DEPTH).flatMap(({ steps, value }) => {
    const keys = steps.filter((step) => typeof step === 'string').map(toPlain);
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    if (text === '' || keys.some((key) => UNSHOWN_KEYS.has(key))) {
      return [];
    }
    const key = keys.at(-1) ?? 'message';
    const rank = MESSAGE_KEYS.findIndex((keys) => keys.test(key));
    const isSaid = /^(?:response|result|data|status|code)$/.test(key) && /\s/.test(text);
    if (rank < 0 && !isSaid && !/\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(text)) {
      return [];
    }
    return { text, rank: rank < 0 ? MESSAGE_KEYS.length : rank };
  });
  return texts.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
}
