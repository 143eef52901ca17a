import type { Memento } from '../base/memento';
import type { Session } from '../session/session';
import type { SessionStore } from '../session/sessionStore';
import type { PageStore } from '../storage/pageStore';

/** What is kept of an account; `arrangement`: pins, order, groups and hidden monitors. */
export type AccountPart = 'token' | 'pages' | 'arrangement';

export interface SignedOut {
  readonly email: string;
  readonly removed: readonly AccountPart[];
  readonly failed: readonly AccountPart[];
}

export interface SignOutOptions {
  readonly sessions: Pick<SessionStore, 'sessions' | 'find' | 'remove'>;
  readonly pageStore: Pick<PageStore, 'remove' | 'keep'>;
  readonly forgetArrangement: (account: string) => PromiseLike<void>;
  /** `context.globalState`: keeps what is still to be removed. */
  readonly memento: Memento;
  readonly onDidFail: (part: AccountPart, error: unknown) => void;
}

/** A sign-out of which a part is still to be done. */
interface Unfinished {
  readonly id: string;
  readonly baseUrl: string;
  /** Tells the sign-in that was ended from a later one. */
  readonly issuedAt: number;
  readonly parts: readonly AccountPart[];
}

const UNFINISHED_KEY = 'monitorExplorer.unfinishedSignOuts';

/**
 * Removes what is kept of an account. Each part is attempted. One that fails, or that VS Code was killed before, is
 * tried again at the next start.
 */
export class SignOut {
  readonly #options: SignOutOptions;

  constructor(options: SignOutOptions) {
    this.#options = options;
  }

  /** Never rejects: what was removed, and what wasn't, is the result. */
  async run(session: Session, { keepsPages }: { readonly keepsPages: boolean }): Promise<SignedOut> {
    const { id, baseUrl, issuedAt, email } = session;
    const parts: AccountPart[] = ['token'];
    if (keepsPages) {
      await this.#keepPages(session);
    } else {
      parts.push('pages');
    }
    if (this.#otherAddresses(session).length === 0) {
      parts.push('arrangement');
    }
    const others = this.#unfinished.filter((one) => one.id !== id || one.baseUrl !== baseUrl);
    // Before anything is removed, so that the next start goes on where VS Code is killed meanwhile.
    await this.#note([...others, { id, baseUrl, issuedAt, parts }]);
    const failed = await this.#remove({ id, baseUrl, issuedAt, parts });
    await this.#note([...others, ...(failed.length > 0 ? [{ id, baseUrl, issuedAt, parts: failed }] : [])]);
    return { email, removed: parts.filter((part) => !failed.includes(part)), failed };
  }

  /** Tries again what couldn't be removed; for accounts that have signed in again since, nothing. Never rejects. */
  async finish(): Promise<void> {
    const unfinished = this.#unfinished;
    const rest: Unfinished[] = [];
    for (const one of unfinished) {
      const session = this.#options.sessions.find(one.id, one.baseUrl);
      if (session === undefined || session.issuedAt === one.issuedAt) {
        const failed = await this.#remove(one);
        rest.push(...(failed.length > 0 ? [{ ...one, parts: failed }] : []));
      }
    }
    if (unfinished.length > 0) {
      await this.#note(rest);
    }
  }

  /** @returns the parts that couldn't be removed. */
  async #remove(one: Unfinished): Promise<readonly AccountPart[]> {
    const { sessions, pageStore, forgetArrangement, onDidFail } = this.#options;
    const remove: Record<AccountPart, () => PromiseLike<void>> = {
      token: () => sessions.remove(one),
      pages: () => pageStore.remove(one.id, this.#otherAddresses(one)),
      arrangement: () => forgetArrangement(one.id),
    };
    const failed: AccountPart[] = [];
    for (const part of one.parts) {
      try {
        await remove[part]();
      } catch (error) {
        onDidFail(part, error);
        failed.push(part);
      }
    }
    return failed;
  }

  /** The other base URLs at which the account is signed in. */
  #otherAddresses({ id, baseUrl }: Pick<Session, 'id' | 'baseUrl'>): string[] {
    return this.#options.sessions.sessions
      .filter((session) => session.id === id && session.baseUrl !== baseUrl)
      .map((session) => session.baseUrl);
  }

  async #keepPages({ id, baseUrl }: Session): Promise<void> {
    try {
      await this.#options.pageStore.keep({ account: id, address: baseUrl });
    } catch (error) {
      this.#options.onDidFail('pages', error);
    }
  }

  get #unfinished(): readonly Unfinished[] {
    return this.#options.memento.get<readonly Unfinished[]>(UNFINISHED_KEY) ?? [];
  }

  async #note(unfinished: readonly Unfinished[]): Promise<void> {
    const value = unfinished.length > 0 ? unfinished : undefined;
    // A note that can't be saved keeps nobody from signing out: what fails is told, and can be tried again by hand.
    await this.#options.memento.update(UNFINISHED_KEY, value).then(undefined, () => undefined);
  }
}
