import { maskSecret } from '../../base/secretValues';
import { toPlainText } from '../../base/text';
import type { ServiceResponse } from './mapping';
import { readRetryAt, withinReason } from './headers';
import { toPlain, toWords } from './keys';
import { isFilled } from './learn/sample';
import { firstEntries, isArray, isObject, ownValue, valueAt, type JsonObject } from './read/json';
import {
  ERROR_KEYS,
  FAILED_OUTCOMES,
  GENERIC_MESSAGES,
  MESSAGE_KEYS,
  NO_FIELD_NAMES,
  OUTCOME_KEYS,
  SENTENCE_ONLY_KEYS,
  SUCCESS_KEYS,
  UNSHOWN_KEYS,
} from './learn/lexicon';
import { toKeyWords } from './learn/rules';
import { readInstant } from './read/values';

// What a response that reports a failure says: the sentence for a person, its kind, and when to come back.

export type ErrorKind =
  'unauthorized' | 'forbidden' | 'payment' | 'rateLimit' | 'validation' | 'server' | 'notFound';

/** What a refusal says. */
export interface ErrorExtraction {
  /** The sentence for a person: cleaned, at most 300 characters, untrusted. */
  readonly message?: string;
  readonly kind?: ErrorKind;
  /** Epoch milliseconds from which the service takes calls again. */
  readonly retryAt?: number;
}

const MAX_MESSAGE = 300;

/**
 * Reads a response that reports a failure, whatever its HTTP status.
 * @param secret the password or token that was sent; it is masked where the sentence repeats it.
 */
export function readError(response: ServiceResponse, secret = ''): ErrorExtraction {
  const message = readMessage(response, secret);
  const kind = readKind(response, message);
  const retryAt = readRetryAt(response.header, response.receivedAt) ?? retryInBody(response);
  return {
    ...(message !== undefined && { message }),
    ...(kind && { kind }),
    ...(retryAt !== undefined && { retryAt }),
  };
}

/**
 * Whether a response says that the call failed: by its HTTP status, or with 200 in the body
 * (`{error: …}`, `success: false`, `stat: "fail"`, JSON-RPC, GraphQL `errors`).
 */
export function isErrorReport(response: ServiceResponse): boolean {
  if (response.status >= 400) {
    return true;
  }
  return (
    isObject(response.json) && (saysFailed(response.json, 1) || envelopeCode(response.json) !== undefined)
  );
}

/** `levels`: how far `messages: {errors: […]}` is followed. */
function saysFailed(body: JsonObject, levels: number): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toKeyWords(key).plain;
    if (SUCCESS_KEYS.has(plain)) {
      return value === false || value === 0 || value === 'false';
    }
    if (OUTCOME_KEYS.has(plain)) {
      return typeof value === 'string' && FAILED_OUTCOMES.has(toPlain(value));
    }
    if (plain === 'messages' && isObject(value)) {
      return levels > 0 && saysFailed(value, levels - 1);
    }
    return ERROR_KEYS.has(plain) && isFilled(value);
  });
}

function readMessage(response: ServiceResponse, secret: string): string | undefined {
  const text = response.json === undefined ? textOfPage(response) : findMessage(response.json);
  const cleaned = text === undefined ? '' : toPlainText(maskSecret(text, secret), MAX_MESSAGE);
  return cleaned === '' ? undefined : cleaned;
}

