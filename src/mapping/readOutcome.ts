import { maskText } from '../base/maskText';
import { lastKey } from '../base/path';
import { SentSecret } from '../base/sentSecret';
import { toPlainText } from '../base/text';
import { firstEntries, isArray, isFilled, isObject, readAmount, toText, walk } from '../base/json';
import { DAY, readTime, SECOND } from '../base/time';
import { toPlainWords } from '../base/words';
import type { CallKind } from '../monitors/call';
import { CallError, type CallErrorReason } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { toPlain } from './words';

// Decides what a response is: a page, the statement that there are no monitors, or a refusal. No other file does.

/** @param secret the sent token or password; errors don't contain it */
export function readOutcome(
  response: HttpResponse,
  kind: CallKind,
  secret = '',
): CallError | 'page' | 'noMonitors' {
  const { status, json } = response;
  const hasList = kind === 'list' && holdsList(json);
  // `{"data": {"monitors": […]}, "errors": […]}` is a page.
  if (hasList && status < 400) {
    return 'page';
  }
  const message = readErrorMessage(response, secret);
  if (kind === 'list' && !hasList && saysNoMonitors(response, message)) {
    return 'noMonitors';
  }
  const isPage = json !== undefined && readErrorCode(response) === undefined;
  return isPage ? 'page' : toRefusal(response, kind, message);
}

function toRefusal(response: HttpResponse, kind: CallKind, message: string) {
  const { status, url, json, text } = response;
  const reason = reasonOf(response, kind, message);
  const isText = json === undefined && isSuccess(status) && !isMarkup(text);
  // Security: a text after a sign-in may be the token, and broken JSON may hold secrets.
  const isHidden = isText && (kind === 'token' || isOfJson(text));
  return new CallError(reason, {
    status,
    url,
    mayBeSent: true,
    serviceMessage: (!isHidden && message) || undefined,
    retryAt: readRetryAt(response, reason),
  });
}

// No monitors

/** "You don't have any monitors.", `NO_MORE_ITEMS`, "Page 7 does not exist", "Offset too large". */
const NOTHING =
  /^(?:(?:there are|you have|you dont have) )?(?:no|0|any) (?:\p{L}+ )?(?:monitors|checks|results|records|items|data)(?: (?:found|available|yet|left|on this page|to show))?$|^(?:monitors|checks|records) not found$|^(?:invalid|no such) page$|^(?:page|page index|page \d+|offset) (?:not found|doesnt exist|does not exist|is out of range|exceeds the number of pages|too large)$/u;

/** An empty account or a page past the last: 204, 416, or a message with 404 or 2xx that says nothing else. */
function saysNoMonitors(response: HttpResponse, message: string): boolean {
  const { status, json, text } = response;
  if (status === 204 || (status === 416 && !isMarkup(text))) {
    return true;
  }
  const isPlain = json !== undefined && [undefined, 0, 404, 416].includes(readErrorCode(response));
  return isPlain && NOTHING.test(toPlainWords(message).trim());
}

/** Returns whether there is a list of objects that aren't errors. */
function holdsList(json: unknown, levels = 3): boolean {
  if (isArray(json)) {
    return json.some(isObject);
  }
  const members = isObject(json) && levels > 0 ? firstEntries(json, 200) : [];
  return members.some(
    ([key, value]) =>
      !/^(?:errors?|messages?|details?)$/i.test(key) && holdsList(value, levels - 1),
  );
}

// Refusals

/** Returns the status of a failure, or that in the body of a success; undefined without a failure. */
export function readErrorCode({ status, json }: Pick<HttpResponse, 'status' | 'json'>) {
  return isSuccess(status) ? failureIn(json) : status;
}

