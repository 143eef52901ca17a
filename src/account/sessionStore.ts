import { createHash } from 'node:crypto';
import { Emitter, type Disposable, type Event } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import type { AccountKey, SignIn } from '../storage/accounts';
import { isSameAccount, parseSession, type Session } from './session';

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

/** A change of the keyring's sessions, which another window may have changed, too. */
interface Change {
  readonly apply: (kept: Session | undefined) => Session | undefined;
  /** The session that a sign-out ends, without its token. The keyring records it first. */
  readonly signOut?: Session | undefined;
}

const SECRET_PREFIX = 'monitorExplorer.session.';
const SIGN_OUT_PREFIX = 'monitorExplorer.signOut.';

/**
 * The only place that stores tokens: one secret per account and address. Failed writes are tried again at each refresh.
 * If a secret changes in any window, all are read again. Security: never logs, because a keyring's error may quote the
 * secret.
 */
export class SessionStore implements Disposable {
  readonly #changes = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #keyring = new SerialQueue();
  /** Sessions in the keyring, by the name of the secret. */
  #kept = new Map<string, Session>();
  /** Changes that the keyring doesn't have yet. */
  readonly #unwritten = new Map<string, Change>();
  #shown = '';
  #forgets: boolean | undefined;
  #loading: Promise<void> | undefined;

  /** Includes expired sessions; sorted. */
  sessions: readonly Session[] = [];
  persistence: Persistence = 'kept';
  /** Whether the keyring was read. If not, it may have more sessions. */
  isRead = false;
  /** Sign-outs whose data may still be on the disk, by the name of the keyring's record. */
  readonly signOuts = new Map<string, SignIn>();
  /** Fires when sessions or persistence change. */
  readonly onDidChange = this.#changes.event;

