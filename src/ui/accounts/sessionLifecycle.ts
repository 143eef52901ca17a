import type { Disposable } from '../../base/event';
import { toSafeText } from '../../base/text';
import type { SessionStore } from '../../session/sessionStore';
import type { Session } from '../../session/session';
import type { SessionClock } from '../../session/sessionClock';
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
  /** Watches the session that is shown. */
  readonly clock: SessionClock;
  readonly signIn: SignIn;
  /** Whether the rows are on the screen. */
  readonly isInSight: () => boolean;
  readonly onDidFail: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Watches over the session: when the service rejects it, and what other windows do about it. */
export function registerSessionLifecycle(options: SessionLifecycleOptions): Disposable {
  const { sessions, clock } = options;
  const owned: Disposable[] = [
    new Reauthentication({ ...options, ask }),
    window.onDidChangeWindowState(({ focused }) => {
      // The clock may have jumped and other windows may have signed in or out while this one was in the background.
      if (focused) {
        clock.check();
        void sessions.refresh();
      }
    }),
  ];
  return { dispose: () => owned.forEach((part) => part.dispose()) };
}

async function ask({ email }: Session, callsToResume: number): Promise<ReauthenticationChoice | undefined> {
  const signIn = t('Sign In (1 call)');
  const signInAndContinue = toSignInAndContinueText(t, callsToResume);
  const sentence = t('The service no longer accepts the session of {0}.', toSafeText(email, 100));
  const actions = callsToResume > 0 ? [signInAndContinue, signIn] : [signIn];
  const picked = await window.showWarningMessage(sentence, ...actions);
  return picked === signIn ? 'signIn' : picked === signInAndContinue ? 'signInAndContinue' : undefined;
}
