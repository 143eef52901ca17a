import type { Monitor } from './monitor';
import type { Page } from './page';

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
