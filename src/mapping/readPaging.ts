import { firstEntries, isArray, isObject } from '../base/json';
import type { Path } from '../base/path';
import { readAmount, readFlag, toText } from '../base/scalar';
import { toSingular } from '../base/words';
import type { Page } from '../monitors/page';
import type { PageContent, StatedTotal } from '../monitors/pageContent';
import type { EnvelopeField } from './findEnvelope';
import * as lexicon from './lexicon';

// Reads what a page says of the number of monitors and of further pages. Each rule reads one kind of sign.

/** The signs that the rules read. */
interface PagingSigns {
  readonly page: Page;
  /** Entries on the page. */
  readonly entries: number;
  readonly list: Path;
  /** The fields around the list. */
  readonly fields: readonly EnvelopeField[];
}

/** The first total counts that is at least the page's length. If two signs of more disagree, more follows. */
export function readPaging(signs: PagingSigns): Pick<PageContent, 'total' | 'hasMore'> {
  const { page, entries, fields } = signs;
  const byKey = fields.map((field) => totalByKey(field, signs));
  const counts = fields.map((field) => countByKey(field, signs));
  const totals = [...byKey, totalByHeader(page), ...counts];
  const more = [
    ...fields.map(moreByKey),
    moreByPageNumber(signs),
    moreByLinkHeader(page),
    moreByMinimum(signs, byKey),
  ];
  const total = totals.find((stated) => stated && stated.count >= entries);
  return {
    total: isMinimum(signs) ? undefined : total,
    hasMore: more.find(Boolean) ?? more.find((saysMore) => saysMore === false),
  };
}

type Total = StatedTotal | undefined;

function toTotal(value: unknown, saysTotal: boolean): Total {
  const count = readAmount(isObject(value) ? value['value'] : value) ?? -1;
  const isCount = Number.isSafeInteger(count) && count >= 0;
  return isCount ? { count, saysTotal } : undefined;
}

/** Words of totals that don't say what is counted: `grandTotal`, `total_found`. */
const OF_ALL = /grand|overall|total|all|available|found|matched|count/g;

/**
 * `total`, `meta.totalElements`, `hits: {total: {value: 340}}`. `total_checks` counts the checks, `totalExecutors`
 * something else.
 */
function totalByKey(field: EnvelopeField, { list }: PagingSigns): Total {
  const { words, plain, holder, value } = field;
  const isOfPages = plain === 'total' && holder.at(-1) === 'pages';
  const isOther = isOfPages || words.some((word) => lexicon.NO_TOTALS.has(word));
  if (!plain.includes('total') || isOther || isOfOtherThing(field)) {
    return undefined;
  }
  const counted = words.map((word) => word.replace(OF_ALL, '')).findLast(Boolean) ?? 'count';
  const isOfList = [counted, `${counted}s`].some(
    (name) => lexicon.COUNT_WORDS.has(name) || list.toLowerCase().endsWith(name),
  );
  return isOfList ? toTotal(value, true) : undefined;
}

