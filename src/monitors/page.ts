import type { CallAction, Caller, CallReason } from './call';
import type { Monitor } from './monitor';

/** What is asked of the service: `pageIndex` from 0, `pageSize` monitors at the most. */
export interface PageRequest extends Partial<CallAction> {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  /** It takes the place of a page that is loaded, so that one of before is of no use. */
  readonly renews: boolean;
  readonly caller: Caller;
  /** The snapshot that the page is for. Pages of one snapshot fit together: they are offsets into the same list. */
  readonly snapshotId: string;
  /** Asks for the pages that follow. Called once a response has come that may hold this page, before it is read. */
  readonly askAhead?: () => void;
}

/** Where a record was in a response, and the id of its monitor. */
export interface RecordPlace {
  readonly id: string;
  /** The path of its list. */
  readonly list: string;
  /** What it is filed under, if the list is an object. */
  readonly key?: string | undefined;
  /** The place on the page of the record that it is inside. */
  readonly inside?: number | undefined;
  /** The name of the group that it is in, if that group is inside another. */
  readonly group?: string | undefined;
}

/** What it takes, besides the records, to read the monitors of a page again. */
export interface PageSource {
  /** Of each monitor, in their order. */
  readonly places: readonly RecordPlace[];
  /** What the ids are made from. */
  readonly idFields: string;
  /** The time zone of times without one. */
  readonly zone?: string | undefined;
}

/** What could not be told of a page. */
export interface PageQuestions {
  /** Names of fields. */
  readonly fields: readonly string[];
  /** Status values that nobody knows. */
  readonly statusValues: readonly string[];
}

/** One answered call for monitors. */
export interface Page {
  /** The snapshot that the page belongs to; another one than asked for where another window had begun it. */
  readonly snapshotId: string;
  readonly pageIndex: number;
  /** Monitors that were asked for. After a first page with fewer, further ones are asked for in its length. */
  readonly pageSize: number;
  /** In the service's own order; may be shorter than `pageSize`, and empty. One that is inside another comes after it. */
  readonly monitors: readonly Monitor[];
  /** Records of each list of the response, without those inside others. Absent for one list with nothing inside. */
  readonly lengths?: readonly number[];
  /** Monitors in the whole account, as the response says it. The list decides what that proves. */
  readonly total?: number;
  /** The response says that there are at least `total` monitors, and maybe more. */
  readonly isLowerBound?: true;
  /** Whether another page follows, if the response says so in another way than by a total. */
  readonly hasMore?: boolean;
  /** Entries in the response, where it held more than were read. */
  readonly cutFrom?: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  readonly source?: PageSource;
  readonly questions?: PageQuestions;
  /** Other pages of the snapshot, as they are read now that this one has told more of the service's responses. */
  readonly earlier?: readonly Page[];
}

/**
 * Reads one page; costs one call unless it came from another window.
 * Rejects with what went wrong; once `signal` aborts, with whatever the abort caused.
 */
export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<Page>;
