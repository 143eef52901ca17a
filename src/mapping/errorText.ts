import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import type { Step } from './mapping';
import { toPlain, toWords, wordSet } from './words';

// Finds the error message in a failed response.

const MAX_MESSAGE = 300;
const LIMITS = { depth: 6, visits: 2_000, elements: 50 };

/** Keys of the message, most specific first. */
const MESSAGE_KEYS = wordSet(`
  errordescription detail errormessage errormsg usermessage message msg hydradescription resultmsg resultmessage
  returnmessage errormessages error errors nonfielderrors errorfields fielderrors validationerrors violations usererrors
  explanation messages details reason reasons failures problem problems description fault faultstring errorsummary
  errorcauses title summary info statusmessage statustext statusdescription errortext errordetail errordetails embedded
  text response result data status errorcode code en string
`);
/** Usually codes, so a single word is ignored. */
const CODE_KEYS = wordSet('status data result code response');
/** Skipped: may repeat the password or reveal server internals. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Keys of field errors that aren't field names. */
const NO_FIELDS = wordSet(
  'nonfielderrors base general all global errors error detail message errormessages violations',
);
/** Texts that only repeat the HTTP status. */
const GENERIC = wordSet(`
  error errors fail failed failure badrequest unauthorized unauthorised paymentrequired forbidden notfound
  methodnotallowed conflict unprocessableentity unprocessablecontent toomanyrequests validationfailed validationerror
  invalidrequest invalidinput internalservererror servererror badgateway serviceunavailable gatewaytimeout
  applicationerror anerroroccurred somethingwentwrong requestfailed unknownerror loginfailed
`);
const CODE = /^[a-z0-9]+(?:[_.-][a-z0-9]+)+$|^[\d ]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$/i;

/** Returns the untrusted message in plain text, and masks the secret. */
export function readErrorText(
  { json, text, contentType }: Pick<HttpResponse, 'json' | 'text' | 'contentType'>,
  secret = '',
): string | undefined {
  const isPage = contentType.includes('html') || /^\s{0,99}</.test(text);
  const start = text.slice(0, 20_000);
  const said =
    json !== undefined
      ? [...sentencesIn(json, 0, { left: LIMITS.visits })]
      : isPage
        ? textsOf(start)
        : [start];
  const isGeneric = (one: string) =>
    CODE.test(one) || /^(?:[A-Z][a-z]+){2,9}$/.test(one) || GENERIC.has(toPlain(one));
  // Keys may be in any language, so look for any sentence.
  const others =
    said.length > 0 ? [] : walk(json, LIMITS).map(({ value }) => (typeof value === 'string' ? value : ''));
  const best =
    said.find((one) => !isGeneric(one)) ??
    said[0] ??
    others.find((one) => /\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(one));
  return toPlainText(maskSecret(best ?? '', secret), MAX_MESSAGE) || undefined;
}

/** Places of the message in a web page, most specific first. */
const PAGE_PLACES: readonly RegExp[] = [
  /<blockquote id="error">([\s\S]{1,500}?)<\/blockquote>/i,
  /<p class="errormsg">([^<]{1,500})/i,
  /<pre class="exception_value">([^<]{1,500})/i,
  /<p><b>Message<\/b>([^<]{1,500})/i,
  /<title[^>]{0,200}>([^<]{1,500})</i,
  /<h1[^>]{0,200}>([\s\S]{1,500}?)<\/h1>/i,
  /<pre[^>]{0,200}>([^<]{1,500})</i,
  /<\/h1>\s{0,99}<p[^>]{0,200}>([\s\S]{1,500}?)<\/?p>/i,
];
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', rsquo: '’', '#39': "'", nbsp: ' ' }),
);

