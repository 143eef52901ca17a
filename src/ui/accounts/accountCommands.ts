import * as vscode from 'vscode';
import { toSafeText, withIcon, type SafeText } from '../../base/text';
import type { Core } from '../../core/createCore';
import type { SignedOut, SignOut } from '../../core/signOut';
import { parseBaseUrl } from '../../service/address';
import { isExpired, type Session } from '../../session/session';
import { t } from '../l10n';
import type { Settings } from '../settings';
import type { ViewState } from '../tree/viewState';
import {
  toAccountDetail,
  toSignInAndContinueText,
  toSignedOutText,
  toSignOutQuestion,
  toUnsavedText,
  type CallsAfter,
} from '../texts/signInText';
import { toCountText } from '../texts/costText';
import { openInBrowser, window, type SafeQuickPickItem } from '../window';
import type { SignIn, SignInRequest } from './signIn';
import { addressQuestion } from './signInSteps';
import { askChoice, askText } from '../wizard';

/** Milliseconds before asking to sign in again. */
const COOL_DOWN_MS = 5 * 60_000;

type AccountItem = SafeQuickPickItem & { readonly run?: () => Promise<void> };

export class AccountCommands {
  readonly #core: Core;
  readonly #settings: Settings;
  readonly #state: ViewState;
  readonly #view: { readonly visible: boolean };
  readonly #signIn: SignIn;
  readonly #signOut: SignOut;
  /** Epoch milliseconds. */
  #asksAgainAt = -Infinity;

  constructor(
    core: Core,
    settings: Settings,
    state: ViewState,
    view: { readonly visible: boolean },
    signIn: SignIn,
    signOut: SignOut,
  ) {
    this.#core = core;
    this.#settings = settings;
    this.#state = state;
    this.#view = view;
    this.#signIn = signIn;
    this.#signOut = signOut;
  }

  /**
   * Signs in with one call, and continues what an expired session stopped. Needs no call if the user moves
   * the session to a new address.
   */
  async signIn(): Promise<void> {
    if ((await this.#askForMove()) !== 'signIn') {
      return;
    }
    const { controller } = this.#core;
    if (controller.sessionState === 'expired' && controller.callsToResume > 0) {
      await this.signInAndContinue();
      return;
    }
    const session = await this.#signIn.run(this.#toRequest());
    if (session && !this.#view.visible) {
      await this.#offerToShow(session);
    }
  }

  /** Continues what the end of the session stopped. */
  async signInAndContinue(): Promise<void> {
    const { controller } = this.#core;
    if (controller.sessionState === 'active') {
      // Somebody has already signed in, maybe in another window.
      await controller.resume();
      return;
    }
    await this.signInFor(() => controller.resume(), controller.callsToResume);
  }

  /**
   * Asks to sign in when the service rejects the session, at most every few minutes. If the view is visible,
   * its rows say so instead.
   */
  async followRejection(): Promise<void> {
    const { controller, now } = this.#core;
    const { session: rejected, callsToResume } = controller;
    if (controller.sessionState === 'active') {
      await controller.resume();
      return;
    }
    if (rejected === undefined || this.#view.visible || now() < this.#asksAgainAt) {
      return;
    }
    this.#asksAgainAt = Infinity;
    const signIn = toSignInAndContinueText(t, callsToResume);
    const sentence = t('The service no longer accepts the session of {0}.', toSafeText(rejected.email, 100));
    const picked = await window.showWarningMessage(sentence, signIn);
    this.#asksAgainAt = now() + COOL_DOWN_MS;
    const { session, baseUrl } = controller;
    if (picked === signIn && session?.id === rejected.id && baseUrl?.href === rejected.baseUrl) {
      await this.signInAndContinue();
    }
  }

  async signInFor(run: () => unknown, callsAfter: CallsAfter = 'unknown'): Promise<void> {
    if (await this.#signIn.run({ ...this.#toRequest(), callsAfter })) {
      await run();
    }
  }

  /** Asks first if rows or pins would be lost. */
  async signOut(session = this.#core.controller.session): Promise<void> {
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
      await this.#signIn.forgetEmail(session.origin);
    }
  }

  /**
   * Signs out without asking; reports only failures.
   * @param keepsPages whether saved pages stay on disk
   */
  async signOutOf(session: Session, { keepsPages }: { readonly keepsPages: boolean }): Promise<SignedOut> {
    const signedOut = await this.#signOut.run(session, { keepsPages });
    if (signedOut.failed.length > 0) {
      void window.showWarningMessage(toSignedOutText(t, signedOut));
    }
    return signedOut;
  }

