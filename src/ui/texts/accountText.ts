import { joinTexts, toSafeText } from '../../base/text';
import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import type { Session } from '../../account/session';
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
