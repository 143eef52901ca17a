import type { FetchPage, Page, PageRequest } from '../../src/monitors/page';
import { pageOf, type StillList } from './stillList';

interface OpenCall {
  readonly request: PageRequest;
  /** Ignores an abort from now on. */
  readonly leave: () => void;
  readonly resolve: (page: Page) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers calls for pages when the test says so, in any order, and records them. */
export class HandDrivenPages {
  /** All calls in their order. */
  readonly requests: PageRequest[] = [];
  readonly signals: AbortSignal[] = [];
  mostInFlight = 0;
  /** Whether an abort ends a call at once, as in the real client. */
  heedsAborts = true;
  /** Until then, pages that arrived are being saved. */
  saved: Promise<void> | undefined;
  #open: OpenCall[] = [];

  constructor(public list: StillList) {}

  readonly fetchPage: FetchPage = async (request, signal, take) => {
    this.requests.push(request);
    this.signals.push(signal);
    const answered = new Promise<Page>((resolve, reject) => {
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
    take(await answered);
    await this.saved;
  };

  /** Indexes of the requested pages, in order. */
  get asked(): number[] {
    return this.requests.map(({ pageIndex }) => pageIndex);
  }

  /** Indexes of the pages in flight. */
  get open(): number[] {
    return this.#open.map(({ request }) => request.pageIndex);
  }

  /** The list's own page arrives, or `page`. */
  async answer(pageIndex = this.#next(), page?: Page): Promise<void> {
    const call = this.#take(pageIndex);
    call.resolve(page ?? pageOf(this.list, call.request));
    await turn();
  }

  async fail(pageIndex = this.#next(), error: unknown = new Error('no network')): Promise<void> {
    this.#take(pageIndex).reject(error);
    await turn();
  }

  /** Answers all calls until there are no more. */
  async answerAll(): Promise<void> {
    for (await turn(); this.#open.length > 0; await turn()) {
      await this.answer();
    }
  }

  #next(): number {
    return this.#open[0]?.request.pageIndex ?? -1;
  }

  #take(pageIndex: number): OpenCall {
    const call = this.#open.find(({ request }) => request.pageIndex === pageIndex);
    if (!call) {
      throw new RangeError(
        `page ${pageIndex} is not in flight, but ${this.open.join(', ') || 'none'}`,
      );
    }
    this.#close(call);
    return call;
  }

  #close(call: OpenCall): void {
    call.leave();
    this.#open = this.#open.filter((open) => open !== call);
  }
}

/** Lets pending promises run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
