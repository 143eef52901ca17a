import { isArray, isObject, parseJson, walk, type JsonObject } from '../base/json';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import * as lexicon from './lexicon';
import { toPath, type Path, type Step } from './mapping';
import { isInStranger, readNextStep, type NextStep } from './nextStep';
import { isErrorReport } from './refusals';
import { readAmount, readDuration, readTime, readUnit } from './values';
import { toPlain, toWords } from './words';

// Finds the access token and its expiry.

export interface TokenOptions {
  /** Requested by the extension, or the service's default. */
  readonly requestedLifetimeMs: number;
  /** The path of the earlier token. */
  readonly known?: Path | undefined;
  readonly picks?: {
    readonly token?: readonly Path[] | undefined;
    readonly expiry?: readonly Path[] | undefined;
  };
}

export interface TokenRead {
  /** Never log it. */
  readonly token?: FoundToken;
  /** Epoch milliseconds: the earliest plausible expiry, or the requested one. */
  readonly expiresAt: number;
  readonly isExpiryTold: boolean;
  readonly nextStep?: NextStep;
  /** Choices for the user. A preview is too short to use. */
  readonly choices: readonly { readonly path: Path; readonly preview: string }[];
}

interface FoundToken {
  readonly path: Path;
  readonly value: string;
}

const MAX_TOKEN = 16_384;
const MAX_CHOICES = 8;
/** If the two best scores are closer than this, ask the user. */
const MIN_MARGIN = 0.02;
const MAX_DEPTH = 12;

/** Never throws. */
export function readToken(response: HttpResponse, options: TokenOptions): TokenRead {
  const candidates = findTokens(response);
  const nextStep = readNextStep(
    response.json,
    candidates.some(({ score }) => score > 0.81),
  );
  const isRefused = nextStep !== undefined || isErrorReport(response);
  const [best] = candidates;
  const rival = candidates.find(({ value }) => value !== best?.value);
  const isClear = best !== undefined && best.score >= 0.6 && best.score - (rival?.score ?? 0) >= MIN_MARGIN;
  const at = (path: Path) => candidates.find((one) => one.path === path);
  const picked = options.picks?.token?.map(at).find((found) => found !== undefined);
  const known = isRefused ? undefined : (at(options.known ?? '') ?? (isClear ? best : undefined));
  const token = picked ?? known;
  const mayAsk = token === undefined && (!isRefused || nextStep === 'passwordChange');
  const asked = mayAsk ? candidates.slice(0, MAX_CHOICES) : [];
  const end = readEnd(response, token?.value, options);
  return {
    ...(token && { token: { path: token.path, value: token.value } }),
    expiresAt: end ?? response.receivedAt + options.requestedLifetimeMs,
    isExpiryTold: end !== undefined,
    ...(nextStep && { nextStep }),
    choices: asked.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

/** Finds possible tokens, likeliest first. */
function findTokens({
  json,
  text,
  contentType,
  header,
}: HttpResponse): readonly (FoundToken & { readonly score: number })[] {
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
  const [holder = '', key = ''] = ['', '', ...steps.filter((step) => typeof step === 'string')]
    .slice(-2)
    .map(toPlain);
  const ofHolder = lexicon.TOKEN_WORDS.get(holder) ?? 0;
  const named = lexicon.TOKEN_WORDS.get(key) ?? (lexicon.TOKEN_VALUE_WORDS.has(key) ? 0.9 * ofHolder : 0);
  const isOpaque = text.length >= 16 && /\d/.test(text);
  const unnamed = steps.length === 0 ? 0.8 : 0.3;
  const score = named > 0 ? named * (isOpaque ? 1 : 0.95) : isOpaque ? unnamed : 0;
  const isKey = /(?:key|secret)$/.test(key);
  const ofStranger = isInStranger(steps) ? (isKey ? 0.4 : 0.8) : 1;
  const isOneOfSeveral = typeof steps.at(-2) === 'number' && ofHolder === 0;
  const isOther =
    isOneOfSeveral || steps.some((step) => /refresh|csrf|xsrf|device|reset/i.test(String(step)));
  return score * ofStranger * (isOther ? 0.5 : 1);
}

/** Removes the scheme: `Bearer eyJ…`. */
function toBare(text: string): string {
  const trimmed = text.slice(0, 2 * MAX_TOKEN).trim();
  const bare = trimmed.replace(/^(?:bearer|token|jwt)\s{1,8}/i, '');
  return /\s/.test(bare) ? trimmed : bare;
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

// Expiry.

const day = 86_400_000;
const MAX_LIFE = 20 * 366 * day;

/** Returns the earliest future expiry, because expired tokens fail. */
function readEnd(
  { json, header, receivedAt }: HttpResponse,
  token = '',
  { requestedLifetimeMs, picks }: TokenOptions,
) {
  const visits = walk(json, MAX_DEPTH);
  // Convert from the service's clock, which may be wrong.
  const itsNow = Date.parse(header('Date') ?? '');
  const toOurs = (at: number | undefined) =>
    at === undefined || Number.isNaN(itsNow) ? at : at - itsNow + receivedAt;
  const picked = visits.filter(({ steps }) => picks?.expiry?.includes(toPath(steps)));
  const named = visits.filter(({ steps }) => {
    const words = toWords(String(steps.at(-1) ?? '')).filter(
      (word) => word !== 'utc' && !lexicon.OWN_EXPIRY_WORDS.has(word),
    );
    const isUnit = readUnit(words.at(-1) ?? '') !== undefined;
    return lexicon.EXPIRY_WORDS.has((isUnit ? words.slice(0, -1) : words).join(''));
  });
  const ends = (picked.length > 0 ? picked : named).filter(
    ({ value }) => !isObject(value) && !isArray(value),
  );
  const inBody = ends.map(({ steps, value }) => {
    const amount = readAmount(value);
    const unit =
      readUnit(toWords(String(steps.at(-1))).at(-1) ?? '') ?? unitOf(amount ?? 0, requestedLifetimeMs);
    const life = amount === undefined ? readDuration(String(value)) : amount * unit;
    return toOurs(readTime(value)?.at) ?? receivedAt + (life ?? 0);
  });
  const inJwt = picked.length > 0 ? [] : [toOurs(readTime(readClaims(token)?.['exp'])?.at) ?? 0];
  const ahead = [...inBody, ...inJwt].filter((at) => at > receivedAt + 5_000 && at < receivedAt + MAX_LIFE);
  return ahead.length > 0 ? Math.min(...ahead) : undefined;
}

/**
 * Guesses milliseconds per unit: seconds (RFC 6749) or milliseconds. Whole hours in seconds are rarely whole minutes in
 * milliseconds.
 */
function unitOf(amount: number, requestedMs: number): number {
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  const isSeconds =
    amount * 1_000 === requestedMs || amount < 300_000 || (amount % 60_000 !== 0 && offHour <= 5);
  return amount !== requestedMs && isSeconds && amount * 1_000 <= 400 * day ? 1_000 : 1;
}

/** Reads claims without verifying them, because there is no key. */
function readClaims(token: string): JsonObject | undefined {
  try {
    const claims = parseJson(atob((token.split('.', 3)[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
