interface Timer {
  readonly due: number;
  readonly work: () => void;
}

/** A clock with timers that the test moves. */
export class ManualClock {
  #wall: number;
  #elapsed = 0;
  readonly #timers = new Set<Timer>();

  /** @param start epoch milliseconds. */
  constructor(start = Date.UTC(2026, 0, 15, 12)) {
    this.#wall = start;
  }

  readonly now = (): number => this.#wall;

  /** Like setTimeout, a wait beyond 2^31 - 1 milliseconds ends at once. */
  readonly schedule = (work: () => void, ms: number): { dispose(): void } => {
    const timer = { due: this.#elapsed + (ms > 2 ** 31 - 1 ? 1 : Math.max(1, ms)), work };
    this.#timers.add(timer);
    return { dispose: () => void this.#timers.delete(timer) };
  };

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /**
   * Moves clock and timers.
   * @returns how many timers fired
   */
  advance(ms: number): number {
    const end = this.#elapsed + ms;
    for (let fired = 0; ; fired++) {
      const next = [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) {
        this.#pass(end);
        return fired;
      }
      this.#timers.delete(next);
      this.#pass(next.due);
      next.work();
    }
  }

  /** Sets the clock only, as if the machine slept. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #pass(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }
}