const isSuccess = (status: number) => status >= 200 && status < 300;
const isMarkup = (text: string) => /^\s*</.test(text);
const isOfJson = (text: string) => /^\s*[[{]/.test(text);

const FAILED =
  /^(?:stat(?:us|e)?|result)=(?:error|fail(?:ed|ure)?|ko|nok)$|^(?:is)?(?:success(?:ful)?|ok)=(?:false|0)$/i;
const ERROR_KEY = /^err(?:or)?(?:s|codes?|message|msg)?$/;
const CODE_KEY = /^(?:(?:status|ret)?code|status|errno)$/;
const MESSAGE_KEY = /^(?:message|msg|detail|title|reason)$/;

/** Returns the status in `{code: 401, message: "…"}`, 0 for `{success: false}`, or `undefined` without a failure. */
function failureIn(json: unknown): number | undefined {
  const members = firstEntries(isObject(json) ? json : {}, 200).map(
    ([key, value]) => [toPlain(key), value] as const,
  );
  const [code] = members.flatMap(([key, value]) =>
    CODE_KEY.test(key) ? (readAmount(value) ?? []) : [],
  );
  const hasText = members.some(
    ([key, value]) => MESSAGE_KEY.test(key) && typeof value === 'string',
  );
  const hasData = members.some(([, value]) => typeof value === 'object' && isFilled(value));
  if (code && !isSuccess(code) && hasText && !hasData) {
    return code;
  }
  const saysFailed = members.some(
    ([key, value]) =>
      FAILED.test(`${key}=${toText(value)}`) || (ERROR_KEY.test(key) && isFilled(value)),
  );
  return saysFailed ? 0 : undefined;
}

const REASONS: Readonly<Record<number, CallErrorReason>> = {
  // The body says no more than that the call failed.
  0: 'serviceError',
  401: 'sessionEnded',
  402: 'outOfCredits',
  403: 'forbidden',
  404: 'notTheService',
  405: 'notTheService',
  429: 'tooManyCalls',
};

/** Decides by who responded, then by words, then by the status. */
export function reasonOf(response: HttpResponse, kind: CallKind, message: string): CallErrorReason {
  const { json, status } = response;
  const code = readErrorCode(response) ?? (json === undefined ? 404 : 0);
  const texts = [message, ...readErrorCodes(json)];
  const reason =
    reasonBySender(response) ??
    reasonByWords(kind, isSuccess(status) ? 200 : status, texts) ??
    REASONS[code] ??
    (code >= 500 && code < 600 ? 'serviceError' : 'invalid');
  return reason === 'sessionEnded' && kind === 'token' ? 'badLogin' : reason;
}

/** A longer text is no sentence, but a page in another format. */
const MAX_SENTENCE = 100;

/** Finds what no such service sends: web pages, texts, and JSON that was cut off. */
function reasonBySender({ status, header, json, text }: HttpResponse) {
  const isText = json === undefined && isSuccess(status);
  if (isText && isOfJson(text) && text.split(/[[{]/).length > text.split(/[\]}]/).length) {
    return 'noConnection';
  }
  // Only a proxy or gateway asks for these logins (RFC 7235).
  const isOtherLogin = /^(?:basic|digest|ntlm|negotiate)\b/i.test(header('WWW-Authenticate') ?? '');
  // The user's next step is the same, whether the service or a gateway sent these.
  const isClear = status === 401 ? !isOtherLogin : status === 429 || status >= 500;
  const isForeign = isMarkup(text) ? !isClear : isText && text.length > MAX_SENTENCE;
  return isForeign ? 'notTheService' : undefined;
}

/** "The token has expired", "invalid_token", "Login time-out", "Please sign in"; no plan, license, certificate or trial. */
const SIGNED_OUT =
  /^(?!.*(?:plan|licen[cs]e|certificate|trial|page|cursor|csrf|permission)).*(?:(?:invalid|expired|missing|revoked).{0,24}(?:token|session)|(?:token|session|jwt|log-?in).{0,24}(?:invalid|not valid|expired|revoked|time.?out|ended|not found)|credentials were not provided|unauthenticated|not (?:logged|signed|authenticated)|(?:please|must|(?:need|have) to) (?:log|sign) ?in|(?:log|sign) ?in (?:again|required)|(?:logged|signed) out)/im;
const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong).{0,24}(?:credential|password|login)|(?:password|credentials).{0,24}(?:incorrect|wrong|invalid|not match)/i;
const NO_CREDITS =
  /(?:insufficient|out of|no|enough) (?:credits|funds|balance)|(?:credits?|balance) (?:is )?(?:zero|empty|exceeded|exhausted|used up|too low)|payment required|billing details|subscription (?:needed|required|expired)|\bplan\b.{0,60}\bupgrade|upgrade your/i;
const TOO_MANY =
  /too many (?:requests|attempts|calls)|rate.?limit(?:ed| exceeded| reached)|rate exceeded|throttled|quota.{0,30} exceeded/i;
const UNAUTHORIZED =
  /api.?key.{0,24}(?:invalid|expired)|unauthori[sz]ed|not authori[sz]ed|authentication (?:failed|required)/i;
const NOT_ALLOWED = /permission|missing.?scope|forbidden|access denied|not allowed/i;

/** Words, and the statuses that they override; 200 is any 2xx. The first that fits decides. */
const WORD_RULES: readonly (readonly [CallErrorReason, RegExp, readonly number[], CallKind?])[] = [
  ['outOfCredits', NO_CREDITS, [200, 400, 401, 403, 429]],
  ['tooManyCalls', TOO_MANY, [200, 400, 403, 413]],
  ['sessionEnded', SIGNED_OUT, [200, 403]],
  // An ended session has no status of its own, except 401.
  ['sessionEnded', SIGNED_OUT, [400, 419, 422, 440, 498, 500], 'list'],
  ['sessionEnded', WRONG_LOGIN, [200, 400, 422], 'token'],
  ['sessionEnded', UNAUTHORIZED, [200]],
  ['forbidden', NOT_ALLOWED, [200]],
];

function reasonByWords(kind: CallKind, status: number, texts: readonly string[]) {
  const rule = WORD_RULES.find(
    ([, words, statuses, only = kind]) =>
      only === kind && statuses.includes(status) && words.test(texts.join('\n')),
  );
  return rule?.[0];
}

const RESET_HEADERS = ['X-RateLimit-Reset', 'RateLimit-Reset'];

/** Returns the first time within a day, in epoch milliseconds. Only a limit ends at its reset. */
function readRetryAt({ header, receivedAt }: HttpResponse, reason: CallErrorReason) {
  const resets = reason === 'tooManyCalls' ? RESET_HEADERS : [];
  const times = ['Retry-After', ...resets].map((name) => {
    const value = header(name) ?? '';
    return readTime(value)?.at ?? receivedAt + Number.parseFloat(value) * SECOND;
  });
  return times.find((at) => at >= receivedAt && at <= receivedAt + DAY);
}

// The service's own sentence in a refusal

/** Lines such as "message=Too many pages", best first; then two or three words under other keys, and `TOKEN_EXPIRED`. */
const MESSAGES = [
  /^(?:(?:err(?:or)?|user|result)?(?:message|msg)s?|error(?:description|text)|detail)=/,
  /^(?:\w*errors?|errorsummary|explanation|details|reasons?|fault|description|title|info|text|string)=|\S\s+\S+\s+\S|^(?:result|data)=\S+\s+\S|=[A-Z]+_[A-Z_]+$/,
];
/** Keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN =
  /input|value|stack|trace|exception|request|body|path|instance|type|url|docs|timestamp|password|token|context/i;
/** Texts that say no more than the HTTP status, and single words, such as `invalid_grant`. */
const UNCLEAR =
  /^[!-~]+$|^\d{3} .{0,40}$|^(?:(?:bad|invalid) request|not found|validation (?:failed|error)|(?:internal server|application) error)\W?$/i;

/** Returns the untrusted message in plain text, or `''`. Masks the secret that was sent, and any other. */
export function readErrorMessage({ json, text }: HttpResponse, secret = ''): string {
  const sentences = json === undefined ? textsOf(text.slice(0, 20_000)) : sentencesIn(json);
  const clear = sentences.find((sentence) => !UNCLEAR.test(sentence));
  // Hidden characters could hide a secret, so they go first.
  const plain = toPlainText(clear ?? sentences[0] ?? '', 2_000);
  return toPlainText(maskText(new SentSecret(secret).mask(plain)), 300);
}

/** Places of a message in a web page. */
const PAGE_TEXTS = /<(?:title|h1|pre)\b[^>]{0,200}>([^]{1,500}?)(?=<\/)/gi;

function textsOf(body: string): readonly string[] {
  if (!isMarkup(body)) {
    // Compressed and binary content isn't text.
    return body.includes('\ufffd') ? [] : [body];
  }
  return [...body.matchAll(PAGE_TEXTS)].map(([, text = '']) =>
    text
      .replace(/<[^>]{0,500}>/g, ' ')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

/** Lists codes, such as `token_expired`, and texts about a token, which aren't shown because they may contain it. */
function readErrorCodes(json: unknown): readonly string[] {
  return walk(json, 8).flatMap(({ steps, value }) => {
    const text = typeof value === 'string' ? value.slice(0, 200) : '';
    const isCode = /^[a-z]+(?:[_-][a-z]+)+$/i.test(text);
    return isCode || steps.includes('token') ? text.replace(/[_-]/g, ' ') : [];
  });
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const lines = walk(json, 8).flatMap(({ steps, value }) => {
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    return text === '' || UNSHOWN.test(steps.join())
      ? []
      : `${toPlain(lastKey(steps)) || 'message'}=${text}`;
  });
  return MESSAGES.flatMap((form) => lines.filter((line) => form.test(line))).map((line) =>
    line.slice(line.indexOf('=') + 1),
  );
}
