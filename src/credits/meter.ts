import type { CallRequest } from '../monitors/call';
import { isCallError } from '../service/errors';
import { nextDay, startOfDay } from './calendar';
import type { CallOutcome, CallStore, Day } from './calls';
import { CallNotCountedError, LimitReachedError } from './errors';
import { limitState, type LimitState } from './limit';

export interface MeterOptions {
  readonly calls: CallStore;
  readonly now: () => number;
  /** Calls a day; 0 means no limit. */
  readonly limit: () => number;
  /** Whether this recording error blocks calls even without a limit. */
  readonly forbidsCalls: (error: unknown) => boolean;
  /** Receives recording errors that don't block calls. */
  readonly onError: (error: unknown) => void;
}

/**
 * Counts each call and enforces the limit. Failed, canceled and interrupted calls count, because the service may charge
 * for them. If a call can't be recorded, it isn't made with a limit. Otherwise it is made and recorded later, so that a
 * full disk doesn't stop the user.
 */
export class Meter {
  /** Calls still to be recorded. */
  readonly #late: (() => Promise<unknown>)[] = [];

  constructor(private readonly options: MeterOptions) {}

  /**
   * Makes one call. If it is aborted before it is sent, it isn't made or counted.
   * @throws LimitReachedError, CallNotCountedError, the signal's reason, or the error of `call`
   */
  async run<T>(
    { signal, ...request }: CallRequest & { signal?: AbortSignal },
    call: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { calls, now, onError } = this.options;
    const startedAt = now();
    const id = await this.#admit(request, startedAt);
    if (signal?.aborted) {
      if (id !== undefined) {
        calls.remove(id);
      }
      signal.throwIfAborted();
    }
    const finish = (outcome: CallOutcome): void => {
      if (id !== undefined) {
        calls.finish(id, outcome);
        return;
      }
      this.#late.push(async () => {
        const late = await calls.admit(request, startedAt, { ...this.#today(), limit: 0 });
        calls.finish(late!, outcome);
      });
      this.#writeLate().catch(onError);
    };
    try {
      const result = await call();
      finish('ok');
      return result;
    } catch (error) {
      finish(isCallError(error, 'canceled') ? 'canceled' : 'failed');
      throw error;
    }
  }

  /** Allows one more call today, even if the limit is exceeded. @throws CallNotCountedError */
  async allowMore(): Promise<void> {
    const { calls, now } = this.options;
    const { limit, allowance, used } = await this.readState();
    const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
    await counted(calls.allowMore(now(), 1 + overrun));
  }

  /** Reads today's state for all windows. @throws CallNotCountedError */
  async readState(): Promise<LimitState> {
    const { calls, limit } = this.options;
    const today = this.#today();
    await this.#writeLate().catch(() => undefined);
    const { used, ...rest } = await counted(calls.readDay(today));
    return limitState(limit(), { ...rest, used: used + this.#late.length }, today.dayEndsAt);
  }

  #today(): Day {
    const dayStartsAt = startOfDay(this.options.now());
    return { dayStartsAt, dayEndsAt: nextDay(dayStartsAt) };
  }

  /** @returns the call's id; undefined if it may go out unrecorded */
  async #admit(request: CallRequest, at: number): Promise<number | undefined> {
    const { calls, limit, onError } = this.options;
    const limits = { ...this.#today(), limit: Math.max(0, limit()) };
    let id: number | undefined;
    try {
      await this.#writeLate();
      id = await calls.admit(request, at, limits);
    } catch (error) {
      if (limits.limit > 0 || this.options.forbidsCalls(error)) {
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

  async #writeLate(): Promise<void> {
    for (let write = this.#late.shift(); write; write = this.#late.shift()) {
      try {
        await write();
      } catch (error) {
        this.#late.push(write);
        throw error;
      }
    }
  }
}

async function counted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CallNotCountedError(error);
  }
}
