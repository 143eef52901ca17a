import { firstEntries, isArray, isObject } from '../base/json';
import type { HttpResponse } from '../service/httpResponse';
import type { Sample } from './candidates';
import * as lexicon from './lexicon';
import {
  parsePath,
  stepInto,
  toGetter,
  toPath,
  type ListMapping,
  type Mapping,
  type Path,
  type Step,
} from './mapping';
import { readAmount, readFlag, readText, toZone } from './values';
import { toPlain, toWords } from './words';

// The records of a page, and what a page says of further pages.

/** A record of a page and where it was. */
export interface FoundRecord extends Sample {
  readonly list: Path;
  /** The name of the record or group that it is nested in. */
  readonly parent?: string | undefined;
  /** It is in a record of the list, and not in the list itself. */
  readonly isChild?: true;
}

const MAX_NESTING = 8;

/** All records of a page in the service's order, nested ones after those that they are in; undefined without a list. */
export function findRecords(json: unknown, { lists }: Mapping): readonly FoundRecord[] | undefined {
  const found = lists.map((list) => {
    const records = recordsAt(json, list.path);
    return list.children === undefined ? records : records && withChildren(records, list, list.children);
  });
  return found.every((records) => records === undefined)
    ? undefined
    : found.flatMap((records) => records ?? []);
}

function withChildren(
  records: readonly FoundRecord[],
  { path, fields }: ListMapping,
  children: Path,
): readonly FoundRecord[] {
  const [getChildren, getName] = [toGetter(children), toGetter(fields.name?.[0] ?? '@none')];
  const expand = (record: FoundRecord, depth: number): readonly FoundRecord[] => {
    const nested = depth < MAX_NESTING ? (entriesOf(getChildren(record.value, record.key)) ?? []) : [];
    const parent = readText(getName(record.value, record.key)) ?? record.parent;
    return [
      record,
      ...nested.flatMap((child) => expand({ ...child, list: path, parent, isChild: true }, depth + 1)),
    ];
  };
  return records.flatMap((record) => expand(record, 0));
}

/** The records of the list at a path; undefined if there is none. */
export function recordsAt(json: unknown, list: Path): readonly FoundRecord[] | undefined {
  const steps = parsePath(list);
  const found: FoundRecord[] = [];
  const collect = (value: unknown, [step, ...rest]: readonly Step[], parent: string | undefined): boolean => {
    if (step !== undefined && step !== '*') {
      return collect(stepInto(value, step), rest, parent);
    }
    const entries = entriesOf(value);
    for (const entry of entries ?? []) {
      if (step === '*') {
        collect(entry.value, rest, nameOfGroup(entry) ?? parent);
      } else {
        found.push({ value: entry.value, key: entry.key, list, parent });
      }
    }
    return entries !== undefined;
  };
  return steps && collect(json, steps, undefined) ? found : undefined;
}

/** The entries of an array or, with their keys, of an object. Go writes `null` for an empty list. */
function entriesOf(value: unknown): readonly Sample[] | undefined {
  if (isArray(value)) {
    return value.filter((record) => record !== null).map((record) => ({ value: record }));
  }
  const entries = isObject(value)
    ? Object.entries(value).map(([key, record]) => ({ key, value: record }))
    : [];
  const records = entries.filter((entry) => isObject(entry.value));
  // PHP and Lua write lists as objects, and put fields of the envelope among the entries.
  const isList = isObject(value) || value === null;
  return isList ? (records.length * 2 >= entries.length ? records : entries) : undefined;
}

function nameOfGroup({ value, key }: Sample): string | undefined {
  const isName = (name: string) =>
    lexicon.scoreWords(
      toWords(name).filter((word) => !lexicon.GROUPINGS.has(word)),
      lexicon.NAME,
    ) > 0.7;
  const named = isObject(value)
    ? firstEntries(value, 30).find(([name, text]) => typeof text === 'string' && isName(name))
    : undefined;
  return readText(named?.[1]) ?? key;
}

/** Records whose fields are looked at for new ones. */
const LOOKED_AT = 24;

/** Whether a page has fields that a mapping doesn't know, or most of its records lack what is mapped. */
export function wantsLearning({ lists }: Mapping, records: readonly FoundRecord[] | undefined): boolean {
  return (
    !records ||
    lists.some((list) => {
      const some = records.filter((record) => record.list === list.path).slice(0, LOOKED_AT);
      const keys = new Set(list.keys);
      const isNew = some.some(
        ({ value }) => isObject(value) && firstEntries(value, 150).some(([key]) => !keys.has(toPath([key]))),
      );
      const mapped = [list.fields.id, list.fields.name, list.status.paths].filter(
        (paths) => paths && paths.length > 0,
      );
      const lacks = mapped.some((paths = []) => {
        const getters = paths.map(toGetter);
        const have = some.filter(({ value, key }) =>
          getters.some((get) => (get(value, key) ?? undefined) !== undefined),
        );
        return have.length * 2 < some.length;
      });
      return isNew || (some.length > 2 && lacks);
    })
  );
}

// Further pages.

export interface Paging {
  readonly total?: number;
  /** There are at least so many. */
  readonly isLowerBound?: true;
  readonly hasMore?: boolean;
  /** The time zone of times without one. */
  readonly zone?: string;
}

