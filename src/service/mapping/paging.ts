import type { Alternative, Extraction, Path, ServiceResponse } from './extraction';
import type { JsonObject } from './json';
import { firstEntries, isObject, toPlain, valueAt } from './json';
import {
  COUNT_WORDS,
  LAST_WORDS,
  MORE_WORDS,
  NEXT_WORDS,
  NOUNS,
  PAGE_COUNT_WORDS,
  PAGING_WRAPPERS,
  REFUSED_TOTALS,
  STRENGTH,
  TOTAL_HEADERS,
  TOTAL_WORDS,
} from './lexicon';
import type { RuleSet } from './rules';
import { claim, doubt, DOUBT, judge, type Rule } from './rules';

// How many monitors there are in all, and whether more follow.

/** What a page knows about itself, against which the numbers in the response are held. */
export interface PageFacts {
  readonly listPath: Path;
  /** Entries on this page. */
  readonly count: number;
  readonly pageIndex: number;
  readonly pageSize: number;
}

export interface PagingExtraction {
  readonly total?: Extraction<number>;
  readonly hasMore?: Extraction<boolean>;
  readonly pageCount?: Extraction<number>;
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

interface PagingSubject {
  readonly field: EnvelopeField;
  /** Entries seen so far, this page included. */
  readonly seen: number;
  readonly facts: PageFacts;
  /** The value as a count, where it is one. */
  readonly count: number | undefined;
  /** Whether the envelope has a link or token of a next page. */
  readonly goesOn: boolean;
}

type PagingField = 'total' | 'pageCount' | 'more' | 'last' | 'next';

export const PAGING_RULES: readonly Rule<PagingSubject, PagingField>[] = [
  claim('total', 'usualName', 'graded', 'totalName').when(
    ({ field }) => TOTAL_WORDS.get(ownName(field)) ?? 0,
  ),
  // `total_monitor_count`, `totalChecks`: total, then what is counted, and nothing that narrows it.
  claim('total', 'ofNoun', 'certain', 'totalName').when(
    ({ field: { words } }) =>
      isTotal(words) && words.some((word) => isNoun(word) || word === 'count' || word === 'number'),
  ),
  claim('total', 'ofOther', 'weak', 'totalName').when(({ field: { words } }) => isTotal(words)),
  claim('total', 'countBeyondPage', 'strong', 'countBeyondPage').when(
    ({ field, count, seen }) => isCount(field) && count !== undefined && count > seen,
  ),
  claim('total', 'countOfShortPage', 'weak', 'countOfShortPage').when(
    ({ field, count, seen, facts, goesOn }) =>
      isCount(field) && count === seen && facts.count < facts.pageSize && !goesOn,
  ),
  // The size of a page, as it was asked for.
  doubt('total', 'pageSize', 'excluded', 'countOfPage').when(
    ({ field, count, facts }) =>
      (field.plain === 'size' &&
        /^(?:page|paging|pagination)$/.test(toPlain(String(field.path.at(-2) ?? '')))) ||
      (isCount(field) && count === facts.pageSize && facts.count < facts.pageSize),
  ),
  // A total is at least what has been seen; one that is smaller counts something else.
  doubt('total', 'lessThanPage', 'excluded', 'otherForm').when(
    ({ count, seen, facts }) => count === undefined || count < Math.min(seen, facts.count),
  ),
  doubt('total', 'behind', 'heavy', 'countOfPage').when(
    ({ count, seen }) => count !== undefined && count < seen,
  ),
  claim('pageCount', 'usualName', 'certain', 'pageNumbers').when(
    ({ field: { plain, words, path } }) =>
      !words.includes('current') &&
      (PAGE_COUNT_WORDS.has(plain) ||
        (plain === 'last' && PAGING_WRAPPERS.has(toPlain(String(path.at(-2)))))),
  ),
  doubt('pageCount', 'lessThanPages', 'excluded', 'otherForm').when(
    ({ count, facts }) => count === undefined || count < facts.pageIndex + (facts.count > 0 ? 1 : 0),
  ),
  claim('more', 'flag', 'certain', 'moreFlag').when(
    ({ field }) => typeof field.value === 'boolean' && MORE_WORDS.has(field.plain),
  ),
  claim('last', 'flag', 'certain', 'lastFlag').when(
    ({ field }) => typeof field.value === 'boolean' && LAST_WORDS.has(field.plain),
  ),
  claim('next', 'link', 'strong', 'nextPage').when(
    ({ field }) => NEXT_WORDS.has(field.plain) && followsNext(field.value) !== undefined,
  ),
  doubt(['total', 'pageCount', 'more', 'last', 'next'], 'paging.nearness', 'graded', 'inOtherObject').when(
    ({ field }) => field.nearness,
  ),
];

/** Reads how many monitors there are in all and whether more follow. The count of this page is no total. */
export function readPaging(response: ServiceResponse, facts: PageFacts, rules: RuleSet): PagingExtraction {
  const seen = facts.count === 0 ? 0 : facts.pageIndex * facts.pageSize + facts.count;
  const fields = envelopeFields(response.json, facts.listPath, rules);
  const goesOn = fields.some(({ plain, value }) => NEXT_WORDS.has(plain) && followsNext(value) === true);
  const subjects = fields.map((field) => ({ field, seen, facts, goesOn, count: toCount(field.value) }));
  const find = <T>(field: PagingField, valueOf: (subject: PagingSubject) => T): Alternative<T>[] =>
    subjects.flatMap((subject) => {
      const judged = judge(subject, rules.for(PAGING_RULES, field));
      if (!judged) {
        return [];
      }
      const { confidence, reason } = judged;
      return [{ value: valueOf(subject), path: subject.field.path, confidence, reason }];
    });
  const total = best([...find('total', ({ count }) => count ?? 0), ...totalInHeaders(response, facts)]);
  const pageCount = best(find('pageCount', ({ count }) => count ?? 0));
  const hasMore = best([
    ...find('more', ({ field }) => field.value === true),
    ...find('last', ({ field }) => field.value !== true),
    ...find('next', ({ field }) => followsNext(field.value) === true).map(withNextReason),
    ...moreInHeaders(response),
    ...moreByNumbers(facts, total, pageCount),
  ]);
  return { ...(total && { total }), ...(hasMore && { hasMore }), ...(pageCount && { pageCount }) };
}

function withNextReason(found: Alternative<boolean>): Alternative<boolean> {
  return found.value ? found : { ...found, reason: 'noNextPage' };
}

function best<T>(found: readonly Alternative<T>[]): Extraction<T> | undefined {
  const [first, ...others] = [...found].sort((a, b) => b.confidence - a.confidence);
  return first && { ...first, alternatives: others.slice(0, 6) };
}

const MAX_FIELDS = 400;
const MAX_KEYS = 80;
const MAX_LEVELS = 2;

/** The scalars of all objects on the way to the list, and of the objects beside it. */
function envelopeFields(root: unknown, listPath: Path, rules: RuleSet): readonly EnvelopeField[] {
  const fields: EnvelopeField[] = [];
  const way = listPath.includes('*') ? listPath.slice(0, listPath.indexOf('*')) : listPath;
  for (let depth = 0; depth <= Math.max(0, way.length - 1); depth++) {
    const path = way.slice(0, depth);
    const object = valueAt(root, path);
    if (isObject(object)) {
      collect(object, path, { fields, rules, level: 0, skip: way[depth], nearness: 1 });
    }
  }
  return fields;
}

interface Collecting {
  readonly fields: EnvelopeField[];
  readonly rules: RuleSet;
  readonly level: number;
  /** The key on the way to the list, which is looked at for itself. */
  readonly skip?: string | number | undefined;
  readonly nearness: number;
}

function collect(object: JsonObject, path: Path, collecting: Collecting): void {
  const { fields, rules, level, skip, nearness } = collecting;
  for (const [key, value] of firstEntries(object, MAX_KEYS)) {
    if (fields.length >= MAX_FIELDS || key === skip) {
      continue;
    }
    const { plain, words } = rules.keys.read(key);
    const here = [...path, key];
    if (isObject(value) && level < MAX_LEVELS) {
      // Hasura: `monitors_aggregate: {aggregate: {count: 61}}`
      const ofPaging = PAGING_WRAPPERS.has(plain) || plain.endsWith('aggregate');
      const near = ofPaging ? nearness : nearness * DOUBT.fair;
      collect(value, here, { fields, rules, level: level + 1, nearness: near });
    }
    fields.push({ path: here, plain, words, value, nearness });
  }
}

/** A count of monitors or pages: a whole number from 0 that can be counted with. */
export function toCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Elasticsearch: `total: {value: 212, relation: "eq"}` */
function ownName({ path, plain }: EnvelopeField): string {
  const holder = toPlain(String(path.at(-2) ?? ''));
  return plain === 'value' && TOTAL_WORDS.has(holder) ? holder : plain;
}

function isTotal(words: readonly string[]): boolean {
  return words.includes('total') && !words.some((word) => REFUSED_TOTALS.has(word));
}

function isCount({ plain, words }: EnvelopeField): boolean {
  const counts = words.some((word) => word === 'count' || word === 'num' || word === 'number');
  return COUNT_WORDS.has(plain) || (counts && words.length === 2 && words.some(isNoun));
}

function isNoun(word: string): boolean {
  return NOUNS.has(word.replace(/s$/, ''));
}

/** Whether a link or token of the next page is one: `undefined` where that can't be told. */
function followsNext(value: unknown): boolean | undefined {
  if (value === null || value === '' || value === false || value === 0) {
    return false;
  }
  const target = isObject(value) ? (valueAt(value, ['href']) ?? valueAt(value, ['url'])) : value;
  return typeof target === 'string' || typeof target === 'number' || target === true ? true : undefined;
}

function totalInHeaders({ header }: ServiceResponse, facts: PageFacts): readonly Alternative<number>[] {
  // RFC 9110: `items 0-49/340`
  const range = /\/(\d{1,12})\s{0,9}$/.exec(header('Content-Range')?.slice(-100) ?? '')?.[1];
  const said = [
    ...TOTAL_HEADERS.map((name) => [name, header(name)?.trim()] as const),
    ['Content-Range', range],
  ];
  return said.flatMap(([name = '', text]) => {
    const count = toCount(text);
    if (count === undefined || count < facts.count) {
      return [];
    }
    return [
      { value: count, path: ['@header', name], confidence: STRENGTH.certain, reason: 'totalName' as const },
    ];
  });
}

/** RFC 8288: `Link: <…>; rel="next"`. A Link header that has other pages and no next one is at the end. */
function moreInHeaders({ header }: ServiceResponse): readonly Alternative<boolean>[] {
  const link = header('Link')?.slice(0, 4_000);
  if (link === undefined || !/rel="?(?:next|prev|first|last)\b/i.test(link)) {
    return [];
  }
  const value = /rel="?next\b/i.test(link);
  const reason = value ? ('nextPage' as const) : ('noNextPage' as const);
  return [{ value, path: ['@header', 'Link'], confidence: STRENGTH.strong, reason }];
}

function moreByNumbers(
  { pageIndex, pageSize, count }: PageFacts,
  total: Extraction<number> | undefined,
  pageCount: Extraction<number> | undefined,
): readonly Alternative<boolean>[] {
  const found: Alternative<boolean>[] = [];
  if (total) {
    const value = total.value > pageIndex * pageSize + count && count > 0;
    found.push({ ...shared(total), value, reason: 'totalReached' });
  }
  if (pageCount) {
    const value = pageIndex + 1 < pageCount.value;
    found.push({ ...shared(pageCount), value, reason: 'pageNumbers' });
  }
  return found;
}

function shared({ path, confidence }: Extraction<number>): Pick<Extraction<number>, 'path' | 'confidence'> {
  return { path, confidence: confidence * DOUBT.mild };
}
