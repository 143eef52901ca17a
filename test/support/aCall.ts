import type { CallRecord } from '../../src/monitors/call';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;
/** Thursday, 15 January 2026, noon. */
export const NOON = new Date(2026, 0, 15, 12).getTime();

/** A successful call at noon, by default. */
export function aCall(facts: Partial<CallRecord> = {}): CallRecord {
  return {
    kind: 'list',
    at: NOON,
    caller: 'user',
    outcome: 'ok',
    pageIndex: 0,
    account: 'anna@a.test',
    ...facts,
  };
}
