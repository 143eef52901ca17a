import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import type { Step } from './mapping';
import { toPlain, toWords, wordSet } from './words';

// What a response that reports a failure says.

const MAX_MESSAGE = 300;
const LIMITS = { depth: 6, visits: 2_000, elements: 50 };

/** Keys of the sentence for a user, the most specific first. */
const MESSAGE_KEYS = wordSet(`
  errordescription detail errormessage errormsg usermessage message msg hydradescription resultmsg resultmessage
  returnmessage errormessages error errors nonfielderrors errorfields fielderrors validationerrors violations usererrors
  explanation messages details reason reasons failures problem problems description fault faultstring errorsummary
  errorcauses title summary info statusmessage statustext statusdescription errortext errordetail errordetails embedded
  text response result data status errorcode code en string
`);
/** Under these only a sentence counts; mostly they have codes. */
const CODE_KEYS = wordSet('status data result code response');
/** An echo of the request, which may hold the password, or the insides of the program. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Keys of a map of field errors that are no field. */
const NO_FIELDS = wordSet(
  'nonfielderrors base general all global errors error detail message errormessages violations',
);
/** Sentences that say no more than the HTTP status. */
const GENERIC = wordSet(`
  error errors fail failed failure badrequest unauthorized unauthorised paymentrequired forbidden notfound
  methodnotallowed conflict unprocessableentity unprocessablecontent toomanyrequests validationfailed validationerror
  invalidrequest invalidinput internalservererror servererror badgateway serviceunavailable gatewaytimeout
  applicationerror anerroroccurred somethingwentwrong requestfailed unknownerror loginfailed
`);
const CODE = /^[a-z0-9]+(?:[_.-][a-z0-9]+)+$|^[\d ]+$|^(?:HTTP Status )?\d{3}\b.{0,40}$/i;

/** The sentence for the user: cleaned, untrusted, without the secret that was sent. */
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
  // Keys may be in any language: then what reads like a sentence is one.
  const others =
    said.length > 0 ? [] : walk(json, LIMITS).map(({ value }) => (typeof value === 'string' ? value : ''));
  const best =
    said.find((one) => !isGeneric(one)) ??
    said[0] ??
    others.find((one) => /\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(one));
  return toPlainText(maskSecret(best ?? '', secret), MAX_MESSAGE) || undefined;
}

/** Where a web page says what was wrong, the most telling first: reasons and debug pages, title, headings, text. */
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
  // SOAP turned into JSON: one envelope in the other, each with a name of its own.
  const [[key, inner] = ['', undefined], other] = entries.filter(
    ([name, value]) => !name.startsWith('@') && isObject(value),
  );
  yield* other !== undefined || UNSHOWN_KEYS.has(toPlain(key)) ? [] : sentencesIn(inner, depth, budget);
}

/** FastAPI names the field in `loc`, express-validator in `path`, others in `field`, `param` or `property`. */
function fieldOf({ loc, field, param, property, path }: JsonObject): unknown {
  return isArray(loc) ? loc.at(-1) : [field, param, property, path].find((name) => typeof name === 'string');
}

/** The sentence after the name of its field, unless it names the field itself. */
function withField(field: unknown, text: string): string {
  const isName = typeof field === 'string' && /^[^\s/]{1,40}$/.test(field);
  return !isName || toWords(text).join(' ').includes(toWords(field).join(' ')) ? text : `${field}: ${text}`;
}

/** A map of names of fields to lists of sentences. */
function isFieldMap(value: unknown): boolean {
  const entries = isObject(value) ? firstEntries(value, LIMITS.elements) : [];
  const areLists = entries.every(
    ([, texts]) => isArray(texts) && texts.every((text) => typeof text === 'string'),
  );
  return areLists && entries.some(([key]) => !NO_FIELDS.has(toPlain(key)));
}

/** Whether the body tells fields of the request that are wrong. */
export function namesFields(body: unknown): boolean {
  const { detail, errors, error } = isObject(body) ? body : {};
  const areLocated = isArray(detail) && detail.some((item) => isObject(item) && isArray(item['loc']));
  return areLocated || isFieldMap(errors ?? error) || isFieldMap(body);
}

/** Every value of a response, the outer ones first, within limits of depth, of number, and of entries of each holder. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly { readonly steps: readonly Step[]; readonly value: unknown }[] {
  const visits: { readonly steps: readonly Step[]; readonly value: unknown }[] = [{ steps: [], value: root }];
  // Grows on the way.
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
