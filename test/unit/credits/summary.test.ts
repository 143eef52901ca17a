import assert from 'node:assert/strict';
import { localCalendar } from '../../../src/credits/calendar';
import { summarize } from '../../../src/credits/summary';
import { aCall, anAllowance, anAvoided, DAY, NOON, utcCalendar } from './ledgerEvents';

const options = { calendar: utcCalendar };

describe('the summary of calls', () => {
  it('of an empty ledger is zero everywhere, with every day and every key there', () => {
    const summary = summarize([], NOON, options);
    assert.equal(summary.perDay.length, 30);
    assert.ok(summary.perDay.every(({ calls, avoided }) => calls === 0 && avoided === 0));
    assert.deepEqual(summary.byOutcome, { ok: 0, failed: 0, cancelled: 0, unknown: 0 });
    assert.deepEqual(summary.avoidedByReason, { loaded: 0, otherWindow: 0, coalesced: 0, stopped: 0 });
    assert.deepEqual([summary.today, summary.thisWeek, summary.calls, summary.perAccount], [0, 0, 0, []]);
  });

  it('tells today from this week, the week from the month, and leaves the future out', () => {
    const at = [
      NOON,
      NOON - DAY,
      NOON - 3 * DAY,
      NOON - 4 * DAY,
      NOON - 29 * DAY,
      NOON - 31 * DAY,
      NOON + DAY,
    ];
    const summary = summarize(
      at.map((moment) => aCall({ at: moment })),
      NOON,
      options,
    );
    assert.deepEqual([summary.today, summary.thisWeek, summary.calls], [1, 3, 5]);
    assert.equal(summary.perDay[0]?.calls, 1);
    assert.equal(summary.perDay.at(-1)?.startsAt, utcCalendar.startOfDay(NOON));
  });

  it('counts the week in full even if it shows fewer days', () => {
    assert.equal(summarize([aCall({ at: NOON - 3 * DAY })], NOON, { ...options, days: 1 }).thisWeek, 1);
  });

  it('counts each day and each period by what asked for the calls, for a chart', () => {
    const events = [
      aCall({ reason: 'refresh' }),
      anAvoided({ calls: 2 }),
      aCall({ at: NOON - DAY }),
      anAvoided({ at: NOON - 4 * DAY, reason: 'stopped' }),
      aCall({ at: NOON - 14 * DAY }),
    ];
    const { periods, perDay } = summarize(events, NOON, options);
    const { today, thisWeek, last14Days } = periods;
    assert.deepEqual([today.days.length, thisWeek.days.length, last14Days.days.length], [1, 4, 14]);
    assert.deepEqual([today.calls, thisWeek.calls, last14Days.calls], [1, 2, 2]);
    assert.deepEqual([today.avoided, thisWeek.avoided, last14Days.avoided], [2, 2, 3]);
    assert.deepEqual(
      [today.byReason.refresh, today.byReason.loadMore, thisWeek.byReason.loadMore],
      [1, 0, 1],
    );
    assert.deepEqual([thisWeek.avoidedByReason.stopped, last14Days.avoidedByReason.stopped], [0, 1]);
    assert.equal(perDay.at(-1)?.byReason.refresh, 1);
    assert.equal(today.days[0], perDay.at(-1));
  });

  it('counts by kind, reason, outcome and account', () => {
    const events = [
      aCall({ kind: 'token', reason: 'signIn', account: 'https://a.test' }),
      aCall({ outcome: 'failed' }),
      aCall({ reason: 'refresh', outcome: 'unknown' }),
      anAvoided({ calls: 3 }),
      anAvoided({ reason: 'stopped', account: 'bert' }),
      anAllowance(),
    ];
    const summary = summarize(events, NOON, options);
    assert.deepEqual(summary.byKind, { token: 1, list: 2 });
    assert.equal(summary.byReason.refresh, 1);
    assert.deepEqual(summary.byOutcome, { ok: 1, failed: 1, cancelled: 0, unknown: 1 });
    assert.deepEqual(summary.avoidedByReason, { loaded: 3, otherWindow: 0, coalesced: 0, stopped: 1 });
    assert.equal(summary.avoided, 4);
    assert.deepEqual(summary.perAccount, [
      { account: 'anna@a.test', calls: 2, avoided: 3 },
      { account: 'https://a.test', calls: 1, avoided: 0 },
      { account: 'bert', calls: 0, avoided: 1 },
    ]);
  });

  it('shows each day once across a clock change', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const now = Date.parse('2026-04-05T10:00:00Z');
      const starts = summarize([], now, { calendar: localCalendar, days: 14 }).perDay.map(
        (day) => day.startsAt,
      );
      assert.deepEqual(
        starts.map((start) => new Date(start).getDate()),
        [23, 24, 25, 26, 27, 28, 29, 30, 31, 1, 2, 3, 4, 5],
      );
    } finally {
      if (before === undefined) {
        delete process.env['TZ'];
      } else {
        process.env['TZ'] = before;
      }
    }
  });
});
