import { isArray, isObject, parseJson, walk } from '../base/json';
import { toPlainText } from '../base/text';
import { readTime } from '../base/time';
import { toPath, type Path, type Step } from '../base/path';
import type { HttpResponse } from '../service/httpResponse';
import * as lexicon from './lexicon';
import type { Picks } from './mapping';
import { isErrorReport } from './errorText';
import { isAboutSomethingElse, readSignInStep } from './signInStep';
import { readAmount, readDuration, readUnit } from './values';
import { toPlain, toWords } from './words';

export interface TokenOptions {
  /** Requested by the extension, or the service's default. */
  readonly requestedLifetimeMs: number;
  /** The path of the earlier token. */
  readonly known?: Path | undefined;
  readonly picks?: Picks['fields'];
}

export type TokenRead = ReturnType<typeof readToken>;

const MAX_TOKEN = 16_384;
const MAX_CHOICES = 8;
/** If the two best scores are closer than this, ask the user. */
const MIN_MARGIN = 0.02;
const MAX_DEPTH = 12;

/** Never log the token. */
export function readToken(response: HttpResponse, { requestedLifetimeMs, known, picks }: TokenOptions) {
  const candidates = findTokens(response);
  const [best] = candidates;
  const signInStep = readSignInStep(response.json, best !== undefined && best.score > 0.81);
  const isRefused = signInStep !== undefined || isErrorReport(response);
  const rival = candidates.find(({ value }) => value !== best?.value);
  const isClear = best !== undefined && best.score >= 0.6 && best.score - (rival?.score ?? 0) >= MIN_MARGIN;
  const at = (path: Path) => candidates.find((one) => one.path === path);
  const picked = picks?.token?.map(at).find((found) => found !== undefined);
  const token = picked ?? (isRefused ? undefined : (at(known ?? '') ?? (isClear ? best : undefined)));
  const mayAsk = token === undefined && (!isRefused || signInStep === 'passwordChange');
  const asked = mayAsk ? candidates.slice(0, MAX_CHOICES) : [];
  const end = readEnd(response, token?.value ?? '', requestedLifetimeMs, picks?.expiry);
  return {
    ...(token && { token }),
    /** Epoch milliseconds: the earliest plausible expiry, or the requested one. */
    expiresAt: end ?? response.receivedAt + requestedLifetimeMs,
    ...(signInStep && { signInStep }),
    /** Possible tokens for the user to choose from. A preview is too short to be used. */
    choices: asked.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

function findTokens({ json, text, contentType, header }: HttpResponse) {
  const isText = json === undefined && !contentType.includes('html');
  const inBody = walk(isText ? text.slice(0, 2 * MAX_TOKEN) : json, MAX_DEPTH).map(({ steps, value }) => {
    const bare = typeof value === 'string' ? toBare(value) : '';
    return { path: toPath(steps), value: bare, score: scoreText(steps, bare) };
  });
  const inHeaders = lexicon.TOKEN_HEADERS.map((name, i) => {
    const value = toBare(header(name) ?? '');
    return { path: `@header.${name}`, value, score: value.length < 8 ? 0 : 0.8 - i / 100 };
  });
  const found = [...inBody, ...inHeaders].filter(({ value, score }) => score > 0 && isToken(value));
  return found.sort((a, b) => b.score - a.score);
}

function scoreText(steps: readonly Step[], text: string): number {
  const names = steps.filter((step) => typeof step === 'string').map(toPlain);
  const key = names.at(-1) ?? '';
  const ofHolder = lexicon.TOKEN_WORDS.get(names.at(-2) ?? '') ?? 0;
  const named = lexicon.TOKEN_WORDS.get(key) ?? (lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0);
  const isOpaque = text.length >= 16 && /\d/.test(text);
  const unnamed = isOpaque ? (steps.length === 0 ? 0.8 : 0.3) : 0;
  const score = named > 0 ? named * (isOpaque ? 1 : 0.95) : unnamed;
  const ofSubject = isAboutSomethingElse(steps) ? (/(?:key|secret)$/.test(key) ? 0.4 : 0.8) : 1;
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isOther = isOneOfSeveral || /refresh|csrf|xsrf|device|reset/.test(names.join());
  return score * ofSubject * (isOther ? 0.5 : 1);
}

/** Removes the scheme: `Bearer eyJ…`. */
function toBare(text: string): string {
  return text.trim().replace(/^(?:bearer|token|jwt)\s{1,8}/i, '');
}

/** URLs, e-mail addresses, dates, JSON and HTML. */
const OTHER_TEXT = /^[{[<"']|^https?:|^[^@]{1,200}@[^@]{1,200}\.[a-z]{2,}$|^\d{4}-\d\d-\d\d(?:T|$)/i;

function isToken(text: string): boolean {
  const isWord = text.length >= 4 && text.length <= MAX_TOKEN && /^[\x21-\x7e]+$/.test(text);
  return isWord && !OTHER_TEXT.test(text) && !lexicon.NO_TOKENS.has(text.toLowerCase());
}

/** Shortens a token so that users recognize it but can't use it. */
export function maskToken(token: string): string {
  const shown = token.length < 12 ? 0 : token.length < 20 ? 2 : 4;
  const ends = `${toPlainText(token.slice(0, shown), 8)}…${toPlainText(token.slice(-2), 4)}`;
  return `${shown === 0 ? '••••' : ends} (${token.length})`;
}

const MAX_LIFE = 20 * 366 * 86_400_000;

/** Returns the earliest future expiry, because expired tokens fail. */
function readEnd(
  { json, header, receivedAt }: HttpResponse,
  token: string,
  requestedMs: number,
  picks: readonly Path[] = [],
): number | undefined {
  // The service's clock may be wrong.
  const itsNow = Date.parse(header('Date') ?? '') || receivedAt;
  const toOurs = (value: unknown): number => (readTime(value)?.at ?? Number.NaN) - itsNow + receivedAt;
  const values = walk(json, MAX_DEPTH).filter(({ value }) => !isObject(value) && !isArray(value));
  const picked = values.filter(({ steps }) => picks.includes(toPath(steps)));
  const named = values.filter(({ steps }) => isExpiry(String(steps.at(-1) ?? '')));
  const inBody = (picked.length > 0 ? picked : named).map(({ steps, value }) => {
    const amount = readAmount(value);
    const unit = readUnit(toWords(String(steps.at(-1))).at(-1) ?? '') ?? unitOf(amount ?? 0, requestedMs);
    const life = amount === undefined ? readDuration(String(value)) : amount * unit;
    return toOurs(value) || receivedAt + (life ?? 0);
  });
  const all = picked.length > 0 ? inBody : [...inBody, toOurs(readJwtEnd(token))];
  const ahead = all.filter((at) => at > receivedAt + 5_000 && at < receivedAt + MAX_LIFE);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

const EXPIRY =
  /^(?:expir(?:e|es|ed|y|ation)(?:at|on|in|date|time)?|exp|valid(?:until|till|to|for|ity)?|notafter|leaseduration|lifetime|ttl|timetolive|duration|(?:session)?timeout)$/;

function isExpiry(key: string): boolean {
  const words = toWords(key).filter((word) => word !== 'utc' && !lexicon.OWN_EXPIRY_WORDS.has(word));
  const isUnit = readUnit(words.at(-1) ?? '') !== undefined;
  return EXPIRY.test((isUnit ? words.slice(0, -1) : words).join(''));
}

/** Seconds (RFC 6749) or milliseconds. Whole hours in seconds are rarely whole minutes in milliseconds. */
function unitOf(amount: number, requestedMs: number): number {
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  const isSeconds =
    amount * 1_000 === requestedMs || amount < 300_000 || (amount % 60_000 !== 0 && offHour <= 5);
  return amount !== requestedMs && isSeconds && amount <= 400 * 86_400 ? 1_000 : 1;
}

/** Reads the end of a JWT without verifying it, because there is no key. */
function readJwtEnd(token: string): unknown {
  try {
    const claims = atob((token.split('.', 3)[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return (parseJson(claims) as { readonly exp?: unknown }).exp;
  } catch {
    return undefined;
  }
}
