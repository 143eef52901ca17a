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
  #next: { readonly run: Promise<void>; readonly hurry: () => void } | undefined;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves when the run that follows has ended. */
  run(): Promise<void> {
    if (this.#next === undefined) {
      let hurry = (): void => undefined;
      const hurried = new Promise<void>((resolve) => (hurry = resolve));
      this.#next = { run: this.#runNext(hurried), hurry };
    }
    return this.#next.run;
  }

  /** Waits for what was asked for, which begins without further delay. */
  flush(): Promise<void> {
    this.#next?.hurry();
    return this.#next?.run ?? this.#running;
  }

  async #runNext(hurried: Promise<void>): Promise<void> {
    const { everyMs, now, work } = this.#options;
    await this.#running;
    const wait = this.#startedAt + everyMs - now();
    if (wait > 0) {
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        // Never longer, also after the clock was set back.
        timer = setTimeout(resolve, Math.min(wait, everyMs)).unref();
      });
      await Promise.race([waited, hurried]);
      clearTimeout(timer);
    }
    this.#next = undefined;
    this.#startedAt = now();
    this.#running = work();
    await this.#running;
  }
}
