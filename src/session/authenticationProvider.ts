import type * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../base/event';
import { toSafeText, type SafeText } from '../base/text';
import type { SessionStore } from './sessionStore';
import { isExpired, toSessionId, type Session } from './session';

/** Actions that the Accounts menu and other extensions can start. */
export interface AccountActions {
  /**
   * Signs in through the screen and adds the session to the store.
   * @param known the requested account, if any: its address and e-mail are prefilled.
   * @throws if the user cancels.
   */
  signIn(known: Session | undefined): PromiseLike<Session>;
  /** Signs out: aborts calls, clears rows and removes the session from the store. */
  signOut(session: Session): PromiseLike<void>;
  /** Epoch milliseconds. */
  now(): number;
  /** Fires when a session may have expired: `SessionClock.onDidChange`. */
  readonly onDidChangeExpiry: Event<unknown>;
}

/**
 * Offers the store's valid sessions to VS Code's Accounts menu and `vscode.authentication`. VS Code asks the user
 * before it gives a token to an extension. Disposing of the provider keeps the store.
 */
export class AuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #store: SessionStore;
  readonly #actions: AccountActions;
  readonly #changes = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscriptions: readonly Disposable[];
  #offered: ReadonlyMap<string, vscode.AuthenticationSession>;

  readonly onDidChangeSessions = this.#changes.event;

  constructor(store: SessionStore, actions: AccountActions) {
    this.#store = store;
    this.#actions = actions;
    this.#offered = this.#toOffered();
    const update = (): void => this.#update();
    this.#subscriptions = [store.onDidChange(update), actions.onDidChangeExpiry(update)];
  }

  /** Returns nothing if scopes are requested, because the service lacks them. */
  async getSessions(
    scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    await this.#store.load();
    if (scopes !== undefined && scopes.length > 0) {
      return [];
    }
    const account = options?.account?.id;
    return [...this.#toOffered().values()].filter(({ id }) => account === undefined || account === id);
  }

  /** @throws an Error whose message VS Code shows to the calling extension; or errors of `signIn`. */
  async createSession(
    scopes: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession> {
    if (scopes.length > 0) {
      // Service documentation, section 5: a token may do all that its account may.
      throw new Error('The monitoring service has no scopes: ask for a session with an empty list of them.');
    }
    await this.#store.load();
    const wanted = options?.account?.id;
    const session = await this.#actions.signIn(
      this.#store.sessions.find((known) => toOfferedId(known) === wanted),
    );
    if (wanted !== undefined && toOfferedId(session) !== wanted) {
      throw new Error('The user has signed in to another account than the one that was asked for.');
    }
    return toAuthenticationSession(session);
  }

  async removeSession(id: string): Promise<void> {
    const session = this.#store.sessions.find((known) => toOfferedId(known) === id);
    if (session) {
      await this.#actions.signOut(session);
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }

  #toOffered(): ReadonlyMap<string, vscode.AuthenticationSession> {
    const usable = this.#store.sessions.filter((session) => !isExpired(session, this.#actions.now()));
    return new Map(usable.map((session) => [toOfferedId(session), toAuthenticationSession(session)]));
  }

  #update(): void {
    const before = this.#offered;
    const after = this.#toOffered();
    this.#offered = after;
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

/** Returns VS Code's id for a session and its account. An e-mail may have a session at each of several base URLs. */
function toOfferedId({ baseUrl, email }: Session): string {
  return toSessionId(baseUrl, email);
}

/** Returns a label such as "ines@example.org (monitoring.example/v1)". VS Code tells accounts apart by it. */
function toAccountLabel({ email, baseUrl }: Session): SafeText {
  const { host, pathname } = new URL(baseUrl);
  return toSafeText(`${email} (${host}${pathname === '/' ? '' : pathname})`, 300);
}

function toAuthenticationSession(session: Session): vscode.AuthenticationSession {
  const id = toOfferedId(session);
  return { id, accessToken: session.token, account: { id, label: toAccountLabel(session) }, scopes: [] };
}
