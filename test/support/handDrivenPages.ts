import type { FetchPage, Page, PageRequest } from '../../src/monitors/page';
import { pageOf, type StillList } from './stillList';

interface OpenCall {
  readonly request: PageRequest;
  /** Out of hand: no abort rejects it any more. */
  readonly leave: () => void;
  readonly resolve: (page: Page) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers calls for pages when the test says so, in whatever order; keeps a record of all of them. */
export class HandDrivenPages {
  /** All calls, in the order in which they were made. */
  readonly requests: PageRequest[] = [];
  readonly signals: AbortSignal[] = [];
  mostInFlight = 0;
  /** Unless set to false, an abort ends a call at once, as the real client's does. */
  heedsAborts = true;
  #open: OpenCall[] = [];

  constructor(public list: StillList) {}

  readonly fetchPage: FetchPage = (request, signal) => {
    this.requests.push(request);
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#close(call);
        reject(new Error('aborted'));
      };
      const leave = () => signal.removeEventListener('abort', abort);
      const call: OpenCall = { request, leave, resolve, reject };
      this.#open.push(call);
      this.mostInFlight = Math.max(this.mostInFlight, this.#open.length);
      if (this.heedsAborts) {
        signal.addEventListener('abort', abort);
      }
    });
  };

  /** Indexes of the pages asked for, in order. */
  get asked(): number[] {
    return this.requests.map(({ pageIndex }) => pageIndex);
  }

  /** Indexes of the pages in flight. */
  get open(): number[] {
    return this.#open.map(({ request }) => request.pageIndex);
  }

  /** A response arrives, and is still to be read. */
  async respond(pageIndex: number): Promise<void> {
    this.#find(pageIndex).request.askAhead?.();
    await turn();
  }

  /** The list's own page arrives, or the one given. */
  async answer(pageIndex = this.#next(), page?: Page): Promise<void> {
    const call = this.#take(pageIndex);
    call.request.askAhead?.();
    call.resolve(page ?? pageOf(this.list, call.request));
    await turn();
  }

  async fail(pageIndex = this.#next(), error: unknown = new Error('no network')): Promise<void> {
    this.#take(pageIndex).reject(error);
    await turn();
  }

  /** Answers whatever is asked, until nothing more is. */
  async answerAll(): Promise<void> {
    for (await turn(); this.#open.length > 0; await turn()) {
      await this.answer();
    }
  }

  #next(): number {
    return this.#open[0]?.request.pageIndex ?? -1;
  }

  #find(pageIndex: number): OpenCall {
    const call = this.#open.find(({ request }) => request.pageIndex === pageIndex);
    if (!call) {
      throw new RangeError(`page ${pageIndex} is not in flight, but ${this.open.join(', ') || 'none'}`);
    }
    return call;
  }

  #take(pageIndex: number): OpenCall {
    const call = this.#find(pageIndex);
    this.#close(call);
    return call;
  }

  #close(call: OpenCall): void {
    call.leave();
    this.#open = this.#open.filter((open) => open !== call);
  }
}

/** Lets everything run that waits for nothing but its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
