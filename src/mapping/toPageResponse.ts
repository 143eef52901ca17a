import { firstKeys, isArray, type JsonObject } from '../base/json';
import { elementsOf } from '../base/path';
import { secrecyOf } from '../base/secretKeys';
import { Masker } from '../base/secretValues';
import { SentSecret } from '../base/sentSecret';
import type { PageHeaders } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { readOutcome } from './readOutcome';
import { TOTAL_HEADERS } from './lexicon';

export interface PageResponse {
  /** JSON with masked secrets; `null` if the service said that there are no monitors. */
  readonly response: unknown;
  readonly headers: PageHeaders;
  /** Addresses as they came, by their masked text. Security: keep them in memory only. */
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * Converts a response of the list to what a page keeps.
 * @param secret the sent token; neither the page nor an error contains it
 * @param pause yields while a large response is masked
 * @throws CallError for a refusal, or if the body isn't JSON
 */
export async function toPageResponse(
  response: HttpResponse,
  secret: string,
  pause: () => Promise<unknown>,
): Promise<PageResponse> {
  const headers = readHeaders(response);
  const outcome = readOutcome(response, 'list', secret);
  if (outcome === 'noMonitors') {
    return { response: null, headers, addresses: new Map() };
  }
  if (outcome !== 'page') {
    throw outcome;
  }
  const { json } = response;
  await pause();
  const sent = new SentSecret(secret);
  const masker = new Masker(sent);
  const masked = hasLong(json, LEVELS)
    ? await maskInPieces(json, masker, pause)
    : masker.maskValue(json);
  await pause();
  return { response: masked, headers, addresses: findAddresses(json, masked, sent) };
}

/** Keeps the headers that say something about the list. */
export function readHeaders({ header }: HttpResponse): PageHeaders {
  const total = TOTAL_HEADERS.map(header).find(Boolean);
  return { date: header('Date'), total, link: header('Link') };
}

/** A list with more entries is long. */
const LONG = 50;
/** Entries that are masked without a pause. */
const PIECE = 400;
/** Levels in which lists are expected: `{data: {result: {monitors: […]}}}`. */
const LEVELS = 4;

/** Whether an array or object is long, or has a long one inside. */
function hasLong(value: unknown, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    return false;
  }
  const source = value as JsonObject;
  const members = isArray(value) ? value : firstKeys(source, LONG + 1).map((key) => source[key]);
  // A text may name what is beside it: `["Authorization", "…"]`.
  const isOfTexts = isArray(value) && members.some((inner) => typeof inner === 'string');
  const isLong = members.length > LONG || members.some((inner) => hasLong(inner, levels - 1));
  return isLong && !isOfTexts;
}

/** Masks each record of a long list by itself, with pauses. */
async function maskInPieces(
  long: unknown,
  masker: Masker,
  pause: () => Promise<unknown>,
  levels = LEVELS,
): Promise<unknown> {
  const keys = isArray(long) ? undefined : Object.keys(long as JsonObject);
  const shown: unknown[] = [];
  const names: string[] = [];
  let isSame = true;
  for (const [place, value] of elementsOf(long).entries()) {
    let name = keys?.[place] ?? '';
    let masked: unknown;
    // Values inside a secret key are secret, too.
    if (hasLong(value, levels - 1) && secrecyOf(name) === 'no') {
      masked = await maskInPieces(value, masker, pause, levels - 1);
    } else if (keys) {
      [name, masked] = masker.maskMember(name, value);
    } else {
      masked = masker.maskValue(value);
    }
    isSame &&= masked === value && name === (keys?.[place] ?? '');
    shown.push(masked);
    names.push(name);
    if (place % PIECE === 0) {
      await pause();
    }
  }
  if (isSame) {
    return long;
  }
  return keys ? Object.fromEntries(names.map((name, place) => [name, shown[place]])) : shown;
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/** Finds the addresses that masking changed. Of two that look alike then, neither is opened. */
function findAddresses(
  json: unknown,
  masked: unknown,
  sent: SentSecret,
): ReadonlyMap<string, string> {
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
