import assert from 'node:assert/strict';
import { readToken } from '../../../src/mapping/readToken';
import { aResponse } from '../../support/corpus';

const token = 'mon_4f1c9e0b7a2d4c63';
const read = (json: unknown) => readToken(aResponse(json), 1_000);

describe('The response to a sign-in', () => {
  const steps = {
    secondFactor: [
      { mfa_token: token, mfa_required: true },
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
  };
  for (const [step, responses] of Object.entries(steps)) {
    for (const json of responses) {
      it(`asks for a further step (${step}) with ${JSON.stringify(json)}`, () => {
        const { signInStep, token: sure } = read(json);
        assert.deepEqual([signInStep, sure], [step, undefined]);
      });
    }
  }

  for (const json of [
    { token, mfa_required: false, user: { mfaEnabled: true, mustChangePassword: false } },
    { access_token: token, message: 'Signed in. We recommend two-factor authentication.' },
    { access_token: token, mfa: true },
    { token, captcha: null, password_expired: 0, qrcode: 'otp' },
    { token, password_expired_at: '2027-01-01', mfa_not_required: true },
  ]) {
    it(`asks for no further step with ${JSON.stringify(json)}`, () => {
      const { signInStep, token: sure } = read(json);
      assert.deepEqual([signInStep, sure?.value], [undefined, token]);
    });
  }

  for (const json of [
    { success: false, token },
    { status: 'error', message: 'no', access_token: token },
    { error: 'invalid_grant', token },
  ]) {
    it(`lacks a token if it reports a failure: ${JSON.stringify(json)}`, () => {
      assert.deepEqual([read(json).token, read(json).choices], [undefined, []]);
    });
  }
});
