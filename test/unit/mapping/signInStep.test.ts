import assert from 'node:assert/strict';
import { readSignInStep } from '../../../src/mapping/token';
import type { SignInStep } from '../../../src/service/errors';
import { readToken } from '../../../src/mapping/token';
import { aResponse } from '../../support/corpus';

const token = 'mon_4f1c9e0b7a2d4c63';
const read = (json: unknown) => readToken(aResponse(json), 1_000);

const cases: readonly (readonly [SignInStep, object])[] = [
  ['secondFactor', { mfa_token: token, mfa_required: true }],
  ['secondFactor', { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: token }],
  ['secondFactor', { requires2FA: true, token }],
  ['secondFactor', { otp_code_sent: true, token }],
  [
    'secondFactor',
    { success: true, message: 'Enter the verification code we sent you', session: token },
  ],
  ['captcha', { captcha_required: true, token }],
  ['captcha', { success: false, error: 'Please solve the captcha' }],
  ['passwordChange', { challengeName: 'NEW_PASSWORD_REQUIRED', session: token }],
  ['passwordChange', { status: 'PASSWORD_EXPIRED', stateToken: token }],
];

describe('A further step of a sign-in', () => {
  for (const [step, json] of cases) {
    it(`is ${step} in ${JSON.stringify(json)}, without a token`, () => {
      const extraction = read(json);
      assert.equal(extraction.signInStep, step);
      assert.equal(extraction.token, undefined);
    });
  }
  it('beside a token needs a code or a flag', () => {
    const signedIn = (json: unknown) => readSignInStep(json, true);
    assert.equal(signedIn({ status: 'MFA_REQUIRED' }), 'secondFactor');
    assert.equal(signedIn({ mfa_required: true }), 'secondFactor');
    assert.equal(signedIn({ mfa: true }), undefined);
    assert.equal(signedIn({ message: 'Enter your MFA code' }), undefined);
  });

  for (const json of [
    { token, mfa_required: false, user: { mfaEnabled: true, mustChangePassword: false } },
    { access_token: token, message: 'Signed in. We recommend two-factor authentication.' },
    { token, captcha: null, password_expired: 0, qrcode: 'otp' },
    { token, password_expired_at: '2027-01-01', mfa_not_required: true },
  ]) {
    it(`is not found in ${JSON.stringify(json)}`, () => {
      const extraction = read(json);
      assert.equal(extraction.signInStep, undefined);
      assert.equal(extraction.token?.value, token);
    });
  }
});

describe('A response without a sign-in', () => {
  for (const json of [
    { success: false, token },
    { status: 'error', message: 'no', access_token: token },
    { error: 'invalid_grant', token },
  ]) {
    it(`has no token: ${JSON.stringify(json)}`, () => {
      assert.equal(read(json).token, undefined);
      assert.deepEqual(read(json).choices, []);
    });
  }
});
