import { toPlainText } from '../../../base/text';
import type { HttpResponse } from '../../httpResponse';
import { isInStranger, readNextStep, walk, type NextStep, type Visit } from '../../nextStep';
import { isErrorReport } from '../../readError';
import { toPlain, toSingular, toWords } from '../keys';
import {
  isConfident,
  type Choice,
  type MappingProblem,
  type Path,
  type Place,
  type Question,
  type TokenMapping,
} from '../mapping';
import { isObject, parseJson, type JsonObject } from '../../../base/json';
import { valueAt } from '../read/paths';
import { readAmount, readDuration, readInstant, readUnit } from '../read/values';
import type { Reason } from '../reasons';
import type { MappingSettings } from '../settings';
import { typeName } from '../../shape';
import {
  EXPIRY_WORDS,
  NO_TOKEN_VALUES,
  OWN_EXPIRY_WORDS,
  STRENGTH,
  TOKEN_HEADERS,
  TOKEN_VALUE_WORDS,
  TOKEN_WORDS,
  TOKEN_WRAPPERS,
} from './lexicon';
import { toChoice } from './fieldRules';
import { claim, doubt, DOUBT, judge, RuleSet, type Rule } from './rules';

// Which text of a sign-in's response is the access token, and until when it is good.

export interface TokenOptions {
  /** Milliseconds: the lifetime that was asked for, or the service's default. */
  readonly requestedLifetimeMs: number;
  readonly settings: MappingSettings;
  /** Where the token of an earlier sign-in stood: taken again where one is there. */
  readonly known?: TokenMapping | undefined;
  /** The rules in force; all of them unless a report says otherwise. */
  readonly rules?: RuleSet;
}

/** A value of a response, and why it was taken. */
export interface Found<T> extends Choice {
  readonly value: T;
}

/** What was found in the response of a sign-in. */
export interface TokenResult {
  /** Only where sure enough to be used; never to be logged. */
  readonly token?: Found<string>;
  /** Epoch milliseconds. The earliest plausible end; counted from the lifetime asked for where nothing is said. */
  readonly expiresAt: Found<number>;
  /** What the service wants before it signs the user in. */
  readonly nextStep?: NextStep;
  /** Asked where the token can't be told and there is something to choose from. */
  readonly question?: Question;
  readonly problems: readonly MappingProblem[];
}

/** A text of the response, with what is known of it. */
interface TokenSubject {
  readonly path: Path;
  readonly text: string;
  /** The keys on the path. */
  readonly keys: readonly string[];
  /** How well the text has the form of a credential. */
  readonly form: number;
  readonly holder: Visit | undefined;
  /** Not part of the body. */
  readonly outside?: 'header';
}

/** A name below this strength credentials share with other things. */
const PLAIN_NAME = STRENGTH.fair + 0.05;

