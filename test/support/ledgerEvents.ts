import type { Calendar } from '../../src/credits/calendar';
import type { AllowanceEvent, CallEvent } from '../../src/credits/ledger';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
/** Thursday, 15 January 2026, noon UTC. */
export const NOON = Date.UTC(2026, 0, 15, 12);

let ids = 0;

/** A call that has ended well, at noon, unless told otherwise. */
export function aCall(facts: Partial<CallEvent> = {}): CallEvent {
  return {
    type: 'call',
    id: `call-${(ids += 1)}`,
    at: NOON,
    kind: 'list',
    reason: 'loadMore',
    caller: 'user',
    outcome: 'ok',
    account: 'anna@a.test',
    ...facts,
  };
}

export function anAllowance(facts: Partial<AllowanceEvent> = {}): AllowanceEvent {
  return { type: 'allowance', at: NOON, calls: 1, ...facts };
}

/** Days of UTC, whatever the machine's time zone. */
export const utcCalendar: Calendar = {
  startOfDay: (at) => Math.floor(at / DAY) * DAY,
  nextDay: (at) => (Math.floor(at / DAY) + 1) * DAY,
  startOfWeek: (at) => Math.floor(at / DAY) * DAY - ((new Date(at).getUTCDay() + 6) % 7) * DAY,
};
