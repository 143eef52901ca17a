export interface ThrottleOptions {
  /** Least milliseconds between the starts of two runs. */
  readonly everyMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Never rejects. */
  readonly work: () => Promise<void>;
}

/** Runs `work` at once after a pause, else as soon as `everyMs` allows. Waiting requests share that run. */
export class Throttle {
  readonly #options: ThrottleOptions;
  #startedAt = -Infinity;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves at the end of the next run. */
  run(): Promise<void> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  async #runNext(): Promise<void> {
    const { everyMs, now, work } = this.#options;
    await this.#running;
    // At most `everyMs`, even if the clock was set back.
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
