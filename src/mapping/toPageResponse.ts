import { isArray, type JsonObject } from '../base/json';
import { elementsOf } from '../base/path';
import { secrecyOf } from '../base/secretKeys';
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
  const { json, text } = response;
  await pause();
  const sent = new SentSecret(secret);
  const work = {
    masker: new Masker(sent),
    pause,
    pieces: text.length / PIECE,
    long: findLong(json),
  };
  const masked = await maskInPieces(json, work);
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

/** Characters of a response that are masked without a pause. */
const PIECE = 200_000;
/** A list with more entries is long. */
const LONG = 50;
/** Levels in which lists are expected. */
const LEVELS = 5;

interface Work {
  readonly masker: Masker;
  readonly pause: () => Promise<unknown>;
  /** How many pieces the response has. */
  readonly pieces: number;
  /** Lists and objects that are masked with pauses. */
  readonly long: ReadonlySet<unknown>;
}

/** Finds long lists and objects, and those with a long one inside. Looks once, because a large object takes time. */
function findLong(json: unknown): ReadonlySet<unknown> {
  const long = new Set<unknown>();
  const visit = (value: unknown, levels: number): boolean => {
    // A text may name what is beside it: `["Authorization", "…"]`.
    const isOfTexts = isArray(value) && value.some((inner) => typeof inner === 'string');
    if (typeof value !== 'object' || value === null || isOfTexts || levels === 0) {
      return false;
    }
    const { length } = isArray(value) ? value : Object.keys(value);
    const inner = length > LONG ? [] : elementsOf(value).filter((each) => visit(each, levels - 1));
    const isLong = length > LONG || inner.length > 0;
    if (isLong) {
      long.add(value);
    }
    return isLong;
  };
  visit(json, LEVELS);
  return long;
}

/** Masks each record of a long list by itself, with pauses. Anything else is masked as a whole. */
async function maskInPieces(value: unknown, work: Work): Promise<unknown> {
  if (!work.long.has(value)) {
    return work.masker.maskValue(value);
  }
  await work.pause();
  return isArray(value) ? maskLongList(value, work) : maskLongObject(value as JsonObject, work);
}

async function maskLongList(list: readonly unknown[], work: Work): Promise<readonly unknown[]> {
  const every = Math.ceil(list.length / work.pieces);
  const masked: unknown[] = [];
  for (const inner of list) {
    masked.push(
      work.long.has(inner) ? await maskInPieces(inner, work) : work.masker.maskValue(inner),
    );
    if (masked.length % every === 0) {
      await work.pause();
    }
  }
  return masked.every((shown, at) => shown === list[at]) ? list : masked;
}

async function maskLongObject(object: JsonObject, work: Work): Promise<JsonObject> {
  const keys = Object.keys(object);
  const every = Math.ceil(keys.length / work.pieces);
  const members: (readonly [key: string, value: unknown])[] = [];
  let isChanged = false;
  for (const key of keys) {
    const inner = object[key];
    // What is inside a secret key is secret, too.
    const isWhole = !work.long.has(inner) || secrecyOf(key) !== 'no';
    const member = isWhole
      ? work.masker.maskMember(key, inner)
      : ([key, await maskInPieces(inner, work)] as const);
    isChanged ||= member[0] !== key || member[1] !== inner;
    members.push(member);
    if (members.length % every === 0) {
      await work.pause();
    }
  }
  return isChanged ? Object.fromEntries(members) : object;
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
