import { Emitter, type Disposable, type Event } from '../base/event';
import type { LimitState } from '../credits/limit';
import type { Meter } from '../credits/meter';
import { readCreditsLeft } from '../service/headers';
import type { HttpResponse } from '../service/httpResponse';
import { Throttle } from '../base/throttle';

export interface BudgetOptions {
  readonly meter: Pick<Meter, 'readState'>;
  /** Another window may have made calls. */
  readonly onDidChangeDatabase: Event<void>;
  readonly onDidChangeSettings: Event<void>;
  readonly onTrouble: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

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
export class Budget implements Disposable {
  readonly #options: BudgetOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscriptions: Disposable[];
  readonly #reads: Throttle;
  #state: LimitState | undefined;
  #resetTimer: NodeJS.Timeout | undefined;
  #disposed = false;
  readonly #creditsLeft = new Map<string, CreditsLeft>();

  readonly onDidChange = this.#changes.event;

  constructor(options: BudgetOptions) {
    this.#options = options;
    this.#reads = new Throttle({
      everyMs: MIN_READ_INTERVAL_MS,
      now: options.now,
      work: () => this.#read(),
    });
    const update = (): void => void this.update();
    this.#subscriptions = [options.onDidChangeDatabase(update), options.onDidChangeSettings(update)];
    update();
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
      // The call itself is already counted.
      this.#changes.fire();
    }
  }

  /** Reads the counts, at most twice a second. Never rejects. */
  update(): Promise<void> {
    return this.#reads.run();
  }

  dispose(): void {
    clearTimeout(this.#resetTimer);
    this.#disposed = true;
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }

  async #read(): Promise<void> {
    if (this.#disposed) {
      return;
    }
    try {
      const state = await this.#options.meter.readState();
      const before = this.#state;
      this.#state = state;
      this.#waitForReset(state);
      if (before?.used !== state.used || before.limit !== state.limit || before.left !== state.left) {
        this.#changes.fire();
      }
    } catch (error) {
      this.#options.onTrouble(error);
    }
  }

  /** Updates at midnight, when the limit resets. */
  #waitForReset({ limit, resetsAt }: LimitState): void {
    clearTimeout(this.#resetTimer);
    if (limit > 0 && !this.#disposed) {
      const wait = Math.min(Math.max(resetsAt - this.#options.now(), 1), MAX_LOOK_INTERVAL_MS);
      this.#resetTimer = setTimeout(() => void this.update(), wait).unref();
    }
  }
}
