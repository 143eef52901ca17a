import { setTimeout as delay } from 'node:timers/promises';
import { Emitter } from '../base/event';
import type { CallOutcome, CallRequest } from '../monitors/call';
import type { PageCall } from '../monitors/page';
import { CallError, isCallError } from '../service/errors';
import type { Calls } from '../storage/calls';
import type { Database } from '../storage/database';
import type { AppSettings } from './appOptions';
import { nextDay, startOfDay } from './calendar';
import { CallNotCountedError, LimitReachedError, type LimitState } from './limit';

/** How often a call is tried to be counted, because another window may write just then, and milliseconds between. */
const MAX_TRIES = 5;
const TRY_EVERY_MS = 100;

/**
 * Counts each call of all windows, and enforces the daily limit. Failed, canceled and interrupted calls count, because
 * the service may charge for them. If a call can't be recorded, it isn't made with a limit. Otherwise it is made and
 * recorded later, so that a full disk doesn't stop the user.
 */
export class Budget {
  readonly #changes = new Emitter<void>();
  /** Record ends of calls, and whole calls. */
  readonly #late = new Set<() => void>();
  /** The highest number of a call that this window has made or shows. */
  #lastNumber = 0;

  /** As it was read last. */
  state: LimitState | undefined;
  readonly onDidChange = this.#changes.event;

  /** @param onError receives errors of the database */
  constructor(
    private readonly database: Pick<Database, 'transact'>,
    private readonly calls: Calls,
    private readonly settings: Pick<AppSettings, 'dailyCallLimit'>,
    private readonly now: () => number,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Reads {@link state} again. Never throws. */
  update(): void {
    try {
      this.readState();
    } catch {
      // The last state stays.
    }
  }

  /** Allows so many calls today beyond the limit, and beyond calls above it. @throws CallNotCountedError */
  allow(count: number): LimitState {
    const { limit, allowance, used } = this.readState();
    const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
    this.#transact(() => this.calls.allowMore(this.now(), count + overrun));
    return this.readState();
  }

  /** Reads today's calls of all windows. @throws CallNotCountedError */
  readState(): LimitState {
    const at = this.now();
    const limit = this.settings.dailyCallLimit;
    const day = this.#transact(() => this.calls.readDay(startOfDay(at)));
    const total = limit === 0 ? Infinity : limit + day.allowance;
    const left = Math.max(0, total - day.used);
    this.state = { ...day, limit, left, reached: left === 0, resetsAt: nextDay(at) };
    this.#changes.fire();
    return this.state;
  }

  /**
   * Makes one call. If it is aborted before it is sent, it isn't made or counted.
   * @throws LimitReachedError, CallNotCountedError, CallError if it is aborted, or the error of `send`
   */
  async run<T>(
    request: CallRequest,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<{ readonly response: T; readonly call: PageCall }> {
    const begun = this.now();
    const id = await this.#admit(request, begun, signal);
    // If it isn't recorded, it comes after the last one, before the next recorded one, and not with another window's.
    const number = id ?? this.#lastNumber + (1 + Math.random()) / 100;
    this.continueAfter(number);
    let outcome: CallOutcome = 'ok';
    try {
      return { response: await send(), call: { number, begun, ended: this.now() } };
    } catch (error) {
      outcome = isCallError(error, 'canceled') ? 'canceled' : 'failed';
      throw error;
    } finally {
      this.#late.add(() => {
        // The number may be another at each try, because a failed one is rolled back.
        const recorded = id ?? this.calls.admit(request, begun, 0, begun)!;
        this.calls.finish(recorded, outcome);
      });
      this.update();
    }
  }

  /** Gives later numbers than this one to calls that aren't recorded. */
  continueAfter(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number);
  }

  /** @returns the call's id; undefined if the call may go out unrecorded */
  async #admit(request: CallRequest, at: number, signal: AbortSignal): Promise<number | undefined> {
    const limit = this.settings.dailyCallLimit;
    for (let tries = 1; ; tries += 1) {
      if (signal.aborted) {
        throw new CallError('canceled');
      }
      try {
        const id = this.#transact(() => this.calls.admit(request, at, limit, startOfDay(at)));
        if (id === undefined) {
          throw new LimitReachedError(this.readState());
        }
        return id;
      } catch (error) {
        const isLast = tries === MAX_TRIES;
        if (isLast && limit === 0) {
          return undefined;
        }
        if (isLast || !(error instanceof CallNotCountedError)) {
          throw error;
        }
      }
      await delay(TRY_EVERY_MS);
    }
  }

  /** Also records what is late. @throws CallNotCountedError */
  #transact<T>(work: () => T): T {
    try {
      const result = this.database.transact(() => {
        this.#late.forEach((record) => record());
        return work();
      });
      this.#late.clear();
      return result;
    } catch (error) {
      this.onError(error);
      throw new CallNotCountedError(error);
    }
  }
}
