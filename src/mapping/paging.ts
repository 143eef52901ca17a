import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { remember } from '../base/remember';
import { toZone } from '../base/time';
import { parsePath, toGetter, valuesAt, type Path } from '../base/path';
import type { PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import * as lexicon from './lexicon';
import type { Picks } from './mapping';
import { readAmount, readFlag, toText } from './values';
import { toPlain, toWords } from './words';

export type PageContext = Pick<PageRequest, 'pageIndex' | 'pageSize'> & Partial<Picks>;

type Entry = readonly [key: string, value: unknown];

/** A sign of a next page wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize, fields }: PageContext & { readonly count: number },
) {
  const objects = entriesAround(json, lists);
  const [ofAll = [], ...ofParts] = objects;
  const around = objects.flat();
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  // Splitting keys into words takes most of the time.
  const plain = remember(toPlain);
  const kindOf = remember((key: string) => kindOfCount(key, lists));
  const countsOf = (kind: CountKind, entries = ofAll) =>
    entries.flatMap(([key, value]) => (kindOf(key) === kind ? toCount(value) : []));
  const totals = [
    ...(fields?.total ?? []).flatMap((path) => toCount(toGetter(path)(json))),
    ...countsOf('total'),
    ...lexicon.TOTAL_HEADERS.flatMap((name) => toCount(header(name))),
    ...countsOf('length').filter((number) => number !== pageSize),
  ];
  const total = totals.find((number) => number >= seen);
  const totalOfParts = ofParts.reduce((sum, part) => sum + Math.max(0, ...countsOf('total', part)), 0);
  const isLowerBound = around.some(([key, value]) => LOWER_BOUND.test(`${plain(key)}=${toText(value)}`));
  const atLeast = Math.max(totalOfParts, isLowerBound ? (total ?? 0) : 0);
  const signs = objects.flatMap((entries) => signsOfMore(entries, plain));
  const hasMore = atLeast > seen || signs.includes(true) || /rel="?next"?/i.test(header('Link') ?? '');
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && !isLowerBound && { total }),
    ...(atLeast > 0 && { atLeast }),
    ...((hasMore || signs.length > 0) && { hasMore }),
    ...(countsOf('other').some((number) => number > seen) && { mayHaveMore: true }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** Detects a minimum: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
const LOWER_BOUND =
  /relation=(?!=|eq|exact|$)|(?:exact|accurate|precise)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|capped|incomplete|partial)[a-z]*=true$/i;

/** Lists the fields of the objects that contain all lists, then those of each object that contains only some. */
function entriesAround(json: unknown, paths: readonly Path[]): readonly (readonly Entry[])[] {
  const lists = paths.map((path) => parsePath(path) ?? []);
  const keys = new Set(lists.flat().map(String));
  const ofAll = new Map<unknown, readonly Entry[]>();
  const ofParts = new Map<unknown, readonly Entry[]>();
  for (const list of lists) {
    // The nearest object first. One that contains groups has no counts of its own.
    const outers = list.flatMap((step, i) => (step === '*' ? [] : [list.slice(0, i)])).reverse();
    for (const outer of outers) {
      const holders = valuesAt(json, outer).filter(isObject);
      const isShared = lists.every((other) => outer.every((step, i) => step === other[i]));
      const found = isShared && holders.length === 1 ? ofAll : ofParts;
      holders.forEach((holder) => found.set(holder, entriesIn(holder, keys)));
    }
  }
  return [[...ofAll.values()].flat(), ...ofParts.values()];
}

/** @param except keys of objects with lists */
function entriesIn(object: JsonObject, except: ReadonlySet<string>, levels = 2): readonly Entry[] {
  return firstEntries(object, 100).flatMap(([key, value]): readonly Entry[] => {
    const hasInner = isObject(value) && levels > 0 && !except.has(key);
    const inner = hasInner ? entriesIn(value, except, levels - 1) : [];
    // `pages: {"total": 9}` may be 9 pages or 9 monitors.
    const isOfPages = (name: string) => name === 'total' && /^pages$/i.test(key);
    const own = inner.map(([name, one]): Entry => [isOfPages(name) ? 'total_either' : name, one]);
    // `links: [{"rel": "next", "href": "…"}]`
    const links = isArray(value) && /links?$/i.test(key) ? value.slice(0, 20).filter(isObject) : [];
    return [[key, value], ...own, ...links.map((link): Entry => [toText(link['rel']), link['href']])];
  });
}

/** What a number counts: all monitors, those of all or only of this page, or perhaps something else. */
type CountKind = 'total' | 'length' | 'other';

/** Words of totals that don't say what is counted: `grandTotal`, `total_found`. */
const OF_ALL = /grand|overall|total|all|available|found|matched|count/g;

function kindOfCount(key: string, lists: readonly Path[]): CountKind | undefined {
  const words = toWords(key);
  const plain = words.join('');
  if (!plain.includes('total') || words.some((word) => lexicon.NO_TOTALS.has(word))) {
    return lexicon.COUNT_WORDS.has(plain) ? 'length' : undefined;
  }
  // `totalExecutors` counts something else, and `total_cranes` may count the monitors.
  const what = words.map((word) => word.replace(OF_ALL, '')).findLast(Boolean) ?? 'count';
  const isCounted = (name: string) => lists.every((path) => path.toLowerCase().endsWith(name));
  const isOfLists = [what, `${what}s`].some((name) => lexicon.COUNT_WORDS.has(name) || isCounted(name));
  return isOfLists ? 'total' : 'other';
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? value['value'] : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

const PAGE = /^(?:current)?page(?:no|number)?$|^current$/;
const PAGES = /^(?:total|num)?pages(?:total)?$|^pagecount$|^last(?:page)?$/;
const LAST = /^(?:is)?(?:last|done|end)(?:page)?$/;
/** Keys of a flag, link or token: `hasMore`, `nextPageUrl`. */
const MORE =
  /^(?:odata|hydra)?(?:is|has)?(?:next|more|truncated|continu(?:e|es|ation))(?:pages?|items|records|results|available|token|cursor|link|url|href|key|marker|id|offset|index|number)*$/;

/** Each sign says whether more pages follow. */
function signsOfMore(entries: readonly Entry[], plain: (key: string) => string): readonly boolean[] {
  const numbers = (names: RegExp) =>
    entries.flatMap(([key, value]) => (names.test(plain(key)) ? toCount(value) : []));
  // `page: 1, pages: 3`
  const [[page], [pages]] = [numbers(PAGE), numbers(PAGES)];
  const signs = entries.flatMap(([key, value]) => moreOf(plain(key), value) ?? []);
  return page && pages ? [...signs, page < pages] : signs;
}

function moreOf(key: string, value: unknown): boolean | undefined {
  if (typeof value === 'boolean' && LAST.test(key)) {
    return !value;
  }
  const next = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  const isSign = MORE.test(key) && next !== undefined && !isArray(next);
  return isSign ? (readFlag(next) ?? Boolean(next)) : undefined;
}
