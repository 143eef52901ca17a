import type { IncomingHttpHeaders } from 'node:http';
import type { BrokenResponse } from './brokenResponses';

export type CallKind = 'token' | 'list' | 'other';

/** A request that reached the service. */
export interface Call {
  readonly kind: CallKind;
  readonly method: string;
  /** As in the request line, with a query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text if it isn't JSON. Undefined until it has arrived. */
  body?: unknown;
  status?: number;
  /** E-mail of the account, once known. */
  account?: string;
  pageIndex?: number;
  pageSize?: number;
  failure?: BrokenResponse | undefined;
  /** How it ended, by who closed the connection first. */
  outcome: 'in flight' | 'answered' | 'aborted by client' | 'broken on purpose';
}
