import { firstEntries, isArray, isObject } from '../base/json';
import { toZone } from '../base/time';
import type { PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import * as lexicon from './lexicon';
import { parsePath, stepInto, toGetter, type Path, type Picks } from './mapping';
import { readAmount, readFlag, toText } from './values';
import { toPlain, toSingular, toWords } from './words';

// Reads the total and signs of further pages.

export type PageContext = Pick<PageRequest, 'pageIndex' | 'pageSize'> & Partial<Picks>;

type Entry = readonly [key: string, value: unknown];

/** A sign of a next page wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize, fields }: PageContext & { readonly count: number },
) {
  const around = entriesAround(json, lists);
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  // A total of one group or region isn't the total of all.
  const ofAll = entriesAround(json, lists, sharedDepth(lists));
  const countsOf = (isCount: (key: string) => boolean, entries = ofAll) =>
    entries.flatMap(([key, value]) => (isCount(key) ? toCount(value) : []));
  const isAll = (key: string) => isTotal(key, lists);
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
    countsOf((key) => lexicon.COUNT_WORDS.has(toPlain(key))).find(
      (number) => number !== pageSize && (number > seen || (number === seen && count < pageSize)),
    );
  const sumOf = (entries: readonly Entry[]) => countsOf(isClear, entries).reduce((a, b) => a + b, 0);
  const isLowerBound = around.some(([key, value]) => LOWER_BOUND.test(`${toPlain(key)}=${toText(value)}`));
  const signs = [
    ...around.flatMap(([key, value]) => moreOf(toPlain(key), value) ?? []),
    ...pagesLeft(around),
    ...(/rel="?next"?/i.test(header('Link') ?? '') ? [true] : []),
    ...(sumOf(around) - sumOf(ofAll) > seen ? [true] : []),
    ...(isLowerBound && total !== undefined && total > seen ? [true] : []),
  ];
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && !isLowerBound && { total }),
    ...(signs.length > 0 && { hasMore: signs.includes(true) }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** Detects a minimum: `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
const LOWER_BOUND =
  /relation=(?!=|eq|exact|$)|(?:exact|accurate|precise)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|capped|incomplete|partial)[a-z]*=true$/i;

const MAX_GROUPS = 50;

/** How many steps lead to what contains all lists. */
function sharedDepth(lists: readonly Path[]): number {
  const [first = [], ...others] = lists.map((path) => parsePath(path) ?? []);
  const end = first.findIndex((step, i) => others.some((other) => other[i] !== step));
  return end < 0 ? first.length : end;
}

/**
 * Lists the fields near the lists, nearest first.
 * @param maxDepth without it, also the fields of groups
 */
function entriesAround(json: unknown, lists: readonly Path[], maxDepth = Infinity): readonly Entry[] {
  const entries: Entry[] = [];
  const add = (value: unknown, depth: number): void => {
    for (const [key, inner] of isObject(value) ? firstEntries(value, 100) : []) {
      entries.push([key, inner]);
      if (depth > 0 && !lists.some((path) => path.split(/[.[]/).includes(key))) {
        add(inner, depth - 1);
      }
      // `links: [{"rel": "next", "href": "…"}]`
      const links = isArray(inner) && /(?:^|_)links?$/i.test(key) ? inner.slice(0, 20).filter(isObject) : [];
      entries.push(...links.map((link): Entry => [toText(link['rel']), link['href'] ?? link['url']]));
    }
  };
  const depths = new Map<unknown, number>();
  for (const steps of lists.map((path) => parsePath(path) ?? [])) {
    for (let length = Math.min(steps.length - 1, maxDepth); length >= 0; length--) {
      const holder = steps.slice(0, length).reduce(stepInto, json);
      const isMap = steps[length] === '*' && isObject(holder);
      const groups = isArray(holder) ? holder : isMap ? Object.values(holder).filter(isObject) : [];
      if (!isArray(holder)) {
        depths.set(holder, isMap ? 0 : 2);
      }
      if (groups.length === 1 || maxDepth === Infinity) {
        groups.slice(0, MAX_GROUPS).forEach((one) => depths.set(one, 2));
      }
    }
  }
  depths.forEach((depth, holder) => add(holder, depth));
  return entries;
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
function pagesLeft(around: readonly Entry[]): readonly boolean[] {
  const find = (names: ReadonlySet<string>) =>
    toCount(around.find(([key]) => names.has(toPlain(key)))?.[1])[0] ?? 0;
  const [page, pages] = [find(lexicon.PAGE_WORDS), find(lexicon.PAGES_WORDS)];
  return page > 0 && pages > 0 ? [page < pages] : [];
}
