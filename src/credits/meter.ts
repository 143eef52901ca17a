import type { CallRequest } from '../monitors/call';
import type { Calendar } from './calendar';
import type { CallEvent, CallOutcome, LedgerEvent, LedgerContents } from './ledger';
import { agentState, limitState, type AgentState, type LimitState } from './limit';
import { AgentLimitReachedError, LedgerError, LimitReachedError } from './meterErrors';

/** What the meter needs of a ledger. Both may reject. */
export interface Ledger {
  readonly append: (event: LedgerEvent) => Promise<void>;
  /** The calls of all windows, as they stand now: those from `since` on, in epoch milliseconds. */
  readonly read: (since: number) => Promise<LedgerContents>;
  /**
   * Runs `work` while no other window does, so that two windows that ask in the same few milliseconds can't each make
   * the last call of the day. Rejects with the signal's reason once that is aborted while it waits.
   */
  readonly exclusively: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface MeterOptions {
  readonly ledger: Ledger;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly calendar: Pick<Calendar, 'startOfDay' | 'nextDay'>;
  /** Calls a day, asked for before each call; 0 is no limit. */
  readonly limit: () => number;
  /** Calls a day that agents may make without a question. */
  readonly agentAllowance: () => number;
  /** A random id that no other window makes. */
  readonly newId: () => string;
  /** What became of a call whose function threw; `failed` without a status unless given. */
  readonly readFailure?: (error: unknown) => CallEnd;
  /** Called when the ledger can't be written and the call is made all the same. */
  readonly onLedgerError: (error: unknown) => void;
}

export interface CallEnd {
  readonly outcome: Exclude<CallOutcome, 'unknown'>;
  /** HTTP status. */
  readonly status?: number;
}

/** The call, and what takes it back: once aborted before it has gone out, it is neither made nor counted. */
type MeteredRequest = CallRequest & { readonly signal?: AbortSignal };

/**
 * The one gate through which every call goes: keeps the limit, and counts.
 *
 * A call is written down before it goes out and again after it has ended. A window that dies in between leaves
 * the first line, and that counts: the service may well have charged for it. For the same reason a call that
 * failed or was cancelled counts too.
 *
 * With a limit, and for an agent, an unusable ledger stops the call; else nobody is kept from working by a full disk.
 */
export class Meter {
  #turn: Promise<unknown> = Promise.resolve();
  readonly #permissions = new Set<{ readonly account: string; calls: number }>();

  readonly #options: MeterOptions;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /**
   * Makes one call.
   * @throws LimitReachedError, AgentLimitReachedError, LedgerError, the signal's reason: `call` was not run.
   * @throws whatever `call` rejects with
   */
  async run<T extends { readonly status: number }>(
    request: MeteredRequest,
    call: () => Promise<T>,
  ): Promise<T> {
    const { signal, caller } = request;
    signal?.throwIfAborted();
    let out: CallEvent;
    if (this.#options.limit() > 0 || caller === 'agent') {
      out = await this.#inTurn(() => this.#admitWithinLimit(request), signal);
    } else {
      out = this.#toEvent(request);
      await this.#appendIfPossible(out);
    }
    if (signal?.aborted) {
      await this.#appendIfPossible({ type: 'withdrawal', id: out.id, at: out.at });
      signal.throwIfAborted();
    }
    try {
      const result = await call();
      // Not waited for: the call counts by its first line.
      void this.#finish(out, { outcome: 'ok', status: result.status });
      return result;
    } catch (error) {
      await this.#finish(out, this.#options.readFailure?.(error) ?? { outcome: 'failed' });
      throw error;
    }
  }

