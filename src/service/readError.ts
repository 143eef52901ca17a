import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import { readRetryAt, withinReason } from './headers';
import type { HttpResponse } from './httpResponse';
import { splitWords, toPlain, toWords, wordSet } from './mapping/keys';
import { firstEntries, isArray, isObject, ownValue, type JsonObject } from '../base/json';
import { readInstant } from './mapping/read/values';

// What a response that reports a failure says: the sentence for the user, and when to come back.

/** What a refusal says. */
export interface ErrorExtraction {
  /** The sentence for the user: cleaned, at most 300 characters, untrusted. */
  readonly message?: string;
  /** Epoch milliseconds from which the service takes calls again. */
  readonly retryAt?: number;
  /** The status that the body gives in place of HTTP's: `{code: 401, message: "…"}`. */
  readonly code?: number;
  /** Whether the body tells fields of the request that are wrong. */
  readonly namesFields: boolean;
}

const MAX_MESSAGE = 300;

/**
 * Reads a response that reports a failure, whatever its HTTP status.
 * @param secret the password or token that was sent; it is masked where the sentence repeats it.
 */
export function readError(response: HttpResponse, secret = ''): ErrorExtraction {
  const message = readMessage(response, secret);
  const retryAt = readRetryAt(response.header, response.receivedAt) ?? retryInBody(response);
  const code = isObject(response.json) ? envelopeCode(response.json) : undefined;
  return {
    ...(message !== undefined && { message }),
    ...(retryAt !== undefined && { retryAt }),
    ...(code !== undefined && { code }),
    namesFields: hasFieldErrors(response.json),
  };
}

/**
 * Whether a response says that the call failed: by its HTTP status, or with 200 in the body
 * (`{error: …}`, `success: false`, `stat: "fail"`, JSON-RPC, GraphQL `errors`).
 */
export function isErrorReport(response: HttpResponse): boolean {
  if (response.status >= 400) {
    return true;
  }
  return (
    isObject(response.json) && (saysFailed(response.json, 1) || envelopeCode(response.json) !== undefined)
  );
}

/** Whether a value says anything. `error: "none"`, `captcha: 0` and `errors: []` are there, and say that there is none. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** `levels`: how far `messages: {errors: […]}` is followed. */
function saysFailed(body: JsonObject, levels: number): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toEnglish(key);
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

function readMessage(response: HttpResponse, secret: string): string | undefined {
  const text = response.json === undefined ? textOfPage(response) : findMessage(response.json);
  const cleaned = text === undefined ? '' : toPlainText(maskSecret(text, secret), MAX_MESSAGE);
  return cleaned === '' ? undefined : cleaned;
}

/** What a web page says, never its markup; or the plain text as it came. */
function textOfPage({ text, contentType }: HttpResponse): string | undefined {
  const start = text.slice(0, 20_000);
  if (!contentType.includes('html') && !/^\s*</.test(start)) {
    return start;
  }
  const found = PAGE_TEXTS.map((pattern) => toTextOfMarkup(pattern.exec(start)?.[1])).filter(
    (said) => said !== '',
  );
  return found.find((said) => /\s/.test(said) && !isGeneric(said) && !REPEATS_STATUS.test(said)) ?? found[0];
}

/**
 * Where a page says what was wrong, the most telling first: squid's reason, the error that the debug pages of Werkzeug,
 * Django and Express show, the title, the heading, and what stands below the heading.
 */
const PAGE_TEXTS: readonly RegExp[] = [
  /<blockquote id="error">([\s\S]{1,500}?)<\/blockquote>/i,
  /<p class="errormsg">([^<]{1,500})/i,
  /<pre class="exception_value">([^<]{1,500})/i,
  /<title[^>]{0,200}>([^<]{1,500})</i,
  /<h1[^>]{0,200}>([\s\S]{1,500}?)<\/h1>/i,
  /<pre[^>]{0,200}>([^<]{1,500})</i,
  /<\/h1>\s{0,99}<p[^>]{0,200}>([\s\S]{1,500}?)<\/?p>/i,
];

/** A title that says no more than the status does: "403 Forbidden", "HTTP Status 401 – Unauthorized". */
const REPEATS_STATUS = /^(?:HTTP Status )?\d{3}\b.{0,40}$/i;

