import type { HttpResponse } from '../httpResponse';
import type { JsonObject } from './json';
import { isObject, typeName, valueAt } from './json';
import { toField, toFieldWords, toPlain } from './keys';
import type { Path, Reading } from './reading';
import type { Reason } from './reasons';
import { nouns } from './vocabulary/listWords';
import {
  countNames,
  lastNames,
  moreNames,
  nextNames,
  pageCountNames,
  pagingWrappers,
  refusedTotals,
  totalHeaders,
  totalNames,
} from './vocabulary/pagingWords';

/** What a page knows about itself, against which the numbers in the answer are held. */
export interface PageFacts {
  readonly listPath: Path;
  /** Entries on this page. */
  readonly count: number;
  readonly pageIndex: number;
  readonly pageSize: number;
}

export interface PagingReading {
  readonly total?: Reading<number>;
  readonly hasMore?: Reading<boolean>;
  readonly pageCount?: Reading<number>;
}

/** One field of the envelope around the list. */
interface EnvelopeField {
  readonly path: Path;
  readonly plain: string;
  readonly words: readonly string[];
  readonly value: unknown;
  /** 1 in an object on the way to the list or in one named for paging, less elsewhere. */
  readonly nearness: number;
}

type Found<T> = Omit<Reading<T>, 'alternatives'>;

/** Reads how many monitors there are in all and whether more follow. The count of this page is no total. */
export function readPaging(answer: HttpResponse, facts: PageFacts): PagingReading {
  const envelope = envelopeFields(answer.json, facts.listPath);
  const total = best([
    ...envelope.flatMap((field) => totalIn(field, facts) ?? []),
    ...totalInHeaders(answer, facts),
  ]);
  const pageCount = best(envelope.flatMap((field) => pageCountIn(field, facts) ?? []));
  const said = [...envelope.flatMap((field) => moreIn(field) ?? []), ...moreInHeaders(answer)];
  const hasMore = best([...said, ...moreByNumbers(facts, total, pageCount)]);
  return { ...(total && { total }), ...(hasMore && { hasMore }), ...(pageCount && { pageCount }) };
}

function best<T>(found: readonly Found<T>[]): Reading<T> | undefined {
  const [first, ...others] = [...found].sort((a, b) => b.sureness - a.sureness);
  return first && { ...first, alternatives: others.slice(0, 6) };
}

const mostFields = 400;

/** The scalars of all objects on the way to the list, and of the objects beside it. */
function envelopeFields(root: unknown, listPath: Path): readonly EnvelopeField[] {
  const fields: EnvelopeField[] = [];
  const way = listPath.includes('*') ? listPath.slice(0, listPath.indexOf('*')) : listPath;
  for (let depth = 0; depth <= Math.max(0, way.length - 1); depth++) {
    const path = way.slice(0, depth);
    const object = valueAt(root, path);
    if (isObject(object)) {
      collect(object, path, { fields, level: 0, skip: way[depth], nearness: 1 });
    }
  }
  return fields;
}

interface Collecting {
  readonly fields: EnvelopeField[];
  readonly level: number;
  /** The key on the way to the list, which is looked at for itself. */
  readonly skip?: string | number | undefined;
  readonly nearness: number;
}

function collect(object: JsonObject, path: Path, { fields, level, skip, nearness }: Collecting): void {
  for (const [key, value] of Object.entries(object).slice(0, 80)) {
    if (fields.length >= mostFields || key === skip) {
      continue;
    }
    const plain = toField(key);
    const here = [...path, key];
    if (isObject(value) && level < 2) {
      // Hasura: `monitors_aggregate: {aggregate: {count: 61}}`
      const near = pagingWrappers.has(plain) || plain.endsWith('aggregate') ? nearness : nearness * 0.85;
      collect(value, here, { fields, level: level + 1, nearness: near });
    }
    fields.push({ path: here, plain, words: toFieldWords(key), value, nearness });
  }
}

function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A total is at least what has been seen; one that is smaller counts something else. */
function totalIn(
  { path, plain, words, value, nearness }: EnvelopeField,
  facts: PageFacts,
): Found<number> | undefined {
  const count = toCount(value);
  const seen = facts.count === 0 ? 0 : facts.pageIndex * facts.pageSize + facts.count;
  if (count === undefined || count < Math.min(seen, facts.count)) {
    return undefined;
  }
  const behind = count < seen;
  // Elasticsearch: `total: {value: 212, relation: "eq"}`
  const holder = toPlain(String(path.at(-2) ?? ''));
  const own = plain === 'value' && totalNames.has(holder) ? holder : plain;
  const named = totalNames.get(own) ?? totalByWords(words);
  if (named > 0) {
    return { value: count, path, sureness: named * nearness * (behind ? 0.5 : 1), reason: 'totalName' };
  }
  if (!countNames.has(plain) && !isCountOfNoun(words)) {
    return undefined;
  }
  if (behind) {
    return { value: count, path, sureness: 0.2, reason: 'countOfPage' };
  }
  if (count > seen) {
    return { value: count, path, sureness: 0.85 * nearness, reason: 'countBeyondPage' };
  }
  const short = facts.count < facts.pageSize;
  return short
    ? { value: count, path, sureness: 0.68 * nearness, reason: 'countOfShortPage' }
    : { value: count, path, sureness: 0.4, reason: 'countOfPage' };
}