function textsOf(page: string): readonly string[] {
  const found = PAGE_PLACES.map((place) => (place.exec(page)?.[1] ?? '').replace(/<[^>]{0,500}>/g, ' '));
  const texts = found.map((text) =>
    text.replace(/&([a-z#\d]{2,6});/g, (entity, name: string) => ENTITIES.get(name) ?? entity),
  );
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

function* sentencesIn(value: unknown, depth: number, budget: { left: number }): Generator<string> {
  if (depth > LIMITS.depth || budget.left-- <= 0) {
    return;
  }
  if (typeof value === 'string' && value.trim() !== '') {
    yield value.slice(0, 2_000);
  } else if (isArray(value)) {
    for (const element of value.slice(0, LIMITS.elements)) {
      yield* sentencesIn(element, depth + 1, budget);
    }
  } else if (isObject(value)) {
    yield* sentencesOf(value, depth + 1, budget);
  }
}

function* sentencesOf(object: JsonObject, depth: number, budget: { left: number }): Generator<string> {
  const entries = firstEntries(object, 300);
  const byKey = new Map(entries.map(([key, value]) => [toPlain(key), value]));
  const isMap = isFieldMap(object);
  for (const key of isMap ? [] : MESSAGE_KEYS) {
    const value = byKey.get(key);
    for (const text of sentencesIn(value, depth, budget)) {
      if (!CODE_KEYS.has(key) || typeof value !== 'string' || /\s/.test(text.trim())) {
        yield withField(fieldOf(object), text);
      }
    }
  }
  const lists = entries.filter(
    ([key, value]) => isArray(value) && (isMap || depth > 1) && !UNSHOWN_KEYS.has(toPlain(key)),
  );
  const general = lists.filter(([key]) => NO_FIELDS.has(toPlain(key)));
  for (const [key, value] of [...general, ...lists.filter((list) => !general.includes(list))]) {
    for (const text of sentencesIn(value, depth, budget)) {
      yield NO_FIELDS.has(toPlain(key)) ? text : withField(key, text);
    }
  }
  // SOAP as JSON: nested envelopes with arbitrary names.
  const [[key, inner] = ['', undefined], other] = entries.filter(
    ([name, value]) => !name.startsWith('@') && isObject(value),
  );
  yield* other !== undefined || UNSHOWN_KEYS.has(toPlain(key)) ? [] : sentencesIn(inner, depth, budget);
}

/** Finds the field name: `loc` in FastAPI, `path` in express-validator. */
function fieldOf({ loc, field, param, property, path }: JsonObject): unknown {
  return isArray(loc) ? loc.at(-1) : [field, param, property, path].find((name) => typeof name === 'string');
}

/** Adds the field name if the sentence lacks it. */
function withField(field: unknown, text: string): string {
  const isName = typeof field === 'string' && /^[^\s/]{1,40}$/.test(field);
  return !isName || toWords(text).join(' ').includes(toWords(field).join(' ')) ? text : `${field}: ${text}`;
}

/** Checks for `{field: [sentence, …]}`. */
function isFieldMap(value: unknown): boolean {
  const entries = isObject(value) ? firstEntries(value, LIMITS.elements) : [];
  const areLists = entries.every(
    ([, texts]) => isArray(texts) && texts.every((text) => typeof text === 'string'),
  );
  return areLists && entries.some(([key]) => !NO_FIELDS.has(toPlain(key)));
}

export function namesFields(body: unknown): boolean {
  const { detail, errors, error } = isObject(body) ? body : {};
  const areLocated = isArray(detail) && detail.some((item) => isObject(item) && isArray(item['loc']));
  return areLocated || isFieldMap(errors ?? error) || isFieldMap(body);
}

/** Lists values, outer ones first. `elements` limits each array or object. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly { readonly steps: readonly Step[]; readonly value: unknown }[] {
  const visits: { readonly steps: readonly Step[]; readonly value: unknown }[] = [{ steps: [], value: root }];
  for (const { steps, value } of visits) {
    const room = Math.max(0, Math.min(limits.visits - visits.length, limits.elements));
    const entries = isArray(value)
      ? value.slice(0, room).entries()
      : isObject(value)
        ? firstEntries(value, room)
        : [];
    for (const [step, inner] of steps.length < limits.depth ? entries : []) {
      visits.push({ steps: [...steps, step], value: inner });
    }
  }
  return visits;
}
