import { walk } from '../base/json';
import { maskSecret } from '../base/secretValues';
import { toPlainText } from '../base/text';
import type { HttpResponse } from '../service/httpResponse';
import { toPlain, wordSet } from './words';

// Finds the error message in a failed response.

const MAX_MESSAGE = 300;
const MAX_DEPTH = 8;

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
/** Keys of codes: a single word under them isn't a message. */
const CODE_KEYS = wordSet('status data result code response');
/** Keys to skip, because they may repeat the password or reveal server internals. */
const UNSHOWN_KEYS = wordSet(`
  input stack stacktrace trace exception request body rejectedvalue attemptedvalue value path instance type url docs
  docurl timestamp requestid traceid correlationid password token ctx context file line debug
`);
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
  const best = said.find((one) => !isGeneric(one)) ?? said[0] ?? '';
  return toPlainText(maskSecret(best, secret), MAX_MESSAGE) || undefined;
}

function isGeneric(text: string): boolean {
  return CODE.test(text) || CODE_NAME.test(text) || GENERIC.has(toPlain(text));
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

function textsOf(page: string): readonly string[] {
  const found = PAGE_PLACES.map((place) => (place.exec(page)?.[1] ?? '').replace(/<[^>]{0,500}>/g, ' '));
  const texts = found.map((text) =>
    text
      .replace(/&(?:rsquo|#39);/g, '’')
      .replaceAll('&amp;', '&')
      .trim(),
  );
  return texts.filter((text) => text !== '');
}

/** Lists texts under the keys of messages, likeliest first, then sentences under other keys. */
function sentencesIn(json: unknown): readonly string[] {
  const texts = walk(json, MAX_DEPTH).flatMap(({ steps, value }) => {
    const keys = steps.filter((step) => typeof step === 'string').map(toPlain);
    const text = typeof value === 'string' ? value.slice(0, 2_000).trim() : '';
    if (text === '' || keys.some((key) => UNSHOWN_KEYS.has(key))) {
      return [];
    }
    const key = keys.at(-1) ?? 'message';
    const rank = MESSAGE_KEYS.indexOf(key);
    const isMessage = rank >= 0 && (!CODE_KEYS.has(key) || /\s/.test(text));
    if (!isMessage && !/\S\s+\S+\s+\S|^[A-Z]+_[A-Z]+_[A-Z_]+$/.test(text)) {
      return [];
    }
    return { text, rank: rank < 0 ? MESSAGE_KEYS.length : rank };
  });
  return texts.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
}
