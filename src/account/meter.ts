import { SerialQueue } from '../base/serialQueue';
import type { CallOutcome, CallRequest, Day } from '../monitors/call';
import type { PageCall } from '../monitors/page';
import { isCallError } from '../service/errors';
import type { Calls } from '../storage/calls';
import { DatabaseError, type Database } from '../storage/database';
import { nextDay, startOfDay } from './calendar';
import { limitState, type LimitState } from './limit';
import { CallNotCountedError, LimitReachedError } from './limitErrors';

export interface MeterOptions {
  readonly database: Pick<Database, 'transact' | 'retry'>;
  readonly calls: Calls;
  readonly now: () => number;
  /** Calls a day; 0 means no limit. */
  readonly limit: () => number;
  /** Receives errors of the database that don't block calls. */
  readonly onError: (error: unknown) => void;
}

/**
 * Counts each call and enforces the limit. Failed, canceled and interrupted calls count, because the service may charge
 * for them. If a call can't be recorded, it isn't made with a limit. Otherwise it is made and recorded later, so that a
 * full disk doesn't stop the user.
 */
export class Meter {
  /** One at a time, so that nothing is recorded twice. */
  readonly #transactions = new SerialQueue();
  /** Ends of calls, and whole calls, that are still to be recorded. */
  readonly #late = new Set<{ readonly isUncounted: boolean; readonly record: () => void }>();
  /** The highest number of a call in this window. */
  #lastNumber = 0;
  #unrecorded = 0;

  constructor(private readonly options: MeterOptions) {}

  /**
   * Makes one call. If it is aborted before it is sent, it isn't made or counted.
   * @throws LimitReachedError, CallNotCountedError, the signal's reason, or the error of `send`
   */
  async run<T>(
    request: CallRequest,
    signal: AbortSignal,
    send: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly call: PageCall }> {
    signal.throwIfAborted();
    const { calls, now } = this.options;
    const begun = now();
    const id = await this.#admit(request, begun);
    if (signal.aborted) {
      if (id !== undefined) {
        this.#recordLater(false, () => void calls.remove(id));
      }
      signal.throwIfAborted();
    }
    const number = this.#toNumber(id);
    const finish = (outcome: CallOutcome): void =>
      this.#recordLater(id === undefined, () => {
        // The number may be another at each try, because a failed one is rolled back.
        const recorded = id ?? calls.admit(request, begun, { ...this.#today(), limit: 0 })!;
        calls.finish(recorded, outcome);
      });
    try {
      const result = await send();
      finish('ok');
      return { result, call: { number, begun, ended: now() } };
    } catch (error) {
      finish(isCallError(error, 'canceled') ? 'canceled' : 'failed');
      throw error;
    }
  }

  /** Allows one more call today, even if the limit is exceeded. @throws CallNotCountedError */
  async allowMore(): Promise<void> {
    const { limit, allowance, used } = await this.readState();
    const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
    const { calls, now } = this.options;
    await this.#counted(() => calls.allowMore(now(), 1 + overrun));
  }

  /** Reads today's calls of all windows. @throws CallNotCountedError */
  async readState(): Promise<LimitState> {
    const { calls, limit } = this.options;
    const today = this.#today();
    const day = await this.#counted(() => calls.readDay(today));
    const used = day.used + [...this.#late].filter(({ isUncounted }) => isUncounted).length;
    return limitState(limit(), { ...day, used }, today.dayEndsAt);
  }

  #today(): Day {
    const dayStartsAt = startOfDay(this.options.now());
    return { dayStartsAt, dayEndsAt: nextDay(dayStartsAt) };
  }

  /** @returns the call's id; undefined if the call may go out unrecorded */
  async #admit(request: CallRequest, at: number): Promise<number | undefined> {
    const { calls, onError } = this.options;
    const limit = Math.max(0, this.options.limit());
    let id: number | undefined;
    try {
      id = await this.#transact(() => calls.admit(request, at, { ...this.#today(), limit }));
    } catch (error) {
      const isUncountable = error instanceof DatabaseError && error.kind === 'unsupported';
      if (limit > 0 || isUncountable) {
        throw new CallNotCountedError(error);
      }
      onError(error);
      return undefined;
    }
    if (id === undefined) {
      throw new LimitReachedError(await this.readState());
    }
    return id;
  }

  /** A call that isn't recorded comes after the last one, and before the next recorded one. */
  #toNumber(id: number | undefined): number {
    this.#unrecorded = id === undefined ? this.#unrecorded + 1 : 0;
    this.#lastNumber = Math.max(this.#lastNumber, id ?? 0);
    return this.#lastNumber + this.#unrecorded / 1_000;
  }

  #recordLater(isUncounted: boolean, record: () => void): void {
    this.#late.add({ isUncounted, record });
    this.#transact(() => undefined).catch(this.options.onError);
  }

  /** Also records what is late. */
  #transact<T>(work: () => T): Promise<T> {
    return this.#transactions.run(async () => {
      let written = [...this.#late];
      const result = await this.options.database.retry(() => {
        written = [...this.#late];
        written.forEach(({ record }) => record());
        return work();
      });
      written.forEach((late) => this.#late.delete(late));
      return result;
    });
  }

  async #counted<T>(work: () => T): Promise<T> {
    try {
      return await this.#transact(work);
    } catch (error) {
      throw new CallNotCountedError(error);
    }
  }
}
