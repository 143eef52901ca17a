import { Emitter, type Disposable, type Event } from '../base/event';
import type { Leases } from '../storage/leases';
import type { ListController } from './listController';
import type { Budget } from './budget';

export interface AutoRefreshOptions {
  readonly controller: ListController;
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

/**
 * Refreshes by itself where the user has asked for that: only while somebody may be looking, in one window of
 * all, within the daily limit, and no more after a failure until the user refreshes.
 */
export class AutoRefresh implements Disposable {
  readonly #options: AutoRefreshOptions;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Epoch milliseconds of the last refresh of its own. One that the user cancelled doesn't come again at once. */
  #triedAt = -Infinity;

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

  /** The user has refreshed, so that it may go on after a failure. */
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
    // Held by another window, or a disk that can't be written to: it is looked at again soon.
    if (!lease) {
      return;
    }
    try {
      // Another window may have refreshed a moment ago, and have saved what it read.
      await controller.synchronize();
      if (this.#isDue(intervalMs)) {
        this.#triedAt = this.#options.now();
        this.#setStopped((await controller.refresh({ caller: 'autoRefresh' })) === 'failed');
      }
      // The next window to hold the lease finds these rows on disk.
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
    // A time in the future is one of a clock that was ahead: it was put right since, and says nothing about an age.
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
