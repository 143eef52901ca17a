import type { CallAction, Caller, CallReason } from './call';
import type { Monitor } from './monitor';

/** A request for a page: `pageIndex` from 0, at most `pageSize` monitors. */
export interface PageRequest extends Partial<CallAction> {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  /** Replaces a loaded page, so an older response must not be used. */
  readonly renews: boolean;
  readonly caller: Caller;
  /** The page's snapshot. Pages of one snapshot are offsets into the same list. */
  readonly snapshotId: string;
  /** Requests the following pages. Called when a possible response arrives, before it is read. */
  readonly askAhead?: () => void;
}

/** Place of a record in a response, and its monitor's id. */
export interface RecordPlace {
  readonly id: string;
  /** The path of its list. */
  readonly list: string;
  /** Its key, if the list is an object. */
  readonly key?: string | undefined;
  /** Index of the outer record on the page. */
  readonly inside?: number | undefined;
  /** The name of its group, if that group is nested. */
  readonly group?: string | undefined;
}

/** Data to read a page's monitors again, besides the records. */
export interface PageSource {
  /** One per monitor, in order. */
  readonly places: readonly RecordPlace[];
  /** The fields that make up the ids. */
  readonly idFields: string;
  /** The time zone for times without one. */
  readonly zone?: string | undefined;
}

/** Unclear parts of a page. */
export interface PageQuestions {
  /** Field names. */
  readonly fields: readonly string[];
  /** Unknown status values. */
  readonly statusValues: readonly string[];
}

/** The result of one call for monitors. */
export interface Page {
  /** The page's snapshot; not the requested one if another window had begun it. */
  readonly snapshotId: string;
  readonly pageIndex: number;
  /** Requested monitors. If the first page has fewer, later requests use its length. */
  readonly pageSize: number;
  /** In the service's order; may be shorter than `pageSize` or empty. Nested monitors follow their outer one. */
  readonly monitors: readonly Monitor[];
  /** Records per list of the response, without nested ones. Absent for one list without nesting. */
  readonly lengths?: readonly number[];
  /** The response's total for the account. The list decides whether to trust it. */
  readonly total?: number;
  /** The account has at least `total` monitors. */
  readonly isLowerBound?: true;
  /** Whether another page follows, if the response says so other than by a total. */
  readonly hasMore?: boolean;
  /** Entries in the response, if it had more than were read. */
  readonly cutFrom?: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  readonly source?: PageSource;
  readonly questions?: PageQuestions;
  /** Earlier pages of the snapshot, reread because this page improved the mapping. */
  readonly earlier?: readonly Page[];
}

/**
 * Reads a page; costs one call unless another window already read it. Rejects with the error, or with any error after
 * `signal` aborts.
 */
export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<Page>;
