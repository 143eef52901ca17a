import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseMappingSettings } from '../../../../src/service/mapping/settings';
import type { TokenResult } from '../../../../src/service/mapping/learn/readToken';
import { readToken } from '../../../../src/service/mapping/learn/readToken';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse, receivedAt } from './corpus';

const hour = 3_600_000;
const day = 24 * hour;
const opaque = 'mon_4f1c9e0b7a2d4c63';
const other = 'zzz_9d2b8e7c6f5a4031';

function read(
  json: unknown,
  headers: Record<string, string> = {},
  settings = NO_MAPPING_SETTINGS,
): TokenResult {
  return readToken(aResponse(json, { headers }), { requestedLifetimeMs: day, settings });
}

function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

describe('reading the token', () => {
  it('takes the access token and not the refresh token beside it', () => {
    assert.equal(read({ refresh_token: other, access_token: opaque }).token?.value, opaque);
    assert.equal(
      read({ refresh: jwt({ typ: 'Refresh' }), access: jwt({ sub: '1' }) }).token?.path.join(),
      'access',
    );
  });

  it('takes the access token and not the id token beside it', () => {
    assert.equal(read({ id_token: jwt({ sub: '1' }), access_token: opaque }).token?.value, opaque);
  });

  for (const style of ['accessToken', 'access_token', 'AccessToken', 'access-token', 'ACCESS_TOKEN']) {
    it(`takes ${style}, whatever the style`, () => {
      assert.equal(read({ data: { [style]: opaque } }).token?.value, opaque);
    });
  }

  it('takes a bare JSON string and a plain text body', () => {
    assert.equal(read(opaque).token?.value, opaque);
    const plain = aResponse(undefined, { text: `${opaque}\n`, contentType: 'text/plain' });
    const extraction = readToken(plain, { requestedLifetimeMs: day, settings: NO_MAPPING_SETTINGS });
    assert.equal(extraction.token?.value, opaque);
  });

  it('asks about an opaque text whose name says nothing', () => {
    const { token, question } = read({ jsonrpc: '2.0', result: '0424bd59b807674191e7d77572075f33', id: 1 });
    assert.deepEqual([token, question?.candidates.map(({ path }) => path)], [undefined, [['result']]]);
  });

  it('strips the scheme that stands before a token', () => {
    assert.equal(read({ token: `Bearer ${opaque}` }).token?.value, opaque);
  });

  it('takes a header where the body has no token, and the body where it has', () => {
    assert.deepEqual(read({ user: 'ines' }, { 'X-Auth-Token': opaque }).token?.path, [
      '@header',
      'X-Auth-Token',
    ]);
    assert.equal(read({ token: opaque }, { 'X-Auth-Token': other }).token?.value, opaque);
  });

  for (const json of [
    { token_type: 'Bearer', expires_in: 3600 },
    { csrfToken: opaque },
    { nextToken: opaque },
    { token: '' },
    { token: null },
    { error: 'Invalid credentials' },
    { id: 17, uuid: '1f0c0a6e-8b7d-4e55-9a11-000000000001', email: 'ines@yard.example' },
    { token: 'https://svc.example/token' },
  ]) {
    it(`takes nothing from ${JSON.stringify(json)}`, () => assert.equal(read(json).token, undefined));
  }

  it('asks about a key that is filed under a user and may be anything', () => {
    const { token, question } = read({ user: { email: 'ines@yard.example', key: opaque } });
    assert.equal(token, undefined);
    assert.deepEqual(
      question?.candidates.map(({ path }) => path),
      [['user', 'key']],
    );
  });

  it('asks where two texts fit equally well, and shows neither in full', () => {
    const { token, question } = read({ tokens: [{ token: opaque }, { token: other }] });
    assert.equal(token, undefined);
    assert.deepEqual(
      question?.candidates.map(({ path }) => path),
      [
        ['tokens', 0, 'token'],
        ['tokens', 1, 'token'],
      ],
    );
    const previews = question.candidates.map(({ preview }) => preview).join();
    assert.equal(previews, 'mon_…63 (20),zzz_…31 (20)');
  });

  it('follows what the user picked, and tells when nothing is there any more', () => {
    const settings = { ...NO_MAPPING_SETTINGS, choices: { token: ['tokens', 1, 'token'] } };
    assert.equal(read({ tokens: [{ token: opaque }, { token: other }] }, {}, settings).token?.value, other);
    const moved = read({ token: opaque }, {}, settings);
    assert.equal(moved.token?.value, opaque);
    assert.deepEqual(
      moved.problems.map(({ field }) => field),
      ['token'],
    );
  });

  it("follows the user's expression before everything else", () => {
    const { settings } = parseMappingSettings({ token: 'refresh_token' });
    assert.equal(read({ access_token: opaque, refresh_token: other }, {}, settings).token?.value, other);
    assert.match(
      read({ access_token: opaque }, {}, settings).problems[0]?.message ?? '',
      /expected a string, got null/,
    );
  });

  it('finds the access token in every envelope, beside every decoy', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9_-]{20,60}$/).filter((token) => /\d/.test(token));
    const envelope = fc.constantFrom<(body: object) => unknown>(
      (body) => body,
      (body) => ({ data: body }),
      (body) => ({ success: true, result: body, message: 'OK' }),
      (body) => ({ response: { auth: body } }),
    );
    const name = fc.constantFrom('accessToken', 'access_token', 'token', 'jwt', 'authToken', 'sessionToken');
    const decoys = fc.subarray(['refresh_token', 'csrfToken', 'idTokenHint', 'push_token', 'nextPageToken']);
    fc.assert(
      fc.property(text, text, envelope, name, decoys, (token, decoy, wrap, key, beside) => {
        const body = { ...Object.fromEntries(beside.map((named) => [named, decoy])), [key]: token };
        assert.equal(read(wrap(body)).token?.value, token);
      }),
    );
  });
});

