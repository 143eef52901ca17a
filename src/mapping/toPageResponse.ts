import { isArray, isObject, type JsonObject } from '../base/json';
import { elementsOf } from '../base/path';
import { isSecretKey } from '../base/secretKeys';
import { Masker } from '../base/secretValues';
import { SentSecret } from '../base/sentSecret';
import type { PageHeaders } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import { readOutcome } from './readOutcome';
import * as lexicon from './lexicon';

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
  const masker = new Masker(sent.isIn(response.text) ? sent : undefined);
  const masked = await maskInPieces(json, masker, pause);
  await pause();
  return { response: masked, headers, addresses: findAddresses(json, masked, sent) };
}

/** Keeps the headers that say something about the list. */
export function readHeaders({ header }: HttpResponse): PageHeaders {
  const totals = lexicon.TOTAL_HEADERS.map(header);
  return {
    date: header('Date'),
    total: totals.find((total) => total !== undefined),
    link: header('Link'),
  };
}

/** A list with more entries is long. */
const LONG = 50;
/** Records that are masked without a pause. */
const PAUSE_EVERY = 50;
/** Levels in which lists are expected. */
const LEVELS = 5;

/** Masks each record of a long list by itself, with pauses. Anything else is masked as a whole. */
async function maskInPieces(
  value: unknown,
  masker: Masker,
  pause: () => Promise<unknown>,
): Promise<unknown> {
  if (!isLong(value)) {
    return masker.maskValue(value);
  }
  return isArray(value) ? maskLongList(value, masker, pause) : maskLongObject(value, masker, pause);
}

async function maskLongList(
  list: readonly unknown[],
  masker: Masker,
  pause: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const areRecords = list.length > LONG;
  const masked: unknown[] = [];
  for (const inner of list) {
    masked.push(areRecords ? masker.maskValue(inner) : await maskInPieces(inner, masker, pause));
    if (masked.length % PAUSE_EVERY === 0) {
      await pause();
    }
  }
  return masked.every((shown, at) => shown === list[at]) ? list : masked;
}

async function maskLongObject(
  object: JsonObject,
  masker: Masker,
  pause: () => Promise<unknown>,
): Promise<JsonObject> {
  const keys = Object.keys(object);
  const areRecords = keys.length > LONG;
  const members: (readonly [key: string, value: unknown])[] = [];
  let isChanged = false;
  for (const key of keys) {
    const inner = object[key];
    // What is inside a secret key is secret, too.
    const isWhole = areRecords || isSecretKey(key) || !isLong(inner);
    const member = isWhole
      ? masker.maskMember(key, inner)
      : ([key, await maskInPieces(inner, masker, pause)] as const);
    isChanged ||= member[0] !== key || member[1] !== inner;
    members.push(member);
    if (members.length % PAUSE_EVERY === 0) {
      await pause();
    }
  }
  return isChanged ? Object.fromEntries(members) : object;
}

/** Whether a value is a long list, or an object with one. */
function isLong(value: unknown, levels = LEVELS): value is JsonObject {
  if (typeof value !== 'object' || value === null || levels === 0) {
    return false;
  }
  // A text may name what is beside it: `["Authorization", "…"]`.
  const isList = isObject(value) || elementsOf(value).every((inner) => typeof inner !== 'string');
  const { length } = isArray(value) ? value : Object.keys(value);
  return isList && (length > LONG || elementsOf(value).some((inner) => isLong(inner, levels - 1)));
}

/** Finds the addresses that masking changed. Leaves out those that look alike afterwards. */
function findAddresses(
  json: unknown,
  masked: unknown,
  sent: SentSecret,
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  const ambiguous = new Set<string>();
  const visit = (value: unknown, shown: unknown): void => {
    if (value === shown) {
      return;
    }
    if (typeof value === 'string' && typeof shown === 'string') {
      if ((addresses.get(shown) ?? value) !== value) {
        ambiguous.add(shown);
      }
      if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) {
        addresses.set(shown, sent.mask(value));
      }
      return;
    }
    const members = elementsOf(shown);
    elementsOf(value).forEach((inner, place) => visit(inner, members[place]));
  };
  visit(json, masked);
  ambiguous.forEach((shown) => addresses.delete(shown));
  return addresses;
}
