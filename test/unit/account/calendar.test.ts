import assert from 'node:assert/strict';
import { nextDay, startOfDay } from '../../../src/account/calendar';
import { HOUR } from '../../support/aCall';

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
