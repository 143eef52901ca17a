import { isArray, isObject } from '../base/json';
import type { HttpResponse } from '../service/httpResponse';
import { isFromGateway, isWebPage, reasonByWords } from '../service/refusals';
import { bodyStatus, isErrorReport, readErrorText } from './errorText';
import { toPlainWords } from './words';

/** `no active monitors`, `dont have any checks`, `monitors not found`, `end of list`, `page 7 does not exist`. */
const NOTHING =
  /\b(?:(?:no|0|\p{L}{2,5}nt have any|not have any) (?:\p{L}+ ){0,2}(?:monitors|checks|results|records|items|rows|data)|(?:monitors|checks|results|records|items) not found|end of (?:the )?list|list (?:is )?empty|(?:invalid|no such) page|page (?:index )?(?:\d+ )?(?:not found|doesnt exist|does not exist|is out of|exceeds)|past the last page|offset too large)\b/u;
/** Messages about something else, such as a failure. */
const OTHER =
  /\b(?:unable|failed|failure|unavailable|later|again|access|allowed|credits?|upgrade|expired|received|provided|given|request|body|with id|down|up|offline|failing|paused|looking for|urls?|routes?|endpoints?|size|limit|token|session|login|authentication|authorization|must)\b|\//;

/** An empty account or a page past the last: 204, 416, or a message with 404 or 2xx, but not beside a list. */
export function saysNoMonitors(response: HttpResponse): boolean {
  const { status, json } = response;
  if (status === 204 || status === 416) {
    return status === 204 || (!isFromGateway(response) && !isWebPage(response));
  }
  const mayTell = json !== undefined && (status === 404 || (status >= 200 && status < 300));
  const message = mayTell && !holdsList(json) ? (readErrorText(response) ?? '') : '';
  const words = toPlainWords(message);
  const code = bodyStatus(json) ?? 404;
  // A 404 may also mean a wrong token or used-up credits.
  const isOther = (code >= 400 && code !== 404 && code !== 416) || reasonByWords(200, message) !== undefined;
  return !isOther && !OTHER.test(words) && NOTHING.test(words);
}

/** Whether a response may have a list. A refusal such as `{"error": "..."}` only looks like records by id. */
export function mayHoldList(response: HttpResponse): boolean {
  return !isErrorReport(response) || holdsList(response.json);
}

/** Checks for a filled list, except lists of errors. */
function holdsList(json: unknown, levels = 3): boolean {
  const inner = isObject(json) && levels > 0 ? Object.entries(json) : [];
  const isError = /^(?:errors?|messages?|details?)$/i;
  return isArray(json)
    ? json.length > 0
    : inner.some(([key, value]) => !isError.test(key) && holdsList(value, levels - 1));
}
