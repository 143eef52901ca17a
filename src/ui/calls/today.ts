import { localCalendar } from '../../credits/calendar';
import { limitState, type LimitState } from '../../credits/limit';
import { createCalls } from '../../storage/calls';
import type { Database } from '../../storage/database';

/** Reads today's calls. @param limit calls a day; 0 is no limit */
export function createToday(database: Database, limit: () => number, now: () => number) {
  const calls = createCalls(database);
  return async (): Promise<LimitState> => {
    const dayStartsAt = localCalendar.startOfDay(now());
    const dayEndsAt = localCalendar.nextDay(dayStartsAt);
    return limitState(limit(), await calls.readDay({ dayStartsAt, dayEndsAt }, ''), dayEndsAt);
  };
}
