import assert from 'node:assert/strict';
import type { AccountPart } from '../../../../src/core/signOut';
import { toSignedOutText, toSignInStepText, toSignOutDetail } from '../../../../src/ui/texts/signInText';
import { inEnglish as t } from '../../../support/inEnglish';

describe('The texts about accounts', () => {
  it('name what a sign-out has removed', () => {
    const text = (removed: AccountPart[], failed: AccountPart[]): string =>
      toSignedOutText(t, { email: 'ada@example.com', removed, failed });
    assert.equal(
      text(['token', 'pages'], []),
      'Signed out ada@example.com. Its token and saved pages are removed.',
    );
    assert.equal(
      text(['token'], []),
      'Signed out ada@example.com. Its token is removed; its saved pages are kept.',
    );
    assert.match(
      text(['pages'], ['token']),
      /^Signed out .* in this window, but its token couldn't be removed .* tries again/,
    );
    assert.match(text(['token'], ['pages']), /Its token is removed, but not all of its saved data\./);
  });

  it('say before a sign-out what is lost, and the cost to load it again', () => {
    const pins = 'Pins and arrangement are removed, too.';
    assert.equal(toSignOutDetail(t, 120, 3), `120 monitors are loaded. Loading again takes 3 calls. ${pins}`);
    assert.equal(toSignOutDetail(t, 0, 0), pins);
  });

  it('name each further step of a sign-in', () => {
    const texts = (['secondFactor', 'captcha', 'passwordChange'] as const).map((step) =>
      toSignInStepText(t, step),
    );
    assert.equal(new Set(texts).size, 3);
  });
});
