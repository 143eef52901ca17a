import { createHash } from 'node:crypto';
import { Emitter, type Disposable, type Event } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { parseSession, type Session } from './session';

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

const SECRET_PREFIX = 'monitorExplorer.session.';
const SIGN_OUT_PREFIX = 'monitorExplorer.signOut.';

/** A sign-out whose data may still be on the disk. */
export type SignOut = Pick<Session, 'id' | 'baseUrl' | 'issuedAt'>;

interface SessionsChange {
  readonly removed: readonly Session[];
  /** New sign-ins. Switching accounts or moving a session isn't one. */
  readonly added: readonly Session[];
}

/**
 * The only place that stores tokens: one secret per account and address. Failed writes are tried again at each refresh.
 * If a secret changes in any window, all are read again. Security: never logs, because a keyring's error may quote the
 * secret.
 */
export class SessionStore implements Disposable {
  readonly #changes = new Emitter<SessionsChange>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #subscription: Disposable;
  readonly #keyring = new SerialQueue();
  /** Changes for the keyring, by the name of the secret. */
  readonly #unwritten = new Map<string, Session | SignOut>();
  #signOuts: readonly SignOut[] = [];
  #forgets: boolean | undefined;
  #loading: Promise<void> | undefined;

  /** Includes expired sessions; sorted. */
  sessions: readonly Session[] = [];
  persistence: Persistence = 'kept';
  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;

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

