import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import type { Endpoint } from '../service/address';
import type { CallErrorReason } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { toText } from './values';
import { toPlain, wordSet } from './words';

// Detects failures and their reasons.

const ERROR_KEYS = wordSet(
  'error errors errorcode errorcodes errormessage errordescription errcode errmsg errorinfo fault exception',
);
const SUCCESS_KEYS = wordSet('success issuccess successful succeeded ok');
const OUTCOME_KEYS = wordSet(
  'status stat result state outcome esito resultado ergebnis resultat statut stato',
);

/** Checks for content. `error: "no"`, `captcha: 0` and `errors: []` are empty. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Detects a failure by the status, or by the body of a 2xx response. */
export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  return status >= 400 || (isObject(json) && (saysFailed(json) || bodyStatus(json) !== undefined));
}

function saysFailed(body: JsonObject): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toPlain(key);
    const isFailed =
      OUTCOME_KEYS.has(plain) && /^(?:error|err|fail|failed|failure|ko|nok|denied)$/i.test(toText(value));
    const isNoSuccess = SUCCESS_KEYS.has(plain) && (value === false || value === 0 || value === 'false');
    return isFailed || isNoSuccess || (ERROR_KEYS.has(plain) && isFilled(value));
  });
}

/** Returns the error status of a body such as `{code: 401, message: "…"}`. */
export function bodyStatus(body: unknown): number | undefined {
  const entries = (isObject(body) ? firstEntries(body, 100) : []).map(
    ([key, value]) => [toPlain(key), value] as const,
  );
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(([, value]) => typeof value === 'object' && isFilled(value));
  const hasText = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  const isFailure = typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return isFailure && hasText && !holdsData ? code : undefined;
}

// Reasons.

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
  /insufficient (?:credit|fund|balance)|payment required|balance (?:is )?(?:zero|empty)|crediti (?:esauriti|insufficienti)|(?:out of|no|not enough) credits|credits? (?:exceeded|exhausted|used up)|credit (?:balance|limit).{0,20}(?:low|exceeded|exhausted|reached|insufficient)|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)|plan limit/i;
const TOO_MANY =
  /too many (?:requests|attempts|calls)|frequency.{1,8}too.high|rate.?limit(?:ed| (?:exceeded|reached))|rate exceeded|throttled|quota exceeded/i;
const INVALID_TOKEN = /^(?:invalid|expired) (?:access |api |auth )?token\b/i;
const SIGNED_OUT =
  /(?:invalid|unknown|expired|missing).{0,24}(?:token|api.?key|user ?name|session)|(?:token|session|api.?key|user).{0,24}(?:invalid|expired|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|(?:authentication|authorization) (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)|credentials.{0,20}not match|토큰.{0,20}만료|다시 로그인/i;
const FORBIDDEN = /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i;

/** Words that override these statuses, in order. 200 means any 2xx. */
const BY_WORDS: readonly (readonly [CallErrorReason, RegExp, statuses: readonly number[]])[] = [
  ['outOfCredits', NO_CREDITS, [200, 400, 401, 403, 429]],
  ['tooManyCalls', TOO_MANY, [200, 400, 403]],
  ['badLogin', WRONG_LOGIN, [200]],
  ['expired', SIGNED_OUT, [200]],
  ['expired', INVALID_TOKEN, [403]],
  ['forbidden', FORBIDDEN, [200]],
];

export function reasonByWords(status: number, message: string): CallErrorReason | undefined {
  return BY_WORDS.find(([, words, statuses]) => statuses.includes(status) && words.test(message))?.[0];
}

/** Returns the reason. Words override the status. A 2xx response may have a status in its body. */
export function toRefusal(
  { status, json }: Pick<HttpResponse, 'status' | 'json'>,
  message: string,
  endpoint: Endpoint,
): CallErrorReason {
  const succeeded = status >= 200 && status < 300;
  const code = succeeded ? (bodyStatus(json) ?? 500) : status;
  const isSignIn = endpoint === 'token';
  // Some services send 400 or 422 for a wrong password, but also for a malformed e-mail address.
  const isOfField = isObject(json) && isArray(json['email']);
  const isMistyped = isSignIn && [400, 422].includes(status) && WRONG_LOGIN.test(message) && !isOfField;
  const byStatus = BY_STATUS[code] ?? (code >= 500 && code < 600 ? 'serviceError' : 'invalid');
  const byCode = code === 401 || isMistyped ? 'expired' : byStatus;
  const told = reasonByWords(succeeded ? 200 : status, message) ?? byCode;
  return told !== 'expired' && told !== 'badLogin' ? told : isSignIn ? 'badLogin' : 'expired';
}
