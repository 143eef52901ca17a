import { joinTexts, toSafeText, withIcon } from '../../base/text';
import type { App } from '../../account/app';
import { isExpired, type Session } from '../../account/session';
import { confirm } from '../inputs';
import { formats, t } from '../l10n';
import type { Settings } from '../settings';
import { toErrorText } from '../texts/errorText';
import { toAccountText, toEmail, toSignedOutText, toSignOutDetail } from '../texts/accountText';
import type { CallsAfter } from '../texts/costText';
import type { MonitorsView } from '../tree/monitorsView';
import { window } from '../window';
import { askAddress, type SignInDialog } from './signInDialog';

export class AccountCommands {
  constructor(
    private readonly app: App,
    private readonly settings: Settings,
    private readonly view: MonitorsView,
    private readonly dialog: SignInDialog,
  ) {}

  /** Signs in with one call, and continues what an expired session stopped. */
  async signIn() {
    if (this.app.sessionState === 'expired' && this.app.callsToResume > 0) {
      await this.signInFor(() => this.app.resume(), this.app.callsToResume);
      return;
    }
    const session = await this.dialog.signIn(this.#toRequest());
    if (!session || this.view.visible) {
      return;
    }
    const message = t('Signed in as {0}.', toEmail(session));
    if (await window.showInformationMessage(message, t('Show Monitors'))) {
      await this.view.focus();
    }
  }

  /** Signs in, and runs what needs it. */
  readonly signInFor = async (run: () => unknown, callsAfter: CallsAfter = 'unknown') => {
    const { account } = this.app;
    const session = await this.dialog.signIn({ ...this.#toRequest(), callsAfter });
    // The user may have signed in to another account, which would take other calls than those announced.
    if (session && (!account || this.app.account === account)) {
      await run();
    }
  };

  async signOut() {
    const { session, list } = this.app;
    if (!session) {
      return;
    }
    const email = toEmail(session);
    const detail = toSignOutDetail(list?.loaded.pages.length ?? 0);
    if (await confirm(t('Sign out {0}?', email), t('Sign Out'), detail)) {
      const isFinished = await this.app.signOut(session);
      const show = isFinished ? window.showInformationMessage : window.showWarningMessage;
      void show(toSignedOutText(email, isFinished));
    }
  }

  async switchAccount() {
    const another = {
      label: withIcon('add', t('Sign In to Another Account…')),
      run: () => this.dialog.signIn(),
    };
    const sessions = this.app.sessions.sessions.map((session) => this.#toItem(session));
    const picked = await window.showQuickPick([...sessions, another], {
      title: t('Switch Account'),
      placeHolder: t('Switching takes no call.'),
    });
    await picked?.run();
  }

  #toItem(session: Session) {
    const { accounts, session: current, now } = this.app;
    const account = accounts.find(({ session: owner }) => owner === session);
    return {
      label: withIcon(session === current ? 'check' : 'account', toEmail(session)),
      description: toSafeText(session.baseUrl),
      detail: joinTexts([
        account && toAccountText(account, now()),
        isExpired(session, now()) && t('session ended {0}', formats.age(session.expiresAt, now())),
      ]),
      run: () => this.#switchTo(session),
    };
  }

  /** Asks before changing the address setting. */
  async #switchTo(session: Session) {
    const { baseUrl } = session;
    const { sessions } = this.app;
    if (this.settings.baseUrl?.href !== baseUrl) {
      await askAddress(this.settings, baseUrl, { title: t('Switch Account') });
    }
    const current = sessions.find(session);
    if (current && this.settings.baseUrl?.href === baseUrl) {
      await sessions.select(current);
    }
  }

  /** Asks for another account, or for another address after a failure, unless the session has expired. */
  #toRequest() {
    const { session, list, now } = this.app;
    if (!session || isExpired(session, now())) {
      return { session };
    }
    const steps = list?.failure ? toErrorText(list.failure.error, now()).steps : [];
    const elsewhere = steps.find(({ command }) => command === 'signIn');
    return elsewhere && { session, address: elsewhere.argument ?? this.settings.address };
  }
}
