import type { Disposable } from '../base/event';
import type { SessionStore } from '../session/sessionStore';
import type { AccountKey, Accounts } from '../storage/accounts';
import type { Database } from '../storage/database';

export interface SignInsOptions {
  readonly sessions: SessionStore;
  readonly accounts: Accounts;
  readonly settings: { readonly keepSnapshot: boolean };
  readonly database: Pick<Database, 'onDidReplace'>;
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Numbers under which rows are saved. A sign-out in any window ends one, so later pages aren't saved. */
export class SignIns implements Disposable {
  readonly #options: SignInsOptions;
  readonly #known = new Map<string, { readonly issuedAt: number; readonly number: Promise<number> }>();
  readonly #subscriptions: readonly Disposable[];

  constructor(options: SignInsOptions) {
    this.#options = options;
    const { database, sessions, onError } = options;
    const subscription = sessions.onDidChange(({ removed }) => {
      for (const { id, baseUrl } of removed) {
        this.#forget({ account: id, address: baseUrl }).catch(onError);
      }
      // The next start then notices if the keyring lost a session.
      for (const { id, baseUrl } of sessions.sessions) {
        this.#use({ account: id, address: baseUrl })?.catch(onError);
      }
    });
    this.#subscriptions = [subscription, database.onDidReplace(() => this.#known.clear())];
  }

  /** Undefined if the account is signed out, saving is off or the database fails. Never rejects. */
  numberOf(key: AccountKey): Promise<number | undefined> {
    return this.attempt(key, (number) => Promise.resolve(number));
  }

  /** Runs `work` if there is a number. Undefined on failure. Never rejects. */
  async attempt<T>(key: AccountKey, work: (number: number) => Promise<T>): Promise<T | undefined> {
    const { settings, onError } = this.#options;
    try {
      const number = settings.keepSnapshot ? await this.#use(key) : undefined;
      return number === undefined ? undefined : await work(number);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #use(key: AccountKey): Promise<number> | undefined {
    const { sessions, accounts, now } = this.#options;
    const session = sessions.find(key.account, key.address);
    const known = this.#known.get(toText(key));
    if (session === undefined || known?.issuedAt === session.issuedAt) {
      return session && known?.number;
    }
    const { issuedAt } = session;
    const number = accounts.use(key, issuedAt, now());
    this.#known.set(toText(key), { issuedAt, number });
    // Try the database again next time.
    number.catch(() => this.#known.delete(toText(key)));
    return number;
  }

  /** Deletes rows that this window saved during another window's sign-out. */
  async #forget(key: AccountKey): Promise<void> {
    const known = this.#known.get(toText(key));
    this.#known.delete(toText(key));
    await (known && this.#options.accounts.deleteUnlessKept(key, await known.number));
  }
}

function toText({ account, address }: AccountKey): string {
  return `${account} ${address}`;
}
