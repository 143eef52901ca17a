import type { Answer } from '../answer';
import { findMessage, hasFieldErrors } from './errorMessage';
import { readRetryAt } from './headerReading';
import type { JsonObject } from './json';
import { isArray, isObject } from './json';
import { toPlain } from './keys';
import { cleanText } from './text';
import { readInstant } from './times';
import { errorKeys, failedOutcomes, outcomeKeys, successKeys } from './vocabulary/errorWords';

export type ErrorKind =
  'unauthorized' | 'forbidden' | 'payment' | 'rateLimit' | 'validation' | 'server' | 'notFound';

/** What a refusal says. */
export interface ErrorReading {
  /** The sentence for a person: cleaned, at most 300 characters, untrusted. */
  readonly message?: string;
  readonly kind?: ErrorKind;
  /** Epoch milliseconds from which the service takes calls again. */
  readonly retryAt?: number;
}

const longestMessage = 300;

/** Reads an answer that reports a failure, whatever its HTTP status. */
export function readError(answer: Answer): ErrorReading {
  const message = readMessage(answer);
  const kind = readKind(answer, message);
  const retryAt = readRetryAt(answer.header, answer.receivedAt) ?? retryInBody(answer);
  return {
    ...(message !== undefined && { message }),
    ...(kind && { kind }),
    ...(retryAt !== undefined && { retryAt }),
  };
}

/**
 * Whether an answer says that the call failed: by its HTTP status, or with 200 in the body
 * (`{error: …}`, `success: false`, `stat: "fail"`, JSON-RPC, GraphQL `errors`).
 */
export function isErrorReport(answer: Answer): boolean {
  if (answer.status >= 400) return true;
  return isObject(answer.json) && (saysFailed(answer.json) || envelopeCodeFails(answer.json));
}

function saysFailed(body: JsonObject): boolean {
  return Object.entries(body)
    .slice(0, 200)
    .some(([key, value]) => {
      const plain = toPlain(key);
      if (successKeys.has(plain)) return value === false || value === 0 || value === 'false';
      if (outcomeKeys.has(plain)) return typeof value === 'string' && failedOutcomes.has(toPlain(value));
      if (plain === 'messages' && isObject(value)) return saysFailed(value);
      return errorKeys.has(plain) && isFilled(value);
    });
}

/** `{code: 401, message: "…"}` and nothing else of substance. */
function envelopeCodeFails(body: JsonObject): boolean {
  const entries = Object.entries(body).map(([key, value]) => [toPlain(key), value] as const);
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(
    ([, value]) => typeof value === 'object' && value !== null && isFilled(value),
  );
  const text = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  return !holdsData && text && typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
}

function isFilled(value: unknown): boolean {
  // `errmsg: "OK"`, `error: "none"`: said in the place for errors, and none.
  if (typeof value === 'string' && /^(?:ok|success|none|no ?error)?$/i.test(value.trim())) return false;
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    value === '0'
  );
}

function readMessage(answer: Answer): string | undefined {
  const text = answer.json === undefined ? textOfPage(answer) : findMessage(answer.json);
  const cleaned = text === undefined ? '' : cleanText(text, longestMessage);
  return cleaned === '' ? undefined : cleaned;
}

/** The title of a web page, never its markup; or the plain text as it came. */
function textOfPage({ text, contentType }: Answer): string | undefined {
  const start = text.slice(0, 20_000);
  if (!contentType.includes('html') && !/^\s*</.test(start)) return start;
  const title =
    /<title[^>]{0,200}>([^<]{1,500})</i.exec(start) ?? /<h1[^>]{0,200}>([^<]{1,500})</i.exec(start);
  return title?.[1]?.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ' ');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a status means by HTTP (RFC 9110 and 6585); other 4xx are told by their words. */
function kindOfStatus(status: number): ErrorKind | undefined {
  if (status === 401) return 'unauthorized';
  if (status === 402) return 'payment';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'notFound';
  if (status === 429) return 'rateLimit';
  return status >= 500 ? 'server' : undefined;
}

/** Words by which a refusal tells its kind where the HTTP status does not (400, 422, 200). */
const kindWords: readonly (readonly [RegExp, ErrorKind])[] = [
  [/too many (?:requests|attempts|calls)|rate.?limit|rate exceeded|throttl|quota exceeded/i, 'rateLimit'],
  [
    /payment|insufficient (?:credit|fund|balance)|(?:out of|no) credits|credits? (?:exhausted|used up)|unpaid|overdue/i,
    'payment',
  ],
  [
    /(?:invalid|incorrect|wrong|bad|unknown|expired|missing).{0,24}(?:credential|password|passwd|login|token|api.?key|user ?name|session)|(?:password|credentials?|token|session|api.?key|login|user).{0,24}(?:invalid|incorrect|wrong|expired|not match|mismatch|blocked|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|authentication (?:failed|required)|re-?login|log ?in again/i,
    'unauthorized',
  ],
  [/permission|forbidden|access denied|not allowed|denied/i, 'forbidden'],
  [/not found|no such|does not exist/i, 'notFound'],
  [/internal (?:server )?error|server error|unavailable/i, 'server'],
];

function readKind(answer: Answer, message: string | undefined): ErrorKind | undefined {
  const byStatus = kindOfStatus(answer.status);
  if (byStatus) return byStatus;
  const refused = answer.status >= 400;
  if (refused && hasFieldErrors(answer.json)) return 'validation';
  const words = kindWords.find(([pattern]) => message !== undefined && pattern.test(message))?.[1];
  // With 400 the service has said whose fault it is; "no such column" is not about this address.
  if (refused && (words === undefined || words === 'notFound' || words === 'server')) return 'validation';
  return words;
}

/** `retry_after_ms` (Matrix), `retry_after` in seconds (Discord, Telegram), at the top or one level down. */
function retryInBody({ json, receivedAt }: Answer): number | undefined {
  const outer = isObject(json) ? Object.entries(json).slice(0, 100) : [];
  const inner = outer.flatMap(([, value]) => (isObject(value) ? Object.entries(value).slice(0, 100) : []));
  for (const [key, value] of [...outer, ...inner]) {
    const amount =
      typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN;
    const plain = toPlain(key);
    if (/^retry(?:after|in)(?:ms|millis|milliseconds)$/.test(plain) && amount >= 0)
      return receivedAt + amount;
    if (/^retry(?:after|in)(?:s|sec|secs|seconds)?$/.test(plain) && amount >= 0 && amount < 4e7) {
      return receivedAt + amount * 1_000;
    }
    if (/^(?:retryat|resetat|retryafter)$/.test(plain)) return readInstant(value);
  }
  return undefined;
}
