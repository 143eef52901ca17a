import { createHash } from 'node:crypto';
import { Emitter, type Disposable } from '../base/event';
import type { Memento } from '../base/memento';
import { formatSession, parseSession, type Session } from './session';

/** The part of `vscode.SecretStorage` that is used. */
export interface Secrets {
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

/** A session was added, changed or removed, or another one is the current one of its origin. */
export interface SessionsChange {
  readonly removed: readonly Session[];
}

/** `kept` outlives the window; `thisWindow` means that there is no keyring, or that it refuses or forgets. */
export type Persistence = 'kept' | 'thisWindow';

/** The token couldn't be deleted from the keyring. This window no longer uses it. */
export class SessionNotRemovedError extends Error {
  override readonly name = 'SessionNotRemovedError';
}

/** Names the accounts; each has a secret of its own, as has the choice at each origin. */
const INDEX_KEY = 'monitorExplorer.accounts';
const SESSION_PREFIX = 'monitorExplorer.session.';
const SELECTED_PREFIX = 'monitorExplorer.selected.';
/** In the memento: when a session was first stored, in epoch milliseconds. */
const FIRST_KEPT_KEY = 'monitorExplorer.sessionsKeptSince';
const OLD_SECRET_KEYS = [
  'monitorExplorer.sessions',
  'monitorExplorer.sessions.setAside',
  'monitorExplorer.relayKey',
];
const OLD_MEMENTO_KEY = 'monitorExplorer.relayMark';

/**
 * In a browser each store encrypts a copy of all secrets, at its own pace: of two in quick succession the older copy may
 * be written last, and lacks the newer secret. So the last one is stored again after so many milliseconds, which writes
 * a copy that has them all.
 */
const ENCRYPTED_AFTER_MS = 1_000;

/**
 * The one home of the tokens. What it returns comes from memory; memory and secrets are brought together on load, at
 * every act and whenever a secret changes, in this window or another.
 *
 * Each account is a secret of its own, so that two windows that act on two accounts at once don't overwrite each
 * other; of two acts on one account the later write counts. The list of accounts is only a hint: an account exists
 * as long as its secret does, and whoever misses one in the list puts it back.
 *
 * Without a keyring sessions last as long as the window: what can't be written is kept in memory and written once
 * that works. Nothing here is logged, as a keyring's own error may quote the secret.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #problems = new Emitter<void>();
  readonly #rejections = new Emitter<Session>();
  readonly #subscription: Disposable;
  /** By account key. */
  #sessions: ReadonlyMap<string, Session> = new Map();
  /** Account keys by origin. */
  #selected: ReadonlyMap<string, string> = new Map();
  /** Secrets as they should be, `undefined` for deleted, until that is written. */
  readonly #unwritten = new Map<string, string | undefined>();
  /** Sign-ins whose token was refused, and those that were signed out here: see {@link toSignInKey}. */
  readonly #rejected = new Set<string>();
  readonly #signedOut = new Set<string>();
  readonly #reported = new Set<string>();
  #persistence: Persistence = 'kept';
  #forgetful = false;
  /** A refresh that waits for its turn. */
  #refreshing: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #storesAgain: NodeJS.Timeout | undefined;

