import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_LIFETIME_MS, parseLifetime, toLifetimeText } from '../../../src/session/lifetime';
import { DAY, HOUR, MINUTE } from '../../support/aSession';

describe('the lifetime of a token', () => {
  it('is read with any unit, blanks or not, from a minute to ten years', () => {
    const read = { '12h': 12 * HOUR, '90d': 90 * DAY, '1m': MINUTE, ' 1 W ': 7 * DAY, '90s': 90_000 };
    for (const [text, ms] of Object.entries({ ...read, '3650d': MAX_LIFETIME_MS })) {
      assert.equal(parseLifetime(text), ms, text);
    }
  });

  it('is refused if it is unreadable, too short or too long', () => {
    const unreadable = ['', '  ', '12', '1M', '-1d', '1.5h', 'x12', '1d12h', 'soon'];
    for (const text of [...unreadable, '59s', '0d', '3651d', `${'9'.repeat(400)}d`]) {
      assert.equal(parseLifetime(text), undefined, text);
    }
  });

  it('is written so that it reads back the same', () => {
    const seconds = fc.integer({ min: 60, max: MAX_LIFETIME_MS / 1_000 });
    fc.assert(fc.property(seconds, (s) => assert.equal(parseLifetime(toLifetimeText(s * 1_000)), s * 1_000)));
    assert.deepEqual([0, DAY, 7 * DAY, 30 * DAY].map(toLifetimeText), ['0s', '1d', '1w', '30d']);
  });
});