  async switchAccount(): Promise<void> {
    const { sessions, controller } = this.#core;
    const current = controller.session;
    const accounts = sessions.sessions.map((session) => this.#toAccountItem(session));
    const items: AccountItem[] = [
      ...accounts,
      {
        label: withIcon('add', t('Sign In to Another Account…')),
        run: async () => void (await this.#signIn.run({ another: true })),
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
      active: accounts.find((_, index) => sessions.sessions[index] === current),
    });
    if (typeof answered === 'object') {
      await answered.value.run?.();
    }
  }

  /** @param offered initial input */
  async setServiceAddress(offered = this.#settings.address): Promise<void> {
    const answered = await askText(toPosition(t('Set Service Address')), addressQuestion(offered));
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
      await openInBrowser(page);
    }
  }

  /** Asks for another account unless the session has expired. */
  #toRequest(): SignInRequest {
    const { session } = this.#core.controller;
    const isUsable = session !== undefined && !isExpired(session, this.#core.now());
    return { known: isUsable ? undefined : session, another: isUsable };
  }

  /** Asks whether the service has moved, if the user is signed in at another address of the same origin. */
  async #askForMove(): Promise<'signIn' | 'moved' | 'cancelled'> {
    const { controller, sessions, moveSession, now } = this.#core;
    const { baseUrl } = this.#settings;
    const movable = sessions.sessions.filter(
      (session) =>
        session.origin === baseUrl?.origin && session.baseUrl !== baseUrl.href && !isExpired(session, now()),
    );
    if (baseUrl === undefined || controller.session || movable.length === 0) {
      return 'signIn';
    }
    const items: (SafeQuickPickItem & { readonly session?: Session })[] = [
      ...movable.map((session) => ({
        session,
        label: t('Use the Session of {0}', toSafeText(session.email, 100)),
        description: toCountText(t, 0),
        detail: t(
          'The service has moved here from {0}. The token is sent to the new address, and the saved rows move along.',
          toSafeText(session.baseUrl, 200),
        ),
      })),
      { label: t('Sign In with E-Mail and Password'), description: toCountText(t, 1) },
    ];
    const answered = await askChoice(toPosition(t('Sign In to Monitor Explorer')), items, {
      placeholder: t('You were signed in at another address of this service.'),
      active: items.at(-1),
    });
    if (typeof answered !== 'object') {
      return 'cancelled';
    }
    const { session } = answered.value;
    if (session === undefined) {
      return 'signIn';
    }
    await moveSession(session, baseUrl);
    return 'moved';
  }

  /** @returns `undefined` if the user cancels */
  async #askForSignOut(session: Session): Promise<{ keepsPages: boolean } | undefined> {
    const { id, email } = session;
    const monitors = this.#loadedCount(session) ?? 0;
    const hasPins = id === this.#core.controller.session?.id && this.#state.pins.length > 0;
    if (monitors === 0 && !hasPins) {
      return { keepsPages: false };
    }
    const pages = Math.ceil(monitors / this.#settings.pageSize);
    const { message, detail } = toSignOutQuestion(t, { email, monitors, pages });
    const remove = t('Sign Out');
    const keep = t('Sign Out and Keep Saved Rows');
    const actions = this.#settings.keepSnapshot && monitors > 0 ? [remove, keep] : [remove];
    const picked = await window.showWarningMessage(message, { modal: true, detail }, ...actions);
    return picked === undefined ? undefined : { keepsPages: picked === keep };
  }

  /** Asks before changing the address setting. */
  async #switchTo(session: Session): Promise<void> {
    const { sessions } = this.#core;
    if (this.#settings.baseUrl?.href !== session.baseUrl) {
      await this.setServiceAddress(session.baseUrl);
    }
    if (this.#settings.baseUrl?.href === session.baseUrl) {
      await sessions.select(session);
    }
  }

  async #setAddress(baseUrl: Parameters<Settings['setAddress']>[0]): Promise<void> {
    try {
      await this.#settings.setAddress(baseUrl);
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

  /** Returns `undefined` if unknown. */
  #loadedCount({ id, baseUrl }: Session): number | undefined {
    const { controller } = this.#core;
    return baseUrl === controller.baseUrl?.href ? controller.loadedCount(id) : undefined;
  }

  #toAccountItem(session: Session): AccountItem {
    const { controller, now } = this.#core;
    const isCurrent = session === controller.session;
    const detail = toAccountDetail(t, {
      isCurrent,
      expired: isExpired(session, now()) ? t.formats.age(session.expiresAt, now()) : undefined,
      monitors: this.#loadedCount(session),
    });
    return {
      label: withIcon(isCurrent ? 'check' : 'account', toSafeText(session.email, 100)),
      description: toSafeText(session.baseUrl, 200),
      ...(detail && { detail }),
      run: () => this.#switchTo(session),
    };
  }
}

function toPosition(title: SafeText) {
  return { title, step: 1, totalSteps: 1, canGoBack: false };
}
