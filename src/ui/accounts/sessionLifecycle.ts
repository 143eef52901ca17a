import type { Disposable } from '../../base/event';
import { Reauthentication } from '../../session/reauthentication';
import type { SessionStore } from '../../session/sessionStore';
import type { Session } from '../../session/session';
import { SessionClock, systemClock } from '../../session/sessionClock';
import type { ListController } from '../../explorer/listController';
import type { SignIn } from './signIn';
import { t } from '../l10n';
import { window } from '../window';
import { toSafeText } from '../../base/text';

export interface SessionKeeperOptions {
  readonly explorer: ListController;
  readonly sessions: SessionStore;
  readonly signIn: SignIn;
  /** Removes all that is kept of an account that was signed out, in this window or another. */
  readonly forget: (accountId: string) => Promise<void>;
}

/** Watches over the session: tells its end beforehand, asks once after a 401, cleans up after a sign-out. */
export class SessionLifecycle implements Disposable {
  readonly clock = new SessionClock(systemClock);
  readonly #options: SessionKeeperOptions;
  readonly #reauthentication: Reauthentication;
  readonly #subscriptions: Disposable[];

  constructor(options: SessionKeeperOptions) {
    const { explorer, sessions } = options;
    this.#options = options;
    this.#reauthentication = new Reauthentication({
      now: Date.now,
      find: (id) => sessions.find(id),
      prompt: (session) => this.#prompt(session),
    });
    this.#subscriptions = [
      explorer.onDidChange(() => this.clock.watch(explorer.session)),
      explorer.onDidRejectSession((session) => void this.#after401(session)),
      sessions.onDidChange(({ removed }) => removed.forEach(({ id }) => void options.forget(id))),
      sessions.onDidEncounterProblem(() => this.#showProblem()),
      window.onDidChangeWindowState(({ focused }) => focused && this.#lookAgain()),
    ];
    this.clock.watch(explorer.session);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.clock.dispose();
  }

  /** The clock may have jumped and other windows may have signed in or out while this one was in the back. */
  #lookAgain(): void {
    this.clock.check();
    void this.#options.sessions.refresh();
  }

  async #after401(session: Session): Promise<void> {
    if ((await this.#reauthentication.after401(session)) === 'signedIn') {
      await this.#options.explorer.resume();
    }
  }

  async #prompt(over: Session): Promise<boolean> {
    const signIn = t('Sign In (1 call)');
    const sentence = t('The service no longer accepts the session of {0}.', toSafeText(over.email, 100));
    if ((await window.showWarningMessage(sentence, signIn)) !== signIn) {
      return false;
    }
    // A notification stays until it is answered: they may have signed in by another way meanwhile.
    const now = this.#options.sessions.find(over.id);
    if (now !== undefined && now.token !== '' && now.token !== over.token) {
      return true;
    }
    return (await this.#options.signIn.run({ known: over })) !== undefined;
  }

  #showProblem(): void {
    void window.showWarningMessage(t("A saved session couldn't be read. Sign in again."));
  }
}
