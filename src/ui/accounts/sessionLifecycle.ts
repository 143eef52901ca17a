import { toSafeText } from '../../base/text';
import type { Disposable } from '../../base/event';
import type { SessionStore } from '../../session/sessionStore';
import type { Session } from '../../session/session';
import { SessionClock, setTimer } from '../../session/sessionClock';
import { t } from '../l10n';
import { toSignInAndContinueText } from '../texts/signInText';
import { window } from '../window';
import {
  Reauthentication,
  type ReauthenticationChoice,
  type ReauthenticationOptions,
} from '../../explorer/reauthentication';
import type { SignIn } from './signIn';

export interface SessionLifecycleOptions {
  /** Whose monitors are shown. */
  readonly controller: ReauthenticationOptions['controller'];
  readonly sessions: SessionStore;
  readonly signIn: SignIn;
  readonly onDidFail: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Watches over the session: when it expires, when the service rejects it, and what other windows do about it. */
export class SessionLifecycle implements Disposable {
  readonly clock: SessionClock;
  readonly #sessions: SessionStore;
  readonly #subscriptions: Disposable[];

  constructor({ controller, sessions, signIn, onDidFail, now }: SessionLifecycleOptions) {
    this.clock = new SessionClock({ now, schedule: setTimer });
    this.#sessions = sessions;
    this.#subscriptions = [
      new Reauthentication({ controller, sessions, signIn, ask, onDidFail, now }),
      controller.onDidChange(() => this.clock.watch(controller.session)),
      sessions.onDidEncounterProblem(() => {
        void window.showWarningMessage(t("A saved session couldn't be read. Sign in again."));
      }),
      window.onDidChangeWindowState(({ focused }) => focused && this.#lookAgain()),
    ];
    this.clock.watch(controller.session);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.clock.dispose();
  }

  /** The clock may have jumped and other windows may have signed in or out while this one was in the background. */
  #lookAgain(): void {
    this.clock.check();
    void this.#sessions.refresh();
  }
}

async function ask({ email }: Session, callsToResume: number): Promise<ReauthenticationChoice | undefined> {
  const signIn = t('Sign In (1 call)');
  const signInAndContinue = toSignInAndContinueText(t, callsToResume);
  const sentence = t('The service no longer accepts the session of {0}.', toSafeText(email, 100));
  const actions = callsToResume > 0 ? [signInAndContinue, signIn] : [signIn];
  const picked = await window.showWarningMessage(sentence, ...actions);
  return picked === signIn ? 'signIn' : picked === signInAndContinue ? 'signInAndContinue' : undefined;
}
