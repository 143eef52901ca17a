import { firstEntries, isArray, isObject, type JsonObject } from '../base/json';
import { remember } from '../base/remember';
import { toZone } from '../base/time';
import { parsePath, toGetter, valuesAt, type Path } from '../base/path';
import type { PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import * as lexicon from './lexicon';
import type { Picks } from './mapping';
import { readAmount, readFlag, toText } from './values';
import { toPlain, toSingular, toWords } from './words';

export type PageContext = Pick<PageRequest, 'pageIndex' | 'pageSize'> & Partial<Picks>;

type Entry = readonly [key: string, value: unknown];

/** A sign of a next page wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize, fields }: PageContext & { readonly count: number },
) {
  const places = entriesAround(json, lists);
  const [ofAll = [], ...ofParts] = places;
  const around = places.flat();
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  const countsOf = (isCount: (key: string) => boolean, entries = ofAll) =>
    entries.flatMap(([key, value]) => (isCount(key) ? toCount(value) : []));
  // Splitting keys into words takes most of the time.
  const plain = remember(toPlain);
  const isAll = remember((key: string) => isTotal(key, lists));
  const isClear = (key: string) => /total/i.test(key) && isAll(key);
  const totals = [
    ...(fields?.total ?? []).flatMap((path) => toCount(toGetter(path)(json))),
    ...countsOf(isClear),
    ...countsOf(isAll),
    ...lexicon.TOTAL_HEADERS.flatMap((name) => toCount(header(name))),
  ];
  // A count equal to the monitors seen so far may be of this page only.
  const total =
    totals.find((number) => number >= seen) ??
    countsOf((key) => lexicon.COUNT_WORDS.has(plain(key))).find(
      (number) => number !== pageSize && (number > seen || (number === seen && count < pageSize)),
    );
  const totalOfParts = ofParts.reduce((sum, part) => sum + Math.max(0, ...countsOf(isClear, part)), 0);
  const isLowerBound = around.some(([key, value]) => LOWER_BOUND.test(`${plain(key)}=${toText(value)}`));
  const signs = [
    ...around.flatMap(([key, value]) => moreOf(plain(key), value) ?? []),
    ...places.flatMap((place) => pagesLeft(place, plain)),
    ...(/rel="?next"?/i.test(header('Link') ?? '') ? [true] : []),
    ...(totalOfParts > seen ? [true] : []),
    ...(isLowerBound && total !== undefined && total > seen ? [true] : []),
  ];
  const others = ofAll.flatMap(([key, value]) => (isOtherTotal(key, lists) ? toCount(value) : []));
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && !isLowerBound && { total }),
    ...(totalOfParts > 0 && { atLeast: totalOfParts }),
    ...(signs.length > 0 && { hasMore: signs.includes(true) }),
    ...(others.length === 1 && others[0]! > seen && { mayHaveMore: true }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** Detects a minimum: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
const LOWER_BOUND =
  /relation=(?!=|eq|exact|$)|(?:exact|accurate|precise)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|capped|incomplete|partial)[a-z]*=true$/i;

/** Lists the fields of the objects that contain all lists, innermost first, then those that contain only some. */
function entriesAround(json: unknown, paths: readonly Path[]): readonly (readonly Entry[])[] {
  const lists = paths.map((path) => parsePath(path) ?? []);
  const [first = [], ...others] = lists;
  const end = first.findIndex((step, i) => others.some((other) => other[i] !== step));
  const shared = end < 0 ? first.length : end;
  const ofLists = new Set(lists.flat().map(String));
  const ofAll = new Map<unknown, readonly Entry[]>();
  const ofParts = new Map<unknown, readonly Entry[]>();
  for (const steps of lists) {
    for (let depth = steps.length - 1; depth >= 0; depth--) {
      const next = steps[depth];
      const holders = valuesAt(json, steps.slice(0, depth));
      for (const holder of holders) {
        // `[{"total": 60}, […]]`
        const object = isArray(holder) && typeof next === 'number' ? { ...holder } : holder;
        const entries = isObject(object) ? entriesIn(object, next === '*' ? 0 : 2, ofLists) : [];
        (depth <= shared && holders.length === 1 ? ofAll : ofParts).set(holder, entries);
      }
    }
  }
  return [[...ofAll.values()].flat(), ...ofParts.values()];
}

/** @param except keys of objects with lists */
function entriesIn(object: JsonObject, levels: number, except: ReadonlySet<string>): readonly Entry[] {
  return firstEntries(object, 100).flatMap(([key, value]): readonly Entry[] => {
    const inner =
      isObject(value) && levels > 0 && !except.has(key) ? entriesIn(value, levels - 1, except) : [];
    // `links: [{"rel": "next", "href": "…"}]`
    const links = isArray(value) && /(?:^|_)links?$/i.test(key) ? value.slice(0, 20).filter(isObject) : [];
    const ofLinks = links.map((link): Entry => [toText(link['rel']), link['href'] ?? link['url']]);
    return [[key, value], ...inner, ...ofLinks];
  });
}

function isTotal(key: string, lists: readonly Path[]): boolean {
  const words = toWords(key);
  const isOfNouns = words.length === 2 && words[1] === 'count' && lexicon.NOUNS.has(words[0] ?? '');
  // `totalExecutors` counts something else.
  const what = words.findLast((word) => !lexicon.ALL_WORDS.has(word)) ?? 'count';
  const sets = [lexicon.GENERIC_LISTS, lexicon.COUNT_WORDS, lexicon.NOUNS];
  const isOfList = lists.some((path) => path.toLowerCase().endsWith(what));
  const isOfRecords = isOfList || sets.some((set) => set.has(what) || set.has(toSingular(what)));
  const isOther = words.some((word) => lexicon.NO_TOTALS.has(word));
  const isOfAll = words.includes('total') && isOfRecords && !isOther;
  return isOfNouns || isOfAll || lexicon.TOTAL_WORDS.has(words.join(''));
}

/** Finds `total_cranes`, which may count the monitors. */
function isOtherTotal(key: string, lists: readonly Path[]): boolean {
  const [first, ...words] = toWords(key);
  const known = [lexicon.NO_TOTALS, lexicon.OTHER_THINGS];
  const isKnown = words.some((word) => known.some((set) => set.has(toSingular(word)) || set.has(word)));
  return first === 'total' && !isKnown && !isTotal(key, lists);
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? (value['value'] ?? value['count'] ?? value['total']) : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

function moreOf(key: string, value: unknown): boolean | undefined {
  if (lexicon.LAST_PAGE_WORDS.has(key) && typeof value === 'boolean') {
    return !value;
  }
  const next = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  const isNext = lexicon.NEXT_WORDS.has(key) && next !== undefined && !isArray(next);
  return (lexicon.MORE_WORDS.has(key) ? readFlag(value) : undefined) ?? (isNext ? Boolean(next) : undefined);
}

/** `page: 1, pages: 3` */
function pagesLeft(entries: readonly Entry[], plain: (key: string) => string): readonly boolean[] {
  const find = (names: ReadonlySet<string>) =>
    toCount(entries.find(([key]) => names.has(plain(key)))?.[1])[0] ?? 0;
  const [page, pages] = [find(lexicon.PAGE_WORDS), find(lexicon.PAGES_WORDS)];
  return page > 0 && pages > 0 ? [page < pages] : [];
}
