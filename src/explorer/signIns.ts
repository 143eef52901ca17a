import type { Disposable } from '../base/event';
import type { SessionStore } from '../session/sessionStore';
import type { AccountKey, Accounts } from '../storage/accounts';

export interface SignInsOptions {
  readonly sessions: SessionStore;
  readonly accounts: Accounts;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface KnownSignIn {
  readonly key: AccountKey;
  readonly issuedAt: number;
  readonly number: Promise<number>;
}

/**
 * The number of the sign-in under which an account's rows are saved. A sign-out in any window ends it, so that a page
 * that comes later isn't saved.
 */
export class SignIns implements Disposable {
  readonly #options: SignInsOptions;
  readonly #known = new Map<string, KnownSignIn>();
  readonly #subscription: Disposable;

  constructor(options: SignInsOptions) {
    this.#options = options;
    const { sessions, onError } = options;
    this.#subscription = sessions.onDidChange(({ removed }) => {
      for (const { id, baseUrl } of removed) {
        void this.#forget({ account: id, address: baseUrl });
      }
      // The database remembers who is signed in, so that a keyring that forgets is noticed at the next start.
      for (const { id, baseUrl } of sessions.sessions) {
        this.numberOf({ account: id, address: baseUrl }).catch(onError);
      }
    });
  }

  /** Undefined if the account isn't signed in. @throws errors of the database */
  numberOf(key: AccountKey): Promise<number | undefined> {
    const { sessions, accounts, now } = this.#options;
    const session = sessions.find(key.account, key.address);
    if (session === undefined) {
      return Promise.resolve(undefined);
    }
    const known = this.#known.get(toText(key));
    if (known?.issuedAt === session.issuedAt) {
      return known.number;
    }
    const { issuedAt } = session;
    const number = accounts.use(key, issuedAt, now());
    this.#known.set(toText(key), { key, issuedAt, number });
    // A database that can't be used is tried again.
    number.catch(() => this.#known.delete(toText(key)));
    return number;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Deletes the rows of an account that was signed out in another window while this one was saving some. */
  async #forget(key: AccountKey): Promise<void> {
    const known = this.#known.get(toText(key));
    this.#known.delete(toText(key));
    try {
      await (known && this.#options.accounts.deleteUnlessKept(key, await known.number));
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

function toText({ account, address }: AccountKey): string {
  return `${account} ${address}`;
}
