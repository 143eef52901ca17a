import type { Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import type { Accounts } from '../storage/accounts';
import type { Database } from '../storage/database';
import type { Views } from '../storage/views';

/** Stored data; `arrangement`: pins, order, groups and mutes. */
export type AccountPart = 'token' | 'pages' | 'arrangement';

export interface SignedOut {
  readonly email: string;
  readonly removed: readonly AccountPart[];
  readonly failed: readonly AccountPart[];
}

export interface SignOutOptions {
  readonly sessions: Pick<SessionStore, 'sessions' | 'find' | 'remove'>;
  readonly database: Pick<Database, 'removeTraces'>;
  readonly accounts: Accounts;
  readonly views: Pick<Views, 'forget'>;
  readonly onDidFail: (part: AccountPart, error: unknown) => void;
}

/** Deletes an account's data. The next start finishes an interrupted sign-out. */
export class SignOut {
  readonly #options: SignOutOptions;

  constructor(options: SignOutOptions) {
    this.#options = options;
  }

  /** Never rejects: the result lists failures. */
  async run(session: Session, { keepsPages }: { readonly keepsPages: boolean }): Promise<SignedOut> {
    const { sessions, accounts, views } = this.#options;
    const { id: account, baseUrl: address, email } = session;
    const isLast = sessions.sessions.every(({ id, baseUrl }) => id !== account || baseUrl === address);
    const failed: AccountPart[] = [];
    const attempt = async <T>(part: AccountPart, work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work();
      } catch (error) {
        this.#options.onDidFail(part, error);
        failed.push(part);
        return undefined;
      }
    };
    const state = keepsPages ? 'keepsRows' : 'signingOut';
    // First, so that the next start can finish.
    const number = await attempt('pages', () => accounts.setState({ account, address }, state));
    await attempt('token', () => sessions.remove(session));
    if (isLast) {
      await attempt('arrangement', () => views.forget(account));
    }
    if (!keepsPages && number !== undefined) {
      await attempt('pages', () => this.#removeRows(number, !failed.includes('token')));
    }
    const parts: AccountPart[] = [
      'token',
      ...(keepsPages ? [] : (['pages'] as const)),
      ...(isLast ? (['arrangement'] as const) : []),
    ];
    return { email, removed: parts.filter((part) => !failed.includes(part)), failed: [...new Set(failed)] };
  }

  /** Finishes interrupted sign-outs. Never rejects. */
  async finish(): Promise<void> {
    const { accounts, sessions, onDidFail } = this.#options;
    try {
      for (const row of (await accounts.list()).filter(({ state }) => state === 'signingOut')) {
        const session = sessions.find(row.account, row.address);
        // Keep a later sign-in.
        if (session?.issuedAt === row.issuedAt) {
          await sessions.remove(session);
        }
        await this.#removeRows(row.number, true);
      }
    } catch (error) {
      onDidFail('pages', error);
    }
  }

  /** @param isSignedOut whether the token was removed; if not, the next start tries again */
  async #removeRows(number: number, isSignedOut: boolean): Promise<void> {
    const { accounts, database } = this.#options;
    await accounts.deleteRows(number);
    await (isSignedOut ? accounts.delete(number) : undefined);
    await database.removeTraces();
  }
}