/** The title of a web page, never its markup; or the plain text as it came. */
function textOfPage({ text, contentType }: ServiceResponse): string | undefined {
  const start = (text ?? '').slice(0, 20_000);
  if (!contentType?.includes('html') && !/^\s*</.test(start)) {
    return start;
  }
  const heading = /<h1[^>]{0,200}>([^<]{1,500})</i.exec(start);
  const inTitle = /<title[^>]{0,200}>([^<]{1,500})</i.exec(start);
  // A title of one word is the name of the site.
  const titled = heading && !/\S\s+\S/.test(inTitle?.[1] ?? '') ? heading : (inTitle ?? heading);
  // Express says "Error" in the title and what was wrong in the page.
  const title = /^\s*error\s*$/i.test(titled?.[1] ?? '')
    ? (/<pre[^>]{0,200}>([^<]{1,500})</i.exec(start) ?? titled)
    : titled;
  return title?.[1]?.replace(/&(amp|lt|gt|quot|rsquo|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  rsquo: '’',
  '#39': "'",
};

/** `retry_after_ms` (Matrix), `retry_after` in seconds (Discord, Telegram), at the top or one level down. */
function retryInBody({ json, receivedAt }: ServiceResponse): number | undefined {
  const outer = isObject(json) ? firstEntries(json, 100) : [];
  const inner = outer.flatMap(([, value]) => (isObject(value) ? firstEntries(value, 100) : []));
  for (const [key, value] of [...outer, ...inner]) {
    const at = retryAtIn(toPlain(key), value, receivedAt);
    if (at !== undefined) {
      return withinReason(at, receivedAt);
    }
  }
  return undefined;
}

function retryAtIn(plain: string, value: unknown, receivedAt: number): number | undefined {
  const amount =
    typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : NaN;
  if (/^retry(?:after|in)(?:ms|millis|milliseconds)$/.test(plain) && amount >= 0) {
    return receivedAt + amount;
  }
  // More than a year of seconds is a point in time.
  if (/^retry(?:after|in)(?:s|sec|secs|seconds)?$/.test(plain) && amount >= 0 && amount < 4e7) {
    return receivedAt + amount * 1_000;
  }
  return /^(?:retryat|resetat|retryafter)$/.test(plain) ? readInstant(value) : undefined;
}

// The sentence.

/** Error bodies are shallow; what lies deeper is an echo or the insides of the program. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 50;
const MAX_KEYS = 300;
/** Values looked at in all: nested lists of lists would be looked through for ever. */
const MAX_VALUES = 2_000;
const MAX_TEXT = 2_000;

/** The sentence a person would want out of an error body; a code or a generic phrase only for want of better. */
function findMessage(body: unknown): string | undefined {
  const found = [...messagesIn(body, { depth: 0, budget: { left: MAX_VALUES } })];
  return found.find((text) => !isGeneric(text)) ?? found[0];
}

/** Whether the body tells fields of the request that are wrong: `{errors: {email: [...]}}`, DRF's, FastAPI's `loc`. */
function hasFieldErrors(body: unknown): boolean {
  if (!isObject(body)) {
    return false;
  }
  const detail = ownValue(body, 'detail');
  if (isArray(detail) && detail.some((item) => isObject(item) && isArray(ownValue(item, 'loc')))) {
    return true;
  }
  const errors = ownValue(body, 'errors') ?? ownValue(body, 'error');
  return isFieldMap(errors) || isFieldMap(body);
}

/** A map of field names to sentences, at least one of which is a real field. */
function isFieldMap(value: unknown): value is JsonObject {
  if (!isObject(value)) {
    return false;
  }
  const entries = firstEntries(value, MAX_ENTRIES);
  const lists = entries.filter(
    ([, texts]) => isArray(texts) && texts.every((text) => typeof text === 'string'),
  );
  return (
    lists.length > 0 &&
    lists.length === entries.length &&
    lists.some(([key]) => !NO_FIELD_NAMES.has(toPlain(key)))
  );
}

function isGeneric(text: string): boolean {
  return (
    GENERIC_MESSAGES.has(toPlain(text)) ||
    /^[A-Za-z0-9]+(?:[_.-][A-Za-z0-9]+)+$/.test(text) ||
    /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text) ||
    /^[\d ]+$/.test(text)
  );
}

interface Search {
  readonly depth: number;
  readonly budget: { left: number };
}

function* messagesIn(value: unknown, search: Search): Generator<string> {
  if (search.depth > MAX_DEPTH || search.budget.left-- <= 0) {
    return;
  }
  const below = { ...search, depth: search.depth + 1 };
  if (typeof value === 'string') {
    const text = value.slice(0, MAX_TEXT);
    if (text.trim() !== '') {
      yield text;
    }
  } else if (isArray(value)) {
    for (const element of value.slice(0, MAX_ENTRIES)) {
      yield* messagesIn(element, below);
    }
  } else if (isObject(value)) {
    yield* messagesOfObject(value, below);
  }
}

function* messagesOfObject(object: JsonObject, below: Search): Generator<string> {
  if (isFieldMap(object)) {
    yield* fieldMessages(object, below);
    return;
  }
  const byPlain = new Map(
    firstEntries(object, MAX_KEYS).map(([key, value]) => [toKeyWords(key).plain, value]),
  );
  for (const key of MESSAGE_KEYS) {
    const value = byPlain.get(key);
    if (value === undefined) {
      continue;
    }
    for (const text of messagesIn(value, below)) {
      if (!SENTENCE_ONLY_KEYS.has(key) || typeof value !== 'string' || /\s/.test(text.trim())) {
        yield withField(text, object);
      }
    }
  }
  if (below.depth > 1) {
    yield* fieldMessages(object, below);
  }
  // SOAP turned into JSON: one envelope in the other, each with a name of its own.
  const inner = firstEntries(object, MAX_KEYS).filter(
    ([key, value]) => !key.startsWith('@') && isObject(value),
  );
  if (inner.length === 1 && !UNSHOWN_KEYS.has(toPlain(inner[0]?.[0] ?? ''))) {
    yield* messagesIn(inner[0]?.[1], below);
  }
}

/** FastAPI names the field in `loc`, others in `field`, `param` or `property`. */
function withField(text: string, object: JsonObject): string {
  const loc = ownValue(object, 'loc');
  const field = isArray(loc)
    ? loc.at(-1)
    : (ownValue(object, 'field') ?? ownValue(object, 'param') ?? ownValue(object, 'property'));
  if (typeof field !== 'string' || !/^[\w.-]{1,40}$/.test(field)) {
    return text;
  }
  return nameField(field, text);
}

/** Sentences that are about no field come first; the others are given the name of theirs. */
function* fieldMessages(object: JsonObject, below: Search): Generator<string> {
  const entries = firstEntries(object, MAX_ENTRIES).filter(
    ([key, value]) => !UNSHOWN_KEYS.has(toPlain(key)) && isArray(value),
  );
  const general = entries.filter(([key]) => NO_FIELD_NAMES.has(toPlain(key)));
  for (const [, value] of general) {
    yield* messagesIn(value, below);
  }
  for (const [key, value] of entries.filter((entry) => !general.includes(entry))) {
    for (const text of messagesIn(value, below)) {
      yield nameField(key, text);
    }
  }
}

/** The sentence with the name of its field before it, unless it names the field itself. */
function nameField(field: string, text: string): string {
  const names = toWords(text).join(' ').includes(toWords(field).join(' '));
  return names || field.length > MAX_FIELD_LENGTH ? text : `${field}: ${text}`;
}

const MAX_FIELD_LENGTH = 40;

// The kind.

/** The code of a response that is `{code: 401, message: "…"}` and nothing else of substance, where it is no success. */
function envelopeCode(body: JsonObject): number | undefined {
  const entries = firstEntries(body, MAX_KEYS).map(([key, value]) => [toPlain(key), value] as const);
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(
    ([, value]) => typeof value === 'object' && value !== null && Object.keys(value).length > 0,
  );
  const text = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  const fails = !holdsData && text && typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return fails ? code : undefined;
}

const KIND_OF_STATUS: ReadonlyMap<number, ErrorKind> = new Map([
  [401, 'unauthorized'],
  [402, 'payment'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [410, 'notFound'],
  [429, 'rateLimit'],
]);

/** What a status means by HTTP (RFC 9110 and 6585); other 4xx are told by their words. */
function kindOfStatus(status: number): ErrorKind | undefined {
  return KIND_OF_STATUS.get(status) ?? (status >= 500 ? 'server' : undefined);
}

/** Words by which a refusal tells its kind where the HTTP status does not (400, 422, 200); the first that fits holds. */
const KIND_RULES: readonly (readonly [RegExp, ErrorKind])[] = [
  [/too many (?:requests|attempts|calls)|rate.?limit|rate exceeded|throttl|quota exceeded/i, 'rateLimit'],
  [
    /payment|insufficient (?:credit|fund|balance)|(?:out of|no) credits|credits? (?:exhausted|used up)|unpaid|overdue/i,
    'payment',
  ],
  [
    /credit (?:balance|limit).{0,20}(?:low|exceeded|exhausted|reached|insufficient)|(?:maximum|monthly|all|your) credits? (?:exceeded|exhausted|used)|credits? exceeded|billing details|not enough credits|subscription (?:needed|required|expired)|upgrade to|plan limit|crediti esauriti/i,
    'payment',
  ],
  [
    /(?:invalid|incorrect|wrong|bad|unknown|expired|missing).{0,24}(?:credential|password|passwd|login|token|api.?key|user ?name|session)|(?:password|credentials?|token|session|api.?key|login|user).{0,24}(?:invalid|incorrect|wrong|expired|not match|mismatch|blocked|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|authentication (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)/i,
    'unauthorized',
  ],
  [
    /неверн|недействит|истек|인증|로그인|(?:密码|口令|令牌|登录).{0,10}(?:错误|过期|失效|无效)|(?:パスワード|トークン|ログイン).{0,12}(?:正し|無効|期限|違|失敗)|(?:contrase|clave|senha|mot de passe|identifiants|passwor[td]|kennwort|anmeldedaten|wachtwoord).{0,30}(?:incorre|inv[aá]lid|falsch|ung[uü]ltig|onjuist|errone|errad)/i,
    'unauthorized',
  ],
  [/permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed|denied/i, 'forbidden'],
  [/not found|no such|does not exist/i, 'notFound'],
  [/internal (?:server )?error|server error|unavailable/i, 'server'],
];

/** What kind of refusal a response is: by its HTTP status, else by what it says. */
function readKind(response: ServiceResponse, message: string | undefined): ErrorKind | undefined {
  const byMessage = KIND_RULES.find(([pattern]) => message !== undefined && pattern.test(message))?.[1];
  const byStatus = kindOfStatus(response.status);
  // Some services send 403 for too many calls, and some throw (500) where a password is wrong.
  if (
    byStatus === 'forbidden' &&
    (byMessage === 'rateLimit' || response.header('X-RateLimit-Remaining')?.trim() === '0')
  ) {
    return 'rateLimit';
  }
  if (response.status === 500 && message !== undefined && WRONG_PASSWORD.test(message)) {
    return 'unauthorized';
  }
  // Neither waiting nor another sign-in brings credits.
  if (byMessage === 'payment' && byStatus !== undefined && UNPAID.has(byStatus)) {
    return 'payment';
  }
  if (byStatus) {
    return byStatus;
  }
  const refused = response.status >= 400;
  if (refused && hasFieldErrors(response.json)) {
    return 'validation';
  }
  const words = byMessage ?? kindOfCodes(response.json);
  // With 400 the service has said whose fault it is; "no such column" is not about this address.
  if (refused && (words === undefined || words === 'notFound' || words === 'server')) {
    return 'validation';
  }
  return words;
}

const UNPAID: ReadonlySet<ErrorKind> = new Set(['rateLimit', 'unauthorized', 'forbidden']);

const WRONG_PASSWORD =
  /(?:invalid|incorrect|wrong).{0,24}password|password.{0,24}(?:invalid|incorrect|wrong)/i;

/** `{code: 401, …}` in a response that HTTP calls a success, and the codes of GraphQL and gRPC. */
function kindOfCodes(body: unknown): ErrorKind | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const byNumber = kindOfStatus(envelopeCode(body) ?? 0);
  if (byNumber) {
    return byNumber;
  }
  const paths = [
    ['errors', 0, 'extensions', 'code'],
    ['errors', 0, 'code'],
    ['error', 'code'],
    ['error', 'status'],
    ['code'],
  ];
  const code = paths.map((path) => valueAt(body, path)).find((value) => typeof value === 'string');
  return typeof code === 'string' ? KIND_OF_CODES.get(toPlain(code)) : undefined;
}

const KIND_OF_CODES: ReadonlyMap<string, ErrorKind> = new Map([
  ['unauthenticated', 'unauthorized'],
  ['unauthorized', 'unauthorized'],
  ['forbidden', 'forbidden'],
  ['permissiondenied', 'forbidden'],
  ['resourceexhausted', 'rateLimit'],
  ['toomanyrequests', 'rateLimit'],
  ['ratelimited', 'rateLimit'],
  ['badrequest', 'validation'],
  ['baduserinput', 'validation'],
  ['invalidargument', 'validation'],
  ['notfound', 'notFound'],
]);
