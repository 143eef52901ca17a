import assert from 'node:assert/strict';
import { serviceNow } from '../../../src/mapping/serviceNow';

const NOW = Date.UTC(2026, 10, 28, 12);
const pageOf = (date: string) => ({
  headers: { date },
  call: { number: 1, begun: NOW - 2_000, ended: NOW - 1_000 },
});
const minutesOff = (date: string) => Math.round((serviceNow(pageOf(date), NOW) - NOW) / 60_000);

describe('Ages', () => {
  it('count by the clock of the service if it is more than 2 minutes off', () => {
    assert.equal(minutesOff('Sat, 28 Nov 2026 11:00:00 GMT'), -60);
    assert.equal(minutesOff('Sat, 28 Nov 2026 12:03:00 GMT'), 3);
  });

  it('count by the clock of this machine if both nearly agree, or the service sends no possible time', () => {
    assert.equal(minutesOff('Sat, 28 Nov 2026 12:01:30 GMT'), 0);
    assert.equal(minutesOff('soon'), 0);
    assert.equal(minutesOff('Sat, 13 Sep 275760 00:00:00 GMT'), 0);
    assert.equal(serviceNow(undefined, NOW), NOW);
  });
});
