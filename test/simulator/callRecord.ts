import { EventEmitter, once } from 'node:events';
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

/** All calls, and those in flight. */
export class CallRecord {
  readonly calls: Call[] = [];
  private readonly underWay = new Set<Call>();
  private readonly events = new EventEmitter<{ received: [Call]; end: [] }>();
  maxInFlight = 0;

  get inFlight(): number {
    return this.underWay.size;
  }

  begin(call: Call): void {
    this.calls.push(call);
    this.underWay.add(call);
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
  }

  /** The whole request has arrived. */
  received(call: Call): void {
    this.events.emit('received', call);
  }

  end(call: Call): void {
    this.underWay.delete(call);
    this.events.emit('end');
  }

  async next(): Promise<Call> {
    const [call] = (await once(this.events, 'received')) as [Call];
    return call;
  }

  async idle(): Promise<void> {
    while (this.inFlight > 0) {
      await once(this.events, 'end');
    }
  }

  forget(): void {
    this.calls.length = 0;
    this.maxInFlight = this.inFlight;
  }
}
