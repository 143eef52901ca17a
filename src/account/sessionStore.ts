import { createHash } from 'node:crypto';
import { Emitter, type Disposable, type Event } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import type { AccountKey } from '../storage/accounts';
import { isSameAccount, isSignedOut, parseSession, type Session } from './session';

/**
 * `kept`: sessions survive the window. `thisWindow`: the keyring refuses or forgets them. `silent`: the keyring doesn't
 * answer, perhaps until unlocked.
 */
export type Persistence = 'kept' | 'thisWindow' | 'silent';

/** The used part of VS Code's `SecretStorage`. */
export interface SecretStorage {
  keys(): PromiseLike<readonly string[]>;
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, secret: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** Changes a session of the keyring, which another window may have changed, too. */
type Change = (kept: Session | undefined) => Session | undefined;

const SECRET_PREFIX = 'monitorExplorer.session.';

/**
 * The only place that stores tokens: one secret per account and address. Failed writes are tried again at each refresh.
 * If a secret changes in any window, all are read again. A sign-out replaces the secret by a record without the token,
 * until all data is deleted. Security: never logs, because a keyring's error may quote the secret.
 */
export class SessionStore implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #keyring = new SerialQueue();
  /** Sessions in the keyring, by the name of the secret. */
  #kept = new Map<string, Session | undefined>();
  /** Changes that the keyring doesn't have yet. */
  readonly #unwritten = new Map<string, Change>();
  #shown = '';
  #forgets = false;

  /** Includes expired sessions; sorted. */
  sessions: readonly Session[] = [];
  /** Records of sign-outs whose data may still be on the disk. */
  signOuts: readonly Session[] = [];
  persistence: Persistence = 'kept';
  /** Whether the keyring was read. */
  #isRead = false;
  /** Fires when sessions or persistence change. */
  readonly onDidChange = this.#changes.event;

  constructor(
    private readonly secrets: SecretStorage,
    private readonly silentAfterMs = 5_000,
  ) {
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(SECRET_PREFIX)) {
        void this.refresh();
      }
    });
  }

  find(key: AccountKey) {
    return this.sessions.find((session) => isSameAccount(session, key));
  }

  /**
   * Returns the last chosen session, even if expired. After a sign-out it doesn't switch to another account, because
   * that would cost credits.
   */
  current(address: string) {
    return this.sessions
      .filter(({ baseUrl, selectedAt }) => baseUrl === address && selectedAt > 0)
      .sort((a, b) => b.selectedAt - a.selectedAt)[0];
  }

  /**
   * Reads the secrets. Waits for a keyring that doesn't answer yet.
   * @param wasSignedIn if true, an empty keyring has lost a session
   */
  load(wasSignedIn = false) {
    this.#forgets = wasSignedIn;
    return this.refresh();
  }

  /** Shows pending changes at once, reads all secrets, and writes the changes. Never rejects. */
  async refresh() {
    this.#show(this.persistence);
    const timer = setTimeout(() => this.#show('silent'), this.silentAfterMs);
    const isKept = await this.#keyring.run(() => this.#synchronize()).catch(() => false);
    clearTimeout(timer);
    this.#show(isKept ? 'kept' : 'thisWindow');
  }

  /** Adds a new session and selects it. */
  add(session: Session) {
    this.#change(session, (kept) => ({
      ...session,
      signedOutAt: kept && isSignedOut(kept) ? kept.issuedAt : undefined,
    }));
    return this.select(session);
  }

  select(session: Session) {
    const former = this.current(session.baseUrl);
    const selectedAt = Math.max(Date.now(), (former?.selectedAt ?? 0) + 1);
    if (former) {
      this.#change(former, (kept) => kept && { ...kept, selectedAt: 0 });
    }
    this.#change(session, (kept) => kept && { ...kept, selectedAt });
    return this.refresh();
  }

  /**
   * Stops using the token at once, and replaces it in the keyring by a record of the sign-out. Ends earlier sign-ins, too.
   * @returns false if the keyring fails. Each refresh tries again.
   */
  async remove(session: Session) {
    const { issuedAt } = session;
    const signOut = { ...session, token: '', signedOutAt: issuedAt };
    this.#change(session, (kept) =>
      kept && kept.issuedAt > issuedAt ? { ...kept, signedOutAt: issuedAt } : signOut,
    );
    await this.refresh();
    return !this.#unwritten.has(toSecretName(session));
  }

  /** Deletes the record of a sign-out. */
  finishSignOut(signOut: AccountKey) {
    this.#change(signOut, (kept) => (kept && isSignedOut(kept) ? undefined : kept));
    return this.refresh();
  }

  /** Drops a refused token in all windows, but not a later sign-in's. */
  reject(session: Session) {
    this.#change(session, (kept) =>
      kept?.issuedAt === session.issuedAt ? { ...kept, token: '' } : kept,
    );
    return this.refresh();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  #change(key: AccountKey, change: Change): void {
    const name = toSecretName(key);
    const before = this.#unwritten.get(name);
    this.#unwritten.set(name, before ? (kept) => change(before(kept)) : change);
  }

  /** @returns whether the keyring keeps all sessions. @throws its error; known sessions stay */
  async #synchronize() {
    const secrets = await this.secrets.keys();
    const names = secrets.filter((name) => name.startsWith(SECRET_PREFIX));
    // Later, it has what this window wrote.
    this.#forgets &&= this.#isRead || names.length === 0;
    const kept = new Map<string, Session | undefined>();
    for (const name of names) {
      kept.set(name, await this.#readSession(name));
    }
    this.#kept = kept;
    this.#isRead = true;
    for (const [name, change] of this.#unwritten) {
      try {
        const changed = change(await this.#readSession(name));
        await (changed
          ? this.secrets.store(name, JSON.stringify(changed))
          : this.secrets.delete(name));
        kept.set(name, changed);
        if (this.#unwritten.get(name) === change) {
          this.#unwritten.delete(name);
        }
      } catch {
        // Try again at the next refresh.
      }
    }
    return this.#unwritten.size === 0 && !this.#forgets;
  }

  async #readSession(name: string) {
    return parseSession((await this.secrets.get(name)) ?? '');
  }

  /** Applies pending changes to what the keyring has. */
  #show(persistence: Persistence): void {
    const shown = new Map(this.#kept);
    this.#unwritten.forEach((change, name) => shown.set(name, change(shown.get(name))));
    const all = [...shown.values()]
      .filter((session) => session !== undefined)
      .sort((a, b) => toName(a).localeCompare(toName(b)));
    this.sessions = all.filter((session) => !isSignedOut(session));
    this.signOuts = all.filter(isSignedOut);
    this.persistence = persistence;
    const state = JSON.stringify([persistence, all]);
    if (state !== this.#shown) {
      this.#shown = state;
      this.#changes.fire();
    }
  }
}

function toName({ id, baseUrl }: AccountKey): string {
  return `${id} ${baseUrl}`;
}

/** Security: VS Code doesn't encrypt the names of secrets, so hash them. */
function toSecretName(key: AccountKey): string {
  const hash = createHash('sha256').update(toName(key)).digest('hex');
  return SECRET_PREFIX + hash.slice(0, 32);
}
