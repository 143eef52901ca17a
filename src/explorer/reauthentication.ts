import type { Disposable } from '../base/event';
import type { Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import { isTokenRejected, type ListController } from './listController';

/** What a user wants to do about a session that the service no longer accepts. */
export type ReauthenticationChoice = 'signIn' | 'signInAndContinue';

export interface ReauthenticationOptions {
  readonly sessions: Pick<SessionStore, 'find'>;
  /** Asks the user, who is told how many calls it takes to continue. `undefined` where they'd rather not. */
  readonly ask: (rejected: Session, callsToResume: number) => Promise<ReauthenticationChoice | undefined>;
  /** Whether the user sees the row that says the same and offers the same. */
  readonly isInSight: () => boolean;
  /** `SignIn`: asks for the password of this account, and says how many calls follow. */
  readonly signIn: {
    run(request: { readonly known: Session; readonly callsAfter: number }): Promise<Session | undefined>;
  };
  /** Reports that a call was rejected, and goes on with what that had stopped. */
  readonly controller: Pick<
    ListController,
    'baseUrl' | 'session' | 'sessionState' | 'callsToResume' | 'onDidChange' | 'resume'
  >;
  readonly onDidFail: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after an answer in which nobody is asked again. */
const COOL_DOWN_MS = 5 * 60_000;

/**
 * Follows the report of the list that the service has rejected the session: one prompt where no row says so, then, if the
 * user wants that, a new sign-in and what was stopped; after that nobody is asked for a while. A sign-in goes to the
 * address that is set: where that is another one by the time of the answer, nothing happens.
 */
export class Reauthentication implements Disposable {
  readonly #options: ReauthenticationOptions;
  readonly #answeredAt = new Map<string, number>();
  readonly #subscription: Disposable;
  #isAsking = false;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
    this.#subscription = options.controller.onDidChange(({ stoppedBy }) => {
      if (isTokenRejected(stoppedBy?.error)) {
        this.#reauthenticate().catch(options.onDidFail);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #reauthenticate(): Promise<void> {
    const { sessions, ask, isInSight, signIn, controller, now } = this.#options;
    const { session: rejected } = controller;
    if (controller.sessionState === 'active') {
      // A late 401: they have signed in again meanwhile, here or in another window.
      await controller.resume();
      return;
    }
    if (rejected === undefined || isInSight() || this.#isAsking || this.#isCoolingDown(rejected.id)) {
      return;
    }
    this.#isAsking = true;
    try {
      const calls = controller.callsToResume;
      const choice = await ask(rejected, calls);
      // A notification stays until it is answered: they may have signed in, or out, by another way.
      const continues = choice === 'signInAndContinue';
      const isSignedIn =
        choice !== undefined &&
        controller.baseUrl?.href === rejected.baseUrl &&
        (this.#isReplaced(rejected) ||
          (sessions.find(rejected.id, rejected.baseUrl) &&
            (await signIn.run({ known: rejected, callsAfter: continues ? calls : 0 }))));
      if (isSignedIn && continues && controller.session?.id === rejected.id) {
        await controller.resume();
      }
    } finally {
      this.#answeredAt.set(rejected.id, now());
      this.#isAsking = false;
    }
  }

  #isReplaced({ id, baseUrl, issuedAt }: Session): boolean {
    const session = this.#options.sessions.find(id, baseUrl);
    return session !== undefined && session.token !== '' && session.issuedAt !== issuedAt;
  }

  /** A clock that was set back to before the answer says nothing about how long ago that was: no cool-down then. */
  #isCoolingDown(id: string): boolean {
    const since = this.#options.now() - (this.#answeredAt.get(id) ?? -Infinity);
    return since >= 0 && since < COOL_DOWN_MS;
  }
}
