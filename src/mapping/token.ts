import { isArray, isObject, parseJson } from '../base/json';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import { isErrorReport, isInStranger, readNextStep, walk, type NextStep } from './errorText';
import * as words from './lexicon';
import { parsePath, toPath, valueAt, type Path } from './mapping';
import { readAmount, readDuration, readTime, readUnit } from './values';
import { toPlain, toWords } from './words';

// Which text of a sign-in's response is the access token, and until when it is good.

export interface TokenOptions {
  /** Milliseconds: the lifetime that was asked for, or the service's default. */
  readonly requestedLifetimeMs: number;
  /** Where the token of an earlier sign-in was. */
  readonly known?: Path | undefined;
  /** Where the user says that token and end are. */
  readonly picks?: {
    readonly token?: readonly Path[] | undefined;
    readonly expiry?: readonly Path[] | undefined;
  };
}

/** A text that may be the token. `preview` is too little to use it. */
export interface TokenChoice {
  readonly path: Path;
  readonly preview: string;
}

export interface TokenRead {
  /** Never to be logged. */
  readonly token?: { readonly value: string; readonly path: Path };
  /** Epoch milliseconds. The earliest plausible end; counted from the lifetime asked for if the response has none. */
  readonly expiresAt: number;
  readonly isExpiryTold: boolean;
  readonly nextStep?: NextStep;
  /** To be asked about if there is no token. */
  readonly choices: readonly TokenChoice[];
}

interface Candidate {
  readonly path: Path;
  readonly value: string;
  readonly score: number;
  /** Its key is one that tokens have. */
  readonly isNamed: boolean;
}

const MAX_TOKEN = 16_384;
const MAX_CHOICES = 8;
/** If the best two are closer than this, the user is asked. */
const MIN_MARGIN = 0.02;
const LIMITS = { depth: 12, visits: 4_000, elements: 50 };

/** Reads the response of a token endpoint. Never throws. */
export function readToken(response: HttpResponse, options: TokenOptions): TokenRead {
  const candidates = findTokens(response);
  const [best] = candidates;
  const isPlain = best !== undefined && best.isNamed && best.score > 0.7;
  const nextStep = readNextStep(response.json, isPlain);
  const isRefused = nextStep !== undefined || isErrorReport(response);
  const at = (path: Path | undefined) => (path === undefined ? undefined : tokenAt(response, path));
  const picked = options.picks?.token?.map(at).find((found) => found !== undefined);
  const token = picked ?? (isRefused ? undefined : (at(options.known) ?? chooseToken(candidates)));
  const mayAsk = token === undefined && (!isRefused || nextStep === 'passwordChange');
  const end = readEnd(response, token?.value, options);
  return {
    ...(token && { token }),
    expiresAt: end ?? response.receivedAt + options.requestedLifetimeMs,
    isExpiryTold: end !== undefined,
    ...(nextStep && { nextStep }),
    choices: mayAsk
      ? candidates.slice(0, MAX_CHOICES).map(({ path, value }) => ({ path, preview: maskToken(value) }))
      : [],
  };
}

function chooseToken(candidates: readonly Candidate[]): Pick<Candidate, 'value' | 'path'> | undefined {
  const [best, ...others] = candidates;
  const rival = others.find((other) => other.value !== best?.value);
  const isClear =
    best !== undefined && best.score >= 0.6 && !(rival && best.score - rival.score < MIN_MARGIN);
  return isClear ? { value: best.value, path: best.path } : undefined;
}

function tokenAt({ json, header }: HttpResponse, path: Path): Pick<Candidate, 'value' | 'path'> | undefined {
  const [, name] = /^@header\.(.+)$/.exec(path) ?? [];
  const found = name === undefined ? valueAt(json, parsePath(path) ?? ['@none']) : header(name);
  const value = typeof found === 'string' ? toBare(found) : '';
  return isToken(value) ? { value, path } : undefined;
}

/** All texts that may be the token, the likeliest first. */
function findTokens({ json, text, contentType, header }: HttpResponse): readonly Candidate[] {
  const isText = json === undefined && !contentType.includes('html');
  const inBody = walk(isText ? text.slice(0, 2 * MAX_TOKEN) : json, LIMITS).flatMap(({ steps, value }) => {
    const bare = typeof value === 'string' ? toBare(value) : '';
    const [holder = '', key = ''] = ['', '', ...steps.filter((step) => typeof step === 'string')]
      .slice(-2)
      .map(toPlain);
    const named =
      words.TOKEN_WORDS.get(key) ??
      (words.TOKEN_VALUE_WORDS.has(key) ? 0.9 * (words.TOKEN_WORDS.get(holder) ?? 0) : 0);
    const isOpaque = bare.length >= 16 && /\d/.test(bare);
    const isAlone = steps.length === 0 || (steps.length === 1 && words.TOKEN_WRAPPERS.has(key));
    const isOneOfSeveral = typeof steps.at(-2) === 'number' && isArray(valueAt(json, steps.slice(0, -2)));
    const score = named > 0 ? named : isAlone && isOpaque ? 0.8 : isOpaque ? 0.3 : 0;
    const isOther = steps.some((step) => /refresh|csrf|xsrf|device|reset/i.test(String(step)));
    const doubt =
      (isOther ? 0.5 : 1) *
      (isInStranger(steps) ? (/(?:key|secret)$/.test(key) ? 0.4 : 0.8) : 1) *
      (isOneOfSeveral && !words.TOKEN_WORDS.has(holder) ? 0.5 : 1);
    return isToken(bare) && score > 0
      ? [
          {
            path: toPath(steps),
            value: bare,
            score: score * doubt * (isOpaque ? 1 : 0.95),
            isNamed: named > 0,
          },
        ]
      : [];
  });
  const inHeaders = words.TOKEN_HEADERS.flatMap((name, i) => {
    const value = toBare(header(name) ?? '');
    return isToken(value) && value.length >= 8
      ? [{ path: `@header.${name}`, value, score: 0.84 - i / 100, isNamed: false }]
      : [];
  });
  return [...inBody, ...inHeaders].sort((a, b) => b.score - a.score);
}

