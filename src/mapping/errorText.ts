import { firstEntries, isArray, isObject, ownValue, type JsonObject } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import type { Step } from './mapping';
import { toPlain, toWords, wordSet } from './words';

// What a response that reports a failure says: its sentence, what it means, and what a service wants before a sign-in.

const MAX_MESSAGE = 300;
const LIMITS = { depth: 6, visits: 2_000, elements: 50 };

/** Keys of the sentence for a user, the most specific first. */
const MESSAGE_KEYS = [
  ...wordSet(`
    errordescription detail errormessage errormsg usermessage message msg hydradescription resultmsg resultmessage
    returnmessage errormessages error errors nonfielderrors errorfields fielderrors validationerrors violations
    usererrors explanation messages details reason reasons failures problem problems description fault faultstring
    errorsummary errorcauses title summary info statusmessage statustext statusdescription errortext errordetail
    errordetails embedded text response result data status errorcode code en
  `),
];
/** Under these only a sentence counts; mostly they have codes. */
const CODE_KEYS = wordSet('status data result code response');
/** An echo of the request, which may hold the password, or the insides of the program. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
/** Keys of a map of field errors that are no field. */
const NO_FIELDS = wordSet(
  'nonfielderrors base general all global errors error detail message errormessages usererrors violations',
);
/** Sentences that say no more than the HTTP status. */
const GENERIC = wordSet(`
  error errors fail failed failure badrequest unauthorized unauthorised paymentrequired forbidden notfound
  methodnotallowed conflict unprocessableentity unprocessablecontent toomanyrequests validationfailed validationerror
  invalidrequest invalidinput internalservererror servererror badgateway serviceunavailable gatewaytimeout
  applicationerror anerroroccurred somethingwentwrong requestfailed unknownerror loginfailed
`);

/** The sentence for the user: cleaned, untrusted, without the secret that was sent. */
export function readErrorText(
  response: Pick<HttpResponse, 'json' | 'text' | 'contentType'>,
  secret = '',
): string | undefined {
  const said =
    response.json === undefined
      ? pageTexts(response)
      : [...sentencesIn(response.json, 0, { left: LIMITS.visits })];
  // Keys may be in any language: then what reads like a sentence is one.
  const others =
    said.length > 0
      ? []
      : walk(response.json, LIMITS).flatMap(({ value }) =>
          typeof value === 'string' && /\S\s+\S+\s+\S/.test(value) ? value : [],
        );
  const best = said.find((text) => !isGeneric(text)) ?? said[0] ?? others[0] ?? '';
  return toPlainText(maskSecret(best, secret), MAX_MESSAGE) || undefined;
}

