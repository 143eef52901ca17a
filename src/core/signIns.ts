import { DAY } from '../base/time';
import { toErrorLine } from '../service/errors';
import type { Session } from '../session/session';
import type { AccountKey } from '../storage/snapshots';
import type { Parts } from './parts';

/** `data`: saved rows, pins, arrangement and calls. */
export type AccountPart = 'token' | 'data';

export const KEPT_FOR_MS = 90 * DAY;

/** Each sign-in has a number, by which rows are saved. After a sign-out in any window, no more rows are saved by it. */
export class SignIns {
  /** By account, address and time of the sign-in. */
  readonly #numbers = new Map<string, Promise<number>>();

  constructor(private readonly parts: Parts) {
    const { database, sessions, subscriptions, onError } = parts;
    subscriptions.push(
      sessions.onDidChange(({ removed }) => {
        removed.forEach((session) => void this.#forget(session).catch(onError));
        // So that the next start sees if the keyring has lost a session.
        sessions.sessions.forEach((session) => void this.#use(session).catch(onError));
      }),
      database.onDidReplace(() => this.#numbers.clear()),
    );
  }

  /** Runs `work` unless the account is signed out or saving is off. Undefined on failure. Never rejects. */
  async attempt<T>(
    key: AccountKey,
    work: (number: number) => T | Promise<T>,
  ): Promise<T | undefined> {
    const { sessions, settings, onError } = this.parts;
    const session = settings.keepSnapshot ? sessions.find(key.id, key.baseUrl) : undefined;
    try {
      return session && (await work(await this.#use(session)));
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /**
   * Deletes an account's data. The next start finishes an interrupted sign-out. Never rejects.
   * @returns what couldn't be deleted
   */
  async signOut(session: Session): Promise<ReadonlySet<AccountPart>> {
    const { sessions, accounts, log } = this.parts;
    const failed = new Set<AccountPart>();
    const attempt = <T>(part: AccountPart, work: Promise<T>): Promise<T | undefined> =>
      work.catch((error: unknown) => {
        log.warn(`Signing out, ${part}: ${toErrorLine(error)}`);
        failed.add(part);
        return undefined;
      });
    // Saved first, so that the next start can finish an interrupted sign-out.
    const number = await attempt('data', accounts.setState(session, 'signingOut'));
    await attempt('token', sessions.remove(session));
    await attempt('data', this.#forgetIfLast(session.id));
    if (number !== undefined) {
      await attempt('data', this.#deleteRows(number, !failed.has('token')));
    }
    return failed;
  }

  /** Finishes interrupted sign-outs, and deletes rows of accounts that the keyring lost long ago. */
  async finishSignOuts(): Promise<void> {
    const { accounts, sessions, now } = this.parts;
    for (const { number, id, baseUrl, state, issuedAt, usedAt } of await accounts.list()) {
      const session = sessions.find(id, baseUrl);
      if (state === 'signingOut') {
        // A later sign-in stays.
        if (session?.issuedAt === issuedAt) {
          await sessions.remove(session);
        }
        await this.#forgetIfLast(id);
      }
      const isUnused = state === 'signedIn' && !session && usedAt < now() - KEPT_FOR_MS;
      if (state === 'signingOut' || isUnused) {
        await this.#deleteRows(number, true);
      }
    }
  }

  #use(session: Session): Promise<number> {
    const { accounts, now } = this.parts;
    const name = toName(session);
    const number = this.#numbers.get(name) ?? accounts.use(session, session.issuedAt, now());
    this.#numbers.set(name, number);
    // The next attempt tries the database again.
    number.catch(() => this.#numbers.delete(name));
    return number;
  }

  /** Deletes rows that this window saved while another window was signing out. */
  async #forget(session: Session): Promise<void> {
    const number = this.#numbers.get(toName(session));
    this.#numbers.delete(toName(session));
    if (number) {
      await this.parts.accounts.deleteIfSignedIn(await number);
    }
  }

  /** Another address may still need what is kept by account. */
  async #forgetIfLast(account: string): Promise<void> {
    const { sessions, views, calls } = this.parts;
    if (sessions.sessions.every(({ id }) => id !== account)) {
      await views.forget(account);
      await calls.forget(account);
    }
  }

  /** @param isSignedOut whether the token was removed; if not, the next start tries again */
  async #deleteRows(number: number, isSignedOut: boolean): Promise<void> {
    const { accounts, database } = this.parts;
    await accounts.deleteRows(number);
    if (isSignedOut) {
      await accounts.delete(number);
    }
    await database.removeTraces();
  }
}

function toName({ id, baseUrl, issuedAt }: Session): string {
  return `${issuedAt} ${id} ${baseUrl}`;
}
