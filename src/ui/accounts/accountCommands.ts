import * as vscode from 'vscode';
import { toSafeText, withIcon } from '../../base/text';
import type { SignedOut, SignOut } from '../../explorer/signOut';
import { parseBaseUrl } from '../../service/address';
import type { SessionStore } from '../../session/sessionStore';
import { isExpired, type Session } from '../../session/session';
import { t } from '../l10n';
import type { Settings } from '../settings';
import {
  toAccountDetail,
  toSignedOutText,
  toSignOutQuestion,
  toUnsavedText,
  type CallsAfter,
} from '../texts/signInText';
import { formatsFor } from '../texts/formats';
import { window, type SafeQuickPickItem } from '../window';
import type { SignIn, SignInRequest } from './signIn';
import { addressQuestion } from './signInSteps';
import { askChoice, askText } from './wizard';

export interface AccountCommandOptions {
  /** Whose monitors are shown. */
  readonly controller: {
    readonly session: Session | undefined;
    resume(): Promise<unknown>;
    callsToResume(): Promise<number>;
  };
  readonly view: { readonly visible: boolean };
  readonly settings: Settings;
  readonly sessions: SessionStore;
  readonly signIn: SignIn;
  readonly signOut: SignOut;
  /** How many monitors of an account are loaded in this window, where that is known. */
  readonly loadedCount: (accountId: string) => number | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

type AccountItem = SafeQuickPickItem & { readonly run?: () => Promise<void> };

/** Signing in and out and switching: what the commands do. */
export class AccountCommands {
  readonly #options: AccountCommandOptions;

  constructor(options: AccountCommandOptions) {
    this.#options = options;
  }

  /** Signs in: one call, and no other. */
  async signIn(): Promise<void> {
    const session = await this.#options.signIn.run(this.#toRequest());
    if (session && !this.#options.view.visible) {
      await this.#offerToShow(session);
    }
  }

  /** Signs in, and goes on with what was stopped as the session had ended. */
  async signInAndContinue(): Promise<void> {
    const { controller } = this.#options;
    await this.signInFor(() => controller.resume(), await controller.callsToResume());
  }

  /** Signs in for the sake of something that needs a session, and then goes on with that. */
  async signInFor(run: () => unknown, callsAfter: CallsAfter = 'unknown'): Promise<void> {
    if (await this.#options.signIn.run({ ...this.#toRequest(), callsAfter })) {
      await run();
    }
  }

  /** Asks where rows were paid for, and says what it has removed. */
  async signOut(session = this.#options.controller.session): Promise<void> {
    if (session === undefined) {
      void window.showInformationMessage(t("You aren't signed in."));
      return;
    }
    const wanted = await this.#askForSignOut(session);
    const signedOut = wanted && (await this.signOutOf(session, wanted));
    if (signedOut?.failed.length !== 0) {
      return;
    }
    const forget = t('Forget E-Mail Too');
    if ((await window.showInformationMessage(toSignedOutText(t, signedOut), forget)) === forget) {
      await this.#options.signIn.forgetEmail(session.origin);
    }
  }

  /**
   * Asks nothing, and says only what couldn't be removed.
   * @param keepsPages whether the pages that are saved on disk stay there.
   */
  async signOutOf(session: Session, { keepsPages }: { readonly keepsPages: boolean }): Promise<SignedOut> {
    const signedOut = await this.#options.signOut.run(session, { keepsPages });
    if (signedOut.failed.length > 0) {
      void window.showWarningMessage(toSignedOutText(t, signedOut));
    }
    return signedOut;
  }

