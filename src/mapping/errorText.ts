import { firstEntries, isArray, isObject, walk } from '../base/json';
import { isFilled, toText } from '../base/scalar';
import { maskText } from '../base/maskText';
import { SentSecret } from '../base/sentSecret';
import { toPlainText } from '../base/text';
import { toPlainWords, wordSet } from '../base/words';
import type { CallKind } from '../monitors/call';
import type { CallError } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import {
  isFromGateway,
  isWebPage,
  reasonByWords,
  toRefusal,
  toUnreadable,
} from '../service/refusals';
import { toPlain } from './words';

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

const FAILED =
  /^(?:stat(?:us|e)?|result|outcome)=(?:err(?:or)?|fail(?:ed|ure)?|ko|nok|denied)$|^(?:(?:is)?success(?:ful)?|succeeded|ok)=(?:false|0)$/i;
const ERROR_KEY = /^(?:err(?:or)?(?:s|codes?|message|msg|description)?|fault|exception)$/;

export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  const saysFailed = firstEntries(isObject(json) ? json : {}, 200).some(([key, value]) => {
    const plain = toPlain(key);
    return FAILED.test(`${plain}=${toText(value)}`) || (ERROR_KEY.test(plain) && isFilled(value));
  });
  return status >= 400 || saysFailed || bodyStatus(json) !== undefined;
}

const CODE_KEY = /^(?:(?:status|ret)[_-]?)?code$|^(?:status|errno|ret)$/i;

/** Returns the error status of a body such as `{code: 401, message: "…"}`. */
export function bodyStatus(body: unknown): number | undefined {
  const entries = firstEntries(isObject(body) ? body : {}, 100);
  const [, code] = entries.find(([key]) => CODE_KEY.test(key)) ?? [];
  const isMessage = /^(?:message|msg|detail|title|reason)$/i;
  const hasText = entries.some(([key, value]) => isMessage.test(key) && typeof value === 'string');
  const holdsData = entries.some(([, value]) => typeof value === 'object' && isFilled(value));
  const isFailure = typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return isFailure && hasText && !holdsData ? code : undefined;
}

/** Keys of the message, best first. */
const MESSAGE_KEYS = [
  /^(?:error|hydra)description$|^detail$/,
  /^(?:error|user|result)?(?:message|msg)s?$/,
  /errors?$|^(?:errorsummary|explanation|details|reasons?|fault(?:string)?)$/,
  /^(?:description|title|info|text|string|status(?:message|text))$/,
];
/** Keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN_KEYS = wordSet(`
  input value stack stacktrace trace exception request body rejectedvalue attemptedvalue path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Key and text of a sentence under any key: three words, two under `data`, or `NO_MORE_ITEMS`. */
const SENTENCE = /\S\s+\S+\s+\S|^(?:response|result|data)=\S+\s+\S|=[A-Z]+_[A-Z]+_[A-Z_]+$/;
/** Texts that say no more than the HTTP status, and single words, such as `invalid_grant`. */
const UNCLEAR =
  /^[!-~]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$|^(?:(?:bad|invalid) (?:request|input)|not found|too many requests|validation (?:failed|error)|(?:internal server|application|unknown) error|(?:request|login) failed|an error occurred|something went wrong)\W?$/i;

/** Returns the untrusted message in plain text, with masked secrets: the one that was sent, and any other. */
export function readErrorText({ json, text }: HttpResponse, secret = ''): string | undefined {
  const said = json !== undefined ? sentencesIn(json) : textsOf(text.slice(0, 20_000));
  const best = said.find((one) => !UNCLEAR.test(one)) ?? said[0] ?? '';
  // Hidden characters could hide a secret, so they go first.
  const message = new SentSecret(secret).mask(toPlainText(best, 2_000));
  return toPlainText(maskText(message), 300) || undefined;
}

/** Places of a message in a web page. */
const PAGE_TEXTS =
  /<(title|h1|pre|blockquote)\b[^>]{0,200}>([\s\S]{1,500}?)(?=<\/\1>)|(?:<b>Message<\/b>|<\/h1>\s{0,99}<p[^>]{0,200}>)([^<]{1,500})/gi;

function textsOf(body: string): readonly string[] {
  if (!/^\s*</.test(body)) {
    // Compressed and binary content isn't text.
    return body.includes('\ufffd') ? [] : [body];
  }
  const texts = [...body.matchAll(PAGE_TEXTS)].map(([, , text = '', message = text]) => message);
  const withoutTags = texts.map((text) => text.replace(/<[^>]{0,500}>/g, ' ').trim());
  return withoutTags.map((text) => text.replace(/&(?:rsquo|#39);/g, '’').replaceAll('&amp;', '&'));
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const texts = walk(json, 8).flatMap(({ steps, value }) => {
    const keys = steps.filter((step) => typeof step === 'string').map(toPlain);
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    const isShown = text !== '' && !keys.some((key) => UNSHOWN_KEYS.has(key));
    return isShown ? { key: keys.at(-1) ?? 'message', text } : [];
  });
  const ofMessages = MESSAGE_KEYS.flatMap((names) => texts.filter(({ key }) => names.test(key)));
  const sentences = texts.filter(({ key, text }) => SENTENCE.test(`${key}=${text}`));
  return [...ofMessages, ...sentences].map(({ text }) => text);
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
  const code = bodyStatus(json) ?? 404;
  const isOther = code >= 400 && code !== 404 && code !== 416;
  const mayTell =
    json !== undefined && (status < 300 || status === 404) && !isOther && !holdsList(json);
  const message = mayTell ? (readErrorText(response) ?? '') : '';
  const words = toPlainWords(message);
  // A 404 may also mean a wrong token or used-up credits.
  const isNothing =
    NOTHING.test(words) && !OTHER.test(words) && reasonByWords(200, message) === undefined;
  return (
    status === 204 ||
    isNothing ||
    (status === 416 && !isFromGateway(response) && !isWebPage(response))
  );
}

/** Returns whether there is a list of objects that aren't errors. */
export function holdsList(json: unknown, levels = 3): boolean {
  if (isArray(json)) {
    return json.some(isObject);
  }
  const members = isObject(json) && levels > 0 ? firstEntries(json, 200) : [];
  const data = members.filter(([key]) => !/^(?:errors?|messages?|details?)$/i.test(key));
  return data.some(([, value]) => holdsList(value, levels - 1));
}
