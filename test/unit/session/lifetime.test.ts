import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  MAX_LIFETIME_MS,
  parseLifetime,
  MIN_LIFETIME_MS,
  toLifetimeText,
} from '../../../src/session/lifetime';
import { DAY, HOUR, MINUTE } from '../../support/aSession';

describe('the lifetime of a token', () => {
  it('is read with any unit, blanks or not', () => {
    const read = { '12h': 12 * HOUR, '90d': 90 * DAY, '30m': 30 * MINUTE, ' 1 W ': 7 * DAY, '90s': 90_000 };
    for (const [text, ms] of Object.entries(read)) {
      assert.deepEqual(parseLifetime(text), { ms }, text);
    }
  });

  it('is refused with the reason', () => {
    const refused = {
      '': 'empty',
      '  ': 'empty',
      '12': 'unitMissing',
      '1M': 'unreadable',
      '-1d': 'unreadable',
      '1.5h': 'unreadable',
      x12: 'unreadable',
      '1d12h': 'unreadable',
      soon: 'unreadable',
      '59s': 'tooShort',
      '0d': 'tooShort',
      '3651d': 'tooLong',
      [`${'9'.repeat(400)}d`]: 'tooLong',
    };
    for (const [text, problem] of Object.entries(refused)) {
      assert.deepEqual(parseLifetime(text), { problem }, text);
    }
  });

  it('may be as short as a minute and as long as ten years', () => {
    assert.deepEqual(parseLifetime('1m'), { ms: MIN_LIFETIME_MS });
    assert.deepEqual(parseLifetime('3650d'), { ms: MAX_LIFETIME_MS });
  });

  it('is written so that it reads back the same', () => {
    const seconds = fc.integer({ min: 60, max: MAX_LIFETIME_MS / 1_000 });
    fc.assert(
      fc.property(seconds, (s) =>
        assert.deepEqual(parseLifetime(toLifetimeText(s * 1_000)), { ms: s * 1_000 }),
      ),
    );
    assert.deepEqual([0, DAY, 7 * DAY, 30 * DAY].map(toLifetimeText), ['0s', '1d', '1w', '30d']);
  });
});
