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
  #next: Promise<void> | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves when the run that follows has ended. */
  run(): Promise<void> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  async #runNext(): Promise<void> {
    const { everyMs, now, work } = this.#options;
    await this.#running;
    // Never longer, also after the clock was set back.
    const wait = Math.min(this.#startedAt + everyMs - now(), everyMs);
    if (wait > 0) {
      await new Promise<void>((resolve) => void setTimeout(resolve, wait).unref());
    }
    this.#next = undefined;
    this.#startedAt = now();
    this.#running = work();
    await this.#running;
  }
}
