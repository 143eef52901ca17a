import { joinTexts, toSafeText, type SafeText } from '../../base/text';
import type { Account } from '../../account/account';
import type { App } from '../../account/app';
import type { Session } from '../../account/session';
import type { Translator } from './formats';
import { toFoundText, toLoadedSummary, toScopeText } from './summaryText';

export function toEmail({ email }: Pick<Session, 'email'>): SafeText {
  return toSafeText(email);
}

/** Returns "2 down · 3h old"; `undefined` if nothing is loaded. */
export function toAccountText(
  t: Translator,
  account: Pick<Account, 'list' | 'choices'>,
  nowMs: number,
): SafeText | undefined {
  const summary = toLoadedSummary(account);
  if (summary === undefined) {
    return undefined;
  }
  const none = summary.tellsStatus ? t('0 down') : toScopeText(t, summary);
  const age = t('{0} old', t.formats.shortDuration(Math.max(0, nowMs - summary.readAt)));
  return joinTexts([toFoundText(t, summary, nowMs) || none, age], ' · ');
}

/** What is known of accounts. */
type Accounts = Pick<App, 'account' | 'now'> & {
  readonly accounts: readonly Pick<Account, 'list' | 'choices' | 'session'>[];
};

/** Returns "bob@example.com: 2 down · 3h old" for each account that isn't shown, with its host if others have the e-mail. */
export function toOtherAccountTexts(
  t: Translator,
  { accounts, account: shown, now }: Accounts,
): readonly SafeText[] {
  const sessions = accounts.flatMap(({ session }) => session ?? []);
  return accounts.flatMap((account) => {
    const { session } = account;
    const text = toAccountText(t, account, now());
    if (account === shown || session === undefined || text === undefined) {
      return [];
    }
    const isAmbiguous = sessions.filter(({ email }) => email === session.email).length > 1;
    const host = isAmbiguous && toSafeText(new URL(session.baseUrl).host);
    return joinTexts([joinTexts([toEmail(session), host], ' · '), text], ': ');
  });
}
