import type * as vscode from 'vscode';
import { Emitter, type Disposable, type Event } from '../base/event';
import { toSafeText, type SafeText } from '../base/text';
import type { SessionStore } from './sessionStore';
import { isExpired, toSessionId, type Session } from './session';

export interface AccountActions {
  /** Asks the user to sign in, to the `known` account if there is one. @throws if the user cancels */
  signIn(known: Session | undefined): PromiseLike<Session>;
  /** Also aborts calls and clears rows. */
  signOut(session: Session): PromiseLike<void>;
  now(): number;
  /** `SessionClock.onDidChange`. */
  readonly onDidChangeExpiry: Event<unknown>;
}

/**
 * Offers valid sessions to VS Code's Accounts menu and `vscode.authentication`. VS Code asks the user before an
 * extension gets a token.
 */
export class AuthenticationProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #changes = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscriptions: readonly Disposable[];
  #offered: ReadonlyMap<string, vscode.AuthenticationSession>;

  readonly onDidChangeSessions = this.#changes.event;

  constructor(
    private readonly store: SessionStore,
    private readonly actions: AccountActions,
  ) {
    this.#offered = this.#toOffered();
    const update = (): void => this.#update();
    this.#subscriptions = [store.onDidChange(update), actions.onDidChangeExpiry(update)];
  }

  /** The service lacks scopes, so requests with scopes find nothing. */
  async getSessions(
    scopes: readonly string[] | undefined,
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    await this.store.load();
    if (scopes !== undefined && scopes.length > 0) {
      return [];
    }
    const account = options?.account?.id;
    return [...this.#toOffered().values()].filter(
      ({ id }) => account === undefined || account === id,
    );
  }

  /** @throws errors of `signIn`, or an Error whose message the calling extension sees. */
  async createSession(
    scopes: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession> {
    if (scopes.length > 0) {
      // Service documentation, section 5: a token may do all that its account may.
      throw new Error(
        'The monitoring service has no scopes: ask for a session with an empty list of them.',
      );
    }
    await this.store.load();
    const wanted = options?.account?.id;
    const session = await this.actions.signIn(
      this.store.sessions.find((known) => toOfferedId(known) === wanted),
    );
    if (wanted !== undefined && toOfferedId(session) !== wanted) {
      throw new Error('The user has signed in to another account than the one that was asked for.');
    }
    return toAuthenticationSession(session);
  }

  async removeSession(id: string): Promise<void> {
    const session = this.store.sessions.find((known) => toOfferedId(known) === id);
    if (session) {
      await this.actions.signOut(session);
    }
  }

  dispose(): void {
    this.#subscriptions.forEach((subscription) => subscription.dispose());
    this.#changes.dispose();
  }

  #toOffered(): ReadonlyMap<string, vscode.AuthenticationSession> {
    const usable = this.store.sessions.filter((session) => !isExpired(session, this.actions.now()));
    return new Map(
      usable.map((session) => [toOfferedId(session), toAuthenticationSession(session)]),
    );
  }

  #update(): void {
    const before = this.#offered;
    const after = this.#toOffered();
    this.#offered = after;
    const added = [...after.values()].filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !after.has(id));
    const changed = [...after.values()].filter(
      ({ id, accessToken }) => before.has(id) && before.get(id)!.accessToken !== accessToken,
    );
    if (added.length + removed.length + changed.length > 0) {
      this.#changes.fire({ added, removed, changed });
    }
  }
}

/** One e-mail may have sessions at several base URLs. */
function toOfferedId({ baseUrl, email }: Session): string {
  return toSessionId(baseUrl, email);
}

/** "ines@example.org (monitoring.example/v1)": VS Code needs a different label per account. */
function toAccountLabel({ email, baseUrl }: Session): SafeText {
  const { host, pathname } = new URL(baseUrl);
  return toSafeText(`${email} (${host}${pathname === '/' ? '' : pathname})`, 300);
}

function toAuthenticationSession(session: Session): vscode.AuthenticationSession {
  const id = toOfferedId(session);
  return {
    id,
    accessToken: session.token,
    account: { id, label: toAccountLabel(session) },
    scopes: [],
  };
}
