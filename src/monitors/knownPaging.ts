import { DAY } from '../base/time';
import { toContentId } from './monitorIds';
import { lengthOf, ownLengthOf, type Page } from './page';

/** Knowledge about a service's pages. Plain JSON. */
export interface KnownPaging {
  readonly longestPage: number;
  /** The service's limit per page, if known. */
  readonly pageSize?: number | undefined;
  /** A first page with these monitors was the whole list at this time (epoch milliseconds). */
  readonly end?: { readonly monitors: string; readonly at: number } | undefined;
  /** Whether a total ever exceeded the monitors so far, which shows that it isn't the page length. */
  readonly tellsTotals: boolean;
}

export const NOTHING_KNOWN: KnownPaging = { longestPage: 0, tellsTotals: false };

const END_KNOWN_MS = DAY;

/** Common limits besides multiples of 5 and powers of two. */
const OTHER_CAPS = [12, 24, 48, 96];

function couldBeCap(length: number): boolean {
  return length % 5 === 0 || Number.isInteger(Math.log2(length)) || OTHER_CAPS.includes(length);
}

/** Returns whether this first page may not be the whole list, because its length may be the service's limit. */
export function mayBeCap(first: Page, { longestPage, end }: KnownPaging): boolean {
  // Some services limit the monitors of all lists together, and others those of each list.
  const length = lengthOf(first);
  const ownLength = ownLengthOf(first);
  const isKnownEnd =
    end !== undefined &&
    Math.abs(first.readAt - end.at) < END_KNOWN_MS &&
    end.monitors === toMonitorsKey(first);
  const isUsual = couldBeCap(length) || couldBeCap(ownLength);
  const isLongest = length > first.pageSize || longestPage <= ownLength;
  const mayHaveMore = first.mayHaveMore === true || (isUsual && isLongest);
  return length !== first.pageSize && mayHaveMore && !isKnownEnd;
}

interface LoadedPages {
  readonly pages: readonly Page[];
  readonly count: number;
  readonly end: string | undefined;
}

/** Returns what the pages of a snapshot show. */
export function learnPaging(
  { pages: [first, second, third], count, end }: LoadedPages,
  longestPage: number,
  tellsTotals: boolean,
): KnownPaging {
  const length = first === undefined ? 0 : lengthOf(first);
  const isShort = first !== undefined && length > 0 && length < first.pageSize;
  const isCapped = isShort && couldBeCap(length) && count > first.monitors.length;
  const isAll = isShort && second && !third && lengthOf(second) === 0 && end === 'proven';
  return {
    longestPage,
    ...(isCapped && { pageSize: length }),
    ...(isAll && { end: { monitors: toMonitorsKey(first), at: second.readAt } }),
    tellsTotals,
  };
}

/** Ignores the order of the monitors. */
export function toMonitorsKey({ monitors }: Pick<Page, 'monitors'>): string {
  return toContentId(monitors.map(({ id }) => id).sort());
}

export function mergePaging(known: KnownPaging, learned: KnownPaging): KnownPaging {
  const longestPage = Math.max(known.longestPage, learned.longestPage);
  const pageSize = learned.pageSize ?? known.pageSize;
  const isNewer = (learned.end?.at ?? -Infinity) > (known.end?.at ?? -Infinity);
  // Other pages followed, so the first isn't the whole list.
  const knownEnd = learned.pageSize === undefined ? known.end : undefined;
  const end = isNewer ? learned.end : knownEnd;
  return {
    longestPage,
    // A longer page disproves the known limit.
    pageSize: pageSize !== undefined && pageSize >= longestPage ? pageSize : undefined,
    end,
    tellsTotals: known.tellsTotals || learned.tellsTotals,
  };
}
