import { toContentId } from './monitorIds';
import type { Page } from './page';

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

const END_KNOWN_MS = 24 * 60 * 60_000;

/** Common limits besides multiples of 5 and powers of two. */
const OTHER_CAPS = [12, 24, 48, 96];

/** Returns whether this length is a likely limit. */
export function couldBeCap(length: number): boolean {
  return length % 5 === 0 || Number.isInteger(Math.log2(length)) || OTHER_CAPS.includes(length);
}

/** Returns whether this page is known to be the whole list. */
export function isKnownEnd({ end }: KnownPaging, first: Pick<Page, 'monitors' | 'readAt'>): boolean {
  return (
    end !== undefined &&
    Math.abs(first.readAt - end.at) < END_KNOWN_MS &&
    end.monitors === toMonitorsKey(first)
  );
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
  const end = isNewer ? learned.end : learned.pageSize === undefined ? known.end : undefined;
  return {
    longestPage,
    // A longer page disproves the known limit.
    pageSize: pageSize !== undefined && pageSize >= longestPage ? pageSize : undefined,
    end,
    tellsTotals: known.tellsTotals || learned.tellsTotals,
  };
}
