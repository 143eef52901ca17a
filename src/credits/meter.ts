import type { CallRequest } from '../monitors/call';
import type { Calendar } from './calendar';
import type { CallEnd, CallLimits, CallStore } from './calls';
import { AgentLimitReachedError, CallNotCountedError, LimitReachedError } from './errors';
import { limitState, type LimitState } from './limit';

export interface MeterOptions {
  readonly calls: CallStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly calendar: Pick<Calendar, 'startOfDay' | 'nextDay'>;
  /** Calls a day; 0 is no limit. */
  readonly limit: () => number;
  /** Calls a day that agents may make without a question. */
  readonly agentAllowance: () => number;
  /** What became of a call whose function threw. */
  readonly toCallEnd: (error: unknown) => CallEnd;
  /** Whether no call may go out that can't be written down because of this error. */
  readonly forbidsCalls: (error: unknown) => boolean;
  /** A call went out although it couldn't be written down. */
  readonly onError: (error: unknown) => void;
}

/** The call, and what takes it back: once aborted before it has gone out, it is neither made nor counted. */
type MeteredRequest = CallRequest & { readonly signal?: AbortSignal };

interface Permission {
  readonly account: string;
  calls: number;
}

/**
 * The one gate through which every call goes: keeps the limit, and counts.
 *
 * A call is written down before it goes out and again after it has ended. If a window dies in between, the call counts:
 * the service may well have charged for it. For the same reason a call that failed or was canceled counts too.
 *
 * With a limit, and for an agent, a call that can't be written down isn't made. Otherwise nobody is kept from working by
 * a full disk: the call is written down as soon as that works again.
 */
export class Meter {
  readonly #permissions = new Set<Permission>();
  /** Write down calls that went out while that didn't work. */
  readonly #late: (() => Promise<unknown>)[] = [];
  readonly #options: MeterOptions;

  constructor(options: MeterOptions) {
    this.#options = options;
  }

  /**
   * Makes one call.
   * @throws LimitReachedError, AgentLimitReachedError, CallNotCountedError, the signal's reason: `call` was not run.
   * @throws whatever `call` rejects with
   */
  async run<T extends { readonly status: number }>(
    { signal, ...request }: MeteredRequest,
    call: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const { calls, now, toCallEnd } = this.#options;
    const startedAt = now();
    const id = await this.#admit(request, startedAt);
    if (signal?.aborted) {
      await (id === undefined ? undefined : this.#attempt(() => calls.remove(id)));
      signal.throwIfAborted();
    }
    const finish = async (end: CallEnd): Promise<void> => {
      const durationMs = Math.max(0, Math.round(now() - startedAt));
      if (id !== undefined) {
        return this.#attempt(() => calls.finish(id, end, durationMs));
      }
      this.#late.push(async () => {
        const late = await calls.admit(request, startedAt, { ...this.#today(), limit: 0 });
        await (late === undefined ? undefined : calls.finish(late, end, durationMs));
      });
      return this.#attempt(() => this.#writeLate());
    };
    try {
      const result = await call();
      // Not waited for: the call counts since it was admitted.
      void finish({ outcome: 'ok', status: result.status });
      return result;
    } catch (error) {
      await finish(toCallEnd(error));
      throw error;
    }
  }

  /**
   * "Allow one more call": raises today's limit so that one more can go out, also if the limit was set below what is used.
   * @throws CallNotCountedError
   */
  async allowMore(): Promise<void> {
    const { calls, now } = this.#options;
    const { limit, allowance, used } = await this.readState();
    const overrun = limit > 0 ? Math.max(0, used - limit - allowance) : 0;
    await counted(calls.allowMore(now(), 1 + overrun));
  }

  /**
   * "Allow for today": agents may make up to `most` calls for the account until midnight, those of today included.
   * @throws CallNotCountedError
   */
  async allowAgents(account: string, most: number): Promise<void> {
    await counted(this.#options.calls.allowAgents(this.#options.now(), account, most));
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

  /** Where the day stands, over all windows. @throws CallNotCountedError */
  async readState(): Promise<LimitState> {
    const { calls, limit } = this.#options;
    const today = this.#today();
    await this.#writeLate().catch(() => undefined);
    const { used, ...rest } = await counted(calls.readDay(today, ''));
    return limitState(limit(), { ...rest, used: used + this.#late.length }, today.dayEndsAt);
  }

  /**
   * The calls that agents have made for the account today, over all windows, and those that they may still make without a
   * question. @throws CallNotCountedError
   */
  async readAgentState(account: string): Promise<{ readonly used: number; readonly left: number }> {
    const { calls, agentAllowance } = this.#options;
    const day = await counted(calls.readDay(this.#today(), account));
    const left = Math.max(agentAllowance() - day.agentUsed, day.agentAllowed - day.agentUsedHere, 0);
    return { used: day.agentUsedHere, left };
  }

  #today(): Pick<CallLimits, 'dayStartsAt' | 'dayEndsAt'> {
    const { now, calendar } = this.#options;
    const dayStartsAt = calendar.startOfDay(now());
    return { dayStartsAt, dayEndsAt: calendar.nextDay(dayStartsAt) };
  }

  /** @returns the id under which the call is written down; undefined if it can't be and need not */
  async #admit(request: CallRequest, at: number): Promise<number | undefined> {
    const { calls, limit, agentAllowance, onError } = this.#options;
    const isAgent = request.caller === 'agent';
    const permission = isAgent ? this.#takePermission(request.account) : undefined;
    const agentLimit = isAgent && permission === undefined ? agentAllowance() : undefined;
    const limits = { ...this.#today(), limit: Math.max(0, limit()), agentLimit };
    let id: number | undefined;
    try {
      await this.#writeLate();
      id = await calls.admit(request, at, limits);
    } catch (error) {
      giveBack(permission);
      if (limits.limit > 0 || isAgent || this.#options.forbidsCalls(error)) {
        throw new CallNotCountedError(error);
      }
      onError(error);
      return undefined;
    }
    if (id === undefined) {
      giveBack(permission);
      const state = await this.readState();
      throw state.reached ? new LimitReachedError(state) : new AgentLimitReachedError();
    }
    return id;
  }

  #takePermission(account: string): Permission | undefined {
    const permission = [...this.#permissions].find((given) => given.account === account && given.calls > 0);
    if (permission) {
      permission.calls -= 1;
    }
    return permission;
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

  async #attempt(write: () => Promise<unknown>): Promise<void> {
    await write().catch(this.#options.onError);
  }
}

function giveBack(permission: Permission | undefined): void {
  if (permission) {
    permission.calls += 1;
  }
}

async function counted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new CallNotCountedError(error);
  }
}
