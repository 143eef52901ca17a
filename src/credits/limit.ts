import type { LedgerEvent } from './ledger';

/** Share of the day's calls from which on the limit is near. */
const NEAR = 0.8;

export interface LimitState {
  /** Calls a day as the user has set it; 0 is no limit. */
  readonly limit: number;
  /** Calls allowed beyond it, today only. */
  readonly allowance: number;
  /** Calls of the local day that went out in any window, whatever became of them. */
  readonly used: number;
  /** Calls that may still go out today; `Infinity` without a limit. */
  readonly left: number;
  /** 80 % or more is used, and the limit is not reached yet. */
  readonly near: boolean;
  readonly reached: boolean;
  /** Epoch milliseconds at which the next local day begins and with it the count. */
  readonly resetsAt: number;
}

/** Where the calls that agents make for an account stand today. */
export interface AgentState {
  /** Calls that agents have made for the account today, in any window, whatever became of them. */
  readonly used: number;
  /** Calls that agents may still make for it today without a question. */
  readonly left: number;
}

/** The pace is that of the calls of the last hour. */
const PACE_MS = 60 * 60_000;

/**
 * When the limit is reached if calls go on at the pace of the last hour: epoch milliseconds. Absent where it isn't
 * reached before the day ends, or is reached already.
 */
export function reachedAtPace(
  { left, resetsAt }: Pick<LimitState, 'left' | 'resetsAt'>,
  events: readonly LedgerEvent[],
  now: number,
): number | undefined {
  const calls = events.filter(({ type, at }) => type === 'call' && at > now - PACE_MS && at <= now).length;
  const at = now + (left / calls) * PACE_MS;
  return left > 0 && at < resetsAt ? at : undefined;
}

/**
 * Where the local day stands.
 * @param asSet calls a day; 0 or less is no limit.
 * @param events of the day, of all windows; each call once.
 * @param resetsAt epoch milliseconds at which the day ends.
 */
export function limitState(asSet: number, events: readonly LedgerEvent[], resetsAt: number): LimitState {
  const limit = Math.max(0, asSet);
  let used = 0;
  let allowance = 0;
  for (const event of events) {
    if (event.type === 'call') {
      used += 1;
    } else if (event.type === 'allowance') {
      allowance += event.calls;
    }
  }
  if (limit === 0) {
    return { limit, allowance, used, left: Infinity, near: false, reached: false, resetsAt };
  }
  const most = limit + allowance;
  const reached = used >= most;
  const near = !reached && used >= most * NEAR;
  return { limit, allowance, used, left: Math.max(0, most - used), near, reached, resetsAt };
}

/**
 * What is left of the agents' allowance, or of what the user has allowed for the account today, whichever is more.
 * @param allowance calls a day that agents may make without a question, for all accounts together; 0 is none.
 * @param account its session id.
 * @param events as of {@link limitState}.
 */
export function agentState(allowance: number, account: string, events: readonly LedgerEvent[]): AgentState {
  let usedForAll = 0;
  let used = 0;
  let allowed = 0;
  for (const event of events) {
    if (event.type === 'call' && event.caller === 'agent') {
      usedForAll += 1;
      used += event.account === account ? 1 : 0;
    } else if (event.type === 'agentAllowance' && event.account === account) {
      allowed = Math.max(allowed, event.calls);
    }
  }
  return { used, left: Math.max(0, allowance - usedForAll, allowed - used) };
}
