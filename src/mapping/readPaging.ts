import { firstKeys, isArray, isObject } from '../base/json';
import type { Path } from '../base/path';
import { readAmount, readFlag, toText } from '../base/scalar';
import { toSingular } from '../base/words';
import type { Page } from '../monitors/page';
import type { PageContent, StatedTotal } from '../monitors/pageContent';
import type { EnvelopeField } from './envelope';
import * as lexicon from './lexicon';

// What a page says of the number of monitors and of further pages. Each rule reads one kind of sign.

/** What the rules look at. */
interface PagingSigns {
  readonly page: Page;
  /** Entries on the page. */
  readonly entries: number;
  readonly list: Path;
  /** The fields around the list. */
  readonly fields: readonly EnvelopeField[];
}

type TotalRule = (signs: PagingSigns) => readonly StatedTotal[];
type MoreRule = (signs: PagingSigns) => readonly boolean[];

/** The first total counts that is at least the page's length. */
const TOTAL_RULES: readonly TotalRule[] = [totalByKey, totalByHeader, countByKey];

/** If two signs disagree, more follows. */
const MORE_RULES: readonly MoreRule[] = [
  moreByFlag,
  moreByNext,
  moreByLastFlag,
  moreByPageNumber,
  moreByMinimum,
  moreByLinkHeader,
];

export function readPaging(signs: PagingSigns): Pick<PageContent, 'total' | 'hasMore'> {
  const totals = TOTAL_RULES.flatMap((rule) => rule(signs));
  const total = totals.find(({ count }) => count >= signs.entries);
  const more = MORE_RULES.flatMap((rule) => rule(signs));
  return {
    total: isMinimum(signs) ? undefined : total,
    hasMore: more.length === 0 ? undefined : more.includes(true),
  };
}

/** `total`, `meta.totalElements`, `monitors_total`, `hits: {total: {value: 340}}`. */
function totalByKey({ fields, list }: PagingSigns): readonly StatedTotal[] {
  const totals = fields.filter((field) => isTotalKey(field, list));
  return totals.flatMap(({ value }) => toCount(value, true));
}

