import { Emitter, type Disposable, type Event } from '../base/event';
import type { Leases } from '../storage/leases';
import type { ListController } from './listController';
import type { Budget } from './budget';

export interface AutoRefreshOptions {
  readonly controller: ListController;
  readonly budget: Budget;
  readonly leases: Leases;
  readonly settings: { readonly autoRefreshMinutes: number; readonly onDidChange: Event<void> };
  /** Whether the view is visible and the window focused. */
  readonly isWatched: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds between checks, which cost nothing. Default: 5,000. */
  readonly lookEveryMs?: number;
}

const MINUTE = 60_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Refreshes in the background, in one window at a time, within the daily limit, while the user may be
 * watching. Stops after a failure until the user refreshes.
 */
export class AutoRefresh implements Disposable {
  readonly #options: AutoRefreshOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Epoch milliseconds. Prevents an immediate retry after a cancel. */
  #triedAt = -Infinity;

  readonly onDidChange = this.#changes.event;

  constructor(options: AutoRefreshOptions) {
    this.#options = options;
    this.#subscription = options.settings.onDidChange(() => this.#follow());
    this.#follow();
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Allows automatic refreshes again, after a manual one. */
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
    const { controller, leases, settings } = this.#options;
    const { list, session } = controller;
    const intervalMs = settings.autoRefreshMinutes * MINUTE;
    if (list === undefined || session === undefined || !this.#isDue(intervalMs)) {
      return;
    }
    const lease = await leases.tryAcquire(`auto refresh of ${session.id}`).catch(() => undefined);
    // Another window holds the lease, or the disk isn't writable.
    if (!lease) {
      return;
    }
    try {
      // Another window may have just refreshed.
      await controller.synchronize();
      if (this.#isDue(intervalMs)) {
        this.#triedAt = this.#options.now();
        this.#setStopped((await controller.refresh({ caller: 'autoRefresh' })) === 'failed');
      }
      // Saves the rows for the next holder of the lease.
      await controller.synchronize();
    } finally {
      await lease.release();
    }
  }

  #isDue(intervalMs: number): boolean {
    const { controller, budget, isWatched, now } = this.#options;
    const { list, sessionState } = controller;
    const readAt = list?.loaded.readAt;
    if (this.#stopped || readAt === undefined || sessionState !== 'active' || !isWatched()) {
      return false;
    }
    const idle = list?.progress === undefined && list?.failure === undefined;
    const affordable = (budget.state?.left ?? 0) >= (list?.refreshDepth ?? 1);
    // A future time comes from a wrong clock.
    const isRecent = (at: number): boolean => at <= now() && now() - at < intervalMs;
    return idle && affordable && !isRecent(readAt) && !isRecent(this.#triedAt);
  }

  #setStopped(stopped: boolean): void {
    if (this.#stopped !== stopped) {
      this.#stopped = stopped;
      this.#changes.fire();
    }
  }
}