  /** Fired after memory has changed; never for a change that left every value as it was. */
  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;
  /** Fired once for a secret that can't be read, which is left alone until its account signs in again. */
  readonly onDidEncounterProblem = this.#problems.event;
  /** Fired at each {@link reject}, with the session as it was when the call went out. */
  readonly onDidReject = this.#rejections.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      if (key === INDEX_KEY || key.startsWith(SESSION_PREFIX) || key.startsWith(SELECTED_PREFIX)) {
        void this.refresh();
      }
    });
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** All sessions, expired ones too, sorted by id. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(toKey(id));
  }

  /**
   * The account chosen at this origin, expired or not; `undefined` once it is signed out. Another account is never
   * taken up by itself, since reading its monitors would cost it credits that nobody asked to spend.
   */
  current(origin: string): Session | undefined {
    const session = this.#sessions.get(this.#selected.get(origin) ?? '');
    return session?.origin === origin ? session : undefined;
  }

  /** Reads the secrets, once however often it is called. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#enqueue(async () => {
      await this.#update();
      // What can't be removed is tried again at the next start.
      await this.#removeOldSecrets().catch(() => undefined);
    });
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
   * Signed in. Becomes the current session of its origin. A token that was refused before is good again: it has been
   * issued anew. Never rejects.
   */
  add(session: Session): Promise<void> {
    return this.#enqueue(() =>
      this.#update(() => {
        this.#put(session, new Map(this.#selected).set(session.origin, toKey(session.id)));
        this.#unwritten.set(toSelectedKey(session.origin), toKey(session.id));
      }),
    );
  }

  /**
   * Signed out: this window stops using the token at once. Nothing happens where there is no such session.
   * @throws SessionNotRemovedError where the secret couldn't be deleted; deleting it is tried again at each refresh.
   */
  remove(id: string): Promise<void> {
    return this.#enqueue(async () => {
      const key = toKey(id);
      await this.#update((isReadable) => {
        const session = this.#sessions.get(key);
        if (session) {
          this.#signedOut.add(toSignInKey(session));
          this.#adopt(new Map([...this.#sessions].filter(([other]) => other !== key)), this.#selected);
          if (this.#selected.get(session.origin) === key) {
            this.#unwritten.set(toSelectedKey(session.origin), undefined);
          }
        }
        if (session || !isReadable) {
          this.#unwritten.set(SESSION_PREFIX + key, undefined);
        }
      });
      if (this.#unwritten.has(SESSION_PREFIX + key)) {
        throw new SessionNotRemovedError('the keyring did not delete the token');
      }
    });
  }

  /** Makes a session the current one of its origin. Nothing happens where there is no such session. Never rejects. */
  select(id: string): Promise<void> {
    return this.#enqueue(() =>
      this.#update(() => {
        const session = this.find(id);
        if (session && this.current(session.origin)?.id !== id) {
          this.#adopt(this.#sessions, new Map(this.#selected).set(session.origin, toKey(id)));
          this.#unwritten.set(toSelectedKey(session.origin), toKey(id));
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
    const key = toKey(session.id);
    const known = this.#sessions.get(key);
    const isKept = known && toSignInKey(known) === toSignInKey(session) && known.token !== '';
    if (isKept) {
      this.#adopt(new Map(this.#sessions).set(key, { ...known, token: '' }), this.#selected);
    }
    this.#rejections.fire(session);
    if (!isKept) {
      return;
    }
    await this.#enqueue(() =>
      this.#update(() => {
        const now = this.#sessions.get(key);
        if (now && toSignInKey(now) === toSignInKey(session)) {
          this.#put({ ...now, token: '' }, this.#selected);
        }
      }),
    );
  }

  /** No more events; what is being written is written to its end. */
  dispose(): void {
    clearTimeout(this.#storesAgain);
    this.#subscription.dispose();
    for (const emitter of [this.#changes, this.#persistenceChanges, this.#problems, this.#rejections]) {
      emitter.dispose();
    }
  }

  #put(session: Session, selected: ReadonlyMap<string, string>): void {
    const key = toKey(session.id);
    this.#adopt(new Map(this.#sessions).set(key, session), selected);
    this.#unwritten.set(SESSION_PREFIX + key, formatSession(session));
  }

  /** Reads, changes and writes. Between the three this window does nothing else with its secrets. */
  async #update(change?: (isReadable: boolean) => void): Promise<void> {
    const index = await this.#read().catch(() => undefined);
    change?.(index !== undefined);
    const isWritten = await this.#write(index).catch(() => false);
    const persistence = index && isWritten && !this.#forgetful ? 'kept' : 'thisWindow';
    if (persistence !== this.#persistence) {
      this.#persistence = persistence;
      this.#persistenceChanges.fire(persistence);
    }
  }

  /** @throws what the keyring does. */
  async #read(): Promise<Index> {
    const { secretsLoadedAt = Infinity } = this.#options;
    const text = await this.#get(INDEX_KEY);
    // A keyring that took sessions once and knows none now: what it takes next may go the same way.
    this.#forgetful ||= text === undefined && this.#firstKeptAt < secretsLoadedAt;
    const sessions = new Map<string, Session>();
    const unreadable: string[] = [];
    for (const key of new Set([...readIndex(text), ...this.#sessions.keys()])) {
      const stored = await this.#get(SESSION_PREFIX + key);
      const session = stored === undefined ? undefined : this.#toSession(key, stored);
      if (session) {
        sessions.set(key, session);
      } else if (stored !== undefined) {
        unreadable.push(key);
      }
    }
    const selected = new Map<string, string>();
    for (const { origin } of sessions.values()) {
      const key = selected.has(origin) ? undefined : await this.#get(toSelectedKey(origin));
      if (key !== undefined) {
        selected.set(origin, key);
      }
    }
    for (const [key, session] of sessions) {
      // Only now: it may have been rejected while the secrets were being read.
      if (this.#rejected.has(toSignInKey(session))) {
        sessions.set(key, { ...session, token: '' });
      }
    }
    this.#adopt(sessions, selected);
    return { text, unreadable };
  }

  /** @returns whether all is written. @throws what the keyring does. */
  async #write(index: Index | undefined): Promise<boolean> {
    for (const [key, value] of [...this.#unwritten]) {
      const { secrets } = this.#options;
      await (value === undefined ? secrets.delete(key) : secrets.store(key, value));
      this.#unwritten.delete(key);
    }
    if (index === undefined) {
      return false;
    }
    const text = JSON.stringify([...new Set([...this.#sessions.keys(), ...index.unreadable])].sort());
    if (text !== (index.text ?? '[]')) {
      await this.#options.secrets.store(INDEX_KEY, text);
      this.#storeAgain();
      if (this.#firstKeptAt === Infinity) {
        // Not noted: a keyring that forgets goes unnoticed once more, and nothing else is lost.
        await this.#options.memento
          .update(FIRST_KEPT_KEY, this.#options.now())
          .then(undefined, () => undefined);
      }
    }
    return true;
  }

  #storeAgain(): void {
    if (this.#options.secretsLoadedAt === undefined) {
      return;
    }
    const { secrets } = this.#options;
    clearTimeout(this.#storesAgain);
    const storeAgain = async (): Promise<void> => {
      const text = await secrets.get(INDEX_KEY);
      if (text !== undefined) {
        await secrets.store(INDEX_KEY, text);
      }
    };
    this.#storesAgain = setTimeout(() => {
      // Where it fails, the first store still counts, which went well.
      this.#enqueue(storeAgain).catch(() => undefined);
    }, ENCRYPTED_AFTER_MS);
  }

  /** What a stored text says, in the light of what this window knows. */
  #toSession(key: string, text: string): Session | undefined {
    const stored = parseSession(text);
    if (stored === undefined || toKey(stored.id) !== key) {
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
      this.#changes.fire({ removed: before.filter(({ id }) => this.find(id) === undefined) });
    }
  }

  /** Equal as long as nothing is different. Holds the tokens. */
  #toText(): string {
    return this.sessions
      .map((session) => formatSession(session) + String(this.current(session.origin) === session))
      .join();
  }

  /** What versions before 1.0 left. Their sessions aren't taken over: a sign-in is asked for. */
  async #removeOldSecrets(): Promise<void> {
    const { secrets, memento } = this.#options;
    for (const key of OLD_SECRET_KEYS) {
      if ((await secrets.get(key)) !== undefined) {
        await secrets.delete(key);
      }
    }
    if (memento.get(OLD_MEMENTO_KEY) !== undefined) {
      await memento.update(OLD_MEMENTO_KEY, undefined);
    }
  }

  /** One task at a time. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(task);
    this.#queue = run.catch(() => undefined);
    return run;
  }
}

/** The stored list of accounts, and accounts whose secret can't be read. */
interface Index {
  readonly text: string | undefined;
  readonly unreadable: readonly string[];
}

/** Stands for an id or an origin in the name of a secret: VS Code writes those names down in the open. */
function toKey(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

function toSelectedKey(origin: string): string {
  return SELECTED_PREFIX + toKey(origin);
}

/** One sign-in: a service may issue the same token at each. */
function toSignInKey({ id, issuedAt }: Session): string {
  return `${issuedAt} ${id}`;
}

function readIndex(text = '[]'): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}
