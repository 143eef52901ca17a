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
