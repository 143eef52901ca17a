/** Runs work at once after a pause, and otherwise at most so often. Requests before a run share it. */
export class Throttle {
  #startedAt = -Infinity;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /**
   * @param everyMs least milliseconds between the starts of two runs
   * @param now epoch milliseconds
   * @param work never rejects
   */
  constructor(
    private readonly everyMs: number,
    private readonly now: () => number,
    private readonly work: () => Promise<void> | void,
  ) {}

  /** Resolves at the end of the next run. */
  run(): Promise<void> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  async #runNext() {
    await this.#running;
    // Not longer if the clock was set back.
    const wait = Math.min(this.#startedAt + this.everyMs - this.now(), this.everyMs);
    if (wait > 0) {
      await new Promise<void>((resolve) => void setTimeout(resolve, wait).unref());
    }
    this.#next = undefined;
    this.#startedAt = this.now();
    this.#running = Promise.resolve(this.work());
    await this.#running;
  }
}
