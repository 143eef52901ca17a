import type * as vscode from 'vscode';
import { joinTexts, toSafeText, withIcon, type SafeText } from '../../base/text';
import type { App } from '../../account/app';
import { isExpired, type Session } from '../../account/session';
import { confirm } from '../inputs';
import { t } from '../l10n';
import type { Settings } from '../settings';
import { toErrorText } from '../texts/errorText';
import { toSignedOutText, toSignOutDetail, type CallsAfter } from '../texts/signInText';
import { toAccountText } from '../texts/summaryText';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { askAddress, forgetDraft, type createSignIn, type SignInRequest } from './signIn';

export type AccountCommands = ReturnType<typeof createAccountCommands>;

export function createAccountCommands(
  app: App,
  settings: Settings,
  view: MonitorsView,
  signIn: ReturnType<typeof createSignIn>,
  memento: vscode.Memento,
) {
  /** Asks for another account, or for another address after a failure, unless the session has expired. */
  const toRequest = (): SignInRequest => {
    const { session } = app;
    if (session === undefined || isExpired(session, app.now())) {
      return { known: session };
    }
    const { failure } = app.list ?? {};
    const steps = failure ? toErrorText(t, failure.error, app.now()).steps : [];
    const elsewhere = steps.find(({ asksAddress }) => asksAddress);
    return elsewhere
      ? { known: session, another: true, address: elsewhere.argument ?? settings.address }
      : { another: true };
  };

  const signInFor = async (
    run: () => unknown,
    callsAfter: CallsAfter = 'unknown',
  ): Promise<void> => {
    const { account } = app;
    const session = await signIn({ ...toRequest(), callsAfter });
    // The user may have signed in to another account, which would take other calls than those announced.
    if (session && (account === undefined || app.account === account)) {
      await run();
    }
  };

  /** Signs in with one call, and continues what an expired session stopped. */
  const askAndSignIn = async (): Promise<void> => {
    if (app.sessionState === 'expired' && app.callsToResume > 0) {
      await signInFor(() => app.resume(), app.callsToResume);
      return;
    }
    const session = await signIn(toRequest());
    if (session === undefined || view.visible) {
      return;
    }
    const signedIn = t('Signed in as {0}.', toEmail(session));
    if (await window.showInformationMessage(signedIn, t('Show Monitors'))) {
      await view.focus();
    }
  };

  const askAndSignOut = async (): Promise<void> => {
    const { session, list } = app;
    if (session === undefined) {
      void window.showInformationMessage(t("You aren't signed in."));
      return;
    }
    const question = t('Sign out {0}?', toEmail(session));
    const detail = toSignOutDetail(t, list?.loaded.pages.length ?? 0);
    if (await confirm(question, t('Sign Out'), detail)) {
      const end = await app.signOut(session);
      await forgetDraft(memento, session);
      const show = end === 'finished' ? window.showInformationMessage : window.showWarningMessage;
      void show(toSignedOutText(t, toEmail(session), end));
    }
  };

  /** Asks before changing the address setting. */
  const switchTo = async (session: Session): Promise<void> => {
    if (settings.baseUrl?.href !== session.baseUrl) {
      await askAddress(settings, session.baseUrl, { title: t('Switch Account') });
    }
    const isSet = settings.baseUrl?.href === session.baseUrl;
    const current = isSet ? app.sessions.find(session) : undefined;
    if (current) {
      await app.sessions.select(current);
    }
  };

  const switchAccount = async (): Promise<void> => {
    const nowMs = app.now();
    const current = app.session;
    const accounts = app.sessions.sessions.map((session) => {
      const account = app.accounts.find(({ session: owner }) => owner === session);
      const isShown = session === current;
      const parts = [
        account && toAccountText(t, account, nowMs),
        isShown && t('shown now'),
        isExpired(session, nowMs) &&
          t('session ended {0}', t.formats.age(session.expiresAt, nowMs)),
      ];
      return {
        label: withIcon(isShown ? 'check' : 'account', toEmail(session)),
        description: toSafeText(session.baseUrl, 200),
        detail: joinTexts(parts, ' · '),
        run: () => switchTo(session),
      };
    });
    const another = {
      label: withIcon('add', t('Sign In to Another Account…')),
      run: () => signIn({ another: true }),
    };
    const picked = await window.showQuickPick([...accounts, another], {
      title: t('Switch Account'),
      placeHolder: t('Choose whose monitors to show. Switching takes no call.'),
    });
    await picked?.run();
  };

  return { signIn: askAndSignIn, signInFor, signOut: askAndSignOut, switchAccount };
}

function toEmail({ email }: Session): SafeText {
  return toSafeText(email, 100);
}

/** Returns "bob@example.com: 2 down · 3h old" for each account that isn't shown, with its host if others have the e-mail. */
export function toOtherAccountTexts({ accounts, account: shown, now }: App): readonly SafeText[] {
  const sessions = accounts.flatMap(({ session }) => session ?? []);
  return accounts.flatMap((account) => {
    const { session } = account;
    const text = toAccountText(t, account, now());
    if (account === shown || session === undefined || text === undefined) {
      return [];
    }
    const isAmbiguous = sessions.filter(({ email }) => email === session.email).length > 1;
    const host = isAmbiguous && toSafeText(new URL(session.baseUrl).host, 100);
    return joinTexts([joinTexts([toEmail(session), host], ' · '), text], ': ');
  });
}
