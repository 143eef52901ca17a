import { firstEntries, isArray, isObject, walk, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { CallKind } from '../monitors/call';
import type { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { isFromGateway, isWebPage, reasonByWords, toRefusal, toUnreadable } from '../service/refusals';
import { toText } from './values';
import { toPlain, toPlainWords, wordSet } from './words';

/** Converts a refusal, even one with status 2xx, into an error that doesn't contain the secret. */
export function toHttpError(response: HttpResponse, secret: string, kind: CallKind): CallError {
  return toRefusal(response, kind, readErrorText(response, secret), bodyStatus(response.json));
}

/** @throws CallError for a refusal or no JSON, without the secret */
export function requireSuccess(response: HttpResponse, secret: string, kind: CallKind): void {
  if (isErrorReport(response)) {
    throw toHttpError(response, secret, kind);
  }
  if (response.json === undefined) {
    throw toUnreadable(response, kind, readErrorText(response, secret));
  }
}

export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  return status >= 400 || (isObject(json) && (saysFailed(json) || bodyStatus(json) !== undefined));
}

/** Checks for content. `error: "no"`, `captcha: 0` and `errors: []` are empty. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

const FAILED =
  /^(?:stat(?:us|e)?|result|outcome)=(?:err(?:or)?|fail(?:ed|ure)?|ko|nok|denied)$|^(?:(?:is)?success(?:ful)?|succeeded|ok)=(?:false|0)$/i;
const ERROR_KEY = /^(?:err(?:or)?(?:s|codes?|message|msg|description)?|fault|exception)$/;

function saysFailed(body: JsonObject): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toPlain(key);
    return FAILED.test(`${plain}=${toText(value)}`) || (ERROR_KEY.test(plain) && isFilled(value));
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

/** Keys of the message, most specific first. */
const MESSAGE_KEYS = [
  /^(?:error|hydra)description$|^detail$/,
  /^(?:error|user|result)?(?:message|msg)s?$/,
  /errors?$|^(?:errorsummary|explanation|details|reasons?|fault(?:string)?)$/,
  /^(?:description|title|info|text|string|en|status(?:message|text))$/,
];
/** Keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN_KEYS = wordSet(`
  input value stack stacktrace trace exception request body rejectedvalue attemptedvalue path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Texts that only repeat the HTTP status. */
const GENERIC =
  /^(?:(?:bad|invalid) (?:request|input)|not found|too many requests|validation (?:failed|error)|(?:internal server|application|unknown) error|(?:request|login) failed|an error occurred|something went wrong)\W?$/i;
/** One word, such as `invalid_grant`, or a status. */
const CODE = /^[!-~]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$/i;

/** Returns the untrusted message in plain text, and masks the secret. */
export function readErrorText({ json, text }: HttpResponse, secret = ''): string | undefined {
  const start = text.slice(0, 20_000);
  const said = json !== undefined ? sentencesIn(json) : textsOf(start);
  const best = said.find((one) => !CODE.test(one) && !GENERIC.test(one)) ?? said[0] ?? '';
  return toPlainText(maskSecret(best, secret), 300) || undefined;
}

/** Places of a message in a web page. */
const PAGE_TEXTS =
  /<(title|h1|pre|blockquote)\b[^>]{0,200}>([\s\S]{1,500}?)(?=<\/\1>)|(?:<b>Message<\/b>|<\/h1>\s{0,99}<p[^>]{0,200}>)([^<]{1,500})/gi;

function textsOf(page: string): readonly string[] {
  if (!/^\s*</.test(page)) {
    // Compressed and binary content isn't text.
    return page.includes('\ufffd') ? [] : [page];
  }
  return [...page.matchAll(PAGE_TEXTS)].map(([, , text, message = '']) =>
    (text ?? message)
      .replace(/<[^>]{0,500}>/g, ' ')
      .replace(/&(?:rsquo|#39);/g, '’')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const texts = walk(json, 8).flatMap(({ steps, value }) => {
    const keys = steps.filter((step) => typeof step === 'string').map(toPlain);
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    const key = keys.at(-1) ?? 'message';
    const rank = MESSAGE_KEYS.findIndex((names) => names.test(key));
    const isSentence = /\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(text);
    const isSaid = rank >= 0 || isSentence || (/^(?:response|result|data)$/.test(key) && /\s/.test(text));
    const isHidden = text === '' || keys.some((key) => UNSHOWN_KEYS.has(key));
    return isSaid && !isHidden ? { text, rank: rank < 0 ? MESSAGE_KEYS.length : rank } : [];
  });
  return texts.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
}

/** `no active monitors`, `dont have any checks`, `monitors not found`, `end of list`, `page 7 does not exist`. */
const NOTHING =
  /\b(?:(?:no|0|\p{L}{2,5}nt have any|not have any) (?:\p{L}+ ){0,2}(?:monitors|checks|results|records|items|rows|data)|(?:monitors|checks|results|records|items) not found|end of (?:the )?list|list (?:is )?empty|(?:invalid|no such) page|page (?:index )?(?:\d+ )?(?:not found|doesnt exist|does not exist|is out of|exceeds)|past the last page|offset too large)\b/u;
/** Messages about something else, such as a failure. */
const OTHER =
  /\b(?:unable|failed|failure|unavailable|later|again|access|allowed|credits?|upgrade|expired|received|provided|given|request|body|with id|down|up|offline|failing|paused|looking for|user|urls?|routes?|endpoints?|size|limit|token|session|login|authentication|authorization|must)\b|\//;

/** An empty account or a page past the last: 204, 416, or a message with 404 or 2xx, but not beside a list. */
export function saysNoMonitors(response: HttpResponse): boolean {
  const { status, json } = response;
  if (status === 204 || status === 416) {
    return status === 204 || (!isFromGateway(response) && !isWebPage(response));
  }
  const mayTell = json !== undefined && (status === 404 || (status >= 200 && status < 300));
  const message = mayTell && !holdsList(json) ? (readErrorText(response) ?? '') : '';
  const words = toPlainWords(message);
  const code = bodyStatus(json) ?? 404;
  // A 404 may also mean a wrong token or used-up credits.
  const isOther = (code >= 400 && code !== 404 && code !== 416) || reasonByWords(200, message) !== undefined;
  return !isOther && !OTHER.test(words) && NOTHING.test(words);
}

/** Whether a response may have a list. A refusal such as `{"error": "..."}` only looks like records by id. */
export function mayHoldList(response: HttpResponse): boolean {
  return !isErrorReport(response) || holdsList(response.json);
}

/** Checks for a filled list, except lists of errors. */
function holdsList(json: unknown, levels = 3): boolean {
  const inner = isObject(json) && levels > 0 ? Object.entries(json) : [];
  const isError = /^(?:errors?|messages?|details?)$/i;
  return isArray(json)
    ? json.length > 0
    : inner.some(([key, value]) => !isError.test(key) && holdsList(value, levels - 1));
}
