import assert from 'node:assert/strict';
import { nextDay, startOfDay } from '../../../src/account/calendar';
import { toLimitState } from '../../../src/account/limit';
import { HOUR } from '../../support/aCall';

describe('The daily limit', () => {
  for (const [limit, used, allowance, left] of [
    [10, 9, 0, 1],
    [10, 10, 0, 0],
    [10, 10, 1, 1],
    [0, 1000, 0, Infinity],
  ] as const) {
    it(`of ${limit} leaves ${left} after ${used} calls if the user allowed ${allowance} more`, () => {
      const state = toLimitState(limit, { used, allowance }, 0);
      assert.deepEqual([state.left, state.reached], [left, left === 0]);
    });
  }
});

describe('The local calendar', () => {
  const zoneBefore = process.env['TZ'];
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
    ['Australia/Lord_Howe', '2026-10-04T05:00:00Z', 23.5],
  ] as const;
  for (const [zone, moment, hours] of clockChanges) {
    it(`knows that the day of ${moment} has ${hours} hours in ${zone}`, () => {
      process.env['TZ'] = zone;
      const at = Date.parse(moment);
      assert.equal((nextDay(at) - startOfDay(at)) / HOUR, hours);
    });
  }
});
