import { createHash } from 'node:crypto';
import { Emitter, type Disposable } from '../base/event';
import type { Memento } from '../base/memento';
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
  /** `context.globalState`. */
  readonly memento: Memento;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Epoch milliseconds at which this window loaded its own copy of all secrets, as in a browser: what was stored since
   * isn't in the copy, and yet isn't forgotten. Omitted where each read is fresh.
   */
  readonly secretsLoadedAt?: number | undefined;
}

/** A session was added, changed or removed, or another one is the current one of its address. */
export interface SessionsChange {
  readonly removed: readonly Session[];
}

/** `kept` outlives the window; `thisWindow` means that there is no keyring, or that it refuses or forgets. */
export type Persistence = 'kept' | 'thisWindow';

/** The token couldn't be deleted from the keyring. This window no longer uses it. */
export class SessionNotRemovedError extends Error {
  override readonly name = 'SessionNotRemovedError';
}

/** What tells a session apart: an account has one for each address at which it signed in. */
export type SessionName = Pick<Session, 'id' | 'baseUrl'>;

const SESSION_PREFIX = 'monitorExplorer.session.';
/** Which session is the current one of an address. */
const SELECTED_PREFIX = 'monitorExplorer.selected.';
/** In the memento: when a session was first stored, in epoch milliseconds; absent once none is. */
const FIRST_KEPT_KEY = 'monitorExplorer.sessionsKeptSince';

/**
 * In a browser each change encrypts a copy of all secrets, at its own pace: of two in quick succession the older copy may
 * be written last, and lacks the newer change. So the last change is made again after so many milliseconds, which writes
 * a copy that has them all.
 */
const ENCRYPTED_AFTER_MS = 1_000;

