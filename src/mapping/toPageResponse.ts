import { isArray, type JsonObject } from '../base/json';
import { elementsOf } from '../base/path';
import { secrecyOf } from '../base/secrecyOf';
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
  const { json } = response;
  await pause();
  const sent = new SentSecret(secret);
  const masker = new Masker(sent);
  const masked = await maskInPieces(response, masker, pause);
  await pause();
  return { response: masked, headers, addresses: findAddresses(json, masked, sent) };
}

/** Keeps the headers that say something about the list. */
export function readHeaders({ header }: HttpResponse): PageHeaders {
  const total = TOTAL_HEADERS.map(header).find(Boolean);
  return { date: header('Date'), total, link: header('Link') };
}

/** Characters of a response that are masked without a pause. */
const PIECE = 200_000;
/** A list with more entries is long. */
const LONG = 50;
/** Levels in which lists are expected. */
const LEVELS = 5;

/** Finds long lists and objects, and those with a long one inside. Looks once, because a large object takes time. */
function findLong(json: unknown) {
  const long = new Set<unknown>();
  const visit = (value: unknown, levels: number): boolean => {
    const members = elementsOf(value);
    // A text may name what is beside it: `["Authorization", "…"]`.
    const isOfTexts = isArray(value) && members.some((inner) => typeof inner === 'string');
    if (isOfTexts || levels === 0) {
      return false;
    }
    const isLong =
      members.length > LONG || members.filter((inner) => visit(inner, levels - 1)).length > 0;
    if (isLong) {
      long.add(value);
    }
    return isLong;
  };
  visit(json, LEVELS);
  return long;
}

/** Masks each record of a long list by itself, with pauses. Anything else is masked as a whole. */
async function maskInPieces(
  { json, text }: HttpResponse,
  masker: Masker,
  pause: () => Promise<unknown>,
) {
  const long = findLong(json);
  const mask = async (value: unknown): Promise<unknown> => {
    await pause();
    const source = value as JsonObject;
    const keys = isArray(value) ? undefined : Object.keys(source);
    const { length } = keys ?? (value as readonly unknown[]);
    const every = Math.ceil((length * PIECE) / text.length);
    const shown: unknown[] = [];
    const shownKeys: string[] = [];
    let isSame = true;
    for (let place = 0; place < length; place += 1) {
      const key = keys?.[place];
      const inner = source[key ?? place];
      let shownKey = key;
      let masked: unknown;
      // Values inside a secret key are secret, too.
      if (long.has(inner) && secrecyOf(key ?? '') === 'no') {
        masked = await mask(inner);
      } else if (key === undefined) {
        masked = masker.maskValue(inner);
      } else {
        [shownKey, masked] = masker.maskMember(key, inner);
      }
      isSame &&= shownKey === key && masked === inner;
      shown.push(masked);
      if (shownKey !== undefined) {
        shownKeys.push(shownKey);
      }
      if (shown.length % every === 0) {
        await pause();
      }
    }
    if (isSame) {
      return value;
    }
    return keys ? Object.fromEntries(shownKeys.map((key, place) => [key, shown[place]])) : shown;
  };
  return long.has(json) ? await mask(json) : masker.maskValue(json);
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/** Finds the addresses that masking changed. Of two that look alike then, neither is opened. */
function findAddresses(json: unknown, masked: unknown, sent: SentSecret) {
  const addresses = new Map<string, string>();
  const visit = (value: unknown, shown: unknown): void => {
    if (value === shown) {
      return;
    }
    if (typeof value === 'string' && typeof shown === 'string' && ADDRESS.test(value)) {
      const address = sent.mask(value);
      const isClear = (addresses.get(shown) ?? address) === address;
      addresses.set(shown, isClear ? address : shown);
    }
    const members = elementsOf(shown);
    elementsOf(value).forEach((inner, place) => visit(inner, members[place]));
  };
  visit(json, masked);
  return addresses;
}