function isGeneric(text: string): boolean {
  const isCode = /^[A-Za-z0-9]+(?:[_.-][A-Za-z0-9]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[\d ]+$/.test(text);
  return isCode || GENERIC.has(toPlain(text)) || /^(?:HTTP Status )?\d{3}\b.{0,40}$/i.test(text);
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
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  rsquo: '’',
  '#39': "'",
};

function pageTexts({ text, contentType }: Pick<HttpResponse, 'text' | 'contentType'>): readonly string[] {
  const start = text.slice(0, 20_000);
  if (!contentType.includes('html') && !/^\s*</.test(start)) {
    return [start];
  }
  const toText = (markup: string) =>
    markup
      .replace(/<[^>]{0,500}>/g, ' ')
      .replace(/&(amp|lt|gt|quot|rsquo|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ');
  const found = PAGE_PLACES.map((place) => toText(place.exec(start)?.[1] ?? '').trim()).filter(
    (said) => said !== '',
  );
  return [...found.filter((said) => /\s/.test(said) && !isGeneric(said)), ...found];
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
  const entries = firstEntries(object, 300).map(([key, value]) => [toPlain(key), value] as const);
  const isMap = isFieldMap(object);
  for (const key of isMap ? [] : MESSAGE_KEYS) {
    const value = entries.find(([plain]) => plain === key)?.[1];
    for (const text of sentencesIn(value, depth, budget)) {
      if (!CODE_KEYS.has(key) || typeof value !== 'string' || /\s/.test(text.trim())) {
        yield withField(fieldOf(object), text);
      }
    }
  }
  const lists =
    depth > 1 || isMap
      ? firstEntries(object, LIMITS.elements).filter(
          ([key, value]) => isArray(value) && !UNSHOWN_KEYS.has(toPlain(key)),
        )
      : [];
  const isGeneral = ([key]: readonly [string, unknown]) => NO_FIELDS.has(toPlain(key));
  for (const [key, value] of [...lists.filter(isGeneral), ...lists.filter((list) => !isGeneral(list))]) {
    for (const text of sentencesIn(value, depth, budget)) {
      yield NO_FIELDS.has(toPlain(key)) ? text : withField(key, text);
    }
  }
  // SOAP turned into JSON: one envelope in the other, each with a name of its own.
  const inner = firstEntries(object, 300).filter(([key, value]) => !key.startsWith('@') && isObject(value));
  if (inner.length === 1 && !UNSHOWN_KEYS.has(toPlain(inner[0]?.[0] ?? ''))) {
    yield* sentencesIn(inner[0]?.[1], depth, budget);
  }
}

/** FastAPI names the field in `loc`, express-validator in `path`, others in `field`, `param` or `property`. */
function fieldOf(object: JsonObject): unknown {
  const loc = ownValue(object, 'loc');
  const names = ['field', 'param', 'property', 'path'].map((key) => ownValue(object, key));
  return isArray(loc) ? loc.at(-1) : names.find((name) => typeof name === 'string');
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
  const [detail, errors] = isObject(body) ? [body['detail'], body['errors'] ?? body['error']] : [];
  return (
    isFieldMap(errors) ||
    isFieldMap(body) ||
    (isArray(detail) && detail.some((item) => isObject(item) && isArray(item['loc'])))
  );
}

// Whether a response reports a failure, and of what kind.

const ERROR_KEYS = wordSet(
  'error errors errorcode errorcodes errormessage errordescription errcode errmsg errorinfo fault exception',
);

/** Whether a value says anything: `error: "none"`, `captcha: 0` and `errors: []` say that there is none. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') {
    return !/^(?:|0|ok|success|false|no|none|no ?error|null|n\/a|disabled|off)$/i.test(value.trim());
  }
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whether a response says that the call failed: by its status, or with a success in its body. */
export function isErrorReport({ status, json }: Pick<HttpResponse, 'status' | 'json'>): boolean {
  return status >= 400 || (isObject(json) && (saysFailed(json, 1) || bodyStatus(json) !== undefined));
}

function saysFailed(body: JsonObject, levels: number): boolean {
  return firstEntries(body, 200).some(([key, value]) => {
    const plain = toPlain(key);
    if (/^(?:(?:is)?success|successful|succeeded|ok)$/.test(plain)) {
      return value === false || value === 0 || value === 'false';
    }
    if (/^(?:status|stat|result|state|outcome)$/.test(plain)) {
      return (
        typeof value === 'string' && /^(?:error|err|fail|failed|failure|ko|nok|denied)$/i.test(value.trim())
      );
    }
    const isDeeper = plain === 'messages' && isObject(value) && levels > 0;
    return isDeeper ? saysFailed(value, levels - 1) : ERROR_KEYS.has(plain) && isFilled(value);
  });
}

/** The status in a body that is `{code: 401, message: "…"}` and nothing else of substance, if it is no success. */
export function bodyStatus(body: unknown): number | undefined {
  const entries = (isObject(body) ? firstEntries(body, 100) : []).map(
    ([key, value]) => [toPlain(key), value] as const,
  );
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(([, value]) => typeof value === 'object' && isFilled(value));
  const hasText = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  return !holdsData && hasText && typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300)
    ? code
    : undefined;
}

// What a service wants before it signs a user in.

/** A code of a second factor, a solved captcha, or a new password. */
export type NextStep = 'secondFactor' | 'captcha' | 'passwordChange';

const ASKED =
  'required?|requires|needed|needs|wanted|pending|awaiting|must|force|challenge|token|session|ticket|sent|state|id|url';
const STEPS: readonly { readonly step: NextStep; readonly about: RegExp; readonly says: RegExp }[] = [
  { step: 'captcha', about: /captcha/, says: /\bcaptcha\b/ },
  {
    step: 'passwordChange',
    about:
      /^(?:is)?(?:must|force|requires?|needs)?(?:new|change|reset|update)?password(?:must)?(?:change|reset|update|expired)?(?:required)?$/,
    says: /\bnew password required\b|\bpassword (?:has )?expired\b|\bpassword must (?:be )?change|\bpassword (?:change|reset) required\b|\b(?:change|reset) your password\b|\b(?:must|force) change (?:your )?password\b/,
  },
  {
    step: 'secondFactor',
    about: /mfa|otp|2fa|tfa|twofactor|secondfactor|multifactor|challenge|^factors$/,
    says: /\b(?:mfa|t?otp|2 ?fa|tfa|(?:two|second|multi) factor|verification code|one time (?:code|password)|authenticator)\b/,
  },
];
const STEP_LIMITS = { depth: 4, visits: 400, elements: 20 };
const CODES = wordSet(`
  code error errorcode errors status state result challenge challengename nextstep next step action nextaction
  requiredaction reason authstatus outcome errortype flow stage
`);
const SENTENCES = wordSet('message msg detail title errordescription description errormessage');

/** What the response of a sign-in asks for. If it plainly holds a token, only codes and flags that say so count. */
export function readNextStep(json: unknown, isSignedIn = false): NextStep | undefined {
  const visits = walk(json, STEP_LIMITS).filter(({ steps }) => !isInStranger(steps));
  return STEPS.find(({ about, says }) =>
    visits.some(({ steps, value }) => {
      const key = toPlain(String(steps.findLast((step) => typeof step === 'string') ?? ''));
      const isAsked = about.test(key) && new RegExp(ASKED).test(key.replace(/password/, ''));
      const isWanted =
        about.test(key) &&
        (isAsked || /change|reset|expired|update/.test(key) || (!isSignedIn && !/password/.test(key)));
      if (
        isWanted &&
        isFilled(value) &&
        !(isSignedIn && /^(?:captcha|challenge)(?:id|url|name|token)?$/.test(key))
      ) {
        return true;
      }
      const isCode = CODES.has(key) && typeof value === 'string' && value.length <= 60;
      const isSentence =
        !isSignedIn &&
        (SENTENCES.has(key) || CODES.has(key)) &&
        typeof value === 'string' &&
        value.length <= 400;
      return (
        (isCode || isSentence) && says.test((value.match(/[^]{1,80}/g) ?? []).flatMap(toWords).join(' '))
      );
    }),
  )?.step;
}

const STRANGERS = wordSet(`
  user account profile customer member organization organisation company team tenant project plan subscription license
  licence device client app application
`);

/** Whether a value is of someone or something else than the sign-in. */
export function isInStranger(steps: readonly Step[]): boolean {
  return steps.slice(0, -1).some((step) => STRANGERS.has(toPlain(String(step))));
}

/** Every value of a response, the outer ones first, within limits of depth, of number, and of entries of each holder. */
export function walk(
  root: unknown,
  limits: { readonly depth: number; readonly visits: number; readonly elements: number },
): readonly { readonly steps: readonly Step[]; readonly value: unknown }[] {
  const visits: { readonly steps: readonly Step[]; readonly value: unknown }[] = [{ steps: [], value: root }];
  // Grows on the way.
  for (const { steps, value } of visits) {
    const room =
      steps.length < limits.depth ? Math.max(0, Math.min(limits.visits - visits.length, limits.elements)) : 0;
    const inner = isArray(value)
      ? value.slice(0, room).map((one, i) => [i, one] as const)
      : isObject(value)
        ? firstEntries(value, room)
        : [];
    visits.push(...inner.map(([step, one]) => ({ steps: [...steps, step], value: one })));
  }
  return visits;
}
