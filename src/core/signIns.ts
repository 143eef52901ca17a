import type { Disposable } from '../base/event';
import type { Session } from '../session/session';
import type { AccountKey } from '../storage/accounts';
import type { Parts } from './parts';

/** The numbers of sign-ins, under which rows are saved. After a sign-out in any window, its number saves nothing. */
export class SignIns implements Disposable {
  /** By account, address and time of the sign-in. */
  readonly #numbers = new Map<string, Promise<number>>();
  readonly #subscriptions: readonly Disposable[];

  constructor(private readonly parts: Parts) {
    const { database, sessions, onError } = parts;
    this.#subscriptions = [
      sessions.onDidChange(({ removed }) => {
        removed.forEach((session) => void this.#forget(session).catch(onError));
        // So that the next start notices if the keyring has lost a session.
        sessions.sessions.forEach((session) => void this.#use(session).catch(onError));
      }),
      database.onDidReplace(() => this.#numbers.clear()),
    ];
  }

  /** Undefined if the account is signed out, saving is off or the database fails. Never rejects. */
  numberOf(key: AccountKey): Promise<number | undefined> {
    return this.attempt(key, (number) => Promise.resolve(number));
  }

  /** Runs `work` if there is a number. Undefined on failure. Never rejects. */
  async attempt<T>(key: AccountKey, work: (number: number) => Promise<T>): Promise<T | undefined> {
    const { sessions, settings, onError } = this.parts;
    const session = settings.keepSnapshot ? sessions.find(key.account, key.address) : undefined;
    try {
      return session && (await work(await this.#use(session)));
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
  }

  #use(session: Session): Promise<number> {
    const { accounts, now } = this.parts;
    const name = toName(session);
    const number = this.#numbers.get(name) ?? accounts.use(toKey(session), session.issuedAt, now());
    this.#numbers.set(name, number);
    // Try the database again next time.
    number.catch(() => this.#numbers.delete(name));
    return number;
  }

  /** Deletes rows that this window saved during another window's sign-out. */
  async #forget(session: Session): Promise<void> {
    const number = this.#numbers.get(toName(session));
    this.#numbers.delete(toName(session));
    await (number && this.parts.accounts.deleteUnlessKept(toKey(session), await number));
  }
}

function toKey({ id, baseUrl }: Session): AccountKey {
  return { account: id, address: baseUrl };
}

function toName({ id, baseUrl, issuedAt }: Session): string {
  return `${issuedAt} ${id} ${baseUrl}`;
}