/**
 * The one home of the tokens. What it returns comes from memory; memory and secrets are brought together on load, at
 * every act and whenever a secret changes, in this window or another.
 *
 * A session belongs to an account and to the base URL at which it signed in. Each is a secret of its own, so that two
 * windows that act on two sessions at once don't overwrite each other; of two acts on one session the later write counts.
 *
 * Without a keyring sessions last as long as the window: what can't be written is kept in memory and written once
 * that works. Nothing here is logged, as a keyring's own error may quote the secret.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #problems = new Emitter<void>();
  readonly #subscription: Disposable;
  /** By {@link toKey}. */
  #sessions: ReadonlyMap<string, Session> = new Map();
  /** Keys of sessions by base URL. */
  #selected: ReadonlyMap<string, string> = new Map();
  /** Secrets as they should be, `undefined` for deleted, until that is written. */
  readonly #unwritten = new Map<string, string | undefined>();
  /** Sign-ins whose token was refused, and those that were signed out here: see {@link toSignInKey}. */
  readonly #rejected = new Set<string>();
  readonly #signedOut = new Set<string>();
  readonly #reported = new Set<string>();
  #persistence: Persistence = 'kept';
  /** The keyring took sessions once, and knew none when this window began; absent until it was read. */
  #isForgetful: boolean | undefined;
  /** A refresh that waits for its turn. */
  #refreshing: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #writesAgain: NodeJS.Timeout | undefined;

  /** Fired after memory has changed; never for a change that left every value as it was. */
  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;
  /** Fired once for a secret that can't be read, which is left alone until its account signs in again. */
  readonly onDidEncounterProblem = this.#problems.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      if (key.startsWith(SESSION_PREFIX) || key.startsWith(SELECTED_PREFIX)) {
        void this.refresh();
      }
    });
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** All sessions, expired ones too, sorted by account and address. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()].sort((a, b) => (toName(a) < toName(b) ? -1 : 1));
  }

  /** @param account its id. @param address the base URL. */
  find(account: string, address: string): Session | undefined {
    return this.#sessions.get(toKey({ id: account, baseUrl: address }));
  }

  /**
   * The session chosen at this base URL, expired or not; `undefined` once it is signed out. Another account is never
   * taken up by itself, since reading its monitors would cost it credits that nobody asked to spend.
   */
  current(address: string): Session | undefined {
    const session = this.#sessions.get(this.#selected.get(address) ?? '');
    return session?.baseUrl === address ? session : undefined;
  }

  /** Reads the secrets, once however often it is called. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#enqueue(() => this.#update());
    return this.#loading;
  }

  /** Reads the secrets again, and writes what couldn't be written. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#enqueue(() => {
      this.#refreshing = undefined;
      return this.#update();
    });
    return this.#refreshing;
  }

  /**
   * Signed in. Becomes the current session of its address. A token that was refused before is good again: it has been
   * issued anew. Never rejects.
   */
  add(session: Session): Promise<void> {
    return this.#enqueue(() => this.#update(() => this.#put(session, this.#selecting(session))));
  }

  /**
   * The service has moved: the session goes on at its new address, and is the current one there. Nothing happens where
   * there is no such session. Never rejects.
   * @param baseUrl of the same origin: a token goes to no other one.
   * @throws OriginMismatchError
   */
  move(from: SessionName, baseUrl: string): Promise<void> {
    const { origin } = new URL(baseUrl);
    return this.#enqueue(() =>
      this.#update(() => {
        const session = this.#find(from);
        if (session === undefined || session.baseUrl === baseUrl) {
          return;
        }
        if (session.origin !== origin) {
          throw new OriginMismatchError(session.origin, origin);
        }
        const moved = { ...session, baseUrl };
        const others = this.#without(session);
        // It may have been there before.
        this.#signedOut.delete(toSignInKey(moved));
        this.#unwritten.set(SESSION_PREFIX + toKey(moved), formatSession(moved));
        // In one step: whoever listens sees that a session has moved, and neither a sign-out nor a sign-in.
        this.#adopt(others.set(toKey(moved), moved), this.#selecting(moved));
      }),
    );
  }

  /**
   * Signed out: this window stops using the token at once. Nothing happens where there is no such session.
   * @throws SessionNotRemovedError where the secret couldn't be deleted; deleting it is tried again at each refresh.
   */
  remove(name: SessionName): Promise<void> {
    return this.#enqueue(async () => {
      const secret = SESSION_PREFIX + toKey(name);
      await this.#update((isReadable) => {
        const session = this.#find(name);
        if (session) {
          this.#adopt(this.#without(session), this.#selected);
        } else if (!isReadable) {
          this.#unwritten.set(secret, undefined);
        }
      });
      if (this.#unwritten.has(secret)) {
        throw new SessionNotRemovedError('the keyring did not delete the token');
      }
    });
  }

  /** Makes a session the current one of its address. Nothing happens where there is no such session. Never rejects. */
  select(name: SessionName): Promise<void> {
    return this.#enqueue(() =>
      this.#update(() => {
        const session = this.#find(name);
        if (session && this.current(session.baseUrl) !== session) {
          this.#adopt(this.#sessions, this.#selecting(session));
        }
      }),
    );
  }

  /**
   * The service answered this token with 401: it is thrown away, at once in this window and then in all, and the
   * session stays as an expired one. A session that has replaced it stays as it is. Never rejects.
   */
  async reject(session: Session): Promise<void> {
    this.#rejected.add(toSignInKey(session));
    const known = this.#find(session);
    const isKept = known && toSignInKey(known) === toSignInKey(session) && known.token !== '';
    if (!isKept) {
      return;
    }
    this.#adopt(new Map(this.#sessions).set(toKey(session), { ...known, token: '' }), this.#selected);
    await this.#enqueue(() =>
      this.#update(() => {
        const now = this.#find(session);
        if (now && toSignInKey(now) === toSignInKey(session)) {
          this.#put({ ...now, token: '' }, this.#selected);
        }
      }),
    );
  }

  /** No more events; what is being written is written to its end. */
  dispose(): void {
    clearTimeout(this.#writesAgain);
    this.#subscription.dispose();
    for (const emitter of [this.#changes, this.#persistenceChanges, this.#problems]) {
      emitter.dispose();
    }
  }

  #find({ id, baseUrl }: SessionName): Session | undefined {
    return this.find(id, baseUrl);
  }

  #put(session: Session, selected: ReadonlyMap<string, string>): void {
    const key = toKey(session);
    this.#adopt(new Map(this.#sessions).set(key, session), selected);
    this.#unwritten.set(SESSION_PREFIX + key, formatSession(session));
  }

  #selecting(session: Session): ReadonlyMap<string, string> {
    const key = toKey(session);
    this.#unwritten.set(toSelectedName(session.baseUrl), key);
    return new Map(this.#selected).set(session.baseUrl, key);
  }

  /** The other sessions, once this one's secrets are to be deleted. */
  #without(session: Session): Map<string, Session> {
    const key = toKey(session);
    this.#signedOut.add(toSignInKey(session));
    this.#unwritten.set(SESSION_PREFIX + key, undefined);
    if (this.#selected.get(session.baseUrl) === key) {
      this.#unwritten.set(toSelectedName(session.baseUrl), undefined);
    }
    return new Map([...this.#sessions].filter(([other]) => other !== key));
  }

  /** Reads, changes and writes. Between the three this window does nothing else with its secrets. */
  async #update(change?: (isReadable: boolean) => void): Promise<void> {
    const hadSessions = this.#sessions.size > 0;
    const isReadable = await this.#read().catch(() => false);
    change?.(isReadable);
    const isWritten = await this.#write();
    if (isWritten && this.#sessions.size > 0) {
      await this.#noteKept(this.#options.now());
    } else if (isReadable && hadSessions && this.#sessions.size === 0) {
      await this.#noteKept(undefined);
    }
    const persistence = isReadable && isWritten && this.#isForgetful === false ? 'kept' : 'thisWindow';
    if (persistence !== this.#persistence) {
      this.#persistence = persistence;
      this.#persistenceChanges.fire(persistence);
    }
  }

  /** @returns whether all could be read; of what couldn't, what is known stays. @throws where nothing could. */
  async #read(): Promise<boolean> {
    const { secrets, secretsLoadedAt = Infinity } = this.#options;
    const stored = await secrets.keys();
    this.#isForgetful ??= stored.length === 0 && this.#firstKeptAt < secretsLoadedAt;
    let isComplete = true;
    const read = async <T>(name: string, known: T, parse: (text: string) => T): Promise<T | undefined> => {
      try {
        const text = await this.#get(name);
        return text === undefined ? undefined : parse(text);
      } catch {
        isComplete = false;
        return known;
      }
    };
    const sessions = new Map<string, Session>();
    for (const name of new Set([...stored, ...this.#unwritten.keys()])) {
      if (name.startsWith(SESSION_PREFIX)) {
        const key = name.slice(SESSION_PREFIX.length);
        const session = await read(name, this.#sessions.get(key), (text) => this.#toSession(key, text));
        if (session) {
          sessions.set(key, session);
        }
      }
    }
    const selected = new Map<string, string>();
    for (const { baseUrl } of sessions.values()) {
      const key = await read(toSelectedName(baseUrl), this.#selected.get(baseUrl), (text) => text);
      if (key !== undefined) {
        selected.set(baseUrl, key);
      }
    }
    for (const [key, session] of sessions) {
      // Only now: it may have been rejected while the secrets were being read.
      if (this.#rejected.has(toSignInKey(session))) {
        sessions.set(key, { ...session, token: '' });
      }
    }
    this.#adopt(sessions, selected);
    return isComplete;
  }

  /** Tries each secret, whatever becomes of the others. @returns whether all is written. */
  async #write(): Promise<boolean> {
    for (const name of [...this.#unwritten.keys()]) {
      try {
        await this.#writeOne(name, this.#unwritten.get(name));
        this.#unwritten.delete(name);
        this.#writeAgain(name);
      } catch {
        // It stays among those that are unwritten.
      }
    }
    return this.#unwritten.size === 0;
  }

  async #writeOne(name: string, value: string | undefined): Promise<void> {
    const { secrets } = this.#options;
    await (value === undefined ? secrets.delete(name) : secrets.store(name, value));
  }

  #writeAgain(name: string): void {
    if (this.#options.secretsLoadedAt === undefined) {
      return;
    }
    clearTimeout(this.#writesAgain);
    const writeAgain = async (): Promise<void> => this.#writeOne(name, await this.#options.secrets.get(name));
    this.#writesAgain = setTimeout(() => {
      // Where it fails, the first time still counts, which went well.
      this.#enqueue(writeAgain).catch(() => undefined);
    }, ENCRYPTED_AFTER_MS);
  }

  /** Where noting it fails, a keyring that forgets goes unnoticed once more, and nothing else is lost. */
  async #noteKept(since: number | undefined): Promise<void> {
    if (since === undefined || this.#firstKeptAt === Infinity) {
      await this.#options.memento.update(FIRST_KEPT_KEY, since).then(undefined, () => undefined);
    }
  }

  /** What a stored text says, in the light of what this window knows. */
  #toSession(key: string, text: string): Session | undefined {
    const stored = parseSession(text);
    if (stored === undefined || toKey(stored) !== key) {
      if (!this.#reported.has(text)) {
        this.#reported.add(text);
        this.#problems.fire();
      }
      return undefined;
    }
    const known = this.#sessions.get(key);
    if (stored.token === '' && this.#signedOut.has(toSignInKey(stored))) {
      // Another window has thrown away the token at the moment in which this one signed out.
      this.#unwritten.set(SESSION_PREFIX + key, undefined);
      return undefined;
    }
    if (stored.token === '' && known && known.token !== '' && known.issuedAt > stored.issuedAt) {
      // It has thrown away an older token, and with it the new one that was paid for.
      this.#unwritten.set(SESSION_PREFIX + key, formatSession(known));
      return known;
    }
    return stored;
  }

  async #get(key: string): Promise<string | undefined> {
    return this.#unwritten.has(key) ? this.#unwritten.get(key) : await this.#options.secrets.get(key);
  }

  /** Infinity where no session was ever stored. */
  get #firstKeptAt(): number {
    const since = this.#options.memento.get(FIRST_KEPT_KEY);
    return typeof since === 'number' ? since : Infinity;
  }

  #adopt(sessions: ReadonlyMap<string, Session>, selected: ReadonlyMap<string, string>): void {
    const before = this.sessions;
    const textBefore = this.#toText();
    this.#sessions = sessions;
    this.#selected = selected;
    if (this.#toText() !== textBefore) {
      this.#changes.fire({ removed: before.filter((session) => this.#find(session) === undefined) });
    }
  }

  /** Equal as long as nothing is different. Holds the tokens. */
  #toText(): string {
    return this.sessions
      .map((session) => formatSession(session) + String(this.current(session.baseUrl) === session))
      .join();
  }

  /** One task at a time. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(task);
    this.#queue = run.catch(() => undefined);
    return run;
  }
}

function toName({ id, baseUrl }: SessionName): string {
  return `${id} ${baseUrl}`;
}

/** Stands for a session in the name of a secret: VS Code writes those names down in the open. */
function toKey(name: SessionName): string {
  return toHash(toName(name));
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function toSelectedName(address: string): string {
  return SELECTED_PREFIX + toHash(address);
}

/** One sign-in: a service may issue the same token at each. */
function toSignInKey(session: Session): string {
  return `${session.issuedAt} ${toName(session)}`;
}
