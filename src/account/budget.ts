import { Emitter } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import type { CallOutcome, CallRequest } from '../monitors/call';
import type { PageCall } from '../monitors/page';
import { CallError, isCallError } from '../service/errors';
import type { Calls } from '../storage/calls';
import type { Database } from '../storage/database';
import type { AppSettings } from './appOptions';
import { nextDay, startOfDay } from './calendar';
import { CallNotCountedError, LimitReachedError, toLimitState, type LimitState } from './limit';

/**
 * Counts each call of all windows, and enforces the daily limit. Failed, canceled and interrupted calls count, because
 * the service may charge for them. If a call can't be recorded, it isn't made with a limit. Otherwise it is made and
 * recorded later, so that a full disk doesn't stop the user.
 */
export class Budget {
  readonly #changes = new Emitter<void>();
  /** One transaction at a time, so that nothing is recorded twice. */
  readonly #transactions = new SerialQueue();
  /** Record ends of calls, and whole calls. */
  readonly #late = new Set<() => void>();
  /** The highest number of a call that this window has made or shows. */
  #lastNumber = 0;

  /** As it was read last. */
  state: LimitState | undefined;
  readonly onDidChange = this.#changes.event;

  /** @param onError receives errors of the database that don't block calls */
  constructor(
    private readonly database: Pick<Database, 'retry'>,
    private readonly calls: Calls,
    private readonly settings: Pick<AppSettings, 'dailyCallLimit'>,
    private readonly now: () => number,
    private readonly onError: (error: unknown) => void,
  ) {
    void this.update();
  }

  /** Reads {@link state} again. Never rejects. */
  async update() {
    await this.readState().catch(({ cause }: CallNotCountedError) => this.onError(cause));
  }

  /** Allows so many calls today beyond the limit, and beyond calls above it. @throws CallNotCountedError */
  async allow(count: number) {
    const { limit, allowance, used } = await this.readState();
    const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
    await this.#transact(() => this.calls.allowMore(this.now(), count + overrun));
    return this.readState();
  }

  /** Reads today's calls of all windows. @throws CallNotCountedError */
  async readState(): Promise<LimitState> {
    const nowMs = this.now();
    const day = await this.#transact(() => this.calls.readDay(startOfDay(nowMs)));
    const state = toLimitState(this.settings.dailyCallLimit, day, nextDay(nowMs));
    this.state = state;
    this.#changes.fire();
    return state;
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
    const id = signal.aborted ? undefined : await this.#admit(request, begun);
    if (signal.aborted) {
      this.#recordLater(() => id !== undefined && this.calls.remove(id));
      throw new CallError('canceled');
    }
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
      this.#recordLater(() => {
        // The number may be another at each try, because a failed one is rolled back.
        const recorded = id ?? this.calls.admit(request, begun, 0, begun)!;
        this.calls.finish(recorded, outcome);
      });
    }
  }

  /** Gives later numbers than this one to calls that aren't recorded. */
  continueAfter(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number);
  }

  /** @returns the call's id; undefined if the call may go out unrecorded */
  async #admit(request: CallRequest, at: number) {
    const limit = this.settings.dailyCallLimit;
    const admit = () => this.calls.admit(request, at, limit, startOfDay(at));
    const id = await this.#transact(admit).catch((error: CallNotCountedError) => {
      const { cause } = error;
      if (limit > 0) {
        throw error;
      }
      this.onError(cause);
      return 'unrecorded' as const;
    });
    if (id === undefined) {
      throw new LimitReachedError(await this.readState());
    }
    return id === 'unrecorded' ? undefined : id;
  }

  #recordLater(record: () => void): void {
    this.#late.add(record);
    void this.update();
  }

  /** Also records what is late. @throws CallNotCountedError */
  #transact<T>(work: () => T) {
    return this.#transactions.run(async () => {
      let written: readonly (() => void)[] = [];
      try {
        const result = await this.database.retry(() => {
          written = [...this.#late];
          written.forEach((record) => record());
          return work();
        });
        written.forEach((record) => this.#late.delete(record));
        return result;
      } catch (error) {
        throw new CallNotCountedError(error);
      }
    });
  }
}
