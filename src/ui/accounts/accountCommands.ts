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
import { askAddress, forgetDraft, type SignIn, type SignInRequest } from './signIn';

export type AccountCommands = ReturnType<typeof createAccountCommands>;

export function createAccountCommands(
  app: App,
  settings: Settings,
  view: MonitorsView,
  signIn: SignIn,
  memento: vscode.Memento,
) {
  /** Returns the address to offer if the list's failure may come from a wrong one. */
  const toOfferedAddress = (): string | undefined => {
    const { failure } = app.list ?? {};
    const steps = failure ? toErrorText(t, failure.error, app.now()).steps : [];
    const step = steps.find(({ asksAddress }) => asksAddress);
    return step && (step.argument ?? settings.address);
  };

  /** Asks for another account, or for another address after a failure, unless the session has expired. */
  const toRequest = (): SignInRequest => {
    const { session } = app;
    const isUsable = session !== undefined && !isExpired(session, app.now());
    const address = isUsable ? toOfferedAddress() : undefined;
    return {
      known: isUsable && address === undefined ? undefined : session,
      another: isUsable,
      address,
    };
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

  /** Asks first if rows, pins or mutes would be lost. */
  const askAndSignOut = async (): Promise<void> => {
    const { session } = app;
    if (session === undefined) {
      void window.showInformationMessage(t("You aren't signed in."));
      return;
    }
    const monitors = app.list?.loaded.count ?? 0;
    const { pins = [], mutes = [] } = app.account?.choices ?? {};
    if (monitors > 0 || pins.length + mutes.length > 0) {
      const detail = toSignOutDetail(t, monitors, Math.ceil(monitors / settings.pageSize));
      const question = t('Sign out {0}?', toEmail(session));
      if (!(await confirm(question, t('Sign Out'), detail))) {
        return;
      }
    }
    const failed = await app.signOut(session);
    await forgetDraft(memento, session);
    const showMessage = failed.size > 0 ? window.showWarningMessage : window.showInformationMessage;
    void showMessage(toSignedOutText(t, session, failed));
  };

  /** Asks before changing the address setting. */
  const switchTo = async (session: Session): Promise<void> => {
    if (settings.baseUrl?.href !== session.baseUrl) {
      await askAddress(settings, session.baseUrl, { title: t('Switch Account') });
    }
    const isSet = settings.baseUrl?.href === session.baseUrl;
    const current = isSet ? app.sessions.find(session.id, session.baseUrl) : undefined;
    if (current) {
      await app.sessions.select(current);
    }
  };

  const switchAccount = async (): Promise<void> => {
    const current = app.session;
    const others = app.sessions.sessions.filter((session) => session !== current);
    const accounts = [...(current ? [current] : []), ...others].map((session) => {
      const account = app.accounts.find(({ session: owner }) => owner === session);
      const parts = [
        account && toAccountText(t, account, app.now()),
        session === current && t('shown now'),
        isExpired(session, app.now()) &&
          t('session ended {0}', t.formats.age(session.expiresAt, app.now())),
      ];
      return {
        label: withIcon(session === current ? 'check' : 'account', toEmail(session)),
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

/** Returns "bob@example.com: 2 down · 3h old" for each account that isn't shown. */
export function toOtherAccountTexts({ accounts, account: shown, now }: App): readonly SafeText[] {
  return accounts.flatMap((account) => {
    const text = account === shown ? undefined : toAccountText(t, account, now());
    return text && account.session ? joinTexts([toEmail(account.session), text], ': ') : [];
  });
}
