import type { SignOutEnd } from '../../account/app';
import { joinTexts, type SafeText } from '../../base/text';
import { t } from '../l10n';
import { toCountText } from './costText';

/** Maximum calls. `unknown` if it depends on the user's next answer. */
export type CallsAfter = number | 'unknown';

/** Returns the cost, including the calls after the sign-in. */
export function toSignInCostText(callsAfter: CallsAfter = 0) {
  if (callsAfter === 'unknown') {
    return t('Signing in takes 1 call; what you asked for then continues.');
  }
  return callsAfter === 0
    ? t('Signing in takes 1 call.')
    : t('Signing in and continuing takes {0}.', toCountText(1 + callsAfter));
}

export function toSignInAndContinueText(callsAfter: number) {
  return t('Sign In and Continue ({0})', toCountText(1 + callsAfter));
}

/** Lists what a sign-out deletes that cost calls or work. */
export function toSignOutDetail(pages: number) {
  return joinTexts(
    [
      pages > 0 && t('Loading again takes {0}.', toCountText(pages)),
      t('Pins, mutes and arrangement are removed, too.'),
    ],
    ' ',
  );
}

export function toSignedOutText(email: SafeText, end: SignOutEnd) {
  switch (end) {
    case 'finished':
      return t('Signed out {0}. Its token and saved pages are removed.', email);
    case 'unfinished':
      return t(
        "Signed out {0} in this window, but its token or some of its saved data couldn't be removed. Monitor Explorer tries again at the next start.",
        email,
      );
    case 'unrecorded':
      return t(
        'Signed out {0} in this window, but the keyring still has its token. If the account is signed in after a restart, sign out again.',
        email,
      );
  }
}