  async switchAccount(): Promise<void> {
    const { sessions, signIn, controller } = this.#options;
    const current = controller.session;
    const accounts = sessions.sessions.map((session) => this.#toAccountItem(session));
    const items: AccountItem[] = [
      ...accounts,
      {
        label: withIcon('add', t('Sign In to Another Account…')),
        run: async () => void (await signIn.run({ another: true })),
      },
    ];
    if (current) {
      items.push({
        label: withIcon('sign-out', t('Sign Out {0}…', toSafeText(current.email, 100))),
        run: () => this.signOut(current),
      });
    }
    const answered = await askChoice(toPosition(t('Switch Account')), items, {
      placeholder: t('Choose whose monitors to show. Switching takes no call.'),
      active: accounts.find((_, index) => sessions.sessions[index]?.id === current?.id),
    });
    if (typeof answered === 'object') {
      await answered.value.run?.();
    }
  }

  async setServiceAddress(): Promise<void> {
    const { settings } = this.#options;
    const answered = await askText(toPosition(t('Set Service Address')), addressQuestion(settings.address));
    const baseUrl = typeof answered === 'object' ? parseBaseUrl(answered.value).baseUrl : undefined;
    if (baseUrl) {
      await this.#setAddress(baseUrl);
    }
  }

  async explainKeyring(): Promise<void> {
    const more = t('Learn More');
    const told = t(
      'This machine has no keyring to keep the session in, so the session ends with this window. Everything else works.',
    );
    if ((await window.showInformationMessage(told, more)) === more) {
      const page =
        'https://code.visualstudio.com/docs/configure/settings-sync#_troubleshooting-keychain-issues';
      await vscode.env.openExternal(vscode.Uri.parse(page));
    }
  }

  /** The account that is shown, once its session has expired; before that, another one. */
  #toRequest(): SignInRequest {
    const { session } = this.#options.controller;
    const isUsable = session !== undefined && !isExpired(session, this.#options.now());
    return { known: isUsable ? undefined : session, another: isUsable };
  }

  /** `undefined` where the person would rather not. */
  async #askForSignOut({ id, email }: Session): Promise<{ keepsPages: boolean } | undefined> {
    const { settings, loadedCount } = this.#options;
    const monitors = loadedCount(id) ?? 0;
    if (monitors === 0) {
      return { keepsPages: false };
    }
    const pages = Math.ceil(monitors / settings.pageSize);
    const { message, detail } = toSignOutQuestion(t, { email, monitors, pages });
    const remove = t('Sign Out');
    const keep = t('Sign Out and Keep Saved Rows');
    const actions = settings.keepSnapshot ? [remove, keep] : [remove];
    const picked = await window.showWarningMessage(message, { modal: true, detail }, ...actions);
    return picked === undefined ? undefined : { keepsPages: picked === keep };
  }

  async #switchTo(session: Session): Promise<void> {
    const { sessions, settings } = this.#options;
    const { baseUrl } = parseBaseUrl(session.baseUrl);
    await sessions.select(session);
    if (baseUrl && settings.baseUrl?.href !== baseUrl.href) {
      await this.#setAddress(baseUrl);
    }
  }

  async #setAddress(baseUrl: Parameters<Settings['setAddress']>[0]): Promise<void> {
    try {
      await this.#options.settings.setAddress(baseUrl);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      void window.showWarningMessage(toUnsavedText(t, { part: 'addressOnly', reason }));
    }
  }

  async #offerToShow({ email }: Session): Promise<void> {
    const show = t('Show Monitors');
    const told = t('Signed in as {0}.', toSafeText(email, 100));
    if ((await window.showInformationMessage(told, show)) === show) {
      await vscode.commands.executeCommand('monitorExplorer.monitors.focus');
    }
  }

  #toAccountItem(session: Session): AccountItem {
    const { controller, loadedCount, now } = this.#options;
    const isCurrent = session.id === controller.session?.id;
    const detail = toAccountDetail(t, {
      isCurrent,
      expired: isExpired(session, now())
        ? formatsFor(vscode.env.language).age(session.expiresAt, now())
        : undefined,
      monitors: loadedCount(session.id),
    });
    return {
      label: withIcon(isCurrent ? 'check' : 'account', toSafeText(session.email, 100)),
      description: toSafeText(new URL(session.baseUrl).host, 100),
      ...(detail && { detail }),
      run: () => this.#switchTo(session),
    };
  }
}

function toPosition(title: ReturnType<typeof t>) {
  return { title, step: 1, totalSteps: 1, canGoBack: false };
}