  /** @param wasSignedIn if true, an empty keyring has lost a session */
  constructor(
    private readonly secrets: SecretStorage,
    private readonly wasSignedIn = () => Promise.resolve(false),
    private readonly silentAfterMs = 5_000,
  ) {
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(SECRET_PREFIX)) {
        void this.refresh();
      }
    });
  }

  find(key: AccountKey): Session | undefined {
    return this.sessions.find((session) => isSameAccount(session, key));
  }

  /**
   * Returns the last chosen session, even if expired. After a sign-out it doesn't switch to another account, because
   * that would cost credits.
   */
  current(address: string): Session | undefined {
    return this.sessions
      .filter(({ baseUrl, selectedAt }) => baseUrl === address && selectedAt > 0)
      .sort((a, b) => b.selectedAt - a.selectedAt)[0];
  }

  /** Reads the secrets once. Waits for a keyring that doesn't answer yet. */
  load(): Promise<void> {
    this.#loading ??= this.refresh();
    return this.#loading;
  }

  /** Shows pending changes at once, reads all secrets, and writes the changes. Never rejects. */
  async refresh(): Promise<void> {
    this.#show(this.persistence);
    const timer = setTimeout(() => this.#show('silent'), this.silentAfterMs);
    await this.#keyring.run(async () => {
      const isReliable = await this.#read().catch(() => false);
      await this.#write();
      this.#show(isReliable && this.#unwritten.size === 0 ? 'kept' : 'thisWindow');
    });
    clearTimeout(timer);
  }

  /** Adds a new session and selects it. */
  add(session: Session): Promise<void> {
    this.#change(session, () => session);
    return this.select(session);
  }

  select(session: Session): Promise<void> {
    const former = this.current(session.baseUrl);
    const selectedAt = Math.max(Date.now(), (former?.selectedAt ?? 0) + 1);
    if (former) {
      this.#change(former, (kept) => kept && { ...kept, selectedAt: 0 });
    }
    this.#change(session, (kept) => kept && { ...kept, selectedAt });
    return this.refresh();
  }

  /**
   * Stops using the token at once. Records the sign-out in the keyring, then deletes the token.
   * @throws if the keyring fails at one or both; each refresh tries again
   */
  async remove(session: Session): Promise<void> {
    this.#signOut(session);
    await this.refresh();
    if (this.#unwritten.has(toSecretName(session))) {
      throw new Error('the keyring did not delete the token');
    }
  }

  /** Deletes the record of a sign-out. @throws the keyring's error */
  async finishSignOut(signOut: SignIn): Promise<void> {
    const name = toSignOutName(signOut);
    await this.#keyring.run(async () => this.secrets.delete(name));
    this.signOuts.delete(name);
  }

  /** Drops a refused token in all windows, but not a later sign-in's. */
  reject(session: Session): Promise<void> {
    this.#change(session, (kept) =>
      kept?.issuedAt === session.issuedAt ? { ...kept, token: '' } : kept,
    );
    return this.refresh();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  /** Ends this sign-in and earlier ones. */
  #signOut(session: Session): void {
    const { issuedAt } = session;
    const signOut = { ...session, token: '' };
    this.signOuts.set(toSignOutName(session), signOut);
    const apply: Change['apply'] = (kept) => (kept && kept.issuedAt > issuedAt ? kept : undefined);
    this.#change(session, apply, signOut);
  }

  #change(key: AccountKey, apply: Change['apply'], signOut?: Session): void {
    const name = toSecretName(key);
    const before = this.#unwritten.get(name);
    this.#unwritten.set(name, {
      apply: (kept) => apply(before ? before.apply(kept) : kept),
      signOut: signOut ?? before?.signOut,
    });
  }

  async #write() {
    for (const [name, change] of this.#unwritten) {
      const { apply, signOut } = change;
      try {
        if (signOut) {
          // First, so that the next start can finish the sign-out whatever happens now.
          await this.secrets.store(toSignOutName(signOut), JSON.stringify(signOut));
        }
        const kept = await this.#readSession(name);
        const changed = apply(kept);
        if (changed === undefined) {
          await this.secrets.delete(name);
          this.#kept.delete(name);
        } else {
          if (changed !== kept) {
            await this.secrets.store(name, JSON.stringify(changed));
          }
          this.#kept.set(name, changed);
        }
        if (this.#unwritten.get(name) === change) {
          this.#unwritten.delete(name);
        }
      } catch {
        // Try again at the next refresh.
      }
    }
  }

  /** @returns whether the keyring keeps secrets. @throws its error; known sessions stay */
  async #read() {
    const names = await this.secrets.keys();
    this.#forgets ??=
      names.length === 0 && this.sessions.length === 0 && (await this.wasSignedIn());
    const readAll = async (prefix: string) => {
      const own = names.filter((name) => name.startsWith(prefix));
      const read = await Promise.all(own.map((name) => this.#readSession(name)));
      return read.filter((session) => session !== undefined);
    };
    const sessions = await readAll(SECRET_PREFIX);
    const signOuts = await readAll(SIGN_OUT_PREFIX);
    this.isRead = true;
    this.#kept = new Map(sessions.map((session) => [toSecretName(session), session]));
    // Another window may have finished others.
    this.signOuts.clear();
    const unwritten = [...this.#unwritten.values()].flatMap(({ signOut }) => signOut ?? []);
    for (const signOut of [...signOuts, ...unwritten]) {
      this.signOuts.set(toSignOutName(signOut), signOut);
      if (this.#kept.get(toSecretName(signOut))?.issuedAt === signOut.issuedAt) {
        // The sign-out was interrupted.
        this.#signOut(signOut);
      }
    }
    return !this.#forgets;
  }

  async #readSession(name: string) {
    return parseSession((await this.secrets.get(name)) ?? '');
  }

  /** Applies pending changes to what the keyring has. */
  #show(persistence: Persistence): void {
    const sessions = new Map<string, Session | undefined>(this.#kept);
    this.#unwritten.forEach(({ apply }, name) => sessions.set(name, apply(sessions.get(name))));
    this.sessions = [...sessions.values()]
      .filter((session) => session !== undefined)
      .sort((a, b) => toName(a).localeCompare(toName(b)));
    this.persistence = persistence;
    const shown = JSON.stringify([persistence, this.sessions]);
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#changes.fire();
    }
  }
}

function toName({ id, baseUrl }: AccountKey): string {
  return `${id} ${baseUrl}`;
}

/** Security: VS Code doesn't encrypt the names of secrets, so hash them. */
function toSecretName(key: AccountKey): string {
  return SECRET_PREFIX + toHash(toName(key));
}

/** Returns a name for each sign-in, so that a later one can't replace the record of its sign-out. */
function toSignOutName(signOut: SignIn): string {
  return SIGN_OUT_PREFIX + toHash(`${toName(signOut)} ${signOut.issuedAt}`);
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
