import { isName, isOneOf, isTime, orAbsent, parseRecord, readAs, type Shape } from '../base/storedJson';
import { callers, callKinds, callReasons, type CallRequest } from '../monitors/call';

/**
 * How a call ended. A failed or cancelled call may have cost credits all the same: nothing says it is free.
 * `unknown`: it went out and its end was never written down. It is still under way, or its window died.
 */
export const callOutcomes = ['ok', 'failed', 'cancelled', 'unknown'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/**
 * A call that has gone out. Written twice: when it goes out (`unknown`) and when it has ended. Never with a token, a
 * password or a body.
 */
export interface CallEvent extends CallRequest {
  readonly type: 'call';
  /** Random; both lines of a call share it. */
  readonly id: string;
  /** Epoch milliseconds at which it went out. */
  readonly at: number;
  readonly outcome: CallOutcome;
  /** HTTP status; absent where no response came. */
  readonly status?: number;
  /** Milliseconds until the response was complete; absent while the outcome is unknown. */
  readonly durationMs?: number;
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

const VERSION = 1;
const MAX_LINE_CHARACTERS = 4096;

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
    if (event) {
      events.push(event);
    } else {
      skipped += 1;
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

function parseLine(line: string): LedgerEvent | undefined {
  const record = parseRecord(line);
  if (record['v'] !== VERSION) {
    return undefined;
  }
  switch (record['type']) {
    case 'call':
      return readAs(callShape, record);
    case 'allowance':
      return readAs(allowanceShape, record);
    case 'agentAllowance':
      return readAs(agentAllowanceShape, record);
    case 'withdrawal':
      return readAs(withdrawalShape, record);
    default:
      return undefined;
  }
}

const isWhole =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (value: unknown) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const isMoment = (value: unknown): boolean => isTime(value) && Number.isInteger(value);

const callShape: Shape<CallEvent> = {
  type: isName,
  id: isName,
  at: isMoment,
  kind: isOneOf(callKinds),
  reason: isOneOf(callReasons),
  caller: isOneOf(callers),
  outcome: isOneOf(callOutcomes),
  account: isName,
  status: orAbsent(isWhole(100, 999)),
  pageIndex: orAbsent(isWhole(0)),
  durationMs: orAbsent(isWhole(0)),
};
const allowanceShape: Shape<AllowanceEvent> = { type: isName, at: isMoment, calls: isWhole(1) };
const agentAllowanceShape: Shape<AgentAllowanceEvent> = { ...allowanceShape, type: isName, account: isName };
const withdrawalShape: Shape<WithdrawalEvent> = { type: isName, id: isName, at: isMoment };