/** Without the scheme that some services put before a token: `Bearer eyJ…`. */
function toBare(text: string): string {
  const trimmed = text.slice(0, 2 * MAX_TOKEN).trim();
  const bare = trimmed.replace(/^(?:bearer|token|jwt)\s{1,8}/i, '');
  return /\s/.test(bare) ? trimmed : bare;
}

/** Whether a text is one word of printable ASCII, and neither an address nor a time nor a piece of JSON or HTML. */
function isToken(text: string): boolean {
  const isOther = /^[{[<"']|^https?:|^[^@]{1,200}@[^@]{1,200}\.[a-z]{2,}$|^\d{4}-\d\d-\d\d(?:T|$)/i.test(
    text,
  );
  return (
    text.length >= 4 &&
    text.length <= MAX_TOKEN &&
    /^[\x21-\x7e]+$/.test(text) &&
    !isOther &&
    !words.NO_TOKENS.has(text.toLowerCase())
  );
}

/** Enough of a token to recognize it by, and too little to use it. */
export function maskToken(token: string): string {
  const shown = token.length < 12 ? 0 : token.length < 20 ? 2 : 4;
  const head =
    shown === 0 ? '••••' : `${toPlainText(token.slice(0, shown), 8)}…${toPlainText(token.slice(-2), 4)}`;
  return `${head} (${token.length})`;
}

// The end of a token's life.

const day = 86_400_000;
const MAX_LIFE = 20 * 366 * day;

/** Of all that the response and the token say, the earliest that lies ahead. A token that lasts too long fails in use. */
function readEnd(
  response: HttpResponse,
  token: string | undefined,
  options: TokenOptions,
): number | undefined {
  const { json, receivedAt } = response;
  const picked = (options.picks?.expiry ?? []).flatMap(
    (path) => toEnd(valueAt(json, parsePath(path) ?? ['@none']), path, receivedAt, options) ?? [],
  );
  const inBody = walk(json, LIMITS).flatMap(({ steps, value }) => {
    const key = toWords(String(steps.at(-1) ?? '')).filter((word) => word !== 'utc');
    const named = readUnit(key.at(-1) ?? '') === undefined ? key : key.slice(0, -1);
    const isEnd = words.EXPIRY_WORDS.has(named.filter((word) => !words.OWN_EXPIRY_WORDS.has(word)).join(''));
    return isEnd ? (toEnd(value, String(steps.at(-1)), receivedAt, options) ?? []) : [];
  });
  const inJwt = token === undefined ? [] : (readTime(readClaims(token)?.['exp'])?.at ?? []);
  const ahead = (picked.length > 0 ? picked : inBody.concat(inJwt)).filter(
    (at) => at > receivedAt + 5_000 && at < receivedAt + MAX_LIFE,
  );
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

function toEnd(
  value: unknown,
  key: string,
  receivedAt: number,
  { requestedLifetimeMs }: TokenOptions,
): number | undefined {
  const amount = readAmount(value);
  const unit =
    readUnit(toWords(key).at(-1) ?? '') ??
    (amount === undefined ? undefined : unitOf(amount, requestedLifetimeMs));
  const life =
    amount === undefined
      ? typeof value === 'string'
        ? readDuration(value)
        : undefined
      : amount * (unit ?? 1);
  return readTime(value)?.at ?? (life === undefined ? undefined : receivedAt + life);
}

/** Seconds as RFC 6749 says, or milliseconds: whole hours in seconds are hardly ever whole minutes in milliseconds. */
function unitOf(amount: number, requestedMs: number): number {
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  const isSeconds =
    amount * 1_000 === requestedMs || amount < 300_000 || (amount % 60_000 !== 0 && offHour <= 5);
  return amount !== requestedMs && isSeconds && amount * 1_000 <= 400 * day ? 1_000 : 1;
}

/** The claims of a JWT. Nothing is verified: there is no key to do so. */
function readClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims = parseJson(atob((token.split('.', 3)[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