/** `total_monitor_count`, `totalChecks`: total, then what is counted, and nothing that narrows it. */
function totalByWords(words: readonly string[]): number {
  if (!words.includes('total') || words.some((word) => refusedTotals.has(word))) {
    return 0;
  }
  return words.some((word) => nouns.has(word.replace(/s$/, '')) || word === 'count' || word === 'number')
    ? 0.9
    : 0.62;
}

function isCountOfNoun(words: readonly string[]): boolean {
  const counts = words.some((word) => word === 'count' || word === 'num' || word === 'number');
  return counts && words.length === 2 && words.some((word) => nouns.has(word.replace(/s$/, '')));
}

function totalInHeaders({ header }: HttpResponse, facts: PageFacts): readonly Found<number>[] {
  const named = totalHeaders.flatMap((name) => {
    const count = toCount(header(name)?.trim());
    if (count === undefined || count < facts.count) {
      return [];
    }
    return [{ value: count, path: ['@header', name], sureness: 0.92, reason: 'totalName' as const }];
  });
  // RFC 9110: `items 0-49/340`
  const range = toCount(/\/(\d{1,12})\s*$/.exec(header('Content-Range') ?? '')?.[1]);
  if (range === undefined || range < facts.count) {
    return named;
  }
  return [...named, { value: range, path: ['@header', 'Content-Range'], sureness: 0.9, reason: 'totalName' }];
}

function pageCountIn(
  { path, plain, value, nearness, words }: EnvelopeField,
  facts: PageFacts,
): Found<number> | undefined {
  const count = toCount(value);
  const holder = toPlain(String(path.at(-2) ?? ''));
  const isLast = plain === 'last' && pagingWrappers.has(holder);
  if (count === undefined || !(pageCountNames.has(plain) || isLast)) {
    return undefined;
  }
  if (count < facts.pageIndex + (facts.count > 0 ? 1 : 0) || words.includes('current')) {
    return undefined;
  }
  return { value: count, path, sureness: 0.9 * nearness, reason: 'pageNumbers' };
}

function moreIn({ path, plain, value, nearness }: EnvelopeField): Found<boolean> | undefined {
  if (typeof value === 'boolean') {
    if (moreNames.has(plain)) {
      return { value, path, sureness: 0.96 * nearness, reason: 'moreFlag' };
    }
    if (lastNames.has(plain)) {
      return { value: !value, path, sureness: 0.92 * nearness, reason: 'lastFlag' };
    }
  }
  if (!nextNames.has(plain)) {
    return undefined;
  }
  const none = value === null || value === '' || value === false || value === 0;
  if (none) {
    return { value: false, path, sureness: 0.9 * nearness, reason: 'noNextPage' };
  }
  const target = isObject(value) ? (valueAt(value, ['href']) ?? valueAt(value, ['url'])) : value;
  const follows = typeof target === 'string' || typeof target === 'number' || target === true;
  return follows ? { value: true, path, sureness: 0.9 * nearness, reason: 'nextPage' } : undefined;
}

/** RFC 8288: `Link: <…>; rel="next"`. A Link header that has other pages and no next one is at the end. */
function moreInHeaders({ header }: HttpResponse): readonly Found<boolean>[] {
  const link = header('Link')?.slice(0, 4_000);
  if (link === undefined || !/rel="?(?:next|prev|first|last)\b/i.test(link)) {
    return [];
  }
  const value = /rel="?next\b/i.test(link);
  return [{ value, path: ['@header', 'Link'], sureness: 0.85, reason: value ? 'nextPage' : 'noNextPage' }];
}

function moreByNumbers(
  { pageIndex, pageSize, count }: PageFacts,
  total: Reading<number> | undefined,
  pageCount: Reading<number> | undefined,
): readonly Found<boolean>[] {
  const found: Found<boolean>[] = [];
  const reason: Reason = 'totalReached';
  if (total) {
    const value = total.value > pageIndex * pageSize + count && count > 0;
    found.push({ value, path: total.path, sureness: total.sureness * 0.9, reason });
  }
  if (pageCount) {
    const value = pageIndex + 1 < pageCount.value;
    found.push({ value, path: pageCount.path, sureness: pageCount.sureness * 0.9, reason: 'pageNumbers' });
  }
  return found;
}

/** A total the person's own expression gives. */
export function toSaidTotal(value: unknown): Reading<number> | { readonly message: string } {
  const total = toCount(value);
  if (total === undefined) {
    return { message: `expected a whole number, got ${typeName(value)}` };
  }
  return { value: total, path: [], sureness: 1, reason: 'expression', alternatives: [] };
}
