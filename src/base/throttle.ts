/** Runs work at once after a pause, and otherwise at most so often. Requests before a run share it. */
export class Throttle {
  #pause: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  /**
   * @param everyMs least milliseconds between the starts of two runs
   * @param work never rejects
   */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void> | void,
  ) {}

  /** Resolves at the end of the next run. */
  run(): Promise<void> {
    this.#next ??= this.#runNext();
    return this.#next;
  }

  async #runNext() {
    await this.#pause;
    this.#next = undefined;
    const work = this.work();
    const timer = new Promise<void>((resolve) => void setTimeout(resolve, this.everyMs).unref());
    this.#pause = Promise.all([work, timer]);
    await work;
  }
}
