import assert from 'node:assert/strict';
import { readCreditsLeft, readRetryAt } from '../../../src/service/headers';

const now = Date.UTC(2026, 2, 4, 11, 30);

function headers(given: Record<string, string>) {
  const byName = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return (name: string) => byName.get(name.toLowerCase());
}

describe('Reading remaining credits', () => {
  for (const name of ['X-Credits-Remaining', 'X-Credit-Balance', 'Credits-Remaining', 'x-credits-left']) {
    it(`reads ${name}`, () => assert.equal(readCreditsLeft(headers({ [name]: '7' })), 7));
  }

  for (const name of ['X-RateLimit-Remaining', 'RateLimit-Remaining', 'X-Quota-Remaining', 'RateLimit']) {
    it(`does not read ${name} as credits, because it counts calls in a time window`, () =>
      assert.equal(readCreditsLeft(headers({ [name]: '59' })), undefined));
  }

  it('reads 0 as used up, and uses the first header without a debt', () => {
    assert.equal(readCreditsLeft(headers({ 'X-Credits-Remaining': '0', 'X-Credits': '9' })), 0);
    assert.equal(readCreditsLeft(headers({ 'X-Credits-Remaining': '-3', 'X-Credits': '9' })), 9);
    assert.equal(readCreditsLeft(headers({ 'X-Credits-Remaining': '-3' })), undefined);
  });

  it('is undefined without such a header', () => {
    assert.equal(
      readCreditsLeft(headers({ 'Content-Length': '12', 'X-Credits-Remaining': 'many' })),
      undefined,
    );
  });
});

describe('Reading the time of the next call', () => {
  it('reads seconds, milliseconds, dates and epoch times', () => {
    assert.equal(readRetryAt(headers({ 'Retry-After': '120' }), now), now + 120_000);
    assert.equal(readRetryAt(headers({ 'Retry-After-Ms': '1500' }), now), now + 1_500);
    assert.equal(
      readRetryAt(headers({ 'Retry-After': 'Wed, 04 Mar 2026 11:45:00 GMT' }), now),
      now + 900_000,
    );
    assert.equal(readRetryAt(headers({ 'X-RateLimit-Reset': String(now / 1000 + 60) }), now), now + 60_000);
    assert.equal(readRetryAt(headers({ 'RateLimit-Reset': '30' }), now), now + 30_000);
    for (const value of ['2026-03-04T11:31:00Z', '2026-03-04 11:31:00']) {
      assert.equal(readRetryAt(headers({ 'X-RateLimit-Reset': value }), now), now + 60_000, value);
    }
  });

  it('ignores a negative number if another header has one', () =>
    assert.equal(
      readRetryAt(headers({ 'Retry-After': '-1', 'X-RateLimit-Reset': '30' }), now),
      now + 30_000,
    ));

  it('ignores past times, and waits a day at most', () => {
    const past = ['Wed, 04 Mar 2026 11:00:00 GMT', String(now / 1000 - 60)];
    for (const value of [...past, String(25 * 3_600), 'Wed, 04 Mar 2099 11:45:00 GMT', '1e9']) {
      assert.equal(readRetryAt(headers({ 'Retry-After': value }), now), undefined, value);
    }
    assert.equal(readRetryAt(headers({ 'Retry-After': '86400' }), now), now + 86_400_000);
  });

  it('reads the draft of the IETF, old and new', () => {
    const drafts = ['"default";r=0;t=30', 'limit=100, remaining=0, reset=30', 't=30', '"a";r=1;\tt=30'];
    for (const value of drafts) {
      assert.equal(readRetryAt(headers({ RateLimit: value }), now), now + 30_000, value);
    }
    for (const value of ['"default";r=0', 'preset=30', 'xt=30', 't=', `${' '.repeat(200)};t=30`]) {
      assert.equal(readRetryAt(headers({ RateLimit: value }), now), undefined, value);
    }
  });

  it('reads the first of several numbers, with a fraction', () => {
    assert.equal(readRetryAt(headers({ 'Retry-After': ' 1.25 ' }), now), now + 1_250);
    assert.equal(readRetryAt(headers({ 'RateLimit-Reset': '30, 30;w=60' }), now), now + 30_000);
    assert.equal(readRetryAt(headers({ 'RateLimit-Reset': '30;w=60' }), now), now + 30_000);
    assert.equal(readRetryAt(headers({ 'Retry-After': '0' }), now), now);
    assert.equal(readRetryAt(headers({ 'X-Retry-After-Ms': '5' }), now), now + 5);
    assert.equal(readRetryAt(headers({ 'X-Retry-After': '5' }), now), now + 5_000);
  });

  it('ignores nonsense', () => {
    for (const value of [
      'soon',
      '-5',
      '',
      'NaN',
      'x5',
      '5x',
      '1.2.3',
      `${' '.repeat(100)}5`,
      '1e400',
      '9'.repeat(40),
    ]) {
      assert.equal(readRetryAt(headers({ 'Retry-After': value }), now), undefined, value);
    }
  });
});
