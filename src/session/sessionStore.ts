import { createHash } from 'node:crypto';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { formatSession, OriginMismatchError, parseSession, type Session } from './session';

/** The part of `vscode.SecretStorage` that is used. */
export interface Secrets {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires for changes made in this window and in others. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

export interface SessionStoreOptions {
  /** `context.secrets`. */
  readonly secrets: Secrets;
  /** Whether somebody was signed in when a window was last open: then an empty keyring has forgotten a session. */
  readonly wasSignedIn?: () => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which the keyring counts as silent. 5 seconds unless given. */
  readonly silentAfterMs?: number;
}

/** A session was added, changed or removed, or another one is the current one of its address. */
export interface SessionsChange {
  readonly removed: readonly Session[];
}

/**
 * `kept`: sessions outlive the window. `thisWindow`: the keyring refuses or forgets them. `silent`: the keyring doesn't
 * answer; its unlock dialog may be open.
 */
export type Persistence = 'kept' | 'thisWindow' | 'silent';

/** The token couldn't be deleted from the keyring. This window no longer uses it. */
export class SessionNotRemovedError extends Error {
  override readonly name = 'SessionNotRemovedError';
}

/** What tells a session apart: an account has one for each address at which it signed in. */
export type SessionName = Pick<Session, 'id' | 'baseUrl'>;

interface Unwritten {
  /** Undefined is to be deleted. */
  readonly session: Session | undefined;
  /** `issuedAt` of the session that it replaces. If the keyring has another one by then, that stays. */
  readonly replaces: number | undefined;
}

const SECRET_PREFIX = 'monitorExplorer.session.';
const SILENT_AFTER_MS = 5_000;

/**
 * The one home of the tokens: a secret for each account and address. Reads come from memory. An act changes memory at once
 * and is then written; a change of the secrets, in whatever window, is read again. What the keyring refuses stays in
 * memory and is written when that works. Nothing here is logged, as a keyring's own error may quote the secret.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #problems = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #keyring = new SerialQueue();
  /** By the name of the secret. */
  #sessions: ReadonlyMap<string, Session> = new Map();
  /** What the keyring doesn't have yet, by the name of the secret. */
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #unreadable = new Set<string>();
  #persistence: Persistence = 'kept';
  #forgets: boolean | undefined;
  #loading: Promise<void> | undefined;
  #goOn: () => void = () => undefined;

  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;
  /** Fires once for a secret that isn't a session. It is left alone until its account signs in again. */
  readonly onDidEncounterProblem = this.#problems.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      if (key.startsWith(SECRET_PREFIX)) {
        void this.refresh();
      }
    });
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** All sessions, expired ones too, sorted by account and address. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()].sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
  }

  /** @param account its id. @param address the base URL. */
  find(account: string, address: string): Session | undefined {
    return this.#sessions.get(toSecretName({ id: account, baseUrl: address }));
  }

  /**
   * The session that was chosen last at this base URL, expired or not. After its sign-out there is none: another account
   * is never taken up by itself, since reading its monitors would cost it credits.
   */
  current(address: string): Session | undefined {
    const chosen = this.sessions.filter(
      ({ baseUrl, selectedAt = 0 }) => baseUrl === address && selectedAt > 0,
    );
    return chosen.sort((a, b) => (b.selectedAt ?? 0) - (a.selectedAt ?? 0))[0];
  }

  /** Reads the secrets, once however often it is called. Resolves earlier if {@link continueWithoutKeyring} is called. */
  load(): Promise<void> {
    this.#loading ??= new Promise((resolve) => {
      this.#goOn = resolve;
      void this.refresh().then(resolve);
    });
    return this.#loading;
  }

  /** The user doesn't want to wait for a silent keyring. What it answers later is taken up then. */
  continueWithoutKeyring(): void {
    this.#goOn();
    this.#setPersistence('thisWindow');
  }

  /** Writes what the keyring doesn't have, and reads all secrets. Never rejects. */
  async refresh(): Promise<void> {
    const { silentAfterMs = SILENT_AFTER_MS } = this.#options;
    const timer = setTimeout(() => this.#setPersistence('silent'), silentAfterMs);
    try {
      await this.#keyring.run(() => this.#synchronize());
    } finally {
      clearTimeout(timer);
    }
  }

  /** Signed in: becomes the current session of its address. */
  add(session: Session): Promise<void> {
    return this.#choose(session);
  }

  /** Makes a session the current one of its address. Does nothing if there is no such session. */
  async select(name: SessionName): Promise<void> {
    const session = this.#find(name);
    if (session && session !== this.current(session.baseUrl)) {
      await this.#choose(session);
    }
  }

  /**
   * The service has moved: the session goes on at its new address, as the current one there.
   * @param baseUrl of the same origin: a token goes to no other one.
   * @throws OriginMismatchError
   */
  async move(from: SessionName, baseUrl: string): Promise<void> {
    const session = this.#find(from);
    if (session === undefined || session.baseUrl === baseUrl) {
      return;
    }
    const { origin } = new URL(baseUrl);
    if (session.origin !== origin) {
      throw new OriginMismatchError(session.origin, origin);
    }
    await this.#choose({ ...session, baseUrl }, [session]);
  }

  /**
   * Signed out: this window stops using the token at once.
   * @throws SessionNotRemovedError if the secret couldn't be deleted; that is tried again at each refresh.
   */
  async remove(name: SessionName): Promise<void> {
    await this.#change([], [name]);
    if (this.#unwritten.has(toSecretName(name))) {
      throw new SessionNotRemovedError('the keyring did not delete the token');
    }
  }

  /** The service refused this token: it is thrown away in all windows. A later sign-in of the account stays as it is. */
  async reject(session: Session): Promise<void> {
    const known = this.#find(session);
    if (known?.issuedAt === session.issuedAt && known.token !== '') {
      await this.#change([{ ...known, token: '' }], [], session.issuedAt);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    [this.#changes, this.#persistenceChanges, this.#problems].forEach((emitter) => emitter.dispose());
  }

  #find({ id, baseUrl }: SessionName): Session | undefined {
    return this.find(id, baseUrl);
  }

  #choose(session: Session, removed: readonly SessionName[] = []): Promise<void> {
    const others = this.sessions.filter(
      ({ baseUrl, selectedAt = 0 }) => baseUrl === session.baseUrl && selectedAt > 0,
    );
    const latest = Math.max(0, ...others.map(({ selectedAt = 0 }) => selectedAt));
    const selectedAt = Math.max(this.#options.now(), latest + 1);
    const deselected = others.map((other) => ({ ...other, selectedAt: 0 }));
    return this.#change([...deselected, { ...session, selectedAt }], removed);
  }

  async #change(
    changed: readonly Session[],
    removed: readonly SessionName[] = [],
    replaces?: number,
  ): Promise<void> {
    removed.forEach((name) => this.#unwritten.set(toSecretName(name), { session: undefined, replaces }));
    changed.forEach((session) => this.#unwritten.set(toSecretName(session), { session, replaces }));
    this.#adopt(this.#sessions);
    await this.refresh();
  }

  async #synchronize(): Promise<void> {
    const isWritten = await this.#write();
    const isRead = await this.#read().catch(() => false);
    this.#setPersistence(isWritten && isRead && this.#forgets !== true ? 'kept' : 'thisWindow');
  }

  /** @returns whether the keyring has everything */
  async #write(): Promise<boolean> {
    const { secrets } = this.#options;
    for (const [name, unwritten] of this.#unwritten) {
      const { session, replaces } = unwritten;
      try {
        if (session === undefined) {
          await secrets.delete(name);
        } else if (replaces === undefined || (await this.#readIssuedAt(name)) === replaces) {
          await secrets.store(name, formatSession(session));
        }
        if (this.#unwritten.get(name) === unwritten) {
          this.#unwritten.delete(name);
        }
      } catch {
        // It stays unwritten.
      }
    }
    return this.#unwritten.size === 0;
  }

  async #readIssuedAt(name: string): Promise<number | undefined> {
    return parseSession((await this.#options.secrets.get(name)) ?? '')?.issuedAt;
  }

  /** @returns whether all could be read. What couldn't stays as it is known. */
  async #read(): Promise<boolean> {
    const { secrets, wasSignedIn = () => Promise.resolve(false) } = this.#options;
    const names = (await secrets.keys()).filter((name) => name.startsWith(SECRET_PREFIX));
    this.#forgets ??= names.length === 0 && this.#sessions.size === 0 && (await wasSignedIn());
    const sessions = new Map<string, Session>();
    let isComplete = true;
    for (const name of names) {
      let session = this.#sessions.get(name);
      try {
        const text = await secrets.get(name);
        session = text === undefined ? undefined : this.#parse(name, text);
      } catch {
        isComplete = false;
      }
      if (session) {
        sessions.set(name, session);
      }
    }
    this.#adopt(sessions);
    return isComplete;
  }

  #parse(name: string, text: string): Session | undefined {
    const session = parseSession(text);
    if (session && toSecretName(session) === name) {
      return session;
    }
    if (!this.#unreadable.has(text)) {
      this.#unreadable.add(text);
      this.#problems.fire();
    }
    return undefined;
  }

  /** Takes up what was read, and over it what isn't written yet. */
  #adopt(read: ReadonlyMap<string, Session>): void {
    const before = this.#sessions;
    const sessions = new Map(read);
    this.#unwritten.forEach(({ session }, name) => {
      sessions.delete(name);
      if (session) {
        sessions.set(name, session);
      }
    });
    this.#sessions = sessions;
    const texts = (all: ReadonlyMap<string, Session>): string =>
      [...all.values()].map(formatSession).sort().join();
    if (texts(before) !== texts(sessions)) {
      this.#changes.fire({
        removed: [...before].filter(([name]) => !sessions.has(name)).map(([, session]) => session),
      });
    }
  }

  #setPersistence(persistence: Persistence): void {
    if (persistence !== this.#persistence) {
      this.#persistence = persistence;
      this.#persistenceChanges.fire(persistence);
    }
  }
}

function toText({ id, baseUrl }: SessionName): string {
  return `${id} ${baseUrl}`;
}

/** VS Code writes the names of secrets in the open, so they name nobody. */
function toSecretName(name: SessionName): string {
  return SECRET_PREFIX + createHash('sha256').update(toText(name)).digest('hex').slice(0, 32);
}
