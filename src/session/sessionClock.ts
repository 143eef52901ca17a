import { Emitter, type Disposable } from '../base/event';
import { remainingMs, type Session } from './session';

/** Time, injected. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` once after `ms` milliseconds, unless the result is disposed before. */
  schedule(work: () => void, ms: number): Disposable;
}

const MINUTE = 60_000;
const SECOND = 1_000;
/** Milliseconds before the end at which a session ends soon. */
const NOTICE_MS = 20 * MINUTE;

/** The machine's own timers. */
export const setTimer: Clock['schedule'] = (work, ms) => {
  const timer = setTimeout(work, ms);
  return { dispose: () => clearTimeout(timer) };
};

/**
 * Tells when the watched session ends soon and when it has expired. A timer counts neither the time that a
 * laptop sleeps nor a clock that is set, and overflows after 24.8 days; so no wait is longer than a minute,
 * and each ends with a look at the clock. A clock put right again takes back what it said while it was wrong.
 */
export class SessionClock implements Disposable {
  readonly #clock: Clock;
  readonly #changes = new Emitter<void>();
  #session: Session | undefined;
  #reported: number | undefined;
  #timer: Disposable | undefined;

  /** {@link msLeft} has changed. */
  readonly onDidChange = this.#changes.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Milliseconds that are left of a session that ends soon, rounded up: from 20 minutes on whole minutes, in the last one
   * whole seconds, 0 once it has expired. `undefined` before that, and where no session is watched.
   */
  get msLeft(): number | undefined {
    const left = this.#session && remainingMs(this.#session, this.#clock.now());
    if (left === undefined || left > NOTICE_MS) {
      return undefined;
    }
    const unit = left > MINUTE ? MINUTE : SECOND;
    return Math.ceil(left / unit) * unit;
  }

  /** Watches this session instead of the one before; with `undefined` none, and no timer runs. */
  watch(session: Session | undefined): void {
    if (session !== this.#session) {
      this.#session = session;
      this.check();
    }
  }

  /** Looks at the clock now rather than within the minute: for a window that comes back to the front. */
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

  /** Until the next minute of what is left begins, in the last one the next ten seconds. */
  #nextWait(session: Session): number {
    const left = remainingMs(session, this.#clock.now());
    const step = left > 0 && left <= MINUTE ? 10 * SECOND : MINUTE;
    return left % step || step;
  }
}
