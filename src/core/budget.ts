import { Emitter } from '../base/event';
import { Throttle } from '../base/throttle';
import type { LimitState } from '../credits/limit';
import type { Meter } from '../credits/meter';
import { readCreditsLeft, type HttpResponse } from '../service/httpResponse';
import type { Parts } from './parts';

/** Credits that the service reported at `at`, in epoch milliseconds. */
export interface CreditsLeft {
  readonly credits: number;
  readonly at: number;
}

/** Limits updates while many pages stream in. */
const MIN_READ_INTERVAL_MS = 500;
/** Longest wait, because timers stop while a laptop sleeps. */
const MAX_LOOK_INTERVAL_MS = 10 * 60_000;

/** Today's calls in all windows, for display. The meter enforces the limit. */
export class Budget {
  readonly #changes = new Emitter<void>();
  readonly #reads: Throttle;
  #state: LimitState | undefined;
  #resetTimer: NodeJS.Timeout | undefined;
  readonly #creditsLeft = new Map<string, CreditsLeft>();

  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly meter: Meter,
    private readonly parts: Parts,
  ) {
    const { database, settings, subscriptions, now } = parts;
    this.#reads = new Throttle(MIN_READ_INTERVAL_MS, now, () => this.#read());
    const events = [database.onDidChange, settings.onDidChange];
    subscriptions.push(...events.map((event) => event(() => void this.update())));
    subscriptions.push(this.#changes, { dispose: () => clearTimeout(this.#resetTimer) });
    void this.update();
  }

  /** Undefined before the first read. */
  get state(): LimitState | undefined {
    return this.#state;
  }

  /** Returns the last reported credits; undefined if no header had any. */
  creditsLeft(account: string): CreditsLeft | undefined {
    return this.#creditsLeft.get(account);
  }

  /** Reads credits from the headers, for the account that paid. */
  recordResponse(account: string, { header, receivedAt }: Pick<HttpResponse, 'header' | 'receivedAt'>): void {
    const credits = readCreditsLeft(header);
    if (credits !== undefined) {
      this.#creditsLeft.set(account, { credits, at: receivedAt });
      // Only the credits are new. The call was counted before.
      this.#changes.fire();
    }
  }

  /** Reads the counts, at most twice a second. Never rejects. */
  update(): Promise<void> {
    return this.#reads.run();
  }

  async #read(): Promise<void> {
    const { onError, now } = this.parts;
    const state = await this.meter.readState().catch(onError);
    if (!state) {
      return;
    }
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (isChanged) {
      this.#changes.fire();
    }
    clearTimeout(this.#resetTimer);
    if (state.limit > 0) {
      // At midnight, the limit starts again.
      const wait = Math.min(Math.max(state.resetsAt - now(), 1), MAX_LOOK_INTERVAL_MS);
      this.#resetTimer = setTimeout(() => void this.update(), wait).unref();
    }
  }
}
