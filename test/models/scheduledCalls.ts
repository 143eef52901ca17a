import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type fc from 'fast-check';
import type { Fetch } from '../../src/service/http';
import { answerCall } from '../simulator/answering';
import type { Call } from '../simulator/callRecord';
import { kindOf } from '../simulator/contract';
import type { SimulatedService } from '../simulator/simulatedService';

/** Passes calls to a service's rules without a network. The scheduler decides when responses arrive. */
export class ScheduledCalls {
  readonly #scheduler: fc.Scheduler;
  /** How many of the next pages are refused. */
  failing = 0;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  async make(service: SimulatedService, ...[url, init]: Parameters<Fetch>): ReturnType<Fetch> {
    const { method, body, signal, onConnection } = init;
    const { pathname } = new URL(url);
    const headers = Object.entries(init.headers).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]);
    const call: Call = {
      kind: kindOf(pathname, ''),
      method,
      path: pathname,
      headers: Object.fromEntries(headers) as Call['headers'],
      body: JSON.parse(body) as unknown,
      outcome: 'in flight',
    };
    const { content, violation } = answerCall(call, service);
    assert.equal(violation, undefined);
    onConnection('open');
    const fails = call.kind === 'list' && this.failing > 0;
    this.failing -= fails ? 1 : 0;
    const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('aborted')));
    await Promise.race([
      this.#scheduler.schedule(Promise.resolve(), `response to ${pathname}`),
      aborted,
    ]);
    return {
      status: fails ? 503 : content.status,
      headers: new Headers(content.headers),
      body: Readable.from([Buffer.from(content.body)]),
    };
  }
}
