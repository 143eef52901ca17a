import type { IncomingHttpHeaders } from 'node:http';
import type { BrokenResponse } from './brokenResponses';

export type CallKind = 'token' | 'list' | 'other';

/** How a call ended, by who closed the connection first. */
export type CallOutcome = 'in flight' | 'answered' | 'aborted by client' | 'broken on purpose';

/** A request that reached the service. */
export interface Call {
  /** From 1, since the start or `forgetCalls`. */
  readonly number: number;
  /** The same among calls of this kind. */
  readonly numberOfKind: number;
  /** Arrival in epoch milliseconds, by the real clock. */
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  /** As in the request line, with a query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text if it isn't JSON. Undefined until it has arrived. */
  body: unknown;
  status: number | undefined;
  /** E-mail of the account, once known. */
  account: string | undefined;
  pageIndex: number | undefined;
  pageSize: number | undefined;
  failure: BrokenResponse | undefined;
  outcome: CallOutcome;
  /** From arrival to the end of the response. */
  durationMs: number | undefined;
}

/** All calls, and those in flight. */
export class CallRecord {
  readonly calls: Call[] = [];
  private readonly underWay = new Set<Call>();
  private highest = 0;
  private waitingForCall: ((call: Call) => void)[] = [];
  private waitingForIdle: (() => void)[] = [];

  get inFlight(): number {
    return this.underWay.size;
  }

  get maxInFlight(): number {
    return this.highest;
  }

  count(kind?: CallKind): number {
    return kind ? this.calls.filter((call) => call.kind === kind).length : this.calls.length;
  }

  begin(request: Pick<Call, 'kind' | 'method' | 'path' | 'headers'>): Call {
    const call: Call = {
      ...request,
      number: this.calls.length + 1,
      numberOfKind: this.count(request.kind) + 1,
      at: Date.now(),
      body: undefined,
      status: undefined,
      account: undefined,
      pageIndex: undefined,
      pageSize: undefined,
      failure: undefined,
      outcome: 'in flight',
      durationMs: undefined,
    };
    this.calls.push(call);
    this.underWay.add(call);
    this.highest = Math.max(this.highest, this.underWay.size);
    return call;
  }

  /** The whole request has arrived. */
  received(call: Call): void {
    const waiting = this.waitingForCall;
    this.waitingForCall = [];
    for (const resolve of waiting) {
      resolve(call);
    }
  }

  end(call: Call): void {
    call.durationMs = Date.now() - call.at;
    this.underWay.delete(call);
    if (this.underWay.size > 0) {
      return;
    }
    const waiting = this.waitingForIdle;
    this.waitingForIdle = [];
    for (const resolve of waiting) {
      resolve();
    }
  }

  next(): Promise<Call> {
    return new Promise((resolve) => this.waitingForCall.push(resolve));
  }

  idle(): Promise<void> {
    return this.underWay.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => this.waitingForIdle.push(resolve));
  }

  forget(): void {
    this.calls.length = 0;
    this.highest = this.underWay.size;
  }
}
