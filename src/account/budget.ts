import { Emitter, type Disposable } from '../base/event';
import { Throttle } from '../base/throttle';
import { MINUTE } from '../base/time';
import type { LimitState } from './limit';
import type { Meter } from './meter';

/** Milliseconds. Limits updates while many pages arrive. */
const MIN_READ_INTERVAL_MS = 500;
const MAX_WAIT_MS = 10 * MINUTE;

/** Today's calls in all windows, for display. The meter enforces the limit. */
export class Budget implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #reads: Throttle;
  #timer: NodeJS.Timeout | undefined;
  state: LimitState | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly meter: Meter,
    private readonly now: () => number,
    onError: (error: unknown) => void,
  ) {
    this.#reads = new Throttle(MIN_READ_INTERVAL_MS, now, () => this.#read().catch(onError));
    void this.update();
  }

  /** Reads the counts, at most twice a second. Never rejects. */
  update(): Promise<void> {
    return this.#reads.run();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changes.dispose();
  }

  async #read(): Promise<void> {
    const state = await this.meter.readState();
    clearTimeout(this.#timer);
    // At midnight, the limit starts again. Timers stop while a laptop sleeps.
    const wait = Math.min(state.resetsAt - this.now(), MAX_WAIT_MS);
    this.#timer = setTimeout(() => void this.update(), wait).unref();
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.state);
    this.state = state;
    if (isChanged) {
      this.#changes.fire();
    }
  }
}
