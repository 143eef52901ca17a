import { toErrorLine } from '../service/errors';
import type { Session } from '../session/session';
import type { Parts } from './parts';

/** Stored data; `arrangement`: pins, order, groups and mutes. */
export type AccountPart = 'token' | 'pages' | 'arrangement';

export interface SignedOut {
  readonly email: string;
  readonly removed: readonly AccountPart[];
  readonly failed: readonly AccountPart[];
}

const UNUSED_FOR_MS = 90 * 24 * 60 * 60_000;

/** Deletes an account's data. The next start finishes an interrupted sign-out. */
export class SignOut {
  constructor(private readonly parts: Parts) {}

  /** Never rejects: the result lists failures. */
  async run(session: Session, { keepsPages = false } = {}): Promise<SignedOut> {
    const { sessions, accounts, views, calls, log } = this.parts;
    const { id: account, baseUrl: address, email } = session;
    const isLast = sessions.sessions.every(({ id, baseUrl }) => id !== account || baseUrl === address);
    const failed = new Set<AccountPart>();
    const attempt = async <T>(part: AccountPart, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        log.warn(`Signing out, ${part}: ${toErrorLine(error)}`);
        failed.add(part);
        return undefined;
      }
    };
    const state = keepsPages ? 'keepsRows' : 'signingOut';
    // Saved first, so that the next start can finish an interrupted sign-out.
    const number = await attempt('pages', () => accounts.setState({ account, address }, state));
    await attempt('token', () => sessions.remove(session));
    if (isLast) {
      await attempt('arrangement', () => views.forget(account));
      await attempt('pages', () => calls.forget(account));
    }
    if (!keepsPages) {
      await attempt('pages', () => this.#removeRows(number, !failed.has('token')));
    }
    const parts: AccountPart[] = [
      'token',
      ...(keepsPages ? [] : (['pages'] as const)),
      ...(isLast ? (['arrangement'] as const) : []),
    ];
    return { email, removed: parts.filter((part) => !failed.has(part)), failed: [...failed] };
  }

  /** Finishes interrupted sign-outs, and deletes rows of accounts that the keyring lost long ago. */
  async finish(): Promise<void> {
    const { accounts, sessions, views, calls, now } = this.parts;
    for (const { number, account, address, state, issuedAt, usedAt } of await accounts.list()) {
      const session = sessions.find(account, address);
      const isInterrupted = state === 'signingOut';
      // Not if the account has signed in again.
      if (isInterrupted && session?.issuedAt === issuedAt) {
        await sessions.remove(session);
      }
      const isUnused = state === 'signedIn' && !session && usedAt < now() - UNUSED_FOR_MS;
      if (isInterrupted && sessions.sessions.every(({ id }) => id !== account)) {
        await views.forget(account);
        await calls.forget(account);
      }
      if (isInterrupted || isUnused) {
        await this.#removeRows(number, true);
      }
    }
  }

  /** @param isSignedOut whether the token was removed; if not, the next start tries again */
  async #removeRows(number: number | undefined, isSignedOut: boolean): Promise<void> {
    const { accounts, database } = this.parts;
    if (number !== undefined) {
      await accounts.deleteRows(number);
      await (isSignedOut ? accounts.delete(number) : undefined);
      await database.removeTraces();
    }
  }
}