function toTextOfMarkup(markup = ''): string {
  return markup
    .replace(/<[^>]{0,500}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|rsquo|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .trim();
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
function retryInBody({ json, receivedAt }: HttpResponse): number | undefined {
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

/** The sentence a user would want out of an error body; a code or a generic phrase only for want of better. */
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
  return lists.length === entries.length && lists.some(([key]) => !NO_FIELD_NAMES.has(toPlain(key)));
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
  const byPlain = new Map(firstEntries(object, MAX_KEYS).map(([key, value]) => [toEnglish(key), value]));
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

/** FastAPI names the field in `loc`, express-validator in `path`, others in `field`, `param` or `property`. */
function withField(text: string, object: JsonObject): string {
  const loc = ownValue(object, 'loc');
  const keys = ['field', 'param', 'property', 'path'];
  const field = isArray(loc)
    ? loc.at(-1)
    : keys.map((key) => ownValue(object, key)).find((value) => typeof value === 'string');
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

/** The code of a response that is `{code: 401, message: "…"}` and nothing else of substance, where it is no success. */
function envelopeCode(body: JsonObject): number | undefined {
  const entries = firstEntries(body, MAX_KEYS).map(([key, value]) => [toPlain(key), value] as const);
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(([, value]) => typeof value === 'object' && isFilled(value));
  const text = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  const fails = !holdsData && text && typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return fails ? code : undefined;
}

// The words.

/** Words of other languages that the keys of errors are made of. */
const TRANSLATIONS: ReadonlyMap<string, string> = new Map(
  (
    [
      ['message', 'nachricht meldung fehlermeldung mensaje mensagem messaggio bericht'],
      ['messages', 'messaggi nachrichten mensajes mensagens'],
      ['outcome', 'esito'],
      ['code', 'codice codigo'],
      ['error', 'fehler erreur fallo falha errore fout'],
      ['errors', 'errores erros erreurs errori fouten'],
      ['detail', 'detalle detalhe dettaglio einzelheiten'],
      ['success', 'exito sucesso erfolg succes successo'],
    ] as const
  ).flatMap(([english, words]) => splitWords(words).map((word) => [word, english] as const)),
);

/** A key in plain form and in English. */
function toEnglish(key: string): string {
  return toWords(key)
    .map((word) => TRANSLATIONS.get(word) ?? word)
    .join('');
}

/**
 * Keys under which the sentence for a user is, the most specific first: OAuth's error_description and RFC 9457's
 * detail are written for people, title and error often repeat the status.
 */
const MESSAGE_KEYS = [
  ...wordSet(`
  errordescription detail errormessage errormsg usermessage message msg hydradescription resultmsg
  resultmessage returnmessage errormessages error errors nonfielderrors errorfields fielderrors
  validationerrors violations usererrors explanation langtext kurztext messages details reason reasons failures problem
  problems description fault faultstring errorsummary errorcauses title summary info statusmessage
  statustext statusdescription errortext errordetail errordetails embedded text response result data
  status errorcode code en
`),
];

/** Last resorts: mostly codes, paths of the program, or an echo; words are taken from them only if they are a sentence. */
const SENTENCE_ONLY_KEYS = wordSet('status data result code response');

/** What must never be shown: an echo of the request (it may hold the password), the insides of the program. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance
  type url docs docurl timestamp requestid traceid correlationid password token ctx context file line
  debug
`);

/** Keys of a map of field errors that are no field. */
const NO_FIELD_NAMES = wordSet(`
  nonfielderrors base general all global errors error detail message errormessages usererrors violations
`);

/** Sentences that say no more than the HTTP status does; something more telling is looked for beside them. */
const GENERIC_MESSAGES = wordSet(`
  error errors fail failed failure badrequest unauthorized unauthorised paymentrequired forbidden
  notfound methodnotallowed conflict unprocessableentity unprocessablecontent toomanyrequests
  validationfailed validationerror invalidrequest invalidinput internalservererror servererror
  badgateway serviceunavailable gatewaytimeout applicationerror anerroroccurred somethingwentwrong
  requestfailed unknownerror loginfailed
`);

/** Keys whose `false` says that a call failed, though HTTP says 200. */
const SUCCESS_KEYS = wordSet('success ok succeeded issuccess successful');

/** Keys whose words say so. */
const OUTCOME_KEYS = wordSet('status stat result state outcome');

const FAILED_OUTCOMES = wordSet('error err fail failed failure ko nok denied');

/** Keys that are filled only where something went wrong. */
const ERROR_KEYS = wordSet(`
  error errors errorcode errorcodes errormessage errordescription errcode errmsg errorinfo fault
  exception
`);
