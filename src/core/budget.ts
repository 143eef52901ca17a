import { Emitter } from '../base/event';
import { Throttle } from '../base/throttle';
import { MINUTE } from '../base/time';
import type { LimitState } from '../credits/limit';
import type { Meter } from '../credits/meter';
import type { Parts } from './parts';

/** Limits updates while many pages stream in. */
const MIN_READ_INTERVAL_MS = 500;
const MAX_WAIT_MS = 10 * MINUTE;

/** Today's calls in all windows, for display. The meter enforces the limit. */
export class Budget {
  readonly #changes = new Emitter<void>();
  readonly #reads: Throttle;
  state: LimitState | undefined;
  readonly onDidChange = this.#changes.event;

  constructor(meter: Meter, { database, settings, subscriptions, now, onError }: Parts) {
    let timer: NodeJS.Timeout | undefined;
    const read = async (): Promise<void> => {
      const state = await meter.readState();
      clearTimeout(timer);
      // At midnight, the limit starts again. Timers stop while a laptop sleeps.
      timer = setTimeout(
        () => void this.update(),
        Math.min(state.resetsAt - now(), MAX_WAIT_MS),
      ).unref();
      const isChanged = JSON.stringify(state) !== JSON.stringify(this.state);
      this.state = state;
      if (isChanged) {
        this.#changes.fire();
      }
    };
    this.#reads = new Throttle(MIN_READ_INTERVAL_MS, now, () => read().catch(onError));
    const events = [database.onDidChange, settings.onDidChange];
    subscriptions.push(...events.map((event) => event(() => void this.update())));
    subscriptions.push(this.#changes, { dispose: () => clearTimeout(timer) });
    void this.update();
  }

  /** Reads the counts, at most twice a second. Never rejects. */
  update(): Promise<void> {
    return this.#reads.run();
  }
}
