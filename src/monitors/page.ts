import type { Caller, CallReason } from './call';
import type { Monitor } from './monitor';

/** What is asked of the service: `pageIndex` from 0, `pageSize` monitors at the most. */
export interface PageRequest {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly reason: CallReason;
  readonly caller: Caller;
  /** The snapshot that the page is for. Pages of one snapshot fit together: they are offsets into the same list. */
  readonly snapshotId: string;
  /** Asks for the pages that follow. Called once a response has come that may hold this page, before it is read. */
  readonly askAhead?: () => void;
}

/** One answered call for monitors. */
export interface Page {
  /** The snapshot that the page belongs to; another one than asked for where another window had begun it. */
  readonly snapshotId: string;
  readonly pageIndex: number;
  readonly pageSize: number;
  /** In the service's own order; may be shorter than `pageSize`, and empty. */
  readonly monitors: readonly Monitor[];
  /** Monitors in the whole account, where the response says so. */
  readonly total?: number;
  /** Whether another page follows, where the response says so. */
  readonly hasMore?: boolean;
  /** Entries in the response, where it held more than were read. */
  readonly cutFrom?: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  /** Other pages of the snapshot, as they are read now that this one has told more of the service's responses. */
  readonly earlier?: readonly Page[];
}

/**
 * Reads one page; costs one call unless it came from another window.
 * Rejects with what went wrong; once `signal` aborts, with whatever the abort caused.
 */
export type FetchPage = (request: PageRequest, signal: AbortSignal) => Promise<Page>;
