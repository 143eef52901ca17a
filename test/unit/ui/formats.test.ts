import assert from 'node:assert/strict';
import { createFormats } from '../../../src/ui/formats';

const NOW = Date.UTC(2026, 10, 21, 14, 3);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('Numbers and times in a language', () => {
  it('follow its rules', () => {
    const german = createFormats('de', 'UTC');
    assert.equal(german.number(12345.678), '12.345,678');
    assert.equal(german.moment(NOW, NOW), '14:03');
    assert.equal(german.age(NOW - 5 * MINUTE, NOW), 'vor 5 m');
    assert.equal(german.duration(90_000), '90 Sekunden');
  });

  it('are ages rounded down, and a time in the future is "now"', () => {
    const { age } = createFormats('en', 'UTC');
    assert.deepEqual(
      [0, -MINUTE, 119_000, 3 * DAY + 5].map((passed) => age(NOW - passed, NOW)),
      ['now', 'now', '1m ago', '3d ago'],
    );
  });

  it('are durations in one unit without a rest, but short ones rounded down', () => {
    const { duration, shortDuration } = createFormats('en');
    assert.deepEqual([4 * MINUTE, 119 * MINUTE].map(shortDuration), ['4m', '1h']);
    assert.deepEqual([500, 90_000, 300_000, 2 * DAY].map(duration), [
      '0.5 seconds',
      '90 seconds',
      '5 minutes',
      '2 days',
    ]);
  });
});
