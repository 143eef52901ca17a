import assert from 'node:assert/strict';
import { maskToken } from '../../../src/base/masker';
import { readToken } from '../../../src/mapping/readToken';
import { aResponse, receivedAt } from '../../support/corpus';

const hour = 3_600_000;
const day = 24 * hour;
const opaque = 'mon_4f1c9e0b7a2d4c63';
const other = 'zzz_9d2b8e7c6f5a4031';

const read = (json: unknown, headers: Record<string, string> = {}, picks: readonly string[] = []) =>
  readToken(aResponse(json, { headers }), day, picks);

const readText = (text: string) => readToken(aResponse(undefined, { text }), day);

const askedOf = ({ choices }: ReturnType<typeof readToken>) => choices.map(({ path }) => path);

function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

describe('The token', () => {
  it('may be a JSON string, a plain text or a header; the body comes before headers', () => {
    assert.equal(read(opaque).token?.value, opaque);
    assert.equal(readText(`${opaque}\n`).token?.value, opaque);
    assert.equal(read({ user: 'ines' }, { 'X-Auth-Token': opaque }).token?.value, opaque);
    assert.equal(read({ token: opaque }, { 'X-Auth-Token': other }).token?.value, opaque);
  });

  it('is not found in other texts', () => {
    for (const json of [
      { token_type: 'Bearer', expires_in: 3600 },
      { csrfToken: opaque },
      { token: 'two words' },
      { id: 17, uuid: '1f0c0a6e-8b7d-4e55-9a11-000000000001', email: 'ines@yard.example' },
    ]) {
      assert.equal(read(json).token, undefined);
    }
  });

  it('is not a piece of cut JSON or HTML', () => {
    for (const text of ['{"access_token":"abcdef0123456789', '<html0123456789abcdef']) {
      const { token, choices } = readText(text);
      assert.deepEqual([token, choices], [undefined, []]);
    }
  });

  it('is asked for if its name is unclear, or it belongs to a user', () => {
    assert.deepEqual(
      askedOf(read({ jsonrpc: '2.0', result: '0424bd59b807674191e7d77572075f33', id: 1 })),
      ['result'],
    );
    assert.deepEqual(askedOf(read({ user: { email: 'ines@yard.example', key: opaque } })), [
      'user.key',
    ]);
  });

  it('is asked for if two texts fit equally well, and neither is shown in full', () => {
    const { token, choices } = read({ tokens: [{ token: opaque }, { token: other }] });
    assert.equal(token, undefined);
    const previews = choices.map(({ preview }) => preview);
    assert.deepEqual(previews, ['mon_…63 (20)', 'zzz_…31 (20)']);
  });

  it('is at the place that the user picked, if something is still there', () => {
    const picks = ['tokens[1].token'];
    assert.equal(
      read({ tokens: [{ token: opaque }, { token: other }] }, {}, picks).token?.value,
      other,
    );
    assert.equal(read({ token: opaque }, {}, picks).token?.value, opaque);
  });

  it('is masked except for its ends, or wholly if it is short', () => {
    const shown = [1, 19, 20].map((length) => maskToken('a'.repeat(length)));
    assert.deepEqual(shown, ['•••• (1)', '•••• (19)', 'aaaa…aa (20)']);
  });
});

describe('The end of a token', () => {
  const after = (json: object, requestedLifetimeMs = day) =>
    readToken(aResponse({ token: opaque, ...json }), requestedLifetimeMs).expiresAt - receivedAt;

  const lifetimes: readonly (readonly [string, object, number])[] = [
    ['milliseconds, which are nearer to the requested day', { expires: 3_600_000 }, hour],
    ['seconds, which are nearer to the requested day', { expires_in: 604_800 }, 7 * day],
    ['a unit in the name', { expires_in_ms: 60_000 }, 60_000],
    ['minutes in the name', { ttl_minutes: 60 }, hour],
    ['a time without a zone as UTC', { expiresAt: '2026-03-04 12:30:00' }, hour],
    ['a JWT', { token: jwt({ exp: receivedAt / 1000 + 60 }), expires_in: 3600 }, 60_000],
    ['the earlier of two', { expires_in: 3600, expires_at: '2026-03-04T12:00:00Z' }, hour / 2],
  ];
  for (const [what, json, lifetime] of lifetimes) {
    it(`is read from ${what}`, () => assert.equal(after(json), lifetime));
  }

  it('is relative to the service’s own time, even if that is wrong', () => {
    const headers = { Date: 'Fri, 05 Mar 2027 11:30:00 GMT' };
    const { expiresAt } = read({ token: opaque, expires_at: '2027-03-05T12:30:00Z' }, headers);
    assert.equal(expiresAt - receivedAt, hour);
  });

  it('is in milliseconds if the response repeats the requested number', () => {
    assert.equal(after({ expiresIn: 43_200_000 }, 43_200_000), 43_200_000);
  });

  for (const json of [
    { refresh_expires_in: 60 },
    { user: { password_expires_at: '2026-03-04T11:40:00Z' } },
    { expires_in: 0 },
    { expiresIn: 48 },
    { preferences: { timeout: 12 } },
    { plan: { valid_until: '2026-03-04T13:30:00Z' } },
    { expires_at: '2001-01-01T00:00:00Z' },
  ]) {
    it(`is the requested one with ${JSON.stringify(json)}`, () => assert.equal(after(json), day));
  }
});

describe('The response to a sign-in', () => {
  const token = opaque;
  const steps = {
    secondFactor: [
      { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: token },
      { requires2FA: true, token },
      { otp_code_sent: true, token },
      { success: true, message: 'Enter the verification code we sent you', session: token },
      { access_token: token, status: 'MFA_REQUIRED' },
    ],
    captcha: [
      { captcha_required: true, token },
      { success: false, error: 'Please solve the captcha' },
    ],
    passwordChange: [
      { challengeName: 'NEW_PASSWORD_REQUIRED', session: token },
      { status: 'PASSWORD_EXPIRED', stateToken: token },
    ],
    nothing: [
      { token, mfa_required: false, user: { mfaEnabled: true, mustChangePassword: false } },
      { access_token: token, message: 'Signed in. We recommend two-factor authentication.' },
      { access_token: token, mfa: true },
      { token, captcha: null, password_expired: 0, qrcode: 'otp' },
      { token, password_expired_at: '2027-01-01', mfa_not_required: true },
    ],
  };
  for (const [step, responses] of Object.entries(steps)) {
    for (const json of responses) {
      it(`asks for ${step} and has ${step === 'nothing' ? 'a' : 'no'} token with ${JSON.stringify(json)}`, () => {
        const { signInStep = 'nothing', token: sure } = read(json);
        assert.deepEqual([signInStep, sure?.value], [step, step === 'nothing' ? token : undefined]);
      });
    }
  }

  it('lacks a token if it reports a failure', () => {
    for (const json of [
      { success: false, token },
      { error: 'invalid_grant', token },
    ]) {
      assert.deepEqual([read(json).token, read(json).choices], [undefined, []]);
    }
  });
});
