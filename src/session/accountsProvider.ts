import type * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../base/event';
import type { SessionStore } from './sessionStore';
import { isExpired, type Session } from './session';

/** What the Accounts menu, and extensions that ask for a session, can set going. */
export interface AccountActions {
  /**
   * Signs in through the screen and adds the session to the store.
   * @param known the account to sign in to, where one was named: its address and e-mail need not be asked for.
   * @throws where the person cancels.
   */
  signIn(known: Session | undefined): PromiseLike<Session>;
  /** Signs out with all that belongs to it: calls aborted, rows cleared, session removed from the store. */
  signOut(id: string): PromiseLike<void>;
  /** Epoch milliseconds. */
  now(): number;
  /** Told when a session may have ended, so that it leaves the menu: `SessionClock.onDidChange`. */
  readonly onDidChangeExpiry?: Event<unknown>;
}

/** The service has no scopes (its documentation, section 5): a token may do all that its account may. */
export class ScopesUnknownError extends Error {
  constructor() {
    super('The monitoring service has no scopes: ask for a session with an empty list of them.');
    this.name = 'ScopesUnknownError';
  }
}

/**
 * The store's sessions as VS Code's Accounts menu and `vscode.authentication` know them. Over ones are not
 * offered: nobody could do anything with them. VS Code asks the person before it hands a token to an extension.
 */
export class AccountsProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #store: SessionStore;
  readonly #actions: AccountActions;
  readonly #changes = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscriptions: readonly (Disposable | undefined)[];
  #told = new Map<string, vscode.AuthenticationSession>();

  readonly onDidChangeSessions = this.#changes.event;

  constructor(store: SessionStore, actions: AccountActions) {
    this.#store = store;
    this.#actions = actions;
    const tell = () => this.#tellChanges();
    this.#told = this.#offered();
    this.#subscriptions = [store.onDidChange(tell), actions.onDidChangeExpiry?.(tell)];
  }

  /** None for scopes that nothing can match. */
  async getSessions(
    scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    await this.#store.load();
    if (scopes !== undefined && scopes.length > 0) {
      return [];
    }
    const account = options?.account?.id;
    return [...this.#offered().values()].filter(({ id }) => account === undefined || account === id);
  }

  /** @throws ScopesUnknownError, or what `signIn` throws where the person cancels. */
  async createSession(
    scopes: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession> {
    if (scopes.length > 0) {
      throw new ScopesUnknownError();
    }
    await this.#store.load();
    const known = options?.account && this.#store.find(options.account.id);
    return toAuthenticationSession(await this.#actions.signIn(known));
  }

  async removeSession(id: string): Promise<void> {
    await this.#actions.signOut(id);
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription?.dispose());
    this.#changes.dispose();
  }

  #offered(): Map<string, vscode.AuthenticationSession> {
    const good = this.#store.sessions().filter((session) => !isExpired(session, this.#actions.now()));
    return new Map(good.map((session) => [session.id, toAuthenticationSession(session)]));
  }

  #tellChanges(): void {
    const before = this.#told;
    const after = this.#offered();
    this.#told = after;
    const added = [...after.values()].filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !after.has(id));
    const changed = [...after.values()].filter(({ id, accessToken }) => {
      const known = before.get(id);
      return known !== undefined && known.accessToken !== accessToken;
    });
    if (added.length + removed.length + changed.length > 0) {
      this.#changes.fire({ added, removed, changed });
    }
  }
}

/** "ines@example.org (monitoring.example)": one address may have accounts on several services. */
export function toAccountLabel({ email, origin }: Session): string {
  return `${email} (${new URL(origin).host})`;
}

function toAuthenticationSession(session: Session): vscode.AuthenticationSession {
  const account = { id: session.id, label: toAccountLabel(session) };
  return { id: session.id, accessToken: session.token, account, scopes: [] };
}