describe('reading the end of a token', () => {
  const ends = (json: object, requestedLifetimeMs = day) =>
    readToken(aResponse({ token: opaque, ...json }), { requestedLifetimeMs, settings: NO_MAPPING_SETTINGS })
      .expiresAt;
  const after = (json: object, requested = day) => ends(json, requested).value - receivedAt;

  const lifetimes: readonly (readonly [string, object, number])[] = [
    ['RFC 6749 seconds', { expires_in: 3600 }, hour],
    ['seconds as a text', { expires_in: '3599' }, 3_599_000],
    ['whole days in seconds', { expiresIn: 2_592_000 }, 30 * day],
    ['seconds of which a moment has gone by', { expires_in: 1_209_599 }, 1_209_599_000],
    ['milliseconds by their roundness', { expires: 900_000 }, 900_000],
    ['milliseconds by their size', { expiresIn: 86_400_000 }, day],
    ['a unit in the name', { expires_in_ms: 60_000 }, 60_000],
    ['minutes in the name', { ttl_minutes: 60 }, hour],
    ['a lifetime as text', { expiresIn: '12h' }, 12 * hour],
    ['epoch seconds', { expires_at: (receivedAt + hour) / 1000 }, hour],
    ['epoch milliseconds', { expiration: receivedAt + hour }, hour],
    ['ISO with a zone without colon', { valid_until: '2026-03-04T12:30:00.000+0000' }, hour],
    ['ISO with an offset', { expire: '2026-03-04T20:30:00+08:00' }, hour],
    ['a time without zone, taken for UTC', { expiresAt: '2026-03-04 12:30:00' }, hour],
    ['an HTTP date', { '.expires': 'Wed, 04 Mar 2026 12:30:00 GMT' }, hour],
  ];
  for (const [what, json, lifetime] of lifetimes) {
    it(`reads ${what}`, () => assert.equal(after(json), lifetime));
  }

  it('takes the earliest of what the response says', () => {
    assert.equal(after({ expires_in: 3600, expires_at: '2026-03-04T12:00:00Z' }), hour / 2);
    assert.equal(after({ token: jwt({ exp: receivedAt / 1000 + 60 }), expires_in: 3600 }), 60_000);
  });

  it('takes the lifetime asked for as milliseconds where the response repeats it', () => {
    assert.equal(after({ expiresIn: 43_200_000 }, 43_200_000), 43_200_000);
  });

  for (const json of [
    { refresh_expires_in: 60 },
    { user: { password_expires_at: '2026-03-04T11:40:00Z' } },
    { expires_in: 0 },
    { expires_at: '2001-01-01T00:00:00Z' },
    { expires_at: null },
  ]) {
    it(`falls back to the lifetime asked for with ${JSON.stringify(json)}`, () => {
      const { value, reason } = ends(json);
      assert.equal(value, receivedAt + day);
      assert.equal(reason, 'requestedLifetime');
    });
  }
});
