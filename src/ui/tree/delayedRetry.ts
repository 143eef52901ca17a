import { Emitter, type Disposable } from '../../base/event';
import type { ListController } from '../../explorer/listController';
import { RateLimitError } from '../../service/errors';

/** setTimeout fires at once for anything longer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Retries what failed, once a person asks for it; after "too many calls" not before the time that the service named, as
 * a call before that would be refused and may be charged.
 */
export class DelayedRetry implements Disposable {
  readonly #controller: ListController;
  readonly #now: () => number;
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  #waiting: { readonly until: number; readonly failure: unknown; readonly timer: NodeJS.Timeout } | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(controller: ListController, now: () => number) {
    this.#controller = controller;
    this.#now = now;
    // Whatever else happens to the list ends the wait: its failure is another one then, or none.
    this.#subscription = controller.onDidChange(() => {
      if (this.#waiting && controller.list?.failure !== this.#waiting.failure) {
        this.cancel();
      }
    });
  }

  /** Epoch milliseconds of the retry that is waited for. */
  get waitsUntil(): number | undefined {
    return this.#waiting?.until;
  }

  async retry(): Promise<void> {
    const { list } = this.#controller;
    const until = toRetryTime(list?.failure?.error);
    if (this.#waiting) {
      return;
    }
    if (until === undefined || until <= this.#now()) {
      await this.#controller.retry();
      return;
    }
    const wait = Math.min(until - this.#now(), MAX_TIMEOUT_MS);
    const timer = setTimeout(() => {
      this.#waiting = undefined;
      void this.#controller.retry();
    }, wait);
    this.#waiting = { until, failure: list?.failure, timer };
    this.#changes.fire();
  }

  cancel(): void {
    if (this.#waiting) {
      clearTimeout(this.#waiting.timer);
      this.#waiting = undefined;
      this.#changes.fire();
    }
  }

  dispose(): void {
    this.cancel();
    this.#subscription.dispose();
    this.#changes.dispose();
  }
}

/** Epoch milliseconds from which the service takes calls again, where it said so. */
export function toRetryTime(error: unknown): number | undefined {
  return error instanceof RateLimitError ? error.retryAt : undefined;
}
