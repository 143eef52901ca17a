import type { Caller, CallReason } from './call';
import type { Monitor } from './monitor';

/** `pageIndex` counts from 0. */
export interface PageRequest {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  /** Whether it replaces a loaded page, so that older responses must not be used. */
  readonly isRenewal: boolean;
  readonly caller: Caller;
  /** Pages of one snapshot are offsets into the same list. */
  readonly snapshotId: string;
}

/** A record's place in a response. */
export interface RecordPlace {
  /** The path of its list. */
  readonly list: string;
  /** Its key, if the list is an object. */
  readonly key?: string | undefined;
  /** Index of the outer record on the page. */
  readonly inside?: number | undefined;
}

/** Data to read a page's monitors again. */
export interface PageSource {
  /** One per monitor, in order. */
  readonly places: readonly RecordPlace[];
  /** The fields that make up the ids. */
  readonly idFields: string;
  /** The zone of times that have no zone of their own. */
  readonly zone?: string | undefined;
}

export interface Page {
  /** May not be the requested one: another window may have begun it. */
  readonly snapshotId: string;
  readonly pageIndex: number;
  /** Requested monitors. A short first page reduces later requests. */
  readonly pageSize: number;
  /** In the service's order; may be empty. Nested monitors follow their outer one. */
  readonly monitors: readonly Monitor[];
  /** Records per list of the response, without nested ones. Absent for one flat list. */
  readonly lengths?: readonly number[];
  /** Monitors in the account, according to the response. */
  readonly total?: number;
  /** Whether another page follows, if the response says so. */
  readonly hasMore?: boolean;
  /** Records in the account, by the totals of groups or regions. Repeated ones count again. */
  readonly atLeast?: number;
  /** Whether the response has a larger total, perhaps of something else. */
  readonly mayHaveMore?: boolean;
  /** Entries in the response, if it had more than were read. */
  readonly cutFrom?: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  readonly source?: PageSource;
  readonly questions?: {
    readonly fields: readonly string[];
    readonly statusValues: readonly string[];
  };
  /** Earlier pages, reread because this page improved the mapping. */
  readonly earlier?: readonly Page[];
}

/** Reads, takes and saves a page. One call unless another window already read it. After an abort, it may reject. */
export type FetchPage = (
  request: PageRequest,
  signal: AbortSignal,
  take: TakePage,
) => Promise<void>;
type TakePage = (page: Page) => void;

/** Counts records that aren't nested. */
export function ownLengthOf({ lengths, monitors }: Page): number {
  return lengths?.reduce((sum, length) => sum + length, 0) ?? monitors.length;
}

/** The longest list counts, because each is paged separately. */
export function lengthOf({ lengths, monitors }: Page): number {
  return lengths === undefined ? monitors.length : Math.max(0, ...lengths);
}

/** Returns the first records of a page, with masked secrets. */
export function recordsOf({ monitors, source }: Page, count = Infinity) {
  const places = (source?.places ?? []).slice(0, count);
  return { values: places.map((_, i) => monitors[i]?.raw), places };
}