  /** Sign-outs that aren't finished, even if the keyring doesn't have their records yet. */
  get signOuts(): readonly SignOut[] {
    const unwritten = [...this.#unwritten.values()].filter((change) => !('token' in change));
    return [...this.#signOuts, ...unwritten];
  }

  find(account: string, address: string): Session | undefined {
    return this.sessions.find(({ id, baseUrl }) => id === account && baseUrl === address);
  }

  /**
   * Returns the last chosen session, even if expired. After a sign-out it doesn't switch to another account, because
   * that would cost credits.
   */
  current(address: string): Session | undefined {
    return this.#chosenAt(address)[0];
  }

  /** Reads the secrets once. Waits for a keyring that doesn't answer yet. */
  load(): Promise<void> {
    this.#loading ??= this.refresh();
    return this.#loading;
  }

  /** Writes pending changes and reads all secrets. Never rejects. */
  async refresh(): Promise<void> {
    const timer = setTimeout(() => this.#setPersistence('silent'), this.silentAfterMs);
    await this.#keyring.run(async () => {
      await this.#write();
      const isReliable = await this.#read().catch(() => false);
      this.#setPersistence(isReliable && this.#unwritten.size === 0 ? 'kept' : 'thisWindow');
    });
    clearTimeout(timer);
  }

  /** Adds a session and selects it. */
  add(session: Session): Promise<void> {
    const others = this.#chosenAt(session.baseUrl);
    const selectedAt = Math.max(Date.now(), (others[0]?.selectedAt ?? 0) + 1);
    const left = others.map((other) => ({ ...other, selectedAt: 0 }));
    return this.#change(...left, { ...session, selectedAt });
  }

  /**
   * Stops using the token at once. Records the sign-out in the keyring, then deletes the token.
   * @throws if the keyring does only one of both, or none; each refresh tries again
   */
  async remove({ id, baseUrl, issuedAt }: Session): Promise<void> {
    const signOut: SignOut = { id, baseUrl, issuedAt };
    this.#unwritten.delete(toSecretName(signOut));
    await this.#change(signOut);
    if (this.#unwritten.has(toSignOutName(signOut))) {
      throw new Error('the keyring did not delete the token');
    }
  }

  /** Deletes the record of a sign-out. @throws the keyring's error */
  async finishSignOut(signOut: SignOut): Promise<void> {
    await this.#keyring.run(() => Promise.resolve(this.secrets.delete(toSignOutName(signOut))));
    this.#signOuts = this.#signOuts.filter((other) => !isSameSignIn(other, signOut));
  }

  /** Drops a refused token in all windows, but not a later sign-in's. */
  async reject({ id, baseUrl, issuedAt }: Session): Promise<void> {
    const known = this.find(id, baseUrl);
    if (known?.issuedAt === issuedAt && known.token !== '') {
      await this.#change({ ...known, token: '' });
    }
  }

  dispose(): void {
    [this.#subscription, this.#changes, this.#persistenceChanges].forEach((part) => part.dispose());
  }

  /** The sessions at an address, the last chosen first. */
  #chosenAt(address: string): readonly Session[] {
    return this.sessions
      .filter(({ baseUrl, selectedAt }) => baseUrl === address && selectedAt > 0)
      .sort((a, b) => b.selectedAt - a.selectedAt);
  }

  /** Takes effect at once, even if the keyring fails. */
  async #change(...changed: readonly (Session | SignOut)[]): Promise<void> {
    changed.forEach((change) => this.#unwritten.set(toNameOf(change), change));
    this.#adopt(this.sessions);
    await this.refresh();
  }

  async #write(): Promise<void> {
    for (const [name, change] of this.#unwritten) {
      try {
        if (!('token' in change)) {
          // First, so that the next start can finish the sign-out whatever happens now.
          await this.secrets.store(name, JSON.stringify(change));
          // A later sign-in has replaced the token.
          if (this.find(change.id, change.baseUrl) === undefined) {
            await this.secrets.delete(toSecretName(change));
          }
        } else if (
          change.token !== '' ||
          (await this.#readOne(name))?.issuedAt === change.issuedAt
        ) {
          await this.secrets.store(name, JSON.stringify(change));
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
  async #read(): Promise<boolean> {
    const keys = await this.secrets.keys();
    const names = keys.filter((name) => name.startsWith(SECRET_PREFIX));
    this.#forgets ??= keys.length === 0 && this.sessions.length === 0 && (await this.wasSignedIn());
    const read = await Promise.all(names.map((name) => this.#readOne(name)));
    const signOutNames = keys.filter((name) => name.startsWith(SIGN_OUT_PREFIX));
    const signOuts = await Promise.all(signOutNames.map((name) => this.secrets.get(name)));
    this.#signOuts = signOuts.map(parseSignOut).filter((signOut) => signOut !== undefined);
    const sessions = read.filter((session) => session !== undefined);
    this.#adopt(sessions);
    const isLeft = (signOut: SignOut) => sessions.some((other) => isSameSignIn(signOut, other));
    const interrupted = this.#signOuts.filter(isLeft);
    if (interrupted.length > 0) {
      interrupted.forEach((signOut) => this.#unwritten.set(toSignOutName(signOut), signOut));
      await this.#write();
    }
    return !this.#forgets;
  }

  async #readOne(name: string): Promise<Session | undefined> {
    return parseSession((await this.secrets.get(name)) ?? '');
  }

  /** Applies pending changes over the read sessions. */
  #adopt(read: readonly Session[]): void {
    const before = this.sessions;
    const unwritten = [...this.#unwritten.values()];
    const unwrittenSessions = unwritten.filter((change) => 'token' in change);
    const kept = read.filter(
      (session) =>
        !unwritten.some((change) => toText(change) === toText(session)) &&
        !this.#signOuts.some((signOut) => isSameSignIn(signOut, session)),
    );
    const sessions = [...kept, ...unwrittenSessions];
    this.sessions = sessions.sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
    if (JSON.stringify(before) !== JSON.stringify(sessions)) {
      const removed = before.filter(({ id, baseUrl }) => !this.find(id, baseUrl));
      const isKnown = (one: Session) =>
        before.some(({ id, issuedAt }) => id === one.id && issuedAt === one.issuedAt);
      this.#changes.fire({ removed, added: sessions.filter((session) => !isKnown(session)) });
    }
  }

  #setPersistence(persistence: Persistence): void {
    if (persistence !== this.persistence) {
      this.persistence = persistence;
      this.#persistenceChanges.fire(persistence);
    }
  }
}

function toText({ id, baseUrl }: SignOut): string {
  return `${id} ${baseUrl}`;
}

function isSameSignIn(one: SignOut, other: SignOut): boolean {
  return toText(one) === toText(other) && one.issuedAt === other.issuedAt;
}

/** Returns `undefined` for invalid text; never throws. */
function parseSignOut(text = ''): SignOut | undefined {
  try {
    const { id, baseUrl, issuedAt } = JSON.parse(text) as SignOut;
    const isValid =
      typeof id === 'string' && typeof baseUrl === 'string' && Number.isSafeInteger(issuedAt);
    return isValid ? { id, baseUrl, issuedAt } : undefined;
  } catch {
    return undefined;
  }
}

/** Security: VS Code doesn't encrypt the names of secrets, so hash them. */
function toSecretName(session: SignOut): string {
  return SECRET_PREFIX + toHash(toText(session));
}

/** Returns a name for each sign-in, so that a later one can't replace the record of its sign-out. */
function toSignOutName(signOut: SignOut): string {
  return SIGN_OUT_PREFIX + toHash(`${toText(signOut)} ${signOut.issuedAt}`);
}

function toNameOf(change: Session | SignOut): string {
  return 'token' in change ? toSecretName(change) : toSignOutName(change);
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
