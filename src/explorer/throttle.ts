import { setTimeout as delay } from 'node:timers/promises';

export interface ThrottleOptions {
  /** Milliseconds from the start of one run to that of the next, at least. */
  readonly everyMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** What is run; never rejects. */
  readonly work: () => Promise<void>;
}

/** Runs work at once after a quiet while, else at most so often. All who ask before a run begins share it. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #startedAt = -Infinity;
  #running: Promise<void> = Promise.resolve();
  #next: { readonly run: Promise<void>; readonly hurry: AbortController } | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves when the run that follows has ended. */
  run(): Promise<void> {
    if (this.#next === undefined) {
      const hurry = new AbortController();
      this.#next = { run: this.#runNext(hurry.signal), hurry };
    }
    return this.#next.run;
  }

  /** Waits for what was asked for, which begins without further delay. */
  flush(): Promise<void> {
    this.#next?.hurry.abort();
    return this.#next?.run ?? this.#running;
  }

  async #runNext(hurried: AbortSignal): Promise<void> {
    const { everyMs, now, work } = this.#options;
    await this.#running;
    const wait = this.#startedAt + everyMs - now();
    if (wait > 0) {
      // Never longer, also after the clock was set back. It rejects where it is cut short.
      await delay(Math.min(wait, everyMs), undefined, { ref: false, signal: hurried }).catch(() => undefined);
    }
    this.#next = undefined;
    this.#startedAt = now();
    this.#running = work();
    await this.#running;
  }
}
