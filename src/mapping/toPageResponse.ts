import { firstKeys, isArray, isObject, walk, type JsonObject } from '../base/json';
import { Masker } from '../base/masker';
import { SentSecret } from '../base/sentSecret';
import type { PageHeaders } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { readOutcome } from './readOutcome';
import { TOTAL_HEADERS } from './lexicon';

/**
 * Converts a response of the list to what a page keeps.
 * @param secret the sent token; neither the page nor an error contains it
 * @param pause yields while a large response is masked
 * @returns `response`: JSON with masked secrets, or `null` if the service said that there are no monitors; `addresses`:
 *   addresses as they came, by their masked text. Security: keep them in memory only.
 * @throws CallError for a refusal, or if the body isn't JSON
 */
export async function toPageResponse(
  response: HttpResponse,
  secret: string,
  pause: () => Promise<unknown>,
) {
  const headers = readHeaders(response);
  const outcome = readOutcome(response, 'list', secret);
  if (outcome === 'noMonitors') {
    return { response: null, headers, addresses: new Map<string, string>() };
  }
  if (outcome !== 'page') {
    throw outcome;
  }
  await pause();
  const masker = new Masker(new SentSecret(secret));
  const masked = await maskInPieces(response, masker, pause);
  await pause();
  return { response: masked, headers, addresses: masker.addresses };
}

/** Keeps the headers that say something about the list. */
export function readHeaders({ header }: HttpResponse): PageHeaders {
  const total = TOTAL_HEADERS.map(header).find(Boolean);
  return { date: header('Date'), total, link: header('Link') };
}

/** Characters of a response that are masked without a pause. */
const PIECE = 100_000;
/** A list with more entries is long. */
const LONG = 50;

/** Masks a response. Of a large one, prepares the records of long lists and objects first, with pauses. */
async function maskInPieces(
  { json, text }: HttpResponse,
  masker: Masker,
  pause: () => Promise<unknown>,
) {
  for (const { value } of text.length > 5 * PIECE ? walk(json, 3, LONG) : []) {
    const source = value as JsonObject;
    const keys = isObject(value) ? firstKeys(value, Infinity) : undefined;
    const { length } = keys ?? (isArray(value) ? value : []);
    const every = Math.ceil((length * PIECE) / text.length);
    for (let place = 0; length > LONG && place < length; place += 1) {
      const key = keys?.[place];
      masker.prepare(key, source[key ?? place]);
      if (place % every === 0) {
        await pause();
      }
    }
  }
  return masker.maskValue(json);
}
