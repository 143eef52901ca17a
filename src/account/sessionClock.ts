import { MINUTE } from '../base/time';
import { Emitter, type Disposable } from '../base/event';
import { remainingMs, type Session } from './session';

/** Milliseconds before the end at which it is "soon". */
const NOTICE_MS = 20 * MINUTE;

/**
 * Reports the coming end of a session. Reads the clock every minute, because timers ignore sleep and clock changes and
 * overflow after 24.8 days.
 */
export class SessionClock implements Disposable {
  readonly #changes = new Emitter<void>();
  #session: Session | undefined;
  #reported: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changes.event;

  constructor(private readonly now: () => number) {}

  /** Milliseconds left, rounded up to minutes. `undefined` if the end isn't soon. */
  get msLeft(): number | undefined {
    const left = this.#session && remainingMs(this.#session, this.now());
    if (left === undefined || left > NOTICE_MS) {
      return undefined;
    }
    return Math.ceil(left / MINUTE) * MINUTE;
  }

  watch(session: Session | undefined): void {
    if (session !== this.#session) {
      this.#session = session;
      this.check();
    }
  }

  /** Reads the clock now, for a window that returns to the front. */
  check(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#session && setTimeout(() => this.check(), this.#nextWait(this.#session));
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

  /** Waits for the next full minute. */
  #nextWait(session: Session): number {
    return remainingMs(session, this.now()) % MINUTE || MINUTE;
  }
}
