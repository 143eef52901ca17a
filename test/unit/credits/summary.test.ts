import assert from 'node:assert/strict';
import { localCalendar } from '../../../src/credits/calendar';
import { summarize } from '../../../src/credits/summary';
import { aCall, DAY, NOON, utcCalendar } from '../../support/aCall';

describe('the summary of calls', () => {
  it('is zero for every day and key without calls', () => {
    const summary = summarize([], NOON, utcCalendar);
    assert.equal(summary.perDay.length, 30);
    assert.ok(summary.perDay.every(({ calls }) => calls === 0));
    assert.deepEqual(summary.byOutcome, { ok: 0, failed: 0, cancelled: 0, unknown: 0 });
    assert.deepEqual([summary.today, summary.thisWeek, summary.perAccount], [0, 0, []]);
  });

  it('separates today, this week and this month, and leaves the future out', () => {
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
      utcCalendar,
    );
    assert.deepEqual([summary.today, summary.thisWeek, summary.byOutcome.ok], [1, 3, 5]);
    assert.deepEqual(
      summary.perDay.map(({ calls }) => calls).filter((calls) => calls > 0),
      [1, 1, 1, 1, 1],
    );
    assert.equal(summary.perDay[0]?.calls, 1);
    assert.equal(summary.perDay.at(-1)?.startsAt, utcCalendar.startOfDay(NOON));
  });

  it('counts a call at midnight for the new day', () => {
    const today = utcCalendar.startOfDay(NOON);
    const at = [today - 29 * DAY, today - 29 * DAY - 1, today - 1, today, today, today + DAY];
    const events = at.map((moment) => aCall({ at: moment }));
    const { perDay, byOutcome, ...summary } = summarize(events, today, utcCalendar);
    assert.deepEqual([summary.today, byOutcome.ok], [2, 4]);
    assert.deepEqual(perDay[0], { startsAt: today - 29 * DAY, calls: 1 });
    assert.deepEqual(perDay.slice(-2), [
      { startsAt: today - DAY, calls: 1 },
      { startsAt: today, calls: 2 },
    ]);
  });

  it('counts by reason, caller, outcome and account', () => {
    const events = [
      aCall({ kind: 'token', reason: 'signIn', account: 'https://a.test' }),
      aCall({ outcome: 'failed' }),
      aCall({ reason: 'refresh', caller: 'agent', outcome: 'unknown' }),
    ];
    const summary = summarize(events, NOON, utcCalendar);
    assert.equal(summary.byReason.refresh, 1);
    assert.deepEqual(summary.byCaller, { user: 2, autoRefresh: 0, agent: 1 });
    assert.deepEqual(summary.byOutcome, { ok: 1, failed: 1, cancelled: 0, unknown: 1 });
    assert.deepEqual(summary.perAccount, [
      { account: 'anna@a.test', calls: 2 },
      { account: 'https://a.test', calls: 1 },
    ]);
  });

  it('shows each day once across a clock change', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const now = Date.parse('2026-04-05T10:00:00Z');
      const days = summarize([], now, localCalendar).perDay.map(({ startsAt }) =>
        new Date(startsAt).getDate(),
      );
      assert.deepEqual(days.slice(-14), [23, 24, 25, 26, 27, 28, 29, 30, 31, 1, 2, 3, 4, 5]);
    } finally {
      if (before === undefined) {
        delete process.env['TZ'];
      } else {
        process.env['TZ'] = before;
      }
    }
  });
});