/** `X-Total-Count: 340`, `Content-Range: 0-24/340`. */
function totalByHeader({ headers }: Page): Total {
  return toTotal(headers.total?.replace(/^(?!bytes)[^/]*\//, ''), true);
}

/** `count`, `numFound`, `monitor_count`: of all monitors, or only of this page. */
function countByKey(field: EnvelopeField, { page }: PagingSigns): Total {
  const { plain, value } = field;
  const noun = plain.replace(/count$/, '');
  const isOfNoun = noun !== plain && lexicon.NOUNS.has(noun);
  const isOfPage = /^(?:size|length|number|of|available)$/.test(plain);
  const isCount = isOfNoun || (lexicon.COUNT_WORDS.has(plain) && !isOfPage);
  const total = isCount && !isOfOtherThing(field) ? toTotal(value, false) : undefined;
  // A number equal to the size that was asked for repeats the request.
  return total?.count === page.size ? undefined : total;
}

/** `quota: {total: 50}`, `credits: {count: 9}`, `users: {total: 3}`. */
function isOfOtherThing({ holder }: EnvelopeField): boolean {
  const words = holder.map(toSingular);
  return words.some((word) => lexicon.NO_TOTAL_HOLDERS.has(word) || lexicon.OTHER_THINGS.has(word));
}

const MINIMUM =
  /^relation=(?!=|eq|exact|$)|(?:exact|accurate|precise)[a-z]*=false$|(?:estimat|approx|lowerbound|atleast|capped|incomplete|partial)[a-z]*=true$/i;

/** `{value: 20, relation: "gte"}`, `{total: 20, exact: false}`. */
function isMinimum({ fields }: PagingSigns): boolean {
  return fields.some(({ plain, value }) => MINIMUM.test(`${plain}=${toText(value).slice(0, 20)}`));
}

/** A minimum above what is there so far. */
function moreByMinimum(signs: PagingSigns, totals: readonly Total[]): true | undefined {
  const { index, size } = signs.page;
  const soFar = index * size + signs.entries;
  const isAbove = totals.some((total) => total && total.count > soFar);
  return (isAbove && isMinimum(signs)) || undefined;
}

/** Keys of flags, links and tokens, and what their values say. */
const MORE_KEYS: readonly (readonly [RegExp, read: (value: unknown) => boolean | undefined])[] = [
  // `hasMore: false`, `is_truncated: true`. `hasMore: null` says nothing.
  [
    /^(?:is|has)?(?:more|truncated)(?:pages?|items|records|results|data|available)*$|^(?:is|has)(?:next|continuation)(?:page|link|cursor|token)?$/,
    (value) => readFlag(value) ?? (isLink(value) || undefined),
  ],
  // `next: "https://…"`, `nextToken: null`, `links: {next: {href: "…"}}`. A token may be "0".
  [
    /^(?:odata|hydra|iot)?(?:next|continu(?:e|es|ation))(?:pages?|records|results|token|cursor|link|url|href|key|marker|id|offset|index|number)*$|^lastevaluatedkey$/,
    (value) => (isArray(value) ? undefined : isLink(value)),
  ],
  // `last: true`, `isLastPage: false`.
  [
    /^(?:is)?(?:last|done|end)(?:page)?$/,
    (value) => (typeof value === 'boolean' ? !value : undefined),
  ],
];

function moreByKey({ plain, value }: EnvelopeField): boolean | undefined {
  const [, read] = MORE_KEYS.find(([keys]) => keys.test(plain)) ?? [];
  return read?.(value);
}

/** Keys of a link whose values don't say whether there is one: `{"href": null, "templated": true}`. */
const NO_LINK = /^(?:templated|rel|type|method|title|name|label|limit|size|page_?size|count)$/i;

/** Whether a link, token or key isn't empty. DynamoDB's key of the next page is an object. */
function isLink(value: unknown): boolean {
  if (!isObject(value)) {
    return Boolean(value) && !isArray(value);
  }
  return firstEntries(value, 20).some(([key, inner]) => Boolean(inner) && !NO_LINK.test(key));
}

const PAGE = /^(?:current)?page(?:no|number|index)?$|^current$|^number$/;
const PAGES = /^(?:total|num)?pages(?:total)?$|^pagecount$/;
const LAST_PAGE = /^last(?:page)?$/;

/** `page: 1, pages: 3`, `currentPage: 1, lastPage: 3`, if the number is this page's, from 0 or from 1. */
function moreByPageNumber({ fields, page }: PagingSigns): boolean | undefined {
  const firstNumber = (keys: RegExp) => {
    const numbers = fields.map(({ plain, value }) => keys.test(plain) && readAmount(value));
    return numbers.find((number) => typeof number === 'number');
  };
  const place = firstNumber(PAGE) ?? Number.NaN;
  const start = place - page.index;
  const pages = firstNumber(PAGES);
  const last = pages === undefined ? firstNumber(LAST_PAGE) : pages + start - 1;
  return last !== undefined && [0, 1].includes(start) ? place < last : undefined;
}

/** `Link: <https://…>; rel="next"`. */
function moreByLinkHeader({ headers }: Page): true | undefined {
  return /rel="?next"?/i.test(headers.link ?? '') || undefined;
}
