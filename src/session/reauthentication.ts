import { isNewlyIssued, type Session } from './session';

/**
 * What to do after a 401.
 * - `signedIn`: there is another token for this account; go on with the one thing that failed.
 * - `declined`: the person was asked and did not sign in, or has signed out meanwhile.
 * - `coolingDown`: they were asked a short while ago, or are being asked for another account; ask nothing now.
 * - `refused`: the service refuses a token it has just issued; signing in again would lead to the same place.
 */
export type Reauthenticated = 'signedIn' | 'declined' | 'coolingDown' | 'refused';

export interface ReauthenticationOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The session kept for this account now: `SessionStore.find`. Its token is empty once it was ended. */
  readonly find: (id: string) => Session | undefined;
  /** Asks the person to sign in to this account again. `false` where they did not. */
  readonly prompt: (over: Session) => PromiseLike<boolean>;
  /** Milliseconds after an answer in which nobody is asked again; 5 minutes by default. */
  readonly coolDownMs?: number;
}

const COOL_DOWN_MS = 5 * 60_000;

/** One prompt after a 401, whatever number of calls failed, and then a rest. Signing in by command is no matter of it. */
export class Reauthentication {
  readonly #options: ReauthenticationOptions;
  readonly #answeredAt = new Map<string, number>();
  #open: { readonly id: string; readonly result: Promise<Reauthenticated> } | undefined;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
  }

  /**
   * @param failed the session whose token the service answered with 401, as it was when the call went out.
   * @throws what `prompt` throws, to each who waits for it; the cool-down begins all the same.
   */
  async after401(failed: Session): Promise<Reauthenticated> {
    const kept = this.#options.find(failed.id);
    // Late answers: the person has signed out meanwhile, or in again, here or in another window.
    if (kept === undefined) {
      return 'declined';
    }
    if (kept.token !== '' && kept.token !== failed.token) {
      return 'signedIn';
    }
    if (this.#open) {
      return this.#open.id === failed.id ? this.#open.result : 'coolingDown';
    }
    if (isNewlyIssued(failed, this.#options.now())) {
      return 'refused';
    }
    if (this.#isCoolingDown(failed.id)) {
      return 'coolingDown';
    }
    const result = this.#ask(failed).finally(() => this.#rest(failed.id));
    this.#open = { id: failed.id, result };
    return result;
  }

  /** A clock that was set back to before the answer says nothing about how long ago that was: no cool-down then. */
  #isCoolingDown(id: string): boolean {
    const answeredAt = this.#answeredAt.get(id);
    if (answeredAt === undefined) {
      return false;
    }
    const since = this.#options.now() - answeredAt;
    return since >= 0 && since < (this.#options.coolDownMs ?? COOL_DOWN_MS);
  }

  async #ask(failed: Session): Promise<Reauthenticated> {
    return (await this.#options.prompt(failed)) ? 'signedIn' : 'declined';
  }

  #rest(id: string): void {
    this.#answeredAt.set(id, this.#options.now());
    this.#open = undefined;
  }
}