  /**
   * "Allow one more call": raises the limit of today so that one more can go out, even where the limit was lowered below
   * what is already used.
   * @throws LedgerError
   */
  async allowMore(): Promise<void> {
    await this.#inTurn(async () => {
      const { limit, allowance, used } = await this.readState();
      const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
      await this.#append({ type: 'allowance', at: this.#options.now(), calls: 1 + overrun });
    });
  }

  /**
   * "Allow for today": agents may make up to `calls` calls for the account until midnight, those of today included.
   * @throws LedgerError
   */
  async allowAgents(account: string, calls: number): Promise<void> {
    await this.#append({ type: 'agentAllowance', at: this.#options.now(), account, calls });
  }

  /**
   * Runs `work`, in which agents may make up to `calls` calls for the account beyond what they may without a question.
   * What it doesn't use ends with it. @throws whatever `work` rejects with
   */
  async withPermission<T>(account: string, calls: number, work: () => Promise<T>): Promise<T> {
    const permission = { account, calls };
    this.#permissions.add(permission);
    try {
      return await work();
    } finally {
      this.#permissions.delete(permission);
    }
  }

  /**
   * Where the day stands, over all windows.
   * @throws LedgerError
   */
  async readState(): Promise<LimitState> {
    const { events, endsAt } = await this.#readDay();
    return limitState(this.#options.limit(), events, endsAt);
  }

  /**
   * Where the calls that agents make for the account stand today, over all windows.
   * @throws LedgerError
   */
  async readAgentState(account: string): Promise<AgentState> {
    const { events } = await this.#readDay();
    return agentState(this.#options.agentAllowance(), account, events);
  }

  /** The events of the local day, without those of a clock that was ahead, and when it ends. */
  async #readDay(): Promise<{ readonly events: readonly LedgerEvent[]; readonly endsAt: number }> {
    const { ledger, now, calendar } = this.#options;
    const startsAt = calendar.startOfDay(now());
    const endsAt = calendar.nextDay(startsAt);
    try {
      const { events } = await ledger.read(startsAt);
      return { events: events.filter(({ at }) => at >= startsAt && at < endsAt), endsAt };
    } catch (error) {
      throw new LedgerError(error);
    }
  }

  async #admitWithinLimit(request: MeteredRequest): Promise<CallEvent> {
    request.signal?.throwIfAborted();
    const state = await this.readState();
    request.signal?.throwIfAborted();
    if (state.reached) {
      throw new LimitReachedError(state);
    }
    if (request.caller === 'agent' && !(await this.#agentMayCall(request.account))) {
      throw new AgentLimitReachedError();
    }
    const out = this.#toEvent(request);
    await this.#append(out);
    return out;
  }

  /** Takes the call out of a permission, if there is one. */
  async #agentMayCall(account: string): Promise<boolean> {
    const permission = [...this.#permissions].find((given) => given.account === account && given.calls > 0);
    if (permission === undefined) {
      return (await this.readAgentState(account)).left > 0;
    }
    permission.calls -= 1;
    return true;
  }

  #toEvent({ kind, reason, caller, account, pageIndex }: CallRequest): CallEvent {
    const { newId, now } = this.#options;
    const known = { kind, reason, caller, account, ...(pageIndex !== undefined && { pageIndex }) };
    return { type: 'call', id: newId(), at: now(), ...known, outcome: 'unknown' };
  }

  async #finish(out: CallEvent, end: CallEnd): Promise<void> {
    const durationMs = Math.max(0, Math.round(this.#options.now() - out.at));
    await this.#appendIfPossible({ ...out, ...end, durationMs });
  }

  /**
   * One after the other within this window and over all windows, so that each sees what the one before has written.
   * @throws whatever `work` rejects with, the signal's reason, LedgerError where the ledger couldn't be locked
   */
  #inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const mine = this.#turn.then(async () => {
      const [settled] = await this.#options.ledger
        .exclusively(() => Promise.allSettled([work()]), signal)
        .catch((error: unknown) => {
          signal?.throwIfAborted();
          throw new LedgerError(error);
        });
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
      this.#options.onLedgerError(error);
    }
  }
}
