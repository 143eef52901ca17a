import { firstEntries, isArray, isObject, readAmount, readFlag, toText, walk } from '../base/json';
import { parsePath, stepInto, type Path } from '../base/path';
import { toSingular } from '../base/words';
import type { Page, PageContent, StatedTotal } from '../monitors/page';
import { COUNT_WORDS, NO_TOTAL_HOLDERS, NOUNS, OTHER_THINGS } from './lexicon';
import { toPlain, toWords } from './words';

// Reads what a page says of the number of monitors and of further pages. Each rule reads one kind of sign.

/**
 * The first total counts that is at least the page's length. If two signs of more disagree, more follows.
 * @param entries on the page
 */
export function readPaging(
  { response, headers, size, index }: Page,
  list: Path,
  entries: number,
): Pick<PageContent, 'total' | 'hasMore'> {
  const fields = findEnvelope(response, list);
  const stated = [
    ...fields.map((field) => totalByKey(field, list, size)),
    // `X-Total-Count: 340`, `Content-Range: 0-24/340`
    toTotal(headers.total?.replace(/^(?!bytes)[^/]*\//, ''), true),
  ];
  const totals = stated.filter((total) => total !== undefined && total.count >= entries);
  const more = [
    ...fields.map(moreByKey),
    moreByPageNumber(fields, index),
    // `Link: <https://…>; rel="next"`
    /rel="?next"?/i.test(headers.link ?? '') || undefined,
  ];
  return {
    total: fields.some(isMinimum)
      ? undefined
      : (totals.find((total) => total?.saysTotal) ?? totals[0]),
    hasMore: more.includes(true) || (more.includes(false) ? false : undefined),
  };
}

/** A field of the objects around a list. */
interface EnvelopeField {
  /** The words without spaces: `totalpages`. */
  readonly plain: string;
  readonly value: unknown;
  /** The words of the object's key; empty for an object that contains the list. */
  readonly holder: readonly string[];
}

/** A hostile response may have millions of fields. */
const MAX_FIELDS_EACH = 100;

/** Lists the fields of the objects around a list, the nearest first. An object of groups has only its groups. */
function findEnvelope(response: unknown, list: Path): readonly EnvelopeField[] {
  const outer = parsePath(list.replace(/\.?\[\*\].*/, '')) ?? [];
  const fields = outer.map((step, depth) => {
    const object = outer.slice(0, depth).reduce(stepInto, response);
    // `[{"total": 60}, […]]`
    const source = isArray(object) ? { ...object.slice(0, 10) } : object;
    const members = isObject(source) ? firstEntries(source, MAX_FIELDS_EACH) : [];
    const beside = members.filter(([key]) => key !== String(step));
    const visits = walk(Object.fromEntries(beside), 3, MAX_FIELDS_EACH);
    // What is in an array isn't about the list.
    const named = visits.filter(({ steps }) => steps.every((key) => typeof key === 'string'));
    return named.map(({ steps, value }) => ({
      plain: toPlain(String(steps.at(-1))),
      value,
      holder: toWords(String(steps.at(-2) ?? '')),
    }));
  });
  return fields.reverse().flat();
}

function toTotal(value: unknown, saysTotal: boolean): StatedTotal | undefined {
  const count = readAmount(isObject(value) ? value['value'] : value) ?? -1;
  return Number.isSafeInteger(count) && count >= 0 ? { count, saysTotal } : undefined;
}

/** Words of totals that don't say what is counted: `grandTotal`, `total_found`. */
const OF_ALL = /grand|total|all|available|found|number|count|size/g;

/**
 * `total`, `meta.totalElements`, `hits: {total: {value: 340}}`. `total_checks` counts the checks, `totalExecutors`
 * something else. `count`, `numFound` and `monitor_count` are of all monitors, or only of this page.
 */
function totalByKey({ plain, holder, value }: EnvelopeField, list: Path, pageSize: number) {
  // `quota: {total: 50}`, `credits: {count: 9}`, `users: {total: 3}`
  const isOfOther = holder
    .map(toSingular)
    .some((word) => NO_TOTAL_HOLDERS.has(word) || OTHER_THINGS.has(word));
  if (isOfOther) {
    return undefined;
  }
  if (plain.includes('total') && plain !== 'totalpages' && holder.at(-1) !== 'pages') {
    const counted = plain.replace(OF_ALL, '');
    const isOfList = [counted, `${counted}s`].some(
      (name) => name === '' || COUNT_WORDS.has(name) || list.toLowerCase().endsWith(name),
    );
    return isOfList ? toTotal(value, true) : undefined;
  }
  const isCount = COUNT_WORDS.has(plain) || NOUNS.has(/^(.+)count$/.exec(plain)?.[1] ?? '');
  const total = isCount ? toTotal(value, false) : undefined;
  // A number equal to the size that was asked for repeats the request.
  return total?.count === pageSize ? undefined : total;
}

const MINIMUM =
  /^relation=(?!=|eq|exact|$)|(?:exact|accurate)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|incomplete|partial)[a-z]*=true$/i;

/** `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
function isMinimum({ plain, value }: EnvelopeField): boolean {
  return MINIMUM.test(`${plain}=${toText(value).slice(0, 20)}`);
}

/** `hasMore: false`, `is_truncated: true`. `hasMore: null` says nothing. */
const MORE =
  /^(?:is|has)?(?:more|truncated)(?:pages?|items|records|results|data|available)*$|^(?:is|has)(?:next|continuation)(?:page|token)?$/;
/** `next: "https://…"`, `nextToken: null`, `links: {next: {href: "…"}}`. A token may be "0". */
const NEXT =
  /^(?:odata|iot)?(?:next|continu(?:e|ation))(?:pages?|records|token|cursor|link|url|href|key|marker|id|offset|index|number)*$|^lastevaluatedkey$/;
/** `last: true`, `isLastPage: false`. */
const LAST = /^(?:is)?(?:last|done|end)(?:page)?$/;

function moreByKey({ plain, value }: EnvelopeField): boolean | undefined {
  if (MORE.test(plain)) {
    return readFlag(value) ?? (isLink(value) || undefined);
  }
  if (LAST.test(plain) && typeof value === 'boolean') {
    return !value;
  }
  return NEXT.test(plain) && !isArray(value) ? isLink(value) : undefined;
}

/** Keys of a link whose values don't say whether there is one: `{"href": null, "templated": true}`. */
const NO_LINK = /^(?:templated|rel|type|method|title|limit|size|page_?size|count)$/i;

/** Whether a link, token or key isn't empty. DynamoDB's key of the next page is an object. */
function isLink(value: unknown): boolean {
  const entries = isObject(value) ? firstEntries(value, 20) : [['', value] as const];
  return entries.some(([key, inner]) => Boolean(inner) && !NO_LINK.test(key));
}

const PAGE = /^(?:current)?page(?:no|number|index)?$|^current$|^number$/;
const PAGES = /^(?:total|num)?pages(?:total)?$|^pagecount$/;
const LAST_PAGE = /^last(?:page)?$/;

/**
 * `page: 1, pages: 3`, `currentPage: 1, lastPage: 3`, if the number is this page's, from 0 or from 1. A service that
 * ignores the index says "page 1 of 3" of each page, and so never that it's the last one.
 */
function moreByPageNumber(fields: readonly EnvelopeField[], index: number): boolean | undefined {
  const numberOf = (keys: RegExp) => {
    const ofKeys = fields.filter(({ plain }) => keys.test(plain));
    return ofKeys.flatMap(({ value }) => readAmount(value) ?? [])[0];
  };
  const place = numberOf(PAGE) ?? -1;
  const start = place - index;
  const pages = numberOf(PAGES);
  const last = pages === undefined ? numberOf(LAST_PAGE) : pages + start - 1;
  if (last !== undefined && [0, 1].includes(start)) {
    return place < last;
  }
  return (place >= 0 && pages !== undefined && place < pages) || undefined;
}
