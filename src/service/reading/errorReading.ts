import type { HttpResponse } from '../httpResponse';
import type { ErrorKind } from './errorKind';
import { envelopeCode, readKind } from './errorKind';
import { findMessage } from './errorMessage';
import { readRetryAt } from './headerReading';
export type { ErrorKind } from './errorKind';
import type { JsonObject } from './json';
import { isArray, isObject } from './json';
import { toField, toPlain } from './keys';
import { cleanText } from './text';
import { readInstant } from './times';
import { errorKeys, failedOutcomes, outcomeKeys, successKeys } from './vocabulary/errorWords';

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
export function readError(answer: HttpResponse): ErrorReading {
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
export function isErrorReport(answer: HttpResponse): boolean {
  if (answer.status >= 400) {
    return true;
  }
  return isObject(answer.json) && (saysFailed(answer.json) || envelopeCode(answer.json) !== undefined);
}

function saysFailed(body: JsonObject): boolean {
  return Object.entries(body)
    .slice(0, 200)
    .some(([key, value]) => {
      const plain = toField(key);
      if (successKeys.has(plain)) {
        return value === false || value === 0 || value === 'false';
      }
      if (outcomeKeys.has(plain)) {
        return typeof value === 'string' && failedOutcomes.has(toPlain(value));
      }
      if (plain === 'messages' && isObject(value)) {
        return saysFailed(value);
      }
      return errorKeys.has(plain) && isFilled(value);
    });
}

function isFilled(value: unknown): boolean {
  // `errmsg: "OK"`, `error: "none"`: said in the place for errors, and none.
  if (typeof value === 'string' && /^(?:ok|success|none|no ?error)?$/i.test(value.trim())) {
    return false;
  }
  if (isArray(value)) {
    return value.length > 0;
  }
  if (isObject(value)) {
    return Object.keys(value).length > 0;
  }
  return !(
    value === undefined ||
    value === null ||
    value === false ||
    value === 0 ||
    value === '' ||
    value === '0'
  );
}

function readMessage(answer: HttpResponse): string | undefined {
  const text = answer.json === undefined ? textOfPage(answer) : findMessage(answer.json);
  const cleaned = text === undefined ? '' : cleanText(text, longestMessage);
  return cleaned === '' ? undefined : cleaned;
}

/** The title of a web page, never its markup; or the plain text as it came. */
function textOfPage({ text, contentType }: HttpResponse): string | undefined {
  const start = text.slice(0, 20_000);
  if (!contentType.includes('html') && !/^\s*</.test(start)) {
    return start;
  }
  const titled =
    /<title[^>]{0,200}>([^<]{1,500})</i.exec(start) ?? /<h1[^>]{0,200}>([^<]{1,500})</i.exec(start);
  // Express says "Error" in the title and what was wrong in the page.
  const title = /^\s*error\s*$/i.test(titled?.[1] ?? '')
    ? (/<pre[^>]{0,200}>([^<]{1,500})</i.exec(start) ?? titled)
    : titled;
  return title?.[1]?.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ' ');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** `retry_after_ms` (Matrix), `retry_after` in seconds (Discord, Telegram), at the top or one level down. */
function retryInBody({ json, receivedAt }: HttpResponse): number | undefined {
  const outer = isObject(json) ? Object.entries(json).slice(0, 100) : [];
  const inner = outer.flatMap(([, value]) => (isObject(value) ? Object.entries(value).slice(0, 100) : []));
  for (const [key, value] of [...outer, ...inner]) {
    const amount =
      typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN;
    const plain = toPlain(key);
    if (/^retry(?:after|in)(?:ms|millis|milliseconds)$/.test(plain) && amount >= 0) {
      return receivedAt + amount;
    }
    if (/^retry(?:after|in)(?:s|sec|secs|seconds)?$/.test(plain) && amount >= 0 && amount < 4e7) {
      return receivedAt + amount * 1_000;
    }
    if (/^(?:retryat|resetat|retryafter)$/.test(plain)) {
      return readInstant(value);
    }
  }
  return undefined;
}
