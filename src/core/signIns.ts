import { DAY } from '../base/time';
import { toErrorLine } from '../service/errors';
import type { Session } from '../session/session';
import type { SignOut } from '../session/sessionStore';
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
   * Deletes an account's data. The keyring has a record of it, by which the next start finishes what fails or is
   * interrupted. If the keyring fails, the database has it. Never rejects.
   * @returns what couldn't be deleted
   */
  async signOut(session: Session): Promise<ReadonlySet<AccountPart>> {
    const { sessions, database, log } = this.parts;
    const failed = new Set<AccountPart>();
    const attempt = <T>(part: AccountPart, work: Promise<T>): Promise<T | undefined> =>
      work.catch((error: unknown) => {
        log.warn(`Signing out, ${part}: ${toErrorLine(error)}`);
        failed.add(part);
        return undefined;
      });
    // Otherwise, the removal of the session would delete rows before the keyring has a record of it.
    this.#numbers.delete(toName(session));
    await attempt('token', sessions.remove(session));
    await attempt('data', this.#deleteData(session, !failed.has('token')));
    if (database.isInMemory) {
      failed.add('data');
    }
    if (failed.size === 0) {
      // If this fails, the next start does it.
      await sessions.finishSignOut(session).catch(() => undefined);
    }
    return failed;
  }

  /** Finishes sign-outs, and deletes rows of accounts that the keyring lost long ago. */
  async finishSignOuts(): Promise<void> {
    const { accounts, sessions, database, now } = this.parts;
    for (const signOut of sessions.signOuts) {
      await this.#deleteData(signOut, true);
      if (!database.isInMemory) {
        await sessions.finishSignOut(signOut);
      }
    }
    for (const { number, id, baseUrl, state, issuedAt, usedAt } of await accounts.list()) {
      const session = sessions.find(id, baseUrl);
      const isUnused = state === 'signedIn' && !session && usedAt < now() - KEPT_FOR_MS;
      if (state === 'signingOut') {
        // A later sign-in stays.
        if (session?.issuedAt === issuedAt) {
          await sessions.remove(session);
        }
        await this.#forgetIfLast({ id, baseUrl });
      }
      if (state === 'signingOut' || isUnused) {
        await accounts.delete(number);
        await database.removeTraces();
        await sessions.finishSignOut({ id, baseUrl, issuedAt });
      }
    }
  }

  #use(session: Session): Promise<number> {
    const name = toName(session);
    const number = this.#numbers.get(name) ?? this.#begin(session);
    this.#numbers.set(name, number);
    // The next attempt tries the database again.
    number.catch(() => this.#numbers.delete(name));
    return number;
  }

  /**
   * Deletes data of earlier sign-outs of the account first, because a new sign-in must not show their rows. Their records
   * stay until the next start.
   */
  async #begin(session: Session): Promise<number> {
    const { accounts, sessions, now } = this.parts;
    for (const signOut of sessions.signOuts) {
      if (signOut.id === session.id && signOut.baseUrl === session.baseUrl) {
        await this.#deleteData(signOut, true);
      }
    }
    return accounts.use(session, session.issuedAt, now());
  }

  /** Deletes rows that this window saved while another window was signing out. */
  async #forget(session: Session): Promise<void> {
    const { accounts, database } = this.parts;
    const number = this.#numbers.get(toName(session));
    this.#numbers.delete(toName(session));
    if (number) {
      await accounts.delete(await number);
      await database.removeTraces();
    }
  }

  /** @param isRecorded whether the keyring has a record of the sign-out; if not, the database keeps one */
  async #deleteData(signOut: SignOut, isRecorded: boolean): Promise<void> {
    const { accounts, database } = this.parts;
    const numbers = await accounts.end(signOut);
    await this.#forgetIfLast(signOut, numbers.length > 0);
    for (const number of numbers) {
      await (isRecorded ? accounts.delete(number) : accounts.deleteRows(number));
    }
    await database.removeTraces();
  }

  /**
   * Deletes what is kept by e-mail or host, unless another session needs it.
   * @param isEnding whether a sign-in ends, so that a later one at the same address hasn't saved anything yet
   */
  async #forgetIfLast({ id, baseUrl }: AccountKey, isEnding = false): Promise<void> {
    const { sessions, views, calls } = this.parts;
    const others = sessions.sessions.filter((other) => other.baseUrl !== baseUrl || !isEnding);
    if (others.every((other) => other.id !== id)) {
      await views.forget(id);
      await calls.forget(id);
    }
    // Calls to sign in have the host, because the account isn't known yet.
    const { origin } = new URL(baseUrl);
    if (others.every((other) => new URL(other.baseUrl).origin !== origin)) {
      await calls.forget(origin);
    }
  }
}

function toName({ id, baseUrl, issuedAt }: Session): string {
  return `${issuedAt} ${id} ${baseUrl}`;
}
