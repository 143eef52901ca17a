import { firstEntries, isArray, isObject, walk, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import { toPlain, toWords, wordSet } from './words';

// Finds the error message in a failed response.

const MAX_MESSAGE = 300;
const MAX_DEPTH = 8;
const MAX_VISITS = 2_000;
const MAX_ELEMENTS = 50;

/** Keys of the message, most specific first. */
const MESSAGE_KEYS = [
  ...wordSet(`
    errordescription detail errormessage errormsg usermessage message msg hydradescription resultmsg resultmessage
    returnmessage errormessages error errors nonfielderrors errorfields fielderrors validationerrors violations
    usererrors explanation messages details reason reasons failures problem problems description fault faultstring
    errorsummary errorcauses title summary info statusmessage statustext statusdescription errortext errordetail
    errordetails embedded meta text response result data status errorcode code en string
  `),
];
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
const CODE_NAME = /^(?:[A-Z][a-z]+){2,9}$/;

/** Returns the untrusted message in plain text, and masks the secret. */
export function readErrorText(
  { json, text, contentType }: Pick<HttpResponse, 'json' | 'text' | 'contentType'>,
  secret = '',
): string | undefined {
  const isPage = contentType.includes('html') || /^\s{0,99}</.test(text);
  const start = text.slice(0, 20_000);
  // Compressed and binary content isn't text.
  const plain = start.includes('\ufffd') ? [] : [start];
  const said = json !== undefined ? sentencesIn(json) : isPage ? textsOf(start) : plain;
  const best = said.find((one) => !isGeneric(one)) ?? said[0] ?? anySentence(json) ?? '';
  return toPlainText(maskSecret(best, secret), MAX_MESSAGE) || undefined;
}

function isGeneric(text: string): boolean {
  return CODE.test(text) || CODE_NAME.test(text) || GENERIC.has(toPlain(text));
}

/** Finds a sentence under any key, which may be in any language. */
function anySentence(json: unknown): string | undefined {
  const texts = walk(json, MAX_DEPTH)
    .filter(({ steps }) => !steps.some((step) => UNSHOWN_KEYS.has(toPlain(String(step)))))
    .map(({ value }) => (typeof value === 'string' ? value : ''));
  return texts.find((text) => /\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(text));
}

/** Places of the message in a web page, most specific first. */
const PAGE_PLACES: readonly RegExp[] = [
  /<blockquote id="error">([\s\S]{1,500}?)<\/blockquote>/i,
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

/** Lists texts under the keys of messages, and in lists under the names of fields, likeliest first. */
function sentencesIn(json: unknown): readonly string[] {
  const said: string[] = [];
  let left = MAX_VISITS;
  const visit = (value: unknown, field: unknown, depth: number): void => {
    if (value === undefined || depth > MAX_DEPTH || left-- <= 0) {
      return;
    }
    if (typeof value === 'string' && value.trim() !== '') {
      said.push(withField(field, value.slice(0, 2_000)));
    } else if (isArray(value)) {
      value.slice(0, MAX_ELEMENTS).forEach((element) => visit(element, field, depth + 1));
    } else if (isObject(value)) {
      visitEntries(value, depth + 1);
    }
  };
  const visitEntries = (object: JsonObject, depth: number): void => {
    const entries = firstEntries(object, 300).map(([key, value]) => ({ key, value, plain: toPlain(key) }));
    const isMap = isFieldMap(object);
    for (const { key, value, plain } of isMap ? entries : []) {
      visit(UNSHOWN_KEYS.has(plain) ? undefined : value, NO_FIELDS.has(plain) ? undefined : key, depth);
    }
    for (const key of isMap ? [] : MESSAGE_KEYS) {
      const value = entries.find(({ plain }) => plain === key)?.value;
      const isCode = CODE_KEYS.has(key) && typeof value === 'string' && !/\s/.test(value.trim());
      visit(isCode ? undefined : value, fieldOf(object), depth);
    }
  };
  visit(json, undefined, 0);
  return said;
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
export function isFieldMap(value: unknown): boolean {
  const entries = isObject(value) ? firstEntries(value, MAX_ELEMENTS) : [];
  const areLists = entries.every(
    ([, texts]) => isArray(texts) && texts.every((text) => typeof text === 'string'),
  );
  return areLists && entries.some(([key]) => !NO_FIELDS.has(toPlain(key)));
}
