import assert from 'node:assert/strict';
import { nextDay, startOfDay } from '../../../src/account/calendar';
import type { DayCalls } from '../../../src/monitors/call';
import { limitState } from '../../../src/account/limit';
import { aDay, HOUR, NOON } from '../../support/aCall';

const MIDNIGHT = nextDay(NOON);
const stateOf = (limit: number, day: Partial<DayCalls>) => limitState(limit, aDay(day), MIDNIGHT);

describe('the daily limit', () => {
  for (const [used, near, reached] of [
    [7, false, false],
    [8, true, false],
    [9, true, false],
    [10, false, true],
    [11, false, true],
  ] as const) {
    it(`with ${used} of 10 calls used is ${near ? 'near' : reached ? 'reached' : 'not near'}`, () => {
      const state = stateOf(10, { used });
      assert.deepEqual(
        [state.near, state.reached, state.left],
        [near, reached, Math.max(0, 10 - used)],
      );
    });
  }

  it('is higher on a day on which the user allowed more calls', () => {
    const state = stateOf(10, { used: 10, allowance: 1 });
    assert.deepEqual([state.allowance, state.left, state.reached], [1, 1, false]);
  });

  it('of 0 means unlimited', () => {
    const state = stateOf(0, { used: 1000 });
    assert.deepEqual(
      [state.left, state.near, state.reached, state.used],
      [Infinity, false, false, 1000],
    );
    assert.equal(stateOf(-1, {}).limit, 0);
  });

  it('says when the limit resets', () => {
    assert.equal(stateOf(1, { used: 1 }).resetsAt, new Date(2026, 0, 16).getTime());
  });
});

describe('the local calendar', () => {
  const zoneBefore = process.env['TZ'];
  const inZone = (zone: string) => (process.env['TZ'] = zone);
  afterEach(() => {
    if (zoneBefore === undefined) {
      delete process.env['TZ'];
    } else {
      process.env['TZ'] = zoneBefore;
    }
  });

  const clockChanges = [
    ['Europe/Berlin', '2026-03-29T10:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T10:00:00Z', 25],
    ['America/Havana', '2026-03-08T15:00:00Z', 23],
    ['America/Havana', '2026-11-01T15:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-10-04T05:00:00Z', 23.5],
    ['Asia/Kolkata', '2026-06-01T05:00:00Z', 24],
  ] as const;
  for (const [zone, moment, hours] of clockChanges) {
    it(`knows that the day of ${moment} has ${hours} hours in ${zone}`, () => {
      inZone(zone);
      const at = Date.parse(moment);
      assert.equal((nextDay(at) - startOfDay(at)) / HOUR, hours);
    });
  }
});