/** `X-Total-Count: 340`, `Content-Range: 0-24/340`. */
function totalByHeader({ page }: PagingSigns): readonly StatedTotal[] {
  const total = page.headers.total?.replace(/^(?!bytes)[^/]*\//, '');
  return toCount(total, true);
}

/** `count`, `results`: of all monitors, or only of this page. */
function countByKey({ fields, page }: PagingSigns): readonly StatedTotal[] {
  const counts = fields.filter((field) => isCountKey(field) && !isOfOtherThing(field));
  const totals = counts.flatMap(({ value }) => toCount(value, false));
  // A number equal to the size that was asked for repeats the request.
  return totals.filter(({ count }) => count !== page.size);
}

function toCount(value: unknown, saysTotal: boolean): readonly StatedTotal[] {
  const count = readAmount(isObject(value) ? value['value'] : value);
  const isCount = count !== undefined && Number.isSafeInteger(count) && count >= 0;
  return isCount ? [{ count, saysTotal }] : [];
}

/** Words of totals that don't say what is counted: `grandTotal`, `total_found`. */
const OF_ALL = /grand|overall|total|all|available|found|matched|count/g;

/** `total_checks` counts the checks, `totalExecutors` something else. */
function isTotalKey(field: EnvelopeField, list: Path): boolean {
  const { words, plain, holder } = field;
  const isOfPages = holder.at(-1) === 'pages' && plain === 'total';
  const isOther = words.some((word) => lexicon.NO_TOTALS.has(word)) || isOfOtherThing(field);
  if (!plain.includes('total') || isOfPages || isOther) {
    return false;
  }
  const counted = words.map((word) => word.replace(OF_ALL, '')).findLast(Boolean) ?? 'count';
  const names = [counted, `${counted}s`];
  return names.some((name) => lexicon.COUNT_WORDS.has(name) || list.toLowerCase().endsWith(name));
}

const OF_PAGE = /^(?:size|length|number|of|available)$/;

/** `count`, `numFound`, `monitor_count`. */
function isCountKey({ words, plain }: EnvelopeField): boolean {
  const [noun = '', count] = words;
  const isOfNoun = words.length === 2 && count === 'count' && lexicon.NOUNS.has(noun);
  return isOfNoun || (lexicon.COUNT_WORDS.has(plain) && !OF_PAGE.test(plain));
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
function moreByMinimum(signs: PagingSigns): readonly boolean[] {
  const { page, entries } = signs;
  const soFar = entries === 0 ? 0 : page.index * page.size + entries;
  const totals = isMinimum(signs) ? totalByKey(signs) : [];
  return totals.some(({ count }) => count > soFar) ? [true] : [];
}

/** Keys of a flag, link or token: `hasMore`, `nextPageUrl`. */
const MORE =
  /^lastevaluatedkey$|^(?:odata|hydra|iot)?(?:is|has)?(?:next|more|truncated|continu(?:e|es|ation))(?:pages?|items|records|results|available|token|cursor|link|url|href|key|marker|id|offset|index|number)*$/;
const IS_FLAG = /more|truncated|^has|^is/;

/** `hasMore: false`, `is_truncated: true`. `hasMore: null` says nothing. */
function moreByFlag({ fields }: PagingSigns): readonly boolean[] {
  const flags = fields.filter(({ plain }) => MORE.test(plain) && IS_FLAG.test(plain));
  return flags.flatMap(({ value }) => readFlag(value) ?? (isLink(value) ? true : []));
}

/** `next: "https://…"`, `nextToken: null`, `links: {next: {href: "…"}}`. A token may be "0". */
function moreByNext({ fields }: PagingSigns): readonly boolean[] {
  const links = fields.filter(({ plain }) => MORE.test(plain) && !IS_FLAG.test(plain));
  return links.flatMap(({ value }) => (value === undefined || isArray(value) ? [] : isLink(value)));
}

const LINK = /^(?:page|offset|after)$|(?:href|url|uri|link|cursor|token)$/i;

/** Whether a link, token or key isn't empty. DynamoDB's key of the next page is an object. */
function isLink(value: unknown): boolean {
  if (!isObject(value)) {
    return Boolean(value) && !isArray(value);
  }
  const keys = firstKeys(value, 20);
  const links = keys.filter((key) => LINK.test(key));
  return (links.length > 0 ? links : keys).some((key) => Boolean(value[key]));
}

const LAST = /^(?:is)?(?:last|done|end)(?:page)?$/;

/** `last: true`, `isLastPage: false`. */
function moreByLastFlag({ fields }: PagingSigns): readonly boolean[] {
  const flags = fields.filter(({ plain }) => LAST.test(plain));
  return flags.flatMap(({ value }) => (typeof value === 'boolean' ? !value : []));
}

const PAGE = /^(?:current)?page(?:no|number|index)?$|^current$|^number$/;
const PAGES = /^(?:total|num)?pages(?:total)?$|^pagecount$/;
const LAST_PAGE = /^last(?:page)?$/;

/** `page: 1, pages: 3`, `currentPage: 1, lastPage: 3`, if the number is this page's, from 0 or from 1. */
function moreByPageNumber({ fields, page }: PagingSigns): readonly boolean[] {
  const numbersOf = (keys: RegExp) =>
    fields.flatMap(({ plain, value }) => (keys.test(plain) ? toCount(value, true) : []));
  const number = numbersOf(PAGE)[0]?.count;
  const pages = numbersOf(PAGES)[0]?.count;
  // The last page has a number of the same kind, from 0 or from 1.
  const last = numbersOf(LAST_PAGE)[0]?.count ?? pages;
  if (number === undefined || last === undefined) {
    return [];
  }
  if (number === page.index) {
    return [pages === undefined ? number < last : number + 1 < pages];
  }
  return number === page.index + 1 ? [number < last] : [];
}

/** `Link: <https://…>; rel="next"`. */
function moreByLinkHeader({ page }: PagingSigns): readonly boolean[] {
  return /rel="?next"?/i.test(page.headers.link ?? '') ? [true] : [];
}
