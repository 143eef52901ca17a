import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import type { Session } from '../../account/session';
import { t } from '../l10n';
import { toCountText } from './costText';
import { toLoadedSummary, toShortSummary } from './summaryText';

export function toEmail({ email }: Session) {
  return toSafeText(email);
}

/** Returns "bob@example.com · api.example.com". */
export function toSessionText(session: Session) {
  return joinTexts([toEmail(session), toSafeText(new URL(session.baseUrl).host)]);
}

/** Returns "2 down · 3h old"; `undefined` if nothing is loaded. */
export function toAccountText(account: Account, nowMs: number) {
  const summary = toLoadedSummary(account);
  return summary && toShortSummary(summary, nowMs);
}

/** Returns "bob@example.com · api.example.com: 2 down · 3h old" for each account that isn't shown. */
export function toOtherAccountTexts(app: App) {
  return app.accounts.flatMap((account) => {
    const text = toAccountText(account, app.now());
    return account === app.account || !account.session || !text
      ? []
      : joinTexts([toSessionText(account.session), text], ': ');
  });
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

export function toSignedOutText(email: SafeText, isFinished: boolean) {
  return isFinished
    ? t('Signed out {0}. Its token and saved pages are removed.', email)
    : t(
        "Signed out {0} here, but its token or some saved data couldn't be removed. Monitor Explorer tries again at the next start. If it's signed in then, sign out again.",
        email,
      );
}