type Entry = readonly [key: string, value: unknown];

/** What a response says of the number of monitors and of further pages. The sign that says more wins. */
export function readPaging(
  { json, header }: Pick<HttpResponse, 'json' | 'header'>,
  lists: readonly Path[],
  {
    count,
    pageIndex,
    pageSize,
  }: { readonly count: number; readonly pageIndex: number; readonly pageSize: number },
): Paging {
  const around = entriesAround(json, lists);
  const seen = count === 0 ? 0 : pageIndex * pageSize + count;
  const named = around
    .filter(([key]) => isTotal(key))
    .sort(([a], [b]) => Number(/total/i.test(b)) - Number(/total/i.test(a)));
  const totals = [...named.map(([, value]) => value), ...lexicon.TOTAL_HEADERS.map(header)].flatMap(toCount);
  const counts = around
    .filter(([key]) => lexicon.COUNT_WORDS.has(toPlain(key)))
    .flatMap(([, value]) => toCount(value));
  // A count that is exactly what was seen may be of this page alone.
  const total =
    totals.find((number) => number >= seen) ??
    counts.find((number) => number !== pageSize && (number > seen || (number === seen && count < pageSize)));
  const signs = [
    ...around.flatMap(([key, value]) => moreOf(toPlain(key), value) ?? []),
    ...pagesLeft(around),
  ];
  const isLinked = /rel="?next"?/i.test(header('Link') ?? '');
  const told = isLinked || signs.includes(true) ? true : signs.includes(false) ? false : undefined;
  const hasMore = told === true || total === undefined ? told : total > seen && count > 0;
  const isContradicted = told === true && total !== undefined && total <= seen;
  const isLowerBound = around.some(
    ([, value]) => isObject(value) && /^gte?$/.test(String(value['relation'])),
  );
  const zone = around.find(([key, value]) => /^(?:time_?zone|tz)$/i.test(key) && toZone(value))?.[1];
  return {
    ...(total !== undefined && !isContradicted && { total }),
    ...(isLowerBound && { isLowerBound }),
    ...(hasMore !== undefined && { hasMore }),
    ...(typeof zone === 'string' && { zone }),
  };
}

/** The entries of what lists are in, and of objects beside them; the nearest first. */
function entriesAround(json: unknown, lists: readonly Path[]): readonly Entry[] {
  const entries: Entry[] = [];
  const add = (value: unknown, depth: number): void => {
    for (const [key, inner] of isObject(value) ? firstEntries(value, 100) : []) {
      entries.push([key, inner]);
      if (depth > 0 && !lists.some((path) => path.split(/[.[]/).includes(key))) {
        add(inner, depth - 1);
      }
      // `links: [{"rel": "next", "href": "…"}]`
      const links = isArray(inner) && /^_?links?$/i.test(key) ? inner.slice(0, 20).filter(isObject) : [];
      entries.push(...links.map((link): Entry => [String(link['rel']), link['href'] ?? link['url']]));
    }
  };
  for (const steps of lists.map((path) => parsePath(path) ?? [])) {
    const holders = steps.map((_, i) =>
      steps.slice(0, i).reduce<unknown>((value, step) => stepInto(value, step), json),
    );
    holders
      .reverse()
      .forEach((holder) => (isArray(holder) ? holder.slice(0, 10) : [holder]).forEach((one) => add(one, 2)));
  }
  return entries;
}

function isTotal(key: string): boolean {
  const words = toWords(key);
  const isOfNouns = words.length === 2 && words[1] === 'count' && lexicon.NOUNS.has(words[0] ?? '');
  const isOfAll =
    words.includes('total') && words.length < 5 && !words.some((word) => lexicon.NO_TOTALS.has(word));
  return isOfNouns || isOfAll || lexicon.TOTAL_WORDS.has(words.join(''));
}

function toCount(value: unknown): readonly number[] {
  const amount = readAmount(isObject(value) ? (value['value'] ?? value['count'] ?? value['total']) : value);
  return amount !== undefined && Number.isSafeInteger(amount) && amount >= 0 ? [amount] : [];
}

function moreOf(key: string, value: unknown): boolean | undefined {
  const target = isObject(value) ? (value['href'] ?? value['url'] ?? value['cursor']) : value;
  const isNext = lexicon.NEXT_WORDS.has(key) && target !== undefined && !isArray(target);
  const isLast = lexicon.LAST_PAGE_WORDS.has(key) && typeof value === 'boolean' ? value : undefined;
  const isMore = lexicon.MORE_WORDS.has(key) ? readFlag(value) : undefined;
  return isMore ?? (isLast !== undefined ? !isLast : isNext ? Boolean(target) : undefined);
}

/** `page: 1, pages: 3` */
function pagesLeft(around: readonly Entry[]): readonly boolean[] {
  const find = (names: ReadonlySet<string>) =>
    toCount(around.find(([key]) => names.has(toPlain(key)))?.[1])[0] ?? 0;
  const [page, pages] = [find(lexicon.PAGE_WORDS), find(lexicon.PAGES_WORDS)];
  return page > 0 && pages > 0 ? [page < pages] : [];
}
