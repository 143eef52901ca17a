import * as vscode from 'vscode';
import { parseBaseUrl } from '../../service/address';
import type { SessionStore } from '../../session/sessionStore';
import { isExpired, type Session } from '../../session/session';
import type { ListController } from '../../explorer/listController';
import type { MonitorsView } from '../tree/monitorsView';
import type { Settings } from '../settings';
import { toAgeText } from '../texts/timeText';
import type { SignIn } from './signIn';
import { addressQuestion } from './signInSteps';
import { askText } from './wizard';
import { t } from '../l10n';
import { window, type SafeQuickPickItem } from '../window';
import { toSafeText, withIcon } from '../../base/text';

export interface AccountCommandOptions {
  readonly explorer: ListController;
  readonly view: MonitorsView;
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly signIn: SignIn;
}

/** Signing in and out and switching: what the commands and VS Code's Accounts menu do alike. */
export class AccountCommands {
  constructor(private readonly options: AccountCommandOptions) {}

  async signIn(): Promise<void> {
    const session = await this.#ask();
    if (session === undefined) {
      return;
    }
    if ((await this.options.explorer.resume()) === 'idle' && !this.options.view.visible) {
      await this.#offerToShow(session);
    }
  }

  /** Signs in for the sake of something that needs a session, and then goes on with that. */
  async signInFor(run: () => unknown): Promise<void> {
    if (await this.#ask()) {
      await run();
    }
  }

  async signOut(id = this.options.explorer.session?.id): Promise<void> {
    const { sessions, signIn } = this.options;
    const session = id === undefined ? undefined : sessions.find(id);
    if (session === undefined) {
      void window.showInformationMessage(t('You are not signed in.'));
      return;
    }
    await sessions.remove(session.id);
    const forget = t('Forget E-Mail Too');
    const told = t(
      'Signed out {0}. Its token, rows and saved pages are removed.',
      toSafeText(session.email, 100),
    );
    if ((await window.showInformationMessage(told, forget)) === forget) {
      await signIn.forgetEmail(session.origin);
    }
  }

  async switchAccount(): Promise<void> {
    const { sessions, signIn, explorer } = this.options;
    type Item = SafeQuickPickItem & { session?: Session };
    const another: Item = { label: withIcon('add', t('Sign In to Another Account…')), alwaysShow: true };
    const items = sessions.sessions.map((session): Item => ({
      ...toAccountItem(session, explorer.session),
      session,
    }));
    const picked = await window.showQuickPick([...items, another], {
      title: t('Switch Account'),
      placeHolder: t('Whose monitors to show. Switching takes no call.'),
    });
    if (picked === another) {
      await signIn.run({ known: undefined, another: true });
    } else if (picked?.session) {
      await this.#switchTo(picked.session);
    }
  }

  async setServiceAddress(): Promise<void> {
    const { settings } = this.options;
    const position = { title: t('Set Service Address'), step: 1, totalSteps: 1, canGoBack: false };
    const answered = await askText(position, addressQuestion(settings.address));
    const baseUrl = typeof answered === 'object' ? parseBaseUrl(answered.value).baseUrl : undefined;
    if (baseUrl) {
      await settings.setAddress(baseUrl);
    }
  }

  async explainKeyring(): Promise<void> {
    const more = t('Learn More');
    const told = t(
      'This machine offers no keyring to keep the session in, so it ends with this window. Everything else works.',
    );
    if ((await window.showInformationMessage(told, more)) === more) {
      const page =
        'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
      await vscode.env.openExternal(vscode.Uri.parse(page));
    }
  }

  #ask(): Promise<Session | undefined> {
    const { session, sessionState } = this.options.explorer;
    const known = sessionState === 'expired' ? session : undefined;
    return this.options.signIn.run({ known, another: sessionState === 'active' });
  }

  async #switchTo(session: Session): Promise<void> {
    const { sessions, settings } = this.options;
    const { baseUrl } = parseBaseUrl(session.baseUrl);
    await sessions.select(session.id);
    if (baseUrl && settings.baseUrl?.href !== baseUrl.href) {
      await settings.setAddress(baseUrl);
    }
  }

  async #offerToShow({ email }: Session): Promise<void> {
    const show = t('Show Monitors');
    if (
      (await window.showInformationMessage(t('Signed in as {0}.', toSafeText(email, 100)), show)) === show
    ) {
      await vscode.commands.executeCommand('monitorExplorer.monitors.focus');
    }
  }
}

function toAccountItem(session: Session, current: Session | undefined): SafeQuickPickItem {
  const icon = session.id === current?.id ? 'check' : 'account';
  const state = isExpired(session, Date.now())
    ? t('session ended {0}', toAgeText(session.expiresAt))
    : session.id === current?.id
      ? t('shown now')
      : undefined;
  return {
    label: withIcon(icon, toSafeText(session.email, 100)),
    description: toSafeText(new URL(session.baseUrl).host, 100),
    ...(state && { detail: state }),
  };
}
