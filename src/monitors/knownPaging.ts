import { toContentId } from './monitorIds';
import type { Page } from './page';

/** What the lists of a service address have shown of its pages. A value: plain JSON. */
export interface KnownPaging {
  /** The most monitors that a page ever had. */
  readonly longestPage: number;
  /** Monitors of a page, if the service gives fewer than are asked for. */
  readonly pageSize?: number | undefined;
  /** A first page with these monitors was all there is, when that was last asked: epoch milliseconds. */
  readonly end?: { readonly monitors: string; readonly at: number } | undefined;
  /** Whether a total was ever more than the monitors up to its page: it's not the length of the page. */
  readonly tellsTotals: boolean;
}

export const NOTHING_KNOWN: KnownPaging = { longestPage: 0, tellsTotals: false };

/** For how long a short first page is known to be all there is. */
const END_KNOWN_MS = 24 * 60 * 60_000;

/** Page sizes that are neither a multiple of 5 nor a power of two. */
const OTHER_CAPS = [12, 24, 48, 96];

/** Whether a service may give no more monitors a page than so many. */
export function couldBeCap(length: number): boolean {
  return length % 5 === 0 || Number.isInteger(Math.log2(length)) || OTHER_CAPS.includes(length);
}

/** Whether a first page is known to be all there is. */
export function isKnownEnd({ end }: KnownPaging, first: Pick<Page, 'monitors' | 'readAt'>): boolean {
  return (
    end !== undefined &&
    Math.abs(first.readAt - end.at) < END_KNOWN_MS &&
    end.monitors === toMonitorsKey(first)
  );
}

/** Tells the monitors of a page from others, in whatever order. */
export function toMonitorsKey({ monitors }: Pick<Page, 'monitors'>): string {
  return toContentId(monitors.map(({ id }) => id).sort());
}

/** What was known and what was learned since. */
export function mergePaging(known: KnownPaging, learned: KnownPaging): KnownPaging {
  const longestPage = Math.max(known.longestPage, learned.longestPage);
  const pageSize = learned.pageSize ?? known.pageSize;
  const isNewer = (learned.end?.at ?? -Infinity) > (known.end?.at ?? -Infinity);
  // What was followed by others isn't all there is any more.
  const end = isNewer ? learned.end : learned.pageSize === undefined ? known.end : undefined;
  return {
    longestPage,
    // A longer page shows that the service gives more by now.
    pageSize: pageSize !== undefined && pageSize >= longestPage ? pageSize : undefined,
    end,
    tellsTotals: known.tellsTotals || learned.tellsTotals,
  };
}
