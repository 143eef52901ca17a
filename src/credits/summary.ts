import { callers, callReasons, type Caller, type CallReason } from '../monitors/call';
import type { Calendar } from './calendar';
import { callOutcomes, type CallOutcome, type CallRecord } from './calls';

export interface DayCount {
  /** Epoch milliseconds at which the local day begins. */
  readonly startsAt: number;
  readonly calls: number;
}

export interface AccountCount {
  readonly account: string;
  readonly calls: number;
}

/** Counts of calls. All but `today` and `thisWeek` cover the days of `perDay`. */
export interface Summary {
  readonly today: number;
  /** From the calendar's first day of the week on. */
  readonly thisWeek: number;
  /** Oldest first, today last, no day left out. */
  readonly perDay: readonly DayCount[];
  readonly byReason: Readonly<Record<CallReason, number>>;
  readonly byCaller: Readonly<Record<Caller, number>>;
  readonly byOutcome: Readonly<Record<CallOutcome, number>>;
  /** Each account once, and all that have signed out since as one; most calls first. */
  readonly perAccount: readonly AccountCount[];
}

/** Local days that are counted, today included. */
const DAYS = 30;

/** Epoch milliseconds from which on {@link summarize} needs calls. */
export function summarySince(now: number, calendar: Calendar): number {
  return lastDays(now, calendar)[0]!;
}

/** Counts calls up to the end of today. `now` in epoch milliseconds. */
export function summarize(calls: readonly CallRecord[], now: number, calendar: Calendar): Summary {
  const starts = lastDays(now, calendar);
  const until = calendar.nextDay(now);
  const past = calls.filter(({ at }) => at < until);
  const callsSince = (from: number): number => past.filter(({ at }) => at >= from).length;
  const covered = past.filter(({ at }) => at >= (starts[0] ?? until));
  return {
    today: callsSince(calendar.startOfDay(now)),
    thisWeek: callsSince(calendar.startOfWeek(now)),
    perDay: countPerDay(covered, starts, calendar),
    byReason: tally(callReasons, covered, ({ reason }) => reason),
    byCaller: tally(callers, covered, ({ caller }) => caller),
    byOutcome: tally(callOutcomes, covered, ({ outcome }) => outcome),
    perAccount: countPerAccount(covered),
  };
}

function lastDays(now: number, calendar: Calendar): number[] {
  const starts = [calendar.startOfDay(now)];
  while (starts.length < DAYS) {
    starts.unshift(calendar.startOfDay((starts[0] ?? now) - 1));
  }
  return starts;
}

function countPerDay(
  calls: readonly CallRecord[],
  starts: readonly number[],
  calendar: Calendar,
): DayCount[] {
  const counts = new Map(starts.map((startsAt) => [startsAt, 0]));
  for (const { at } of calls) {
    const day = calendar.startOfDay(at);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([startsAt, count]) => ({ startsAt, calls: count }));
}

function countPerAccount(calls: readonly CallRecord[]): AccountCount[] {
  const counts = new Map<string, number>();
  calls.forEach(({ account }) => counts.set(account, (counts.get(account) ?? 0) + 1));
  return [...counts].map(([account, count]) => ({ account, calls: count })).sort((a, b) => b.calls - a.calls);
}

function tally<K extends string>(
  keys: readonly K[],
  calls: readonly CallRecord[],
  toKey: (call: CallRecord) => K,
): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  calls.forEach((call) => (counts[toKey(call)] += 1));
  return counts;
}
