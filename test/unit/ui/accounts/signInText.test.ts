import assert from 'node:assert/strict';
import type { AccountPart } from '../../../../src/account/app';
import { toSignedOutText, toSignOutDetail } from '../../../../src/ui/texts/signInText';
import { inEnglish as t } from '../../../support/inEnglish';

describe('The texts about accounts', () => {
  it('name what a sign-out has removed', () => {
    const text = (...failed: AccountPart[]): string =>
      toSignedOutText(t, { email: 'ada@example.com' }, new Set(failed));
    assert.equal(text(), 'Signed out ada@example.com. Its token and saved pages are removed.');
    assert.match(
      text('token', 'data'),
      /^Signed out .* in this window, but its token couldn't be removed .* tries again/,
    );
    assert.match(text('data'), /Its token is removed, but not all of its saved data\./);
  });

  it('say before a sign-out what is lost, and the cost to load it again', () => {
    const pins = 'Pins, mutes and arrangement are removed, too.';
    assert.equal(
      toSignOutDetail(t, 120, 3),
      `120 monitors are loaded. Loading again takes 3 calls. ${pins}`,
    );
    assert.equal(toSignOutDetail(t, 0, 0), pins);
  });
});
