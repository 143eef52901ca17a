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
  /** The limit may have changed. */
  readonly onDidChangeSettings: Event<void>;
  readonly onTrouble: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Credits of an account, and when the service said so: epoch milliseconds. */
export interface CreditsLeft {
  readonly credits: number;
  readonly at: number;
}

/** While many pages stream in, what is shown of their calls follows at most so often, as the rows do. */
const MIN_READ_INTERVAL_MS = 500;
/** No wait is longer: a timer does not count the time that a laptop sleeps. */
const MAX_LOOK_INTERVAL_MS = 10 * 60_000;

/** Where the day's calls stand, over all windows, for whoever shows it. The meter alone keeps the limit. */
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

  /** As last read; absent before that. */
  get state(): LimitState | undefined {
    return this.#state;
  }

  /** What the service said last of the credits that an account has left; absent where no header ever did. */
  creditsLeft(account: string): CreditsLeft | undefined {
    return this.#creditsLeft.get(account);
  }

  /** Takes what the headers of a response say of the credits of the account that paid for it. */
  recordResponse(account: string, { header, receivedAt }: Pick<HttpResponse, 'header' | 'receivedAt'>): void {
    const credits = readCreditsLeft(header);
    if (credits !== undefined) {
      this.#creditsLeft.set(account, { credits, at: receivedAt });
      // The call itself was counted, and told, when it went out.
      this.#changes.fire();
    }
  }

  /**
   * Reads the counts again, at once after a quiet while, otherwise twice a second. All who ask before they are read next
   * share that. Never rejects.
   */
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

  /** The limit resets at midnight without a call, and what was shown of it is no longer true then. */
  #waitForReset({ limit, resetsAt }: LimitState): void {
    clearTimeout(this.#resetTimer);
    if (limit > 0 && !this.#disposed) {
      const wait = Math.min(Math.max(resetsAt - this.#options.now(), 1), MAX_LOOK_INTERVAL_MS);
      this.#resetTimer = setTimeout(() => void this.update(), wait).unref();
    }
  }
}