export const TOKEN_RULES: readonly Rule<TokenSubject, 'token'>[] = [
  claim('token', 'usualName', 'graded', 'usualName').when(({ keys }) =>
    namedAtLeast(keys.at(-1), PLAIN_NAME),
  ),
  claim('token', 'weakName', 'graded', 'weakName').when(({ keys }) =>
    namedAtLeast(keys.at(-1), PLAIN_NAME) > 0 ? 0 : namedAtLeast(keys.at(-1), 0),
  ),
  // `{token: {value: …}}`
  claim('token', 'inTokenObject', 'graded', 'tokenObject').when(({ keys }) => {
    const [holder, key] = keys.slice(-2);
    if (key === undefined || !TOKEN_VALUE_WORDS.has(toPlain(key))) {
      return 0;
    }
    return DOUBT.mild * namedAtLeast(holder, 0);
  }),
  claim('token', 'bareString', 'strong', 'bareString').when(
    ({ keys, text, outside }) => outside !== 'header' && keys.length === 0 && isOpaque(text),
  ),
  claim('token', 'header', 'graded', 'header').when(({ outside, path, form }) => {
    const rank = TOKEN_HEADERS.findIndex((name) => name === path[1]);
    return outside !== 'header' || form < 0.7 ? 0 : STRENGTH.strong - HEADER_STEP * rank;
  }),
  // Whatever it is called, it may be asked about.
  claim('token', 'opaque', 'hint', 'valueForm').when(
    ({ text, path }) => path.every(isName) && isOpaque(text),
  ),
  // `channels: [{id, token, code}]`: each of several things has one of its own.
  doubt('token', 'inListItem', 'heavy', 'oneOfSeveral').when(({ path, holder }) => {
    const at = path.findLastIndex((step) => typeof step === 'number');
    const list = path[at - 1];
    return (
      typeof list === 'string' &&
      namedAtLeast(toSingular(toPlain(list)), 0) === 0 &&
      !TOKEN_WRAPPERS.has(toPlain(list)) &&
      keysOf(holder).some((key) => key === 'id' || key === 'code' || key === 'name')
    );
  }),
  // Filed under a person, a key or a secret may be anything.
  doubt('token', 'ofStranger', 'graded', 'inOtherObject').when(({ path, keys }) => {
    if (!isInStranger(path)) {
      return 1;
    }
    if (/(?:key|secret)$/.test(toPlain(keys.at(-1) ?? ''))) {
      return DOUBT.severe;
    }
    return namedAtLeast(keys.at(-1), PLAIN_NAME) > 0 ? DOUBT.fair : DOUBT.serious;
  }),
];

const HEADER_STEP = 0.01;

/** The keys beside a text, its own included, in plain form. */
function keysOf(holder: Visit | undefined): readonly string[] {
  return (holder?.members ?? []).map(({ path }) => toPlain(String(path.at(-1))));
}

function isName(step: string | number): boolean {
  return typeof step === 'string';
}

function namedAtLeast(key: string | undefined, least: number): number {
  const named = key === undefined ? 0 : (TOKEN_WORDS.get(toPlain(key)) ?? 0);
  return named >= least ? named : 0;
}

/** A text with such a reason is plainly a token, whatever else the response says. */
const PLAIN_REASONS: ReadonlySet<Reason> = new Set(['usualName', 'tokenObject']);

/** What no response to a sign-in needs more of. */
const LIMITS = { depth: 12, visits: 4_000, elements: 50 };
const MAX_CANDIDATES = 8;
/** Two texts closer than this to each other are a question. */
const MIN_MARGIN = 0.03;

/** Reads the response of a token endpoint. Never throws; takes time in proportion to the keys it looks at. */
export function readToken(response: HttpResponse, options: TokenOptions): TokenResult {
  const { settings, rules = new RuleSet() } = options;
  const visits = walk(response.json, LIMITS);
  const problems: MappingProblem[] = [];
  const candidates = findCandidates(response, visits, rules);
  const isPlain = candidates.some(
    ({ reason, confidence }) => PLAIN_REASONS.has(reason) && confidence >= STRENGTH.fair,
  );
  const nextStep = readNextStep(response, { signedIn: isPlain });
  const isRefused = nextStep !== undefined || isErrorReport(response);
  const given = tokenOfUser(response, settings, problems);
  const token = given ?? (isRefused ? undefined : (knownToken(response, options) ?? chooseToken(candidates)));
  const taken = token && isConfident(token) ? token : undefined;
  const expiresAt = readExpiry({ response, visits, token: taken, problems, options });
  const mayAsk = !taken && (!isRefused || nextStep === 'passwordChange');
  const question = mayAsk ? toQuestion(candidates) : undefined;
  return {
    ...(taken && { token: taken }),
    expiresAt,
    ...(nextStep && { nextStep }),
    ...(question && { question }),
    problems,
  };
}

/** Where the token and its end stand, to be kept for the address; nothing where it wasn't found. */
export function toTokenMapping({ token, expiresAt }: TokenResult): TokenMapping | undefined {
  return token && token.reason !== 'expression'
    ? { token: toChoice(token, token.runnerUp), expiry: toChoice(expiresAt, expiresAt.runnerUp) }
    : undefined;
}

