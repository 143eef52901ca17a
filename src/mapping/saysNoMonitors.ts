import { isArray, isObject } from '../base/json';
import type { HttpResponse } from '../service/httpResponse';
import { readErrorText } from './errorText';
import { isFromGateway, isWebPage } from './httpErrors';
import { bodyStatus, isErrorReport, reasonByWords } from './refusals';
import { toPlainWords } from './words';

/**
 * Detects an empty account or a page past the last: 204, 416, or a message with 404 or 2xx. Ignores messages beside a
 * list.
 */
export function saysNoMonitors(response: HttpResponse): boolean {
  const { status, json, text } = response;
  if (status === 204) {
    return true;
  }
  if (isFromGateway(response)) {
    return false;
  }
  if (status === 416) {
    return json !== undefined || text.trim() === '' || !isWebPage(response);
  }
  const mayTell = status === 404 || (status >= 200 && status < 300);
  if (!mayTell || json === undefined || holdsList(json)) {
    return false;
  }
  const message = readErrorText(response) ?? '';
  const code = bodyStatus(json) ?? 0;
  const isOtherCode = code >= 400 && code !== 404 && code !== 416;
  // A 404 may also mean a wrong token or used-up credits.
  return !isOtherCode && reasonByWords(200, message) === undefined && meansNothingHere(message);
}

/** A refusal such as `{"error": "..."}` looks like records keyed by id. */
export function mayHoldList(response: HttpResponse): boolean {
  const saysNone = saysNoMonitors(response);
  return isErrorReport(response)
    ? !saysNone && holdsList(response.json)
    : !saysNone || /:\s*[[{]/.test(response.text);
}

const MAX_DEPTH = 3;

/** Checks for a filled list, except lists of errors. */
function holdsList(json: unknown, levels = MAX_DEPTH): boolean {
  if (isArray(json)) {
    return json.length > 0;
  }
  if (!isObject(json) || levels === 0) {
    return false;
  }
  return Object.entries(json).some(
    ([key, value]) => !/^(?:errors?|messages?|details?)$/i.test(key) && holdsList(value, levels - 1),
  );
}

/** @param message at most a few hundred characters. */
function meansNothingHere(message: string): boolean {
  const words = toPlainWords(message);
  const saysNone = NO_MONITORS.test(words) && !FAILURE.test(words);
  return saysNone || (PAGE.test(words) && PAST_THE_END.test(words) && !OTHER_PAGE.test(words));
}

const MONITORS = 'monitors?|checks';
const RECORDS = 'results?|records?|items?|entries|rows|data|content|objects|elements';

/** `no active monitors`, `no more results`, `monitors not found`, `end of list`. */
const NO_MONITORS = new RegExp(
  [
    `\\b(?:no|zero|0) (?:\\p{L}+ )?(?:${MONITORS})\\b`,
    `\\b(?:no|zero|0) (?:more |further |other |additional |matching |such )?(?:${RECORDS})\\b`,
    `\\b(?:not|dont|doesnt|didnt|havent|hasnt|arent) (?:\\p{L}+ ){0,2}any (?:\\p{L}+ )?(?:${MONITORS}|${RECORDS})\\b`,
    `\\b(?:monitors|checks|results|records|items|entries|data) (?:were |are )?not found\\b`,
    `\\b(?:nothing (?:more|found|here|to show)|no more$|(?:list|result set) (?:is )?empty|empty (?:list|result set))\\b`,
    `\\bend of (?:the )?(?:list|results|data|collection|pages|monitors)\\b`,
  ].join('|'),
  'u',
);

/** Other messages about monitors. */
const FAILURE =
  /\b(?:unable|failed|failure|unavailable|temporarily|later|again|access|credits?|upgrade|received|provided|sent|given|request|input|body|with id|could be|up|down|offline|failing|paused)\b/;

const PAGE = /\b(?:pages?|offset)\b/;

const PAST_THE_END =
  /\b(?:no|not|doesnt|isnt|invalid|nonexistent|unknown|out of|outside|beyond|exceeds|exceeded|past|greater than|last|empty|too (?:large|high|big|far))\b/;

/** Messages about web pages or invalid requests. */
const OTHER_PAGE =
  /\b(?:looking for|urls?|routes?|endpoints?|paths?|html|size|limit|per page|token|must|should|required|missing|integer|negative|less than|access|failed|later|again)\b|\//;
