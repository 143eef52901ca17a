import { callers, callReasons, type Caller, type CallReason } from '../monitors/call';
import type { Calendar } from './calendar';
import { callOutcomes, type CallOutcome, type CallRecord } from './calls';

export interface DayCount {
  /** Epoch milliseconds of local midnight. */
  readonly startsAt: number;
  readonly calls: number;
}

/** Counts for the days in `perDay`, except `today` and `thisWeek`. */
export interface Summary {
  readonly today: number;
  readonly thisWeek: number;
  /** Oldest first, including days without calls. */
  readonly perDay: readonly DayCount[];
  readonly byReason: Readonly<Record<CallReason, number>>;
  readonly byCaller: Readonly<Record<Caller, number>>;
  readonly byOutcome: Readonly<Record<CallOutcome, number>>;
  /** Most calls first. Signed-out accounts share an entry. */
  readonly perAccount: readonly { readonly account: string; readonly calls: number }[];
}

/** Including today. */
const DAYS = 30;

/** Returns the epoch milliseconds from which {@link summarize} needs calls. */
export function summarySince(now: number, calendar: Calendar): number {
  return lastDays(now, calendar)[0]!;
}

/**
 * Counts calls until the end of today.
 * @param now epoch milliseconds
 */
export function summarize(calls: readonly CallRecord[], now: number, calendar: Calendar): Summary {
  const starts = lastDays(now, calendar);
  const past = calls.filter(({ at }) => at < calendar.nextDay(now));
  const callsSince = (from: number): CallRecord[] => past.filter(({ at }) => at >= from);
  const covered = callsSince(starts[0]!);
  const perDay = count(starts, covered, ({ at }) => calendar.startOfDay(at));
  const perAccount = count<string>([], covered, ({ account }) => account);
  return {
    today: callsSince(calendar.startOfDay(now)).length,
    thisWeek: callsSince(calendar.startOfWeek(now)).length,
    perDay: [...perDay].map(([startsAt, made]) => ({ startsAt, calls: made })),
    byReason: toRecord(count(callReasons, covered, ({ reason }) => reason)),
    byCaller: toRecord(count(callers, covered, ({ caller }) => caller)),
    byOutcome: toRecord(count(callOutcomes, covered, ({ outcome }) => outcome)),
    perAccount: [...perAccount]
      .map(([account, made]) => ({ account, calls: made }))
      .sort((a, b) => b.calls - a.calls),
  };
}

function lastDays(now: number, calendar: Calendar): number[] {
  const starts = [calendar.startOfDay(now)];
  while (starts.length < DAYS) {
    starts.unshift(calendar.startOfDay((starts[0] ?? now) - 1));
  }
  return starts;
}

/** Counts calls by key: given keys first. */
function count<K>(keys: readonly K[], calls: readonly CallRecord[], toKey: (call: CallRecord) => K) {
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const call of calls) {
    const key = toKey(call);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function toRecord<K extends string>(counts: ReadonlyMap<K, number>): Record<K, number> {
  return Object.fromEntries(counts) as Record<K, number>;
}
