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

/** A sign of a next page wins, and the larger of two totals. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  { count, pageIndex, pageSize, fields }: PageContext & { readonly count: number },
) {
  const places = entriesAround(json, lists);
  const [ofAll = [], ...ofParts] = places;
  const around = places.flat();
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  // Splitting keys into words takes most of the time.
  const plain = remember(toPlain);
  const kindOf = remember((key: string) => kindOfCount(key, lists));
  const countsOf = (kind: CountKind, entries = ofAll) =>
    entries.flatMap(([key, value]) => (kindOf(key) === kind ? toCount(value) : []));
  const totals = [
    ...(fields?.total ?? []).flatMap((path) => toCount(toGetter(path)(json))),
    ...countsOf('total'),
    ...countsOf('all'),
    ...lexicon.TOTAL_HEADERS.flatMap((name) => toCount(header(name))),
    // A count equal to the monitors seen so far may be of this page only.
    ...countsOf('any').filter((number) => number !== pageSize && (number > seen || count < pageSize)),
  ];
  const total = totals.find((number) => number >= seen);
  const totalOfParts = ofParts.reduce((sum, part) => sum + Math.max(0, ...countsOf('total', part)), 0);
  const isLowerBound = around.some(([key, value]) => LOWER_BOUND.test(`${plain(key)}=${toText(value)}`));
  const signs = [
    ...places.flatMap((place) => signsOfMore(place, plain)),
    ...(/rel="?next"?/i.test(header('Link') ?? '') || totalOfParts > seen ? [true] : []),
    ...(isLowerBound && total !== undefined && total > seen ? [true] : []),
  ];
  const others = countsOf('other');
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

/** Lists the fields of the objects that contain all lists, then those of each object that contains only some. */
function entriesAround(json: unknown, paths: readonly Path[]): readonly (readonly Entry[])[] {
  const lists = paths.map((path) => parsePath(path) ?? []);
  const keys = new Set(lists.flat().map(String));
  const ofAll = new Map<unknown, readonly Entry[]>();
  const ofParts = new Map<unknown, readonly Entry[]>();
  for (const steps of lists) {
    for (let depth = steps.length - 1; depth >= 0; depth--) {
      const outer = steps.slice(0, depth);
      const holders = valuesAt(json, outer);
      const areAllInside = lists.every((other) => outer.every((step, i) => step === other[i]));
      for (const holder of holders) {
        // `[{"total": 60}, […]]`
        const object = isArray(holder) && typeof steps[depth] === 'number' ? { ...holder } : holder;
        const entries = isObject(object) ? entriesIn(object, steps[depth] === '*' ? 0 : 2, keys) : [];
        (areAllInside && holders.length === 1 ? ofAll : ofParts).set(holder, entries);
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
    // `pages: {"total": 9}` may be 9 pages or 9 monitors.
    const isOfPages = ([name]: Entry) => name === 'total' && /^pages$/i.test(key);
    const own = inner.map((entry): Entry => (isOfPages(entry) ? ['total_either', entry[1]] : entry));
    return [[key, value], ...own, ...ofLinks];
  });
}

/** What a number counts: `total`, `all` and `any`: monitors, though `any` perhaps only of this page. */
type CountKind = 'total' | 'all' | 'any' | 'other';

function kindOfCount(key: string, lists: readonly Path[]): CountKind | undefined {
  const words = toWords(key);
  const plain = words.join('');
  const isTotal = plain.includes('total');
  const isOfNouns = words.length === 2 && words[1] === 'count' && lexicon.NOUNS.has(words[0] ?? '');
  if (lexicon.TOTAL_WORDS.has(plain) || isOfNouns || lexicon.COUNT_WORDS.has(plain)) {
    return isTotal ? 'total' : lexicon.COUNT_WORDS.has(plain) ? 'any' : 'all';
  }
  if (!isTotal || words.some((word) => lexicon.NO_TOTALS.has(word))) {
    return undefined;
  }
  // `totalExecutors` counts something else, and `total_cranes` may count the monitors.
  const what = words.findLast((word) => !lexicon.ALL_WORDS.has(word)) ?? 'count';
  const sets = [lexicon.GENERIC_LISTS, lexicon.COUNT_WORDS, lexicon.NOUNS];
  const isOfList = lists.some((path) => path.toLowerCase().endsWith(what));
  if (isOfList || sets.some((set) => set.has(what) || set.has(toSingular(what)))) {
    return 'total';
  }
  return words[0] !== 'total' || lexicon.OTHER_THINGS.has(toSingular(what)) ? undefined : 'other';
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? (value['value'] ?? value['count'] ?? value['total']) : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

/** Each sign says whether more pages follow. */
function signsOfMore(entries: readonly Entry[], plain: (key: string) => string): readonly boolean[] {
  const numberOf = (names: ReadonlySet<string>) =>
    entries.flatMap(([key, value]) => (names.has(plain(key)) ? toCount(value) : []))[0] ?? 0;
  // `page: 1, pages: 3`
  const [page, pages] = [numberOf(lexicon.PAGE_WORDS), numberOf(lexicon.PAGES_WORDS)];
  const signs = entries.flatMap(([key, value]) => moreOf(plain(key), value) ?? []);
  return page > 0 && pages > 0 ? [...signs, page < pages] : signs;
}

function moreOf(key: string, value: unknown): boolean | undefined {
  if (lexicon.LAST_PAGE_WORDS.has(key) && typeof value === 'boolean') {
    return !value;
  }
  const next = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  const isNext = lexicon.NEXT_WORDS.has(key) && next !== undefined && !isArray(next);
  return (lexicon.MORE_WORDS.has(key) ? readFlag(value) : undefined) ?? (isNext ? Boolean(next) : undefined);
}
