import { toPlainText } from '../../base/text';
import type { Alternative, Extraction, MappingProblem, Path, Question, ServiceResponse } from './extraction';
import { isConfident } from './extraction';
import type { JsonObject, Visit } from './json';
import {
  isArray,
  isFilled,
  isObject,
  ownValue,
  startsWithPath,
  toPathText,
  toPlain,
  toSingular,
  toWords,
  typeName,
  valueAt,
  walk,
} from './json';
import {
  ABOUT_TOKEN_WORDS,
  EXPIRY_LIFETIMES,
  EXPIRY_TIMES,
  NO_TOKEN_VALUES,
  OTHER_TOKEN_WORDS,
  OWN_EXPIRY_WORDS,
  STRANGERS,
  STRENGTH,
  TOKEN_HEADERS,
  TOKEN_VALUE_WORDS,
  TOKEN_WORDS,
  TOKEN_WRAPPERS,
  wordSet,
} from './lexicon';
import { isErrorReport } from './readError';
import type { Reason } from './reasons';
import { applyAs, applyExpression, resolve, type MappingSettings } from './resolve';
import { ALL_RULES, claim, doubt, DOUBT, judge, type Rule, type RuleSet, type Voice } from './rules';
import { readAmount, readDuration, readInstant, readUnit } from './values';

// Which text of a sign-in's response is the access token, and until when it is good.

export interface TokenOptions {
  /** Milliseconds: the lifetime that was asked for, or the service's default. */
  readonly requestedLifetimeMs: number;
  readonly settings: MappingSettings;
  /** The rules in force; all of them unless a test says otherwise. */
  readonly rules?: RuleSet;
}

/** What was found in the response of a sign-in. */
export interface TokenExtraction {
  /** Only where sure enough to be used; never to be logged. */
  readonly token?: Extraction<string>;
  /** Epoch milliseconds. The earliest plausible end; counted from the lifetime asked for where nothing is said. */
  readonly expiresAt: Extraction<number>;
  /** What the service wants before it signs the person in. */
  readonly nextStep?: NextStep;
  /** Asked where the token can't be told and there is something to choose from. */
  readonly question?: Question;
  readonly problems: readonly MappingProblem[];
  readonly voices: ReadonlyMap<string, readonly Voice[]>;
}

/** A text of the response, with what is known of it. */
interface TokenSubject {
  readonly path: Path;
  readonly text: string;
  /** The keys on the path. */
  readonly keys: readonly string[];
  /** How well the text has the form of a credential. */
  readonly form: number;
  /** The claims of a JWT. */
  readonly claims: JsonObject | undefined;
  /** Whether it is the only opaque text of the response. */
  readonly alone: boolean;
  readonly holder: Visit | undefined;
  /** A response header, or a body that is plain text. */
  readonly outside?: 'header' | 'plainText';
}

