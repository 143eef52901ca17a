import { callers, callKinds, callReasons } from '../monitors/call';
import { callOutcomes, type Call } from './call';

/** A call that has gone out. Written twice: when it goes out (`unknown`) and when it has ended. */
export interface CallEvent extends Call {
  readonly type: 'call';
}

/** "Allow one more call": raises the limit of the local day in which `at` lies. */
export interface AllowanceEvent {
  readonly type: 'allowance';
  /** Epoch milliseconds. */
  readonly at: number;
  /** By how many calls; at least 1. */
  readonly calls: number;
}

/** "Allow for today up to 20 calls": agents may make so many calls for the account on the local day in which `at` lies. */
export interface AgentAllowanceEvent {
  readonly type: 'agentAllowance';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Session id. */
  readonly account: string;
  /** Calls of that day, those already made included; at least 1. */
  readonly calls: number;
}

/** Takes back a call that was written down and then cancelled before it went out. */
export interface WithdrawalEvent {
  readonly type: 'withdrawal';
  /** As in the call. */
  readonly id: string;
  /** As in the call. */
  readonly at: number;
}

export type LedgerEvent = CallEvent | AllowanceEvent | AgentAllowanceEvent | WithdrawalEvent;

/** Stands for every account that has signed out since: its calls still count, but its name isn't kept. */
export const FORGOTTEN_ACCOUNT = '';

export interface LedgerContents {
  /** Every call once, oldest first, without those that were withdrawn. */
  readonly events: readonly LedgerEvent[];
  /** Lines that could not be understood: damaged, half-written or of another version. */
  readonly skipped: number;
}

/** Milliseconds for which events are kept: 90 days. */
export const LEDGER_KEEPS_MS = 90 * 24 * 60 * 60 * 1000;

const VERSION = 1;
const MAX_LINE_CHARACTERS = 4096;
const MAX_TIME = 8.64e15;

/**
 * One event as JSON between two line feeds. The leading one ends whatever a crashed window left half-written,
 * so that a cut line never spoils the next; blank lines mean nothing.
 */
export function formatLedgerLine(event: LedgerEvent): string {
  return `\n${JSON.stringify({ v: VERSION, ...event })}\n`;
}

/** Reads lines made by {@link formatLedgerLine}, each event as it stands in its line. Never throws. */
export function parseLedger(text: string): { readonly events: LedgerEvent[]; readonly skipped: number } {
  const events: LedgerEvent[] = [];
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      continue;
    }
    const event = line.length > MAX_LINE_CHARACTERS ? undefined : parseLine(line);
    if (event === undefined) {
      skipped += 1;
    } else if (event !== 'obsolete') {
      events.push(event);
    }
  }
  return { events, skipped };
}

/**
 * Brings the two lines of each call together, whichever of them is there, leaves out the calls that were withdrawn, and
 * sorts by time. A known outcome beats an unknown one, in any order of the lines.
 */
export function mergeEvents(events: Iterable<LedgerEvent>): LedgerEvent[] {
  const calls = new Map<string, CallEvent>();
  const others: LedgerEvent[] = [];
  const withdrawn: string[] = [];
  for (const event of events) {
    if (event.type === 'withdrawal') {
      withdrawn.push(event.id);
      continue;
    }
    if (event.type !== 'call') {
      others.push(event);
      continue;
    }
    const known = calls.get(event.id);
    if (!known || known.outcome === 'unknown') {
      calls.set(event.id, event);
    }
  }
  withdrawn.forEach((id) => calls.delete(id));
  return [...calls.values(), ...others].sort((a, b) => a.at - b.at);
}

/** Leaves out what is older than {@link LEDGER_KEEPS_MS}. Times in the future stay: the clock may be wrong now. */
export function prune(events: readonly LedgerEvent[], now: number): LedgerEvent[] {
  return events.filter((event) => event.at > now - LEDGER_KEEPS_MS);
}

function parseLine(line: string): LedgerEvent | 'obsolete' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  const record = value as Record<string, unknown>;
  if (record['v'] !== VERSION || !isWhole(record['at'], 0, MAX_TIME)) {
    return undefined;
  }
  switch (record['type']) {
    case 'call':
      return readCall(record, record['at']);
    case 'avoided':
      // Version 1.0.0 also wrote down the calls that weren't made.
      return 'obsolete';
    case 'allowance':
      return isWhole(record['calls'], 1)
        ? { type: 'allowance', at: record['at'], calls: record['calls'] }
        : undefined;
    case 'agentAllowance':
      return isWhole(record['calls'], 1) && isName(record['account'])
        ? { type: 'agentAllowance', at: record['at'], account: record['account'], calls: record['calls'] }
        : undefined;
    case 'withdrawal':
      return isName(record['id']) ? { type: 'withdrawal', id: record['id'], at: record['at'] } : undefined;
    default:
      return undefined;
  }
}

function readCall(record: Record<string, unknown>, at: number): CallEvent | undefined {
  const { id, kind, outcome, account, status, pageIndex, durationMs } = record;
  // Version 1.0.0 had a reason of its own for auto refresh, and wrote down no caller.
  const wasAutoRefresh = record['reason'] === 'autoRefresh';
  const reason = wasAutoRefresh ? 'refresh' : record['reason'];
  const caller = record['caller'] ?? (wasAutoRefresh ? 'autoRefresh' : 'user');
  if (!isName(id) || !isName(account)) {
    return undefined;
  }
  if (!isOneOf(callKinds, kind) || !isOneOf(callReasons, reason) || !isOneOf(callOutcomes, outcome)) {
    return undefined;
  }
  if (!isOneOf(callers, caller)) {
    return undefined;
  }
  if (status !== undefined && !isWhole(status, 100, 999)) {
    return undefined;
  }
  if (pageIndex !== undefined && !isWhole(pageIndex, 0)) {
    return undefined;
  }
  if (durationMs !== undefined && !isWhole(durationMs, 0)) {
    return undefined;
  }
  return {
    type: 'call',
    id,
    at,
    kind,
    reason,
    caller,
    outcome,
    account,
    ...(status !== undefined && { status }),
    ...(pageIndex !== undefined && { pageIndex }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function isWhole(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return (known as readonly unknown[]).includes(value);
}
