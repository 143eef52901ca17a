import { callKinds, callOutcomes, callReasons } from './call';
import type { CallKind, CallOutcome, CallReason } from './call';
import type { Calendar } from './calendar';
import { avoidedReasons, type AvoidedReason, type LedgerEvent } from './ledger';

export interface DayCount {
  /** Epoch milliseconds at which the local day begins. */
  readonly startsAt: number;
  /** Calls made. */
  readonly calls: number;
  /** Calls avoided. */
  readonly avoided: number;
  /** Calls made, by what asked for them. */
  readonly byReason: Readonly<Record<CallReason, number>>;
  readonly avoidedByReason: Readonly<Record<AvoidedReason, number>>;
}

/** Counts of some days taken together, for one view of a chart. */
export interface PeriodCount extends Omit<DayCount, 'startsAt'> {
  /** Oldest first, today last, no day left out. */
  readonly days: readonly DayCount[];
}

export interface AccountCount {
  readonly account: string;
  readonly calls: number;
  readonly avoided: number;
}

/** Counts of calls. All but `today` and `thisWeek` cover the days of `perDay`. */
export interface Summary {
  readonly today: number;
  /** From the calendar's first day of the week on. */
  readonly thisWeek: number;
  /** Oldest first, today last, no day left out. */
  readonly perDay: readonly DayCount[];
  /** `thisWeek` has the days from the calendar's first day of the week up to today. */
  readonly periods: Readonly<Record<'today' | 'thisWeek' | 'last14Days', PeriodCount>>;
  readonly calls: number;
  readonly avoided: number;
  readonly byKind: Readonly<Record<CallKind, number>>;
  readonly byReason: Readonly<Record<CallReason, number>>;
  readonly byOutcome: Readonly<Record<CallOutcome, number>>;
  readonly avoidedByReason: Readonly<Record<AvoidedReason, number>>;
  /** Each account once, and all that have signed out since as one; most calls first. */
  readonly perAccount: readonly AccountCount[];
}

export interface SummaryOptions {
  readonly calendar: Calendar;
  /** How many local days, today included; 30 unless given. */
  readonly days?: number;
}

/** Counts what the ledger holds up to the end of today. `now` in epoch milliseconds. */
export function summarize(events: readonly LedgerEvent[], now: number, options: SummaryOptions): Summary {
  const { calendar, days = 30 } = options;
  const starts = lastDays(now, days, calendar);
  const today = calendar.startOfDay(now);
  const week = calendar.startOfWeek(now);
  const until = calendar.nextDay(now);
  const past = events.filter((event) => event.at < until);
  const callsSince = (from: number) =>
    past.filter((event) => event.type === 'call' && event.at >= from).length;
  const covered = past.filter((event) => event.at >= (starts[0] ?? until));
  const calls = covered.filter((event) => event.type === 'call');
  const avoided = covered.filter((event) => event.type === 'avoided');
  const perDay = countPerDay(covered, starts, calendar);
  return {
    today: callsSince(today),
    thisWeek: callsSince(week),
    perDay,
    periods: {
      today: sumDays(perDay.slice(-1)),
      thisWeek: sumDays(perDay.filter(({ startsAt }) => startsAt >= week)),
      last14Days: sumDays(perDay.slice(-14)),
    },
    calls: calls.length,
    avoided: avoided.reduce((sum, event) => sum + event.calls, 0),
    byKind: tally(callKinds, calls, (event) => [event.kind, 1]),
    byReason: tally(callReasons, calls, (event) => [event.reason, 1]),
    byOutcome: tally(callOutcomes, calls, (event) => [event.outcome, 1]),
    avoidedByReason: tally(avoidedReasons, avoided, (event) => [event.reason, event.calls]),
    perAccount: countPerAccount(covered),
  };
}

function lastDays(now: number, days: number, calendar: Calendar): number[] {
  const starts = [calendar.startOfDay(now)];
  while (starts.length < days) {
    starts.unshift(calendar.startOfDay((starts[0] ?? now) - 1));
  }
  return starts;
}

function countPerDay(
  events: readonly LedgerEvent[],
  starts: readonly number[],
  calendar: Calendar,
): DayCount[] {
  const byDay = new Map<number, LedgerEvent[]>(starts.map((startsAt) => [startsAt, []]));
  events.forEach((event) => byDay.get(calendar.startOfDay(event.at))?.push(event));
  return [...byDay].map(([startsAt, ofDay]) => {
    const calls = ofDay.filter((event) => event.type === 'call');
    const avoided = ofDay.filter((event) => event.type === 'avoided');
    return {
      startsAt,
      calls: calls.length,
      avoided: avoided.reduce((sum, event) => sum + event.calls, 0),
      byReason: tally(callReasons, calls, ({ reason }) => [reason, 1]),
      avoidedByReason: tally(avoidedReasons, avoided, (event) => [event.reason, event.calls]),
    };
  });
}

function sumDays(days: readonly DayCount[]): PeriodCount {
  return {
    days,
    calls: days.reduce((sum, { calls }) => sum + calls, 0),
    avoided: days.reduce((sum, { avoided }) => sum + avoided, 0),
    byReason: addUp(callReasons, days, ({ byReason }) => byReason),
    avoidedByReason: addUp(avoidedReasons, days, ({ avoidedByReason }) => avoidedByReason),
  };
}

function addUp<K extends string>(
  keys: readonly K[],
  days: readonly DayCount[],
  toCounts: (day: DayCount) => Readonly<Record<K, number>>,
): Record<K, number> {
  const sums = keys.map((key) => [key, days.reduce((sum, day) => sum + toCounts(day)[key], 0)]);
  return Object.fromEntries(sums) as Record<K, number>;
}

function countPerAccount(events: readonly LedgerEvent[]): AccountCount[] {
  const accounts = new Map<string, { account: string; calls: number; avoided: number }>();
  for (const event of events) {
    if (event.type !== 'call' && event.type !== 'avoided') {
      continue;
    }
    const count = accounts.get(event.account) ?? { account: event.account, calls: 0, avoided: 0 };
    accounts.set(event.account, count);
    if (event.type === 'call') {
      count.calls += 1;
    } else {
      count.avoided += event.calls;
    }
  }
  return [...accounts.values()].sort((a, b) => b.calls - a.calls || b.avoided - a.avoided);
}

function tally<K extends string, E>(
  keys: readonly K[],
  events: readonly E[],
  toCount: (event: E) => readonly [K, number],
): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const event of events) {
    const [key, count] = toCount(event);
    counts[key] += count;
  }
  return counts;
}
