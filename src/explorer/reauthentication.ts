import type { Disposable } from '../base/event';
import type { Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';

/** What a user wants to do about a session that the service no longer accepts. */
export type ReauthenticationChoice = 'signIn' | 'signInAndContinue';

export interface ReauthenticationOptions {
  readonly sessions: Pick<SessionStore, 'find' | 'onDidReject'>;
  /** Asks the user, who is told how many calls it takes to continue. `undefined` where they'd rather not. */
  readonly ask: (rejected: Session, callsToResume: number) => Promise<ReauthenticationChoice | undefined>;
  /** `SignIn`: asks for the password of this account, and says how many calls follow. */
  readonly signIn: {
    run(request: { readonly known: Session; readonly callsAfter: number }): Promise<Session | undefined>;
  };
  /** `ListController`: whose monitors are shown, and goes on with what the end of the session had stopped. */
  readonly controller: {
    readonly baseUrl: { readonly href: string } | undefined;
    resume(): Promise<unknown>;
    callsToResume(): Promise<number>;
  };
  readonly onDidFail: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Milliseconds after an answer in which nobody is asked again. */
const COOL_DOWN_MS = 5 * 60_000;

/**
 * The one place that hears that the service has rejected a session: one prompt, whatever number of calls failed, then
 * a new sign-in and what was stopped, if the user wants that, and then a rest. A session of another address than the one
 * in force is nobody's concern now: a sign-in goes to the address in force.
 */
export class Reauthentication implements Disposable {
  readonly #options: ReauthenticationOptions;
  readonly #answeredAt = new Map<string, number>();
  readonly #subscription: Disposable;
  #isAsking = false;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
    this.#subscription = options.sessions.onDidReject((rejected) => {
      this.#reauthenticate(rejected).catch(options.onDidFail);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #reauthenticate(rejected: Session): Promise<void> {
    const { sessions, ask, signIn, controller, now } = this.#options;
    const isInForce = (): boolean => controller.baseUrl?.href === rejected.baseUrl;
    if (!isInForce()) {
      return;
    }
    if (this.#isReplaced(rejected)) {
      // A late 401: they have signed in again meanwhile, here or in another window.
      await controller.resume();
      return;
    }
    if (this.#isAsking || this.#isCoolingDown(rejected.id) || !sessions.find(rejected.id, rejected.baseUrl)) {
      return;
    }
    this.#isAsking = true;
    try {
      const calls = await controller.callsToResume();
      const choice = await ask(rejected, calls);
      // A notification stays until it is answered: they may have signed in, or out, by another way.
      const continues = choice === 'signInAndContinue';
      const isSignedIn =
        choice !== undefined &&
        isInForce() &&
        (this.#isReplaced(rejected) ||
          (sessions.find(rejected.id, rejected.baseUrl) &&
            (await signIn.run({ known: rejected, callsAfter: continues ? calls : 0 }))));
      if (isSignedIn && continues) {
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
