import type { Calendar } from './calendar';
import type { LedgerEvent } from './ledger';

/** Where the calls that agents make for an account stand today. */
export interface AgentState {
  /** Calls that agents have made for the account today, in any window, whatever became of them. */
  readonly used: number;
  /** Calls that agents may still make for it today without a question. */
  readonly left: number;
}

export interface AgentQuestion {
  /** Calls a day that agents may make without a question, for all accounts together; 0 is none. */
  readonly allowance: number;
  /** Session id. */
  readonly account: string;
  /** Of all windows; each call once. */
  readonly events: readonly LedgerEvent[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly calendar: Pick<Calendar, 'startOfDay' | 'nextDay'>;
}

/** What is left of the agents' allowance, or of what the user has allowed for the account today, whichever is more. */
export function agentState({ allowance, account, events, now, calendar }: AgentQuestion): AgentState {
  const from = calendar.startOfDay(now);
  const until = calendar.nextDay(now);
  let usedForAll = 0;
  let used = 0;
  let allowed = 0;
  for (const event of events) {
    if (event.at < from || event.at >= until) {
      continue;
    }
    if (event.type === 'call' && event.caller === 'agent') {
      usedForAll += 1;
      used += event.account === account ? 1 : 0;
    } else if (event.type === 'agentAllowance' && event.account === account) {
      allowed = Math.max(allowed, event.calls);
    }
  }
  return { used, left: Math.max(0, allowance - usedForAll, allowed - used) };
}