interface TokenCandidate extends Alternative<string> {
  readonly voices: readonly Voice[];
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
  claim('token', 'endsInToken', 'strong', 'kindredName').when(({ keys }) => isAkin(keys.at(-1))),
  claim('token', 'inTokenObject', 'graded', 'tokenObject').when(({ keys }) => {
    const [holder, key] = keys.slice(-2);
    if (holder === undefined || key === undefined || !TOKEN_VALUE_WORDS.has(toPlain(key))) {
      return 0;
    }
    return DOUBT.mild * Math.max(namedAtLeast(holder, 0), isAkin(holder) ? STRENGTH.strong : 0);
  }),
  claim('token', 'bareString', 'certain', 'bareString').when(
    ({ keys, text, outside }) => outside === undefined && keys.length === 0 && isOpaque(text),
  ),
  claim('token', 'plainText', 'strong', 'bareString').when(
    ({ outside, text }) => outside === 'plainText' && isOpaque(text),
  ),
  claim('token', 'header', 'graded', 'header').when(({ outside, path, form }) => {
    const rank = TOKEN_HEADERS.findIndex((name) => name === path[1]);
    return outside !== 'header' || form < 0.7 ? 0 : STRENGTH.strong - HEADER_STEP * rank;
  }),
  // `{"result": "0424bd…"}`: nothing else in the response could be meant.
  claim('token', 'onlyInWrapper', 'strong', 'wrappedString').when(
    ({ alone, keys }) => alone && TOKEN_WRAPPERS.has(toPlain(keys.at(-1) ?? '')),
  ),
  // `[{type: "refresh", value: …}, {type: "access", value: …}]`
  claim('token', 'typedValue', 'strong', 'tokenObject').when(
    ({ keys, holder }) =>
      TOKEN_VALUE_WORDS.has(toPlain(keys.at(-1) ?? '')) &&
      kindBeside(holder).some((word) => OWN_EXPIRY_WORDS.has(word)) &&
      !kindBeside(holder).some((word) => OTHER_TOKEN_WORDS.has(word)),
  ),
  // LoopBack: `{"id": "KJ8d…", "ttl": 1209600, "userId": 17}`
  claim('token', 'idWithLifetime', 'weak', 'valueForm').when(
    ({ keys, text, holder }) =>
      toPlain(keys.at(-1) ?? '') === 'id' &&
      text.length >= LEAST_KEY &&
      isOpaque(text) &&
      keysOf(holder).some((key) => EXPIRY_LIFETIMES.has(key) || EXPIRY_TIMES.has(key)) &&
      keysOf(holder).some((key) => /^(?:user|account|owner)id$/.test(key)),
  ),
  // `{"id": "38f4939c-…"}`
  claim('token', 'onlyField', 'weak', 'onlyField').when(
    ({ alone, keys, holder }) =>
      alone &&
      !isOtherUse(keys.at(-1)) &&
      holder?.members.length === 1 &&
      toPlain(keys.at(-1) ?? '') !== 'nonce',
  ),
  claim('token', 'onlyJwt', 'weak', 'valueForm').when(
    ({ alone, keys, claims }) => alone && claims !== undefined && !isOtherUse(keys.at(-1)),
  ),
  doubt('token', 'inOtherToken', 'excluded', 'otherUse').when(({ keys }) =>
    keys.slice(0, -1).some(isOtherUse),
  ),
  doubt('token', 'refreshClaims', 'excluded', 'otherUse').when(
    ({ claims }) => claims !== undefined && claimedUse(claims) === 'refresh',
  ),
  doubt('token', 'idClaims', 'serious', 'otherUse').when(
    ({ claims }) => claims !== undefined && claimedUse(claims) === 'id',
  ),
  doubt('token', 'form', 'graded', 'notJwt').when(({ form }) => (form === 0 ? 0 : 0.8 + 0.2 * form)),
  // A name that credentials share with other things needs a value that can hardly be one of those.
  doubt('token', 'weakNameAndForm', 'serious', 'notJwt').when(
    ({ keys, form }) =>
      form < 0.9 && namedAtLeast(keys.at(-1), 0) > 0 && namedAtLeast(keys.at(-1), PLAIN_NAME) === 0,
  ),
  // `{sid, synotoken}`: a session's id is as good a token as what only this service calls one.
  doubt('token', 'besideSession', 'severe', 'rivals').when(
    ({ keys, holder, path }) =>
      namedAtLeast(keys.at(-1), 0) === 0 &&
      holder !== undefined &&
      holder.members.some(
        (member) =>
          member.path !== path &&
          typeof member.value === 'string' &&
          isOpaque(member.value) &&
          /^(?:sid|session|sessionid|sessionkey)$/.test(toPlain(String(member.path.at(-1)))),
      ),
  ),
  // `channels: [{id, token, code}]`: each of several things has one of its own.
  doubt('token', 'inListItem', 'heavy', 'oneOfSeveral').when(({ path, holder }) => {
    const at = path.findLastIndex((step) => typeof step === 'number');
    const list = path[at - 1];
    return (
      at > 0 &&
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
/** Shorter ids are of records. */
const LEAST_KEY = 32;

/** The words of what is said beside a text of its kind. */
function kindBeside(holder: Visit | undefined): readonly string[] {
  const kind = holder?.members.find(({ path }) =>
    /^(?:type|kind|use|purpose)$/.test(toPlain(String(path.at(-1)))),
  );
  return typeof kind?.value === 'string' ? toWords(kind.value) : [];
}

/** The keys beside a text, its own included, in plain form. */
function keysOf(holder: Visit | undefined): readonly string[] {
  return (holder?.members ?? []).slice(0, MAX_MEMBERS).map(({ path }) => toPlain(String(path.at(-1))));
}

function isInStranger(path: Path): boolean {
  return path.slice(0, -1).some((step) => STRANGERS.has(toPlain(String(step))));
}

function namedAtLeast(key: string | undefined, least: number): number {
  const named = key === undefined ? 0 : (TOKEN_WORDS.get(toPlain(key)) ?? 0);
  return named >= least ? named : 0;
}

function isOtherUse(key: string | undefined): boolean {
  return key !== undefined && toWords(key).some((word) => OTHER_TOKEN_WORDS.has(word));
}

/** `monitoring_token`: a token, and not one of the other kinds. */
function isAkin(key: string | undefined): boolean {
  if (key === undefined || isOtherUse(key) || ABOUT_TOKEN_WORDS.has(toWords(key).at(-1) ?? '')) {
    return false;
  }
  const plain = toPlain(key);
  return (
    /(?:token|jwt|bearer)$/.test(plain) && ![...OTHER_TOKEN_WORDS].some((word) => plain.startsWith(word))
  );
}

/** A text with such a reason is plainly a token, whatever else the response says. */
const PLAIN_REASONS: ReadonlySet<Reason> = new Set(['usualName', 'kindredName', 'tokenObject']);

/** What no response to a sign-in needs more of. */
const LIMITS = { depth: 12, visits: 4_000, elements: 50 };
const MAX_CANDIDATES = 8;
/** Two texts closer than this to each other are a question. */
const LEAST_MARGIN = 0.03;

/** Reads the response of a token endpoint. Never throws; takes time in proportion to the keys it looks at. */
export function readToken(response: ServiceResponse, options: TokenOptions): TokenExtraction {
  const { settings, rules = ALL_RULES } = options;
  const visits = walk(response.json, LIMITS);
  const problems: MappingProblem[] = [];
  const candidates = findCandidates(response, visits, rules);
  const plain = candidates.some(
    ({ reason, confidence }) => PLAIN_REASONS.has(reason) && confidence >= STRENGTH.fair,
  );
  const nextStep = readNextStep(response, { signedIn: plain });
  const refused = nextStep !== undefined || isErrorReport(response) || deniesSignIn(response.json);
  const token = resolve<Extraction<string>>(
    { override: 'token', choice: 'token' },
    { settings, problems },
    {
      override: (expression) => {
        const text = applyAs(expression, response.json, { expected: 'a string', convert: toText });
        return typeof text === 'string' ? toCertainToken(text, [], 'expression') : text;
      },
      choice: (path) => {
        const chosen =
          path[0] === '@header' ? response.header(String(path[1])) : valueAt(response.json, path);
        const text = toText(chosen);
        if (text !== undefined) {
          return toCertainToken(text, path, 'chosen');
        }
        return { message: `expected a string at the place you picked, got ${typeName(chosen)}` };
      },
      inferred: () => inferToken(candidates, refused),
    },
  ).next().value;
  const taken = token && isConfident(token) ? token : undefined;
  const expiresAt = readExpiry({ response, visits, token: taken, problems, options });
  const mayAsk = !taken && (!refused || nextStep === 'passwordChange');
  const question = mayAsk ? toQuestion(candidates) : undefined;
  const voices = new Map(taken && candidates[0] ? [['token', candidates[0].voices]] : []);
  return {
    ...(taken && { token: taken }),
    expiresAt,
    ...(nextStep && { nextStep }),
    ...(question && { question }),
    problems,
    voices,
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function toCertainToken(text: string, path: Path, reason: Reason): Extraction<string> {
  return { value: toBareToken(text), path, confidence: 1, reason, alternatives: [] };
}

/**
 * The likeliest text, unless the response as a whole says that nobody was signed in, or a different text fits as
 * well: then it is a question.
 */
function* inferToken(candidates: readonly TokenCandidate[], refused: boolean): Generator<Extraction<string>> {
  const [best, ...others] = candidates.map(withoutVoices);
  if (!best || refused) {
    return;
  }
  const rival = others.some(
    (other) => other.value !== best.value && best.confidence - other.confidence < LEAST_MARGIN,
  );
  const grounds = rival
    ? { confidence: Math.min(best.confidence, DOUBT.heavy), reason: 'rivals' as const }
    : {};
  yield { ...best, ...grounds, alternatives: others.slice(0, MAX_CANDIDATES) };
}

function withoutVoices({ value, path, confidence, reason }: TokenCandidate): Alternative<string> {
  return { value, path, confidence, reason };
}

/** `{authenticated: false, token: "…"}` */
function deniesSignIn(json: unknown): boolean {
  if (!isObject(json)) {
    return false;
  }
  return ['authenticated', 'isAuthenticated', 'loggedIn', 'signedIn', 'isLoggedIn'].some(
    (key) => ownValue(json, key) === false,
  );
}

function toQuestion(candidates: readonly TokenCandidate[]): Question | undefined {
  if (candidates.length === 0) {
    return undefined;
  }
  const shown = candidates.slice(0, MAX_CANDIDATES);
  return {
    field: 'token',
    candidates: shown.map(({ path, value }) => ({ choice: toPathText(path), preview: maskToken(value) })),
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

/** Every text of the response that may be the token, the likeliest first. */
function findCandidates(
  response: ServiceResponse,
  visits: readonly Visit[],
  rules: RuleSet,
): readonly TokenCandidate[] {
  const texts = visits.flatMap(({ path, value, holder }) =>
    typeof value === 'string' ? [{ path, holder, text: toBareToken(value) }] : [],
  );
  const opaque = texts.filter(({ text }) => isOpaque(text));
  const only = opaque.length === 1 ? opaque[0]?.path : undefined;
  const inBody = texts.map(({ path, holder, text }) =>
    toSubject({ path, text, holder, alone: path === only }),
  );
  const inForce = rules.for(TOKEN_RULES, 'token');
  return [...inBody, ...plainTextSubject(response), ...headerSubjects(response)]
    .flatMap((subject): TokenCandidate | readonly TokenCandidate[] => {
      const judged = judge(subject, inForce);
      return judged ? { value: subject.text, path: subject.path, ...judged } : [];
    })
    .sort((a, b) => b.confidence - a.confidence);
}

function toSubject(
  found: Pick<TokenSubject, 'path' | 'text' | 'holder' | 'alone' | 'outside'>,
): TokenSubject {
  const keys = found.path.filter((step): step is string => typeof step === 'string');
  const form = tokenForm(found.text);
  const claims = form === 1 ? readJwtClaims(found.text) : undefined;
  return { ...found, keys: found.outside ? [] : keys, form, claims };
}

const MAX_TEXT = 20_000;

/** A body that is the token itself, sent as text/plain. */
function plainTextSubject({ json, text, contentType }: ServiceResponse): readonly TokenSubject[] {
  if (json !== undefined || contentType?.includes('html')) {
    return [];
  }
  const bare = toBareToken((text ?? '').slice(0, MAX_TEXT));
  return [toSubject({ path: [], text: bare, holder: undefined, alone: false, outside: 'plainText' })];
}

function headerSubjects({ header }: ServiceResponse): readonly TokenSubject[] {
  return TOKEN_HEADERS.map((name) => {
    const text = toBareToken(header(name) ?? '');
    return toSubject({ path: ['@header', name], text, holder: undefined, alone: false, outside: 'header' });
  });
}

// The form of a token.

const MAX_TOKEN_LENGTH = 16_384;
const LEAST_OPAQUE = 16;

/** Strips the scheme some services put before the token: `Bearer eyJ…`. */
function toBareToken(text: string): string {
  const trimmed = text.slice(0, 2 * MAX_TOKEN_LENGTH).trim();
  const scheme = /^(?:bearer|token|jwt)\s{1,8}/i.exec(trimmed)?.[0] ?? '';
  const bare = trimmed.slice(scheme.length);
  return bare !== '' && !/\s/.test(bare) ? bare : trimmed;
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
  if (text.length >= LEAST_OPAQUE && /\d/.test(text)) {
    return 0.9;
  }
  return text.length >= 8 ? 0.7 : 0.4;
}

function isEmail(text: string): boolean {
  const at = text.indexOf('@');
  return at > 0 && at === text.lastIndexOf('@') && /\.[a-z]{2,}$/i.test(text.slice(at + 1));
}

/** Whether a text can hardly be anything but a credential or an id made by a machine. */
function isOpaque(text: string): boolean {
  return text.length >= LEAST_OPAQUE && tokenForm(text) >= 0.9;
}

/** The claims of a JWT; nothing is verified, for the client has no key to do so. */
function readJwtClaims(token: string): JsonObject | undefined {
  const parts = token.length > MAX_TOKEN_LENGTH ? [] : token.split('.', 4);
  const [head = '', payload = ''] = parts;
  if (parts.length !== 3 || head.length < 2 || payload.length < 2 || !/^[\w.-]+$/.test(token)) {
    return undefined;
  }
  try {
    const claims: unknown = JSON.parse(fromBase64Url(payload));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a JWT says of itself that it is not for calls: Keycloak `typ`, Cognito `token_use`, simplejwt `token_type`. */
function claimedUse(claims: JsonObject): 'refresh' | 'id' | undefined {
  const uses = ['typ', 'token_use', 'token_type', 'type', 'use'].map((key) => ownValue(claims, key));
  const scopes = ownValue(claims, 'scopes');
  const words = [...uses, ...(isArray(scopes) ? scopes.slice(0, 100) : [])]
    .filter((use): use is string => typeof use === 'string')
    .map((use) => use.toLowerCase());
  if (ownValue(claims, 'refresh') === true || words.some((word) => word.includes('refresh'))) {
    return 'refresh';
  }
  return words.includes('id') ? 'id' : undefined;
}

const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Neither Buffer nor atob: this folder runs anywhere JavaScript does. */
function fromBase64Url(text: string): string {
  let bits = 0;
  let held = 0;
  let escaped = '';
  for (const character of text) {
    held = ((held << 6) | BASE64_URL.indexOf(character)) & 0xffffff;
    bits += 6;
    if (bits < 8) {
      continue;
    }
    bits -= 8;
    escaped += `%${((held >> bits) & 0xff).toString(16).padStart(2, '0')}`;
  }
  return decodeURIComponent(escaped);
}

// The end of a token's life.

const second = 1_000;
const minute = 60 * second;
const day = 86_400 * second;
const LONGEST_LIFE = 20 * 365.25 * day;
/** What is shorter is how long the response took. */
const LEAST_LIFE = 5 * second;

interface ExpiryContext {
  readonly response: ServiceResponse;
  readonly visits: readonly Visit[];
  readonly token: Extraction<string> | undefined;
  readonly problems: MappingProblem[];
  readonly options: TokenOptions;
}

/**
 * The end of a token's life in epoch milliseconds: of all the response says, the earliest that lies ahead.
 * A token that is thought to end too early costs a sign-in; one thought to last too long fails in use.
 */
function readExpiry(context: ExpiryContext): Extraction<number> {
  const { response, problems, options } = context;
  const found = resolve<Extraction<number>>(
    { override: 'expiry' },
    { settings: options.settings, problems },
    {
      override: (expression) => {
        const result = applyExpression(expression, response.json);
        if ('message' in result) {
          return result;
        }
        const value = toEnd(result.value, 'expires', context);
        return value !== undefined && isAhead(value, response.receivedAt)
          ? { value, path: [], confidence: 1, reason: 'expression', alternatives: [] }
          : { message: `expected a time ahead, got ${typeName(result.value)}` };
      },
      inferred: () => inferExpiry(context),
    },
  ).next().value;
  return found ?? requestedExpiry(context);
}

function* inferExpiry(context: ExpiryContext): Generator<Extraction<number>> {
  const [earliest, ...others] = [...endsInBody(context), ...endsInJwt(context)]
    .filter(({ value }) => isAhead(value, context.response.receivedAt))
    .sort((a, b) => a.value - b.value);
  if (earliest) {
    yield { ...earliest, alternatives: others };
  }
}

function requestedExpiry({ response, options }: ExpiryContext): Extraction<number> {
  const value = response.receivedAt + options.requestedLifetimeMs;
  return { value, path: [], confidence: STRENGTH.fair, reason: 'requestedLifetime', alternatives: [] };
}

function isAhead(value: number, receivedAt: number): boolean {
  return value > receivedAt && value < receivedAt + LONGEST_LIFE;
}

function toEnd(value: unknown, key: string, { response, options }: ExpiryContext): number | undefined {
  const lifetime = toLifetime(value, key, options.requestedLifetimeMs);
  return readInstant(value) ?? (lifetime === undefined ? undefined : response.receivedAt + lifetime);
}

function endsInBody(context: ExpiryContext): readonly Alternative<number>[] {
  return context.visits.flatMap((visit) => {
    const { path, value } = visit;
    const key = path.at(-1);
    if (typeof key !== 'string' || (typeof value !== 'number' && typeof value !== 'string')) {
      return [];
    }
    const confidence = expiryConfidence(key, path.at(-2));
    if (confidence === undefined || isOfStranger(path, context.token) || isOfOtherToken(visit, context)) {
      return [];
    }
    const at = readInstant(value);
    if (at !== undefined) {
      return [{ value: at, path, confidence, reason: 'absoluteTime' as const }];
    }
    const lifetime = toLifetime(value, key, context.options.requestedLifetimeMs);
    return lifetime === undefined || lifetime < LEAST_LIFE
      ? []
      : [{ path, confidence, ...fromIssue(lifetime, visit, context) }];
  });
}

const MAX_MEMBERS = 200;

/** `expires_in` is counted from `issued_at` where that is said and believable (Docker's registry). */
function fromIssue(
  lifetime: number,
  { holder }: Visit,
  { response: { receivedAt } }: ExpiryContext,
): Pick<Alternative<number>, 'value' | 'reason'> {
  const issued = holder?.members
    .slice(0, MAX_MEMBERS)
    .find(({ path }) => /^(?:issuedat|issued|iat|createdat)$/.test(toPlain(String(path.at(-1)))));
  const start = issued && readInstant(issued.value);
  if (start !== undefined && start <= receivedAt && isAhead(start + lifetime, receivedAt)) {
    return { value: start + lifetime, reason: 'relativeToIssue' };
  }
  return { value: receivedAt + lifetime, reason: 'relativeTime' };
}

/** Whether the key tells the end of this token, and not of a refresh token, a password or a plan. */
function expiryConfidence(key: string, parent: string | number | undefined): number | undefined {
  const words = toWords(key);
  const named = (isUnit(words.at(-1)) ? words.slice(0, -1) : words).filter((word) => word !== 'utc');
  const own = named.filter((word) => !OWN_EXPIRY_WORDS.has(word)).join('');
  const confidence = EXPIRY_TIMES.get(own) ?? EXPIRY_LIFETIMES.get(own);
  if (confidence === undefined) {
    return undefined;
  }
  const ofOther = toWords(String(parent ?? '')).some((word) =>
    /^(?:refresh|csrf|xsrf|password|cookie)/.test(word),
  );
  return ofOther ? undefined : confidence;
}

function isUnit(word: string | undefined): boolean {
  return (
    word !== undefined &&
    /^(?:s|ms|mins?)$|^(?:milli|sec|min|hour|day)/.test(word) &&
    readUnit(word) !== undefined
  );
}

/** A user's trial or an organisation's plan also expires, and says nothing of the token. */
function isOfStranger(path: Path, token: Extraction<string> | undefined): boolean {
  return path.some(
    (step, i) =>
      i < path.length - 1 &&
      STRANGERS.has(toPlain(String(step))) &&
      !(token && startsWithPath(token.path, path.slice(0, i + 1))),
  );
}

/** `{stateToken, expiresAt}` without an access token: a step of the sign-in ends, and no session. */
function isOfOtherToken({ holder }: Visit, { token }: ExpiryContext): boolean {
  if (token || !holder) {
    return false;
  }
  return holder.members.slice(0, MAX_MEMBERS).some(({ path, value }) => {
    const words = typeof value === 'string' && value !== '' ? toWords(String(path.at(-1))) : [];
    return words.at(-1) === 'token' && words.some((word) => OTHER_TOKEN_WORDS.has(word));
  });
}

/** Milliseconds of a lifetime; a number without unit is told apart by what lifetimes people set. */
function toLifetime(value: unknown, key: string, requestedMs: number): number | undefined {
  const amount = readAmount(value);
  if (amount === undefined) {
    return typeof value === 'string' ? readDuration(value) : undefined;
  }
  if (!(amount > 0) || amount > LONGEST_LIFE) {
    return undefined;
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

function endsInJwt({ token, response }: ExpiryContext): readonly Alternative<number>[] {
  const claims = token && readJwtClaims(token.value);
  const exp = claims && readInstant(ownValue(claims, 'exp'));
  if (!claims || exp === undefined) {
    return [];
  }
  const grounds = {
    path: [...token.path, 'exp'],
    confidence: STRENGTH.certain,
    reason: 'jwtExpiry' as const,
  };
  if (isAhead(exp, response.receivedAt)) {
    return [{ ...grounds, value: exp }];
  }
  // A clock that is wrong here or there does not change how long the token was made to last.
  const iat = readInstant(ownValue(claims, 'iat'));
  return iat !== undefined && exp > iat ? [{ ...grounds, value: response.receivedAt + exp - iat }] : [];
}

// What a service wants of a person before it signs them in.

/** A code of a second factor, a solved captcha, or a new password. */
export type NextStep = 'secondFactor' | 'captcha' | 'passwordChange';

interface NextStepRule {
  readonly step: NextStep;
  /** Keys, in plain form, that say so wherever they are filled: `mfa_token`, `captchaRequired: true`. */
  readonly key: RegExp;
  /** Keys that say so where nothing else in the response says that the person is signed in. */
  readonly weakKey: RegExp;
  /** Words of a code (`SOFTWARE_TOKEN_MFA`) or of a sentence. */
  readonly words: RegExp;
}

/** The first that fits holds: a challenge may be a second factor or say which other step it is. */
const NEXT_STEP_RULES: readonly NextStepRule[] = [
  {
    step: 'captcha',
    key: /^(?:requires?|needs?)?(?:re|h)?captcha(?:required|needed|challenge)$|^(?:requires?|needs?)(?:re|h)?captcha$/,
    weakKey: /captcha/,
    words: /captcha/,
  },
  {
    step: 'passwordChange',
    key: /^(?:must|force|requires?|needs?)(?:to)?(?:password(?:change|reset|update)|(?:change|reset|update)password)|^(?:change|reset)password(?:required|needed)$|^(?:is)?password(?:expired|mustchange|mustbechanged|(?:change|reset|update)(?:required|needed))$/,
    weakKey: /^(?:change|reset|new)password/,
    words:
      /new password required|password (?:has )?expired|password (?:must|needs|has) (?:to )?be (?:changed|reset)|(?:change|reset) (?:your |the )?password|password (?:change|reset) (?:is )?required|(?:must|force) (?:change|reset) password/,
  },
  {
    step: 'secondFactor',
    key: /^(?:(?:requires?|needs?|awaiting|pending)(?:mfa|otp|totp|2fa|tfa|two|second|multi)|(?:mfa|otp|totp|2fa|tfa|twofactor|secondfactor|multifactor)(?:auth|authentication|code)?(?:required|needed|pending|challenge|token|session|ticket|sent|state)$)/,
    weakKey:
      /^(?:mfa|otp|totp|2fa|tfa|twofactor|secondfactor|multifactor)(?:auth|authentication|methods|type|types|factors)?$|^challenge(?:name|id|token)?$|^factors$/,
    words:
      /\b(?:mfa|otp|totp|2 ?fa|tfa)\b|\b(?:two|second|multi) factor|verification code|one time (?:code|pass)|authenticator/,
  },
];

/** Keys of codes that say how a sign-in went. */
const CODE_KEYS = wordSet(`
  code error errorcode errors status state result challenge challengename nextstep next step action nextaction
  requiredaction reason authstatus outcome errortype flow stage
`);
const SENTENCE_KEYS = wordSet('message msg detail title errordescription description errormessage');

const STEP_LIMITS = { depth: 4, visits: 400, elements: 20 };
const MAX_CODE = 60;
const MAX_SENTENCE = 400;

/**
 * What the response of a sign-in asks for, whatever its HTTP status. Where the response holds what is plainly a
 * token (`signedIn`), only a code or a flag that says so counts: a hint in a sentence is none.
 */
export function readNextStep(
  { json }: Pick<ServiceResponse, 'json'>,
  { signedIn = false }: { readonly signedIn?: boolean } = {},
): NextStep | undefined {
  const visits = walk(json, STEP_LIMITS).filter(({ path }) => !isInStranger(path));
  return NEXT_STEP_RULES.find((rule) =>
    visits.some(({ path, value }) => {
      const key = toPlain(String(path.findLast((step) => typeof step === 'string') ?? ''));
      if (isFilled(value) && (rule.key.test(key) || (!signedIn && rule.weakKey.test(key)))) {
        return true;
      }
      if (typeof value !== 'string') {
        return false;
      }
      const isCode = CODE_KEYS.has(key) && value.length <= MAX_CODE;
      const isSentence =
        !signedIn && (SENTENCE_KEYS.has(key) || CODE_KEYS.has(key)) && value.length <= MAX_SENTENCE;
      return (isCode || isSentence) && rule.words.test(toWordText(value));
    }),
  )?.step;
}

function toWordText(text: string): string {
  // The words of a key are cut after 80 characters; a sentence is read piece by piece.
  return (text.match(/[^]{1,80}/g) ?? []).flatMap(toWords).join(' ');
}
