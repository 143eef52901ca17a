import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  authorizationFor,
  isNewlyIssued,
  isExpired,
  msLeftSoon,
  parseSession,
  remainingMs,
  toSessionId,
} from '../../../src/account/session';
import { aSession, DAY, MINUTE, NOON } from '../../support/aSession';

describe('A session', () => {
  it('has the same account for any spelling of its e-mail', () => {
    const spellings = ['ines@example.org', ' Ines@Example.ORG ', 'INES@EXAMPLE.ORG'];
    const ids = spellings.map((email) => toSessionId('https://a.example', email));
    assert.deepEqual(new Set(ids), new Set(['https://a.example|ines@example.org']));
  });

  it('is another account on another origin, port or scheme', () => {
    const baseUrls = [
      'https://a.example',
      'https://b.example',
      'https://a.example:8443',
      'http://localhost',
    ];
    assert.equal(new Set(baseUrls.map((baseUrl) => aSession({ baseUrl }).id)).size, 4);
  });

  describe('ends', () => {
    it('exactly at its end and not before', () => {
      const session = aSession();
      assert.equal(isExpired(session, NOON + DAY - 1), false);
      assert.equal(isExpired(session, NOON + DAY), true);
    });

    it('never later than a lifetime from now, however far the clock was set back', () => {
      fc.assert(
        fc.property(fc.integer({ min: -100 * DAY, max: 100 * DAY }), (jump) => {
          const remaining = remainingMs(aSession(), NOON + jump);
          assert.ok(remaining >= 0 && remaining <= DAY);
        }),
      );
    });
  });

  it('is newly issued for a minute after the sign-in', () => {
    assert.equal(isNewlyIssued(aSession(), NOON + MINUTE - 1), true);
    assert.equal(isNewlyIssued(aSession(), NOON + MINUTE), false);
  });

  it('says how many minutes are left from 20 minutes before its end', () => {
    const left = [20 * MINUTE + 1, 20 * MINUTE, 19 * MINUTE - 1, 1, 0, -DAY].map((ms) =>
      msLeftSoon(aSession(), NOON + DAY - ms),
    );
    assert.deepEqual(left, [undefined, 20 * MINUTE, 19 * MINUTE, MINUTE, 0, 0]);
  });

  describe('gives its token', () => {
    it('to its base URL', () => {
      assert.equal(
        authorizationFor(aSession(), 'https://monitoring.example/api', NOON),
        'Bearer token-of-ines',
      );
    });

    it('to no other base URL, not even of its origin, and throws before anything is sent', () => {
      const foreign = [
        'https://monitoring.example',
        'https://monitoring.example/api/v2',
        'https://evil.example',
        'http://monitoring.example',
        'https://monitoring.example:8443',
        'https://monitoring.example.evil.example',
        'https://monitoring.example@evil.example/api',
        '',
        'file:///monitoring.example',
      ];
      for (const target of foreign) {
        assert.throws(
          () => authorizationFor(aSession(), target, NOON),
          { reason: 'canceled' },
          target,
        );
      }
    });

    it('no more after its end, or after the service rejected it', () => {
      for (const [session, now] of [
        [aSession(), NOON + DAY],
        [aSession({ token: '' }), NOON],
      ] as const) {
        const use = () => authorizationFor(session, session.baseUrl, now);
        assert.throws(use, { reason: 'sessionEnded' });
      }
    });
  });

  describe('in storage', () => {
    const stored = () => JSON.parse(JSON.stringify(aSession())) as Record<string, unknown>;

    it('is read as it was written', () => {
      const over = { ...aSession(), expiresAt: aSession().issuedAt };
      for (const session of [aSession(), aSession({ token: '' }), over]) {
        assert.deepEqual(parseSession(JSON.stringify(session)), session);
      }
    });

    it('is refused if a field is missing or has another type', () => {
      for (const field of Object.keys(stored())) {
        for (const wrong of [null, {}, [], true, 1.5, '\u0000']) {
          const value = { ...stored(), [field]: wrong };
          const tokenLike = field === 'token' && typeof wrong === 'string';
          assert.equal(
            parseSession(JSON.stringify(value)) === undefined,
            !tokenLike,
            `${field}: ${JSON.stringify(wrong)}`,
          );
        }
      }
    });

    it('is refused if its parts contradict each other', () => {
      const bad = [
        { id: 'https://evil.example|ines@example.org' },
        { baseUrl: 'https://evil.example/api' },
        { email: 'someone.else@example.org' },
      ];
      for (const fields of bad) {
        assert.equal(parseSession(JSON.stringify({ ...stored(), ...fields })), undefined);
      }
    });

    it('is refused without an exception for any other text', () => {
      fc.assert(
        fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
          assert.equal(parseSession(text), undefined);
        }),
      );
    });
  });
});
