import assert from 'node:assert/strict';
import { authorizationFor, isExpired, parseSession } from '../../../src/account/session';
import { aSession, DAY, NOON } from '../../support/aSession';

describe('A session', () => {
  it('has the same account for any spelling of its e-mail, and another one at each origin', () => {
    const idOf = (email: string, baseUrl = 'https://a.example') => aSession({ email, baseUrl }).id;
    for (const email of ['ines@example.org', ' Ines@Example.ORG ']) {
      assert.equal(idOf(email), 'https://a.example|ines@example.org');
    }
    const origins = ['https://a.example', 'https://b.example', 'https://a.example:8443'];
    assert.equal(new Set(origins.map((baseUrl) => idOf('ines@a.org', baseUrl))).size, 3);
  });

  it('ends exactly at its end, and is valid if the clock was set back', () => {
    const ended = [DAY - 1, DAY, 9 * DAY, -9 * DAY].map((ms) => isExpired(aSession(), NOON + ms));
    assert.deepEqual(ended, [false, true, true, false]);
  });

  it('gives its token to its base URL, and to no other one, not even of its origin', () => {
    const { baseUrl } = aSession();
    assert.equal(authorizationFor(aSession(), baseUrl, NOON), 'Bearer token-of-ines');
    for (const target of [
      'https://monitoring.example/api/v2',
      'http://monitoring.example',
      'https://monitoring.example@evil.example/api',
      '',
    ]) {
      const use = () => authorizationFor(aSession(), target, NOON);
      assert.throws(use, { reason: 'canceled' }, target);
    }
  });

  it('gives no token after its end, or after the service rejected it', () => {
    for (const [session, now] of [
      [aSession(), NOON + DAY],
      [aSession({ token: '' }), NOON],
    ] as const) {
      const use = () => authorizationFor(session, session.baseUrl, now);
      assert.throws(use, { reason: 'sessionEnded' });
    }
  });

  it('is refused from storage if it is damaged', () => {
    for (const text of ['', '{}', JSON.stringify({ ...aSession(), email: 'eve@example.org' })]) {
      assert.equal(parseSession(text), undefined);
    }
  });
});
