import type { IncomingHttpHeaders } from 'node:http';
import type { BrokenResponse } from './brokenResponses';

export type CallKind = 'token' | 'list' | 'other';

/** How a call ended; who closes first decides. */
export type CallOutcome = 'in flight' | 'answered' | 'aborted by client' | 'broken on purpose';

/** One request that reached the service, whatever became of it. */
export interface Call {
  /** 1 for the first call since the service started or its record was last emptied. */
  readonly number: number;
  /** The same, counting calls of this kind alone. */
  readonly numberOfKind: number;
  /** Epoch milliseconds of its arrival, by the real clock. */
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  /** As it stood in the request line, with any query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; the text itself where it is no JSON; undefined until it has arrived. */
  body: unknown;
  /** The status sent, if one was. */
  status: number | undefined;
  /** The e-mail of the account it was made for, once that is known. */
  account: string | undefined;
  pageIndex: number | undefined;
  pageSize: number | undefined;
  /** What the test had the service do instead of answering. */
  failure: BrokenResponse | undefined;
  outcome: CallOutcome;
  /** From arrival to the end of the response; undefined while in flight. */
  durationMs: number | undefined;
}

/** The calls that have come in, and those still under way. */
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

  /** The request has arrived with its whole body. */
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
