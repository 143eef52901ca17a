import { Emitter, type Disposable } from '../base/event';
import { remainingMs, type Session } from './session';

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` once after `ms` milliseconds, unless the result is disposed first. */
  schedule(work: () => void, ms: number): Disposable;
}

const MINUTE = 60_000;
const SECOND = 1_000;
/** Milliseconds before its end at which a session "ends soon". */
const NOTICE_MS = 20 * MINUTE;

export const setTimer: Clock['schedule'] = (work, ms) => {
  const timer = setTimeout(work, ms);
  return { dispose: () => clearTimeout(timer) };
};

/**
 * Reports when the watched session ends soon and when it has expired. Timers ignore sleep and clock changes, and
 * overflow after 24.8 days. So the clock is read at least every minute. A corrected clock also corrects earlier
 * reports.
 */
export class SessionClock implements Disposable {
  readonly #clock: Clock;
  readonly #changes = new Emitter<void>();
  #session: Session | undefined;
  #reported: number | undefined;
  #timer: Disposable | undefined;

  /** Fires when {@link msLeft} has changed. */
  readonly onDidChange = this.#changes.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Milliseconds left if the session ends soon, rounded up: whole minutes, in the last minute whole seconds, 0 after
   * the end. `undefined` before that and without a session.
   */
  get msLeft(): number | undefined {
    const left = this.#session && remainingMs(this.#session, this.#clock.now());
    if (left === undefined || left > NOTICE_MS) {
      return undefined;
    }
    const unit = left > MINUTE ? MINUTE : SECOND;
    return Math.ceil(left / unit) * unit;
  }

  /** Watches this session instead of the previous one; `undefined` stops the timer. */
  watch(session: Session | undefined): void {
    if (session !== this.#session) {
      this.#session = session;
      this.check();
    }
  }

  /** Reads the clock now, for a window that comes back to the front. */
  check(): void {
    this.#timer?.dispose();
    this.#timer = this.#session && this.#clock.schedule(() => this.check(), this.#nextWait(this.#session));
    const { msLeft } = this;
    if (msLeft !== this.#reported) {
      this.#reported = msLeft;
      this.#changes.fire();
    }
  }

  dispose(): void {
    this.#changes.dispose();
    this.watch(undefined);
  }

  /** Returns the milliseconds until the next full minute left; in the last minute, the next ten seconds. */
  #nextWait(session: Session): number {
    const left = remainingMs(session, this.#clock.now());
    const step = left > 0 && left <= MINUTE ? 10 * SECOND : MINUTE;
    return left % step || step;
  }
}
