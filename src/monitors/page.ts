import type { Monitor } from './monitor';

/** A call's place in time. Later numbers are later, whatever the clocks say. */
export interface PageCall {
  readonly number: number;
  /** Epoch milliseconds at which it was sent. */
  readonly begun: number;
  /** Epoch milliseconds at which its response was complete. */
  readonly ended: number;
}

/** Headers that say something about the list, as they came. */
export interface PageHeaders {
  readonly date?: string | undefined;
  /** `X-Total-Count: 340`, `Content-Range: 0-24/340`. */
  readonly total?: string | undefined;
  readonly link?: string | undefined;
}

/**
 * A response of the list, as it came. The same value is in memory, in the database and in tests. Its meaning is a
 * function of the page and the mapping.
 */
export interface Page {
  /** From 0. */
  readonly index: number;
  /** Monitors that were asked for. */
  readonly size: number;
  readonly call: PageCall;
  /** JSON with masked secrets; `null` if the service said that there are no monitors. */
  readonly response: unknown;
  readonly headers: PageHeaders;
  /** Addresses as they came, by their masked text. Security: in memory only, to open them. */
  readonly addresses?: ReadonlyMap<string, string> | undefined;
}

/** A page that was read again. It is kept for monitors that no page has had since. */
export interface ReplacedPage extends Page {
  /** Full refreshes that lacked such a monitor. */
  readonly refreshes: number;
}

/** The pages of an account's list. All that the view says is a function of them. */
export interface PageList {
  /** By index. A page that arrived early may leave a gap before it. */
  readonly pages: readonly Page[];
  readonly replaced: readonly ReplacedPage[];
}

export const NO_PAGES: PageList = { pages: [], replaced: [] };

/** A record of the list, as read. */
export interface ListRecord {
  /** Its `id` is the service's, and empty if the record lacks it. */
  readonly monitor: Monitor;
  /** In an array inside another record, so that no total counts it. */
  readonly isNested: boolean;
  /** Returns equal texts for records that differ in status, error and times only. */
  readonly fingerprint: () => string;
}

/** A number of monitors in a response. */
export interface StatedTotal {
  readonly count: number;
  /** Whether its key says that it is a total. `count` may be the page's length. */
  readonly saysTotal: boolean;
}

/** The content of a page, by a mapping. */
export interface PageContent {
  /** Whether the page has a list, or says that there are no monitors. If not, the user is asked for the list. */
  readonly hasList: boolean;
  /** Entries of the service's list, including values that aren't records. */
  readonly entries: number;
  readonly entriesWithoutRecord: number;
  readonly records: readonly ListRecord[];
  readonly total?: StatedTotal | undefined;
  /** Whether another page follows, if the response says so. */
  readonly hasMore?: boolean | undefined;
  /** Whether another list of the response may have monitors, too. */
  readonly hasOtherList: boolean;
  /** Fields that the user is asked for, because two places are equally likely. */
  readonly unclearFields: readonly string[];
  /** Values of statuses whose meaning isn't known. */
  readonly unknownStatuses: readonly string[];
}

/** Reads a page by a mapping. Returns the same object for the same page. */
export type ReadPage = (page: Page) => PageContent;
