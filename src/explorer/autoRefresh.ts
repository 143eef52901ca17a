import { Emitter, type Disposable, type Event } from '../base/event';
import type { Leases } from '../storage/lease';
import type { ListController } from './listController';
import type { Budget } from './budget';

export interface AutoRefreshOptions {
  readonly explorer: ListController;
  readonly budget: Budget;
  readonly leases: Leases;
  readonly settings: { readonly autoRefreshMinutes: number; readonly onDidChange: Event<void> };
  /** The view is visible and the window has the focus: somebody may be looking. */
  readonly isWatched: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds between two looks at whether a refresh is due; a look costs nothing. 5 seconds unless given. */
  readonly lookEveryMs?: number;
}

const MINUTE = 60_000;
const LOOK_EVERY_MS = 5_000;
const RELEASE_AFTER_MS = 2_000;

/**
 * Refreshes by itself where the person has asked for that: only while somebody may be looking, in one window of
 * all, within the daily limit, and no more after a failure until the person refreshes.
 */
export class AutoRefresh implements Disposable {
  readonly #options: AutoRefreshOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  readonly onDidChange = this.#changes.event;

  constructor(options: AutoRefreshOptions) {
    this.#options = options;
    this.#subscription = options.settings.onDidChange(() => this.#follow());
    this.#follow();
  }

  /** A refresh of its own has failed. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** The person has taken matters in hand again. */
  resume(): void {
    this.#setStopped(false);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  #follow(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#options.settings.autoRefreshMinutes > 0) {
      this.#timer = setInterval(
        () => void this.#refreshWhenDue(),
        this.#options.lookEveryMs ?? LOOK_EVERY_MS,
      );
    } else {
      this.#setStopped(false);
    }
  }

  async #refreshWhenDue(): Promise<void> {
    const { explorer, leases, settings } = this.#options;
    const { list, session } = explorer;
    const intervalMs = settings.autoRefreshMinutes * MINUTE;
    if (list === undefined || session === undefined || !this.#isDue(intervalMs)) {
      return;
    }
    const lease = await leases.tryAcquire(`auto refresh of ${session.id}`).catch(() => undefined);
    if (lease && this.#isDue(intervalMs) && (await list.refresh({ reason: 'autoRefresh' })) === 'failed') {
      this.#setStopped(true);
    }
    // By then the other windows show the new rows, and a refresh is not due there any more.
    setTimeout(() => void lease?.release(), RELEASE_AFTER_MS).unref();
  }

  #isDue(intervalMs: number): boolean {
    const { explorer, budget, isWatched, now } = this.#options;
    const { list, sessionState } = explorer;
    const readAt = list?.loaded.readAt;
    if (this.#stopped || readAt === undefined || sessionState !== 'active' || !isWatched()) {
      return false;
    }
    const idle = list?.progress === undefined && list?.failure === undefined;
    const affordable = (budget.state?.left ?? 0) >= (list?.refreshDepth ?? 1);
    return idle && affordable && now() - readAt >= intervalMs;
  }

  #setStopped(stopped: boolean): void {
    if (this.#stopped !== stopped) {
      this.#stopped = stopped;
      this.#changes.fire();
    }
  }
}
