import { joinTexts, toSafeText, type SafeText, type Translate } from '../../base/text';
import type { AccountPart } from '../../account/app';
import { toCountText } from './costText';

/** Maximum calls. `unknown` if it depends on the user's next answer. */
export type CallsAfter = number | 'unknown';

/** Returns the cost, including the calls after the sign-in. */
export function toSignInCostText(t: Translate, callsAfter: CallsAfter): SafeText {
  if (callsAfter === 'unknown') {
    return t('Signing in takes 1 call; what you asked for then continues.');
  }
  return callsAfter === 0
    ? t('Signing in takes 1 call.')
    : t('Signing in and continuing takes {0}.', toCountText(t, 1 + callsAfter));
}

export function toSignInAndContinueText(t: Translate, callsAfter: number): SafeText {
  return t('Sign In and Continue ({0})', toCountText(t, 1 + callsAfter));
}

/** Lists what a sign-out deletes that cost calls or work. */
export function toSignOutDetail(t: Translate, monitors: number, pages: number): SafeText {
  const loaded =
    monitors === 1 ? t('1 monitor is loaded.') : t('{0} monitors are loaded.', monitors);
  const paid = monitors > 0 ? [loaded, t('Loading again takes {0}.', toCountText(t, pages))] : [];
  return joinTexts([...paid, t('Pins, mutes and arrangement are removed, too.')], ' ');
}

export function toSignedOutText(
  t: Translate,
  { email }: { readonly email: string },
  failed: ReadonlySet<AccountPart>,
): SafeText {
  const account = toSafeText(email, 100);
  if (failed.has('token')) {
    return t(
      "Signed out {0} in this window, but its token couldn't be removed from the keyring. Monitor Explorer tries again at the next start.",
      account,
    );
  }
  if (failed.size > 0) {
    return t(
      'Signed out {0}. Its token is removed, but not all of its saved data. Monitor Explorer tries again at the next start.',
      account,
    );
  }
  return t('Signed out {0}. Its token and saved pages are removed.', account);
}
