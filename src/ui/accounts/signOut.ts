import type { Memento } from '../../base/memento';
import type { SessionStore } from '../../session/sessionStore';
import type { Session } from '../../session/session';
import type { AccountPart, SignedOut } from '../texts/signInText';

export interface SignOutOptions {
  readonly sessions: Pick<SessionStore, 'find' | 'remove'>;
  /** Removes what is kept on disk of an account. */
  readonly removePages: (accountId: string) => Promise<void>;
  /** `context.globalState`: keeps what is still to be removed. */
  readonly memento: Memento;
  readonly onDidFail: (part: AccountPart, error: unknown) => void;
}

/** A sign-out of which a part is still to be done. */
interface Unfinished {
  readonly id: string;
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
  async run(
    { id, email, issuedAt }: Session,
    { keepsPages }: { readonly keepsPages: boolean },
  ): Promise<SignedOut> {
    const parts: readonly AccountPart[] = keepsPages ? ['token'] : ['token', 'pages'];
    const others = this.#unfinished.filter((one) => one.id !== id);
    // Before anything is removed, so that the next start goes on where VS Code is killed meanwhile.
    await this.#note([...others, { id, issuedAt, parts }]);
    const failed = await this.#remove({ id, issuedAt, parts });
    await this.#note([...others, ...(failed.length > 0 ? [{ id, issuedAt, parts: failed }] : [])]);
    return { email, removed: parts.filter((part) => !failed.includes(part)), failed };
  }

  /** Tries again what couldn't be removed; for accounts that have signed in again since, nothing. Never rejects. */
  async finish(): Promise<void> {
    const unfinished = this.#unfinished;
    const rest: Unfinished[] = [];
    for (const one of unfinished) {
      const session = this.#options.sessions.find(one.id);
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
  async #remove({ id, parts }: Unfinished): Promise<readonly AccountPart[]> {
    const { sessions, removePages, onDidFail } = this.#options;
    const remove: Record<AccountPart, () => Promise<void>> = {
      token: () => sessions.remove(id),
      pages: () => removePages(id),
    };
    const failed: AccountPart[] = [];
    for (const part of parts) {
      try {
        await remove[part]();
      } catch (error) {
        onDidFail(part, error);
        failed.push(part);
      }
    }
    return failed;
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
