import { toContentId } from './monitorIds';
import type { Page } from './page';

/** Knowledge about the pages of a service address, as plain JSON. */
export interface KnownPaging {
  /** The most monitors seen on a page. */
  readonly longestPage: number;
  /** Monitors per page, if the service returns fewer than requested. */
  readonly pageSize?: number | undefined;
  /** A first page with these monitors was the whole list at this time (epoch milliseconds). */
  readonly end?: { readonly monitors: string; readonly at: number } | undefined;
  /** Whether a total ever exceeded the monitors so far, so that it isn't just the page length. */
  readonly tellsTotals: boolean;
}

export const NOTHING_KNOWN: KnownPaging = { longestPage: 0, tellsTotals: false };

/** Milliseconds for which a known end stays valid. */
const END_KNOWN_MS = 24 * 60 * 60_000;

/** Page sizes that are neither a multiple of 5 nor a power of two. */
const OTHER_CAPS = [12, 24, 48, 96];

/** Returns whether this length is a likely page limit. */
export function couldBeCap(length: number): boolean {
  return length % 5 === 0 || Number.isInteger(Math.log2(length)) || OTHER_CAPS.includes(length);
}

/** Returns whether this first page is known to be the whole list. */
export function isKnownEnd({ end }: KnownPaging, first: Pick<Page, 'monitors' | 'readAt'>): boolean {
  return (
    end !== undefined &&
    Math.abs(first.readAt - end.at) < END_KNOWN_MS &&
    end.monitors === toMonitorsKey(first)
  );
}

/** Makes a key from the monitor ids, in any order. */
export function toMonitorsKey({ monitors }: Pick<Page, 'monitors'>): string {
  return toContentId(monitors.map(({ id }) => id).sort());
}

export function mergePaging(known: KnownPaging, learned: KnownPaging): KnownPaging {
  const longestPage = Math.max(known.longestPage, learned.longestPage);
  const pageSize = learned.pageSize ?? known.pageSize;
  const isNewer = (learned.end?.at ?? -Infinity) > (known.end?.at ?? -Infinity);
  // If other pages followed, the first page is not the whole list.
  const end = isNewer ? learned.end : learned.pageSize === undefined ? known.end : undefined;
  return {
    longestPage,
    // A longer page disproves the known limit.
    pageSize: pageSize !== undefined && pageSize >= longestPage ? pageSize : undefined,
    end,
    tellsTotals: known.tellsTotals || learned.tellsTotals,
  };
}
