import { Emitter, type Disposable } from '../base/event';
import { remainingMs, type Session } from './session';

/** Time, injected. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls `work` once after `ms` milliseconds, unless the result is disposed before. */
  schedule(work: () => void, ms: number): Disposable;
}

export type SessionPhase = 'running' | 'endsSoon' | 'expired';

export interface SessionTime {
  readonly session: Session;
  readonly phase: SessionPhase;
  /** Whole minutes, rounded up: 20 when the notice begins, 1 in the last minute, 0 once it has expired. */
  readonly minutesLeft: number;
}

const MINUTE = 60_000;
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
  readonly #changes = new Emitter<SessionTime | undefined>();
  #session: Session | undefined;
  #reported: SessionTime | undefined;
  #timer: Disposable | undefined;

  /**
   * Told when another token or none is watched, when the phase changes and, while the session ends soon,
   * with every minute: whenever what a note about it says is no longer true.
   */
  readonly onDidChange = this.#changes.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How it stands with the watched session now; `undefined` where none is watched. */
  get time(): SessionTime | undefined {
    return this.#session && this.#look(this.#session);
  }

  /** Watches this session instead of the one before; with `undefined` none, and no timer runs. */
  watch(session: Session | undefined): void {
    this.#session = session;
    this.check();
  }

  /** Looks at the clock now rather than within the minute: for a window that comes back to the front. */
  check(): void {
    this.#timer?.dispose();
    const session = this.#session;
    this.#timer = session && this.#clock.schedule(() => this.check(), this.#nextWait(session));
    const before = this.#reported;
    this.#reported = this.time;
    if (isNews(before, this.#reported)) {
      this.#changes.fire(this.#reported);
    }
  }

  dispose(): void {
    this.#changes.dispose();
    this.watch(undefined);
  }

  #look(session: Session): SessionTime {
    const remaining = remainingMs(session, this.#clock.now());
    const phase = remaining === 0 ? 'expired' : remaining <= NOTICE_MS ? 'endsSoon' : 'running';
    return { session, phase, minutesLeft: Math.ceil(remaining / MINUTE) };
  }

  /** Until the next minute of what is left begins: at the latest in one. */
  #nextWait(session: Session): number {
    return remainingMs(session, this.#clock.now()) % MINUTE || MINUTE;
  }
}

/** Whether a note about the session says something else than before. */
function isNews(before: SessionTime | undefined, after: SessionTime | undefined): boolean {
  const toText = (time: SessionTime | undefined): unknown =>
    time &&
    [time.session.id, time.session.token, time.phase, time.phase === 'endsSoon' && time.minutesLeft].join();
  return toText(before) !== toText(after);
}
