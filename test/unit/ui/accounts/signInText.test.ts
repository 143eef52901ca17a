import assert from 'node:assert/strict';
import type { AccountPart } from '../../../../src/core/signOut';
import {
  toAccountDetail,
  toSignedOutText,
  toSignInStepText,
  toSignOutQuestion,
  toUnsavedText,
} from '../../../../src/ui/texts/signInText';
import { inEnglish as t } from '../../../support/inEnglish';

describe('The texts about accounts', () => {
  const email = 'ada@example.com';

  it('name what a sign-out has removed', () => {
    const text = (removed: AccountPart[], failed: AccountPart[]): string =>
      toSignedOutText(t, { email, removed, failed });
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
    assert.match(text(['token'], ['pages']), /Its token is removed, but its saved pages couldn't be\./);
    assert.match(
      text(['token', 'pages'], ['arrangement']),
      /Its token is removed, but its pins and arrangement couldn't be\./,
    );
  });

  it('ask before a sign-out, with what is lost and the cost to load it again', () => {
    assert.deepEqual(toSignOutQuestion(t, { email, monitors: 120, pages: 3 }), {
      message: 'Sign out ada@example.com?',
      detail:
        '120 monitors are loaded. Loading them again takes 3 calls. Pins and arrangement are removed, too.',
    });
    assert.equal(
      toSignOutQuestion(t, { email, monitors: 1, pages: 1 }).detail,
      '1 monitor is loaded. Loading it again takes 1 call. Pins and arrangement are removed, too.',
    );
    assert.equal(
      toSignOutQuestion(t, { email, monitors: 40, pages: 1 }).detail,
      '40 monitors are loaded. Loading them again takes 1 call. Pins and arrangement are removed, too.',
    );
    assert.equal(
      toSignOutQuestion(t, { email, monitors: 0, pages: 0 }).detail,
      'Pins and arrangement are removed, too.',
    );
  });

  it('say that a sign-in has succeeded, even if something could not be saved', () => {
    const reason = 'Unable to write [here](command:evil) $(flame)';
    for (const part of ['address', 'email'] as const) {
      const text = toUnsavedText(t, { part, reason });
      assert.match(text, /^Signed in, but the .* couldn't be saved/);
      assert.doesNotMatch(text, /\]\(|\$\(/);
    }
    assert.doesNotMatch(toUnsavedText(t, { part: 'addressOnly', reason }), /Signed in/);
  });

  it('describe an account among others', () => {
    const [expired] = [t('2 hours ago')];
    assert.equal(
      toAccountDetail(t, { isCurrent: true, expired: undefined, monitors: 120 }),
      'shown now · 120 monitors loaded',
    );
    assert.equal(
      toAccountDetail(t, { isCurrent: false, expired, monitors: 1 }),
      'session ended 2 hours ago · 1 monitor loaded',
    );
    assert.equal(toAccountDetail(t, { isCurrent: false, expired: undefined, monitors: 0 }), undefined);
  });

  it('name each further step of a sign-in', () => {
    const texts = (['secondFactor', 'captcha', 'passwordChange'] as const).map((step) =>
      toSignInStepText(t, step),
    );
    assert.equal(new Set(texts).size, 3);
  });
});
