import type { Calendar } from './calendar';
import type { CallKind, CallOutcome, CallReason } from './call';
import type { AvoidedReason, CallEvent, LedgerEvent, LedgerReading } from './ledger';
import { limitState, type LimitState } from './limit';
import { LedgerError, LimitReachedError } from './meterErrors';

/** What the meter needs of a ledger. Both may reject. */
export interface Ledger {
  readonly append: (event: LedgerEvent) => Promise<void>;
  /** The calls of all windows, as they stand now. */
  readonly read: () => Promise<LedgerReading>;
  /**
   * Runs `work` while no other window does. Without it, two windows that ask in the same few milliseconds
   * can each make the last call of the day.
   */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface MeterOptions {
  readonly ledger: Ledger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly calendar: Pick<Calendar, 'startOfDay' | 'nextDay'>;
  /** Calls a day, asked for before each call; 0 is no limit. */
  readonly limit: () => number;
  /** A random id that no other window makes. */
  readonly newId: () => string;
  /** What became of a call whose function threw; `failed` without a status unless given. */
  readonly readFailure?: (error: unknown) => CallEnd;
  /** Told when the ledger fails and the call goes on all the same. */
  readonly onLedgerTrouble?: (error: unknown) => void;
}

export interface CallEnd {
  readonly outcome: Exclude<CallOutcome, 'unknown'>;
  /** HTTP status. */
  readonly status?: number;
}

/** What is about to go out, and for whom. */
export interface CallRequest {
  readonly kind: CallKind;
  readonly reason: CallReason;
  /** The session id of the account, or the origin where nobody is signed in yet. */
  readonly account: string;
  readonly pageIndex?: number;
  /** Aborted while the call waits for its turn, it is not made and not counted. */
  readonly signal?: AbortSignal;
}

/**
 * The one gate through which every call goes: keeps the limit, and counts.
 *
 * A call is written down before it goes out and again when it has ended. A window that dies in between leaves
 * the first line, and that counts: the service may well have charged for it. For the same reason a call that
 * failed or was cancelled counts too.
 *
 * With a limit, an unusable ledger stops the call; without one, nobody is kept from working by a full disk.
 */
export class Meter {
  #turn: Promise<unknown> = Promise.resolve();

  readonly #options: MeterOptions;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /**
   * Makes one call.
   * @throws LimitReachedFailure, LedgerFailure, the signal's reason: `call` was not run.
   * @throws whatever `call` rejects with
   */
  async run<T>(request: CallRequest, call: () => Promise<T>): Promise<T> {
    const out = await this.#admit(request);
    try {
      const result = await call();
      const status = statusOf(result);
      await this.#finish(out, { outcome: 'ok', ...(status !== undefined && { status }) });
      return result;
    } catch (error) {
      await this.#finish(out, this.#options.readFailure?.(error) ?? { outcome: 'failed' });
      throw error;
    }
  }

  /** Counts calls that were not made. Never rejects. */
  async recordAvoided(account: string, reason: AvoidedReason, calls = 1): Promise<void> {
    await this.#appendIfPossible({ type: 'avoided', at: this.#options.now(), account, reason, calls });
  }

  /**
   * "Allow one more call": raises the limit of today so that `calls` more can go out, even where the limit was
   * lowered below what is already used.
   * @throws LedgerFailure
   */
  async allowMore(calls = 1): Promise<void> {
    await this.#inTurn(async () => {
      const { limit, allowance, used } = await this.readState();
      const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
      await this.#append({ type: 'allowance', at: this.#options.now(), calls: calls + overrun });
    });
  }

  /**
   * Where the day stands, over all windows.
   * @throws LedgerFailure
   */
  async readState(): Promise<LimitState> {
    const { ledger, now, calendar, limit } = this.#options;
    try {
      const { events } = await ledger.read();
      return limitState({ limit: limit(), events, now: now(), calendar });
    } catch (error) {
      throw new LedgerError(error);
    }
  }

  async #admit(request: CallRequest): Promise<CallEvent> {
    request.signal?.throwIfAborted();
    if (this.#options.limit() > 0) {
      return this.#inTurn(() => this.#admitWithinLimit(request));
    }
    const out = this.#toEvent(request);
    await this.#appendIfPossible(out);
    return out;
  }

  async #admitWithinLimit(request: CallRequest): Promise<CallEvent> {
    request.signal?.throwIfAborted();
    const state = await this.readState();
    if (state.reached) {
      await this.recordAvoided(request.account, 'stopped');
      throw new LimitReachedError(state);
    }
    const out = this.#toEvent(request);
    await this.#append(out);
    return out;
  }

  #toEvent({ kind, reason, account, pageIndex }: CallRequest): CallEvent {
    const { newId, now } = this.#options;
    const known = { kind, reason, account, ...(pageIndex !== undefined && { pageIndex }) };
    return { type: 'call', id: newId(), at: now(), ...known, outcome: 'unknown' };
  }

  async #finish(out: CallEvent, end: CallEnd): Promise<void> {
    const durationMs = Math.max(0, Math.round(this.#options.now() - out.at));
    await this.#appendIfPossible({ ...out, ...end, durationMs });
  }

  /**
   * One after the other within this window, so that each sees what the one before has written. What `work`
   * rejects with is passed on; that the ledger could not be had for it is a LedgerFailure.
   */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const exclusively = this.#options.ledger.exclusively ?? ((alone) => alone());
    const mine = this.#turn.then(async () => {
      const [settled] = await exclusively(() => Promise.allSettled([work()])).catch(toLedgerFailure);
      if (settled.status === 'rejected') {
        throw settled.reason;
      }
      return settled.value;
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #append(event: LedgerEvent): Promise<void> {
    try {
      await this.#options.ledger.append(event);
    } catch (error) {
      throw new LedgerError(error);
    }
  }

  async #appendIfPossible(event: LedgerEvent): Promise<void> {
    try {
      await this.#options.ledger.append(event);
    } catch (error) {
      this.#options.onLedgerTrouble?.(error);
    }
  }
}

function toLedgerFailure(error: unknown): never {
  throw new LedgerError(error);
}

function statusOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('status' in result)) {
    return undefined;
  }
  return Number.isInteger(result.status) ? (result.status as number) : undefined;
}