/** What the user's expression gives, or what stands at the place that they picked. */
function tokenOfUser(
  response: HttpResponse,
  { expressions, choices }: MappingSettings,
  problems: MappingProblem[],
): Found<string> | undefined {
  const given = expressions.token?.apply(response.json);
  if (given) {
    const text = 'value' in given ? toText(given.value) : undefined;
    if (text !== undefined) {
      return { value: toBareToken(text), path: [], confidence: 1, reason: 'expression' };
    }
    const message = 'value' in given ? `expected a string, got ${typeName(given.value)}` : given.message;
    problems.push({ field: 'token', message });
  }
  const path = choices.token;
  if (!path) {
    return undefined;
  }
  const chosen = textAt(response, path);
  if (chosen === undefined) {
    problems.push({ field: 'token', message: 'no text stands at the place you picked' });
    return undefined;
  }
  return { value: toBareToken(chosen), path, confidence: 1, reason: 'chosen' };
}

function textAt({ header, json }: HttpResponse, path: Path): string | undefined {
  return toText(path[0] === '@header' ? header(String(path[1])) : valueAt(json, path));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** What stands where the token of an earlier sign-in stood. */
function knownToken(response: HttpResponse, { known }: TokenOptions): Found<string> | undefined {
  const text = known && textAt(response, known.token.path);
  const value = text === undefined ? '' : toBareToken(text);
  return known && tokenForm(value) > 0 ? { ...known.token, value } : undefined;
}

/** The likeliest text, unless a different one fits as well: then it is a question. */
function chooseToken(candidates: readonly TokenCandidate[]): Found<string> | undefined {
  const [best, ...others] = candidates;
  if (!best) {
    return undefined;
  }
  const rival = others.find(
    (other) => other.value !== best.value && best.confidence - other.confidence < MIN_MARGIN,
  );
  const { value, ...place } = best;
  const [runnerUp] = others.map(({ path, confidence, reason }): Place => ({ path, confidence, reason }));
  const choice = rival
    ? ({ path: place.path, confidence: Math.min(place.confidence, DOUBT.heavy), reason: 'rivals' } as const)
    : place;
  return { value, ...choice, ...(runnerUp && { runnerUp }) };
}

function toQuestion(candidates: readonly TokenCandidate[]): Question | undefined {
  if (candidates.length === 0) {
    return undefined;
  }
  const shown = candidates.slice(0, MAX_CANDIDATES);
  return {
    field: 'token',
    candidates: shown.map(({ path, value }) => ({ path, preview: maskToken(value) })),
  };
}

/** Enough of a token to recognise it by and too little to use it. */
export function maskToken(token: string): string {
  const size = `(${token.length})`;
  if (token.length < 12) {
    return `•••• ${size}`;
  }
  const shown = token.length < 20 ? 2 : 4;
  return `${toPlainText(token.slice(0, shown), 8)}…${toPlainText(token.slice(-2), 4)} ${size}`;
}

interface TokenCandidate extends Place {
  readonly value: string;
}

/** Every text of the response that may be the token, the likeliest first. */
function findCandidates(
  response: HttpResponse,
  visits: readonly Visit[],
  rules: RuleSet,
): readonly TokenCandidate[] {
  const inBody = visits.flatMap(({ path, value, holder }) =>
    typeof value === 'string' ? [toSubject({ path, text: toBareToken(value), holder })] : [],
  );
  const inForce = rules.for(TOKEN_RULES, 'token');
  return [...inBody, ...plainTextSubject(response), ...headerSubjects(response)]
    .filter(({ form }) => form > 0)
    .flatMap((subject): TokenCandidate[] => {
      const judged = judge(subject, inForce);
      const { text, path } = subject;
      return judged
        ? [
            {
              value: text,
              path,
              confidence: judged.confidence * (0.8 + 0.2 * subject.form),
              reason: judged.reason,
            },
          ]
        : [];
    })
    .sort((a, b) => b.confidence - a.confidence);
}

function toSubject(found: Pick<TokenSubject, 'path' | 'text' | 'holder' | 'outside'>): TokenSubject {
  const keys = found.path.filter((step): step is string => typeof step === 'string');
  return { ...found, keys: found.outside ? [] : keys, form: tokenForm(found.text) };
}

const MAX_TEXT = 20_000;

/** A body that is the token itself, sent as text/plain. */
function plainTextSubject({ json, text, contentType }: HttpResponse): readonly TokenSubject[] {
  if (json !== undefined || contentType.includes('html')) {
    return [];
  }
  const bare = toBareToken(text.slice(0, MAX_TEXT));
  return [toSubject({ path: [], text: bare, holder: undefined })];
}

function headerSubjects({ header }: HttpResponse): readonly TokenSubject[] {
  return TOKEN_HEADERS.map((name) => {
    const text = toBareToken(header(name) ?? '');
    return toSubject({ path: ['@header', name], text, holder: undefined, outside: 'header' });
  });
}

// The form of a token.

const MAX_TOKEN_LENGTH = 16_384;
const MIN_OPAQUE = 16;

/** Strips the scheme some services put before the token: `Bearer eyJ…`. */
function toBareToken(text: string): string {
  const trimmed = text.slice(0, 2 * MAX_TOKEN_LENGTH).trim();
  const scheme = /^(?:bearer|token|jwt)\s{1,8}/i.exec(trimmed)?.[0] ?? '';
  const bare = trimmed.slice(scheme.length);
  return /\s/.test(bare) ? trimmed : bare;
}

/**
 * How well a text has the form of a credential, from 0 (cannot be one) to 1 (a JWT). A token is one word
 * of printable ASCII (RFC 6750, b64token, and the wider sets that services use in practice).
 */
function tokenForm(text: string): number {
  if (text.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(text)) {
    return 0;
  }
  // What begins like JSON, HTML or a quoted text is a piece of it, cut short, and may hold more than the token.
  if (/^[{[<"']/.test(text) || NO_TOKEN_VALUES.has(text.toLowerCase()) || /^https?:/i.test(text)) {
    return 0;
  }
  if (isEmail(text) || /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) {
    return 0;
  }
  if (readJwtClaims(text) !== undefined) {
    return 1;
  }
  if (text.length >= MIN_OPAQUE && /\d/.test(text)) {
    return 0.9;
  }
  return text.length >= 8 ? 0.7 : 0.4;
}

function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && at === text.lastIndexOf('@') && /\.[a-z]{2,}$/i.test(text);
}

/** Whether a text can hardly be anything but a credential or an id made by a machine. */
function isOpaque(text: string): boolean {
  return tokenForm(text) >= 0.9;
}

/** The claims of a JWT; nothing is verified, for the client has no key to do so. */
function readJwtClaims(token: string): JsonObject | undefined {
  const parts = token.length > MAX_TOKEN_LENGTH ? [] : token.split('.', 4);
  const [head = '', payload = ''] = parts;
  if (parts.length !== 3 || head.length < 2 || !/^[\w.-]+$/.test(token)) {
    return undefined;
  }
  try {
    const claims = parseJson(Buffer.from(payload, 'base64url').toString());
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

// The end of a token's life.

const second = 1_000;
const minute = 60 * second;
const day = 86_400 * second;
const MAX_LIFE = 20 * 365.25 * day;
/** What is shorter is how long the response took. */
const MIN_LIFE = 5 * second;

interface ExpiryContext {
  readonly response: HttpResponse;
  readonly visits: readonly Visit[];
  readonly token: Found<string> | undefined;
  readonly problems: MappingProblem[];
  readonly options: TokenOptions;
}

/**
 * The end of a token's life in epoch milliseconds: of all the response says, the earliest that lies ahead.
 * A token that is thought to end too early costs a sign-in; one thought to last too long fails in use.
 */
function readExpiry(context: ExpiryContext): Found<number> {
  const { response, problems, options } = context;
  const given = options.settings.expressions.expiry?.apply(response.json);
  if (given) {
    const end = 'value' in given ? readEnd(given.value, 'expires', context) : undefined;
    if (end && isAhead(end.value, response.receivedAt)) {
      return { value: end.value, path: [], confidence: 1, reason: 'expression' };
    }
    const message = 'value' in given ? `expected a time ahead, got ${typeName(given.value)}` : given.message;
    problems.push({ field: 'expiry', message });
  }
  const [earliest, runnerUp] = [...endsInBody(context), ...endsInJwt(context)]
    .filter(({ value }) => isAhead(value, response.receivedAt))
    .sort((a, b) => a.value - b.value);
  if (earliest) {
    return { value: earliest.value, ...toChoice(earliest, runnerUp) };
  }
  const value = response.receivedAt + options.requestedLifetimeMs;
  return { value, path: [], confidence: STRENGTH.fair, reason: 'requestedLifetime' };
}

function isAhead(value: number, receivedAt: number): boolean {
  return value > receivedAt && value < receivedAt + MAX_LIFE;
}

function endsInBody(context: ExpiryContext): readonly Found<number>[] {
  return context.visits.flatMap(({ path, value }): readonly Found<number>[] => {
    const key = path.at(-1);
    const confidence = typeof key === 'string' ? expiryConfidence(key) : undefined;
    const end = confidence === undefined ? undefined : readEnd(value, String(key), context);
    return confidence !== undefined && end ? [{ ...end, path, confidence }] : [];
  });
}

/** The end that a value tells: a point in time, or a lifetime from the response's arrival. */
function readEnd(
  value: unknown,
  key: string,
  { response, options }: ExpiryContext,
): { readonly value: number; readonly reason: Reason } | undefined {
  const at = readInstant(value);
  if (at !== undefined) {
    return { value: at, reason: 'absoluteTime' };
  }
  const lifetime = toLifetime(value, key, options.requestedLifetimeMs) ?? 0;
  return lifetime < MIN_LIFE ? undefined : { value: response.receivedAt + lifetime, reason: 'relativeTime' };
}

/** How plainly a key tells the end of this token, and not of a refresh token or a password. */
function expiryConfidence(key: string): number | undefined {
  const words = toWords(key);
  const named = (readUnit(words.at(-1) ?? '') === undefined ? words : words.slice(0, -1)).filter(
    (word) => word !== 'utc',
  );
  const own = named.filter((word) => !OWN_EXPIRY_WORDS.has(word)).join('');
  return EXPIRY_WORDS.get(own);
}

/** Milliseconds of a lifetime; a number without unit is told apart by what lifetimes people set. */
function toLifetime(value: unknown, key: string, requestedMs: number): number | undefined {
  const amount = readAmount(value);
  if (amount === undefined) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  return amount * (readUnit(toWords(key).at(-1) ?? '') ?? unitByAmount(amount, requestedMs));
}

/**
 * Seconds or milliseconds. RFC 6749 says seconds; JavaScript services answer in milliseconds. Whole hours in
 * seconds and whole minutes in milliseconds hardly ever coincide, and a year is longer than tokens live.
 */
function unitByAmount(amount: number, requestedMs: number): number {
  if (amount === requestedMs) {
    return 1;
  }
  if (amount * second === requestedMs || amount < 5 * minute) {
    return second;
  }
  if (amount % minute === 0) {
    return 1;
  }
  const offHour = Math.min(amount % 3_600, 3_600 - (amount % 3_600));
  // 86400, 3599 and 1209599: whole hours, or whole hours of which a moment has gone by.
  if (offHour <= 5 && amount * second <= 400 * day) {
    return second;
  }
  return amount * second > 400 * day || amount * second > 1.5 * requestedMs ? 1 : second;
}

function endsInJwt({ token }: ExpiryContext): readonly Found<number>[] {
  const exp = token && readInstant(readJwtClaims(token.value)?.['exp']);
  return token === undefined || exp === undefined
    ? []
    : [{ value: exp, path: [...token.path, 'exp'], confidence: STRENGTH.certain, reason: 'jwtExpiry' }];
}
