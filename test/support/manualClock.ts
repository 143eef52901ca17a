/** A clock that moves when it is told to, with the timers that hang on it. */
export class ManualClock {
  #wall: number;
  #elapsed = 0;
  #timers = new Map<number, { readonly due: number; readonly work: () => void }>();
  #nextHandle = 1;

  /** @param start epoch milliseconds. */
  constructor(start = Date.UTC(2026, 0, 15, 12)) {
    this.#wall = start;
  }

  readonly now = (): number => this.#wall;

  /** As the platform's own: a wait beyond 2^31 - 1 milliseconds is over at once. */
  readonly setTimeout = (work: () => void, ms: number): number => {
    const handle = this.#nextHandle++;
    this.#timers.set(handle, { due: this.#elapsed + (ms > 2 ** 31 - 1 ? 1 : ms), work });
    return handle;
  };

  readonly clearTimeout = (handle: number): void => void this.#timers.delete(handle);

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Time passes: the clock moves on and timers fire in order. Answers how many did. */
  advance(ms: number): number {
    const end = this.#elapsed + ms;
    for (let fired = 0; ; fired++) {
      const [handle, timer] =
        [...this.#timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due)[0] ?? [];
      if (handle === undefined || timer === undefined) {
        this.#pass(end);
        return fired;
      }
      this.#timers.delete(handle);
      this.#pass(Math.max(timer.due, this.#elapsed));
      timer.work();
    }
  }

  /** The clock is set, or the machine slept: no timer notices. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #pass(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}
