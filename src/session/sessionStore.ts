import { createHash } from 'node:crypto';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { formatSession, OriginMismatchError, parseSession, type Session } from './session';

/** The used part of `vscode.SecretStorage`. */
export interface Secrets {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires for changes in all windows. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

export interface SessionStoreOptions {
  /** `context.secrets`. */
  readonly secrets: Secrets;
  /** Whether somebody was signed in last time. If so, an empty keyring has lost a session. */
  readonly wasSignedIn?: () => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which the keyring counts as silent. Default: 5 seconds. */
  readonly silentAfterMs?: number;
}

/**
 * `kept`: sessions survive the window. `thisWindow`: the keyring refuses or forgets them. `silent`: the keyring doesn't
 * answer; its unlock dialog may be open.
 */
export type Persistence = 'kept' | 'thisWindow' | 'silent';

/** Thrown if the keyring can't delete the token. This window no longer uses it. */
export class SessionNotRemovedError extends Error {
  override readonly name = 'SessionNotRemovedError';
}

/** The identity of a session: an account has one session per address. */
export type SessionName = Pick<Session, 'id' | 'baseUrl'>;

/** A change that must be written to the keyring. */
interface Unwritten {
  /** Undefined: delete the secret. */
  readonly session: Session | undefined;
  /** `issuedAt` of the session to replace. If the keyring now has another session, that one stays. */
  readonly replaces?: number;
}

const SECRET_PREFIX = 'monitorExplorer.session.';
const SILENT_AFTER_MS = 5_000;

/**
 * The only place that stores tokens: one secret per account and address. Reads come from memory. Changes go to memory,
 * then to the keyring; failed writes are tried again at each refresh. If a secret changes in any window, all are read
 * again. Security: never logs, because a keyring's error may quote the secret.
 */
export class SessionStore implements Disposable {
  readonly #options: SessionStoreOptions;
  readonly #changes = new Emitter<{ readonly removed: readonly Session[] }>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #subscription: Disposable;
  readonly #keyring = new SerialQueue();
  /** By the name of the secret. */
  #sessions: ReadonlyMap<string, Session> = new Map();
  readonly #unwritten = new Map<string, Unwritten>();
  #persistence: Persistence = 'kept';
  #forgets: boolean | undefined;
  #loading: Promise<void> | undefined;
  #goOn: () => void = () => undefined;

  /** Fires when a session is added, changed, removed or selected. */
  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      void (key.startsWith(SECRET_PREFIX) && this.refresh());
    });
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** All sessions including expired ones, sorted by account and address. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()].sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
  }

  /**
   * @param account its id.
   * @param address the base URL.
   */
  find(account: string, address: string): Session | undefined {
    return this.#sessions.get(toSecretName({ id: account, baseUrl: address }));
  }

  /**
   * Returns the session last chosen at this base URL, even if expired. After a sign-out it returns undefined: another
   * account's monitors would cost credits that nobody asked to spend.
   */
  current(address: string): Session | undefined {
    return this.#chosenAt(address)[0];
  }

  /** Reads the secrets once. Resolves early if {@link continueWithoutKeyring} is called. */
  load(): Promise<void> {
    this.#loading ??= new Promise((resolve) => {
      this.#goOn = resolve;
      void this.refresh().then(resolve);
    });
    return this.#loading;
  }

  /** Stops waiting for a silent keyring. Its late answer is still used. */
  continueWithoutKeyring(): void {
    this.#goOn();
    this.#setPersistence('thisWindow');
  }

  /** Writes pending changes to the keyring and reads all secrets. Never rejects. */
  async refresh(): Promise<void> {
    const { silentAfterMs = SILENT_AFTER_MS } = this.#options;
    const timer = setTimeout(() => this.#setPersistence('silent'), silentAfterMs);
    await this.#keyring.run(async () => {
      await this.#write();
      const isRead = await this.#read().catch(() => false);
      const isKept = isRead && this.#unwritten.size === 0 && this.#forgets !== true;
      this.#setPersistence(isKept ? 'kept' : 'thisWindow');
    });
    clearTimeout(timer);
  }

  /** Adds a session and makes it the current one of its address. */
  add(session: Session): Promise<void> {
    const others = this.#chosenAt(session.baseUrl);
    const selectedAt = Math.max(this.#options.now(), (others[0]?.selectedAt ?? 0) + 1);
    const deselected = others.map((other) => ({ ...other, selectedAt: 0 }));
    return this.#change(
      ...[...deselected, { ...session, selectedAt }].map((each) => [each, { session: each }] as const),
    );
  }

  /** Makes an existing session the current one of its address. */
  async select({ id, baseUrl }: SessionName): Promise<void> {
    const session = this.find(id, baseUrl);
    await (session && session !== this.current(baseUrl) ? this.add(session) : undefined);
  }

  /**
   * Moves a session to the service's new address and makes it current there.
   * @param baseUrl must have the same origin, because a token goes only to the origin that issued it.
   * @throws OriginMismatchError
   */
  async move({ id, baseUrl: from }: SessionName, baseUrl: string): Promise<void> {
    const session = this.find(id, from);
    if (session === undefined || from === baseUrl) {
      return;
    }
    const { origin } = new URL(baseUrl);
    if (session.origin !== origin) {
      throw new OriginMismatchError(session.origin, origin);
    }
    this.#unwritten.set(toSecretName(session), { session: undefined });
    await this.add({ ...session, baseUrl });
  }

  /**
   * Signs out. This window stops using the token at once.
   * @throws SessionNotRemovedError if the secret couldn't be deleted; each refresh tries again.
   */
  async remove(name: SessionName): Promise<void> {
    await this.#change([name, { session: undefined }]);
    if (this.#unwritten.has(toSecretName(name))) {
      throw new SessionNotRemovedError('the keyring did not delete the token');
    }
  }

  /** Drops a token that the service refused, in all windows. Keeps a later sign-in of the account. */
  async reject({ id, baseUrl, issuedAt }: Session): Promise<void> {
    const known = this.find(id, baseUrl);
    if (known?.issuedAt === issuedAt && known.token !== '') {
      await this.#change([known, { session: { ...known, token: '' }, replaces: issuedAt }]);
    }
  }

  dispose(): void {
    [this.#subscription, this.#changes, this.#persistenceChanges].forEach((part) => part.dispose());
  }

  /** Returns the sessions chosen at an address, the latest first. */
  #chosenAt(address: string): readonly Session[] {
    return this.sessions
      .filter(({ baseUrl, selectedAt = 0 }) => baseUrl === address && selectedAt > 0)
      .sort((a, b) => b.selectedAt! - a.selectedAt!);
  }

  async #change(...changes: readonly (readonly [SessionName, Unwritten])[]): Promise<void> {
    changes.forEach(([name, unwritten]) => this.#unwritten.set(toSecretName(name), unwritten));
    this.#adopt(this.#sessions);
    await this.refresh();
  }

  async #write(): Promise<void> {
    const { secrets } = this.#options;
    for (const [name, unwritten] of this.#unwritten) {
      const { session, replaces } = unwritten;
      try {
        const known = replaces === undefined ? undefined : parseSession((await secrets.get(name)) ?? '');
        if (session === undefined) {
          await secrets.delete(name);
        } else if (known?.issuedAt === replaces) {
          await secrets.store(name, formatSession(session));
        }
        if (this.#unwritten.get(name) === unwritten) {
          this.#unwritten.delete(name);
        }
      } catch {
        // Keep it for the next refresh.
      }
    }
  }

  /** @returns whether all secrets could be read. The others keep their known value. */
  async #read(): Promise<boolean> {
    const { secrets, wasSignedIn = () => Promise.resolve(false) } = this.#options;
    const names = (await secrets.keys()).filter((name) => name.startsWith(SECRET_PREFIX));
    this.#forgets ??= names.length === 0 && this.#sessions.size === 0 && (await wasSignedIn());
    const sessions = new Map<string, Session>();
    let isComplete = true;
    for (const name of names) {
      let session = this.#sessions.get(name);
      try {
        session = parseSession((await secrets.get(name)) ?? '');
      } catch {
        isComplete = false;
      }
      if (session && toSecretName(session) === name) {
        sessions.set(name, session);
      }
    }
    this.#adopt(sessions);
    return isComplete;
  }

  /** Applies the sessions read from the keyring, then the pending changes. */
  #adopt(read: ReadonlyMap<string, Session>): void {
    const before = this.#sessions;
    const all = [...read, ...[...this.#unwritten].map(([name, { session }]) => [name, session] as const)];
    const sessions = new Map(
      [...new Map(all)].flatMap(([name, session]) => (session ? [[name, session] as const] : [])),
    );
    this.#sessions = sessions;
    const toTexts = (some: ReadonlyMap<string, Session>) =>
      [...some.values()].map(formatSession).sort().join();
    if (toTexts(before) !== toTexts(sessions)) {
      const removed = [...before].flatMap(([name, session]) => (sessions.has(name) ? [] : [session]));
      this.#changes.fire({ removed });
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

/** Hashes the name, because VS Code stores the names of secrets unencrypted. */
function toSecretName(name: SessionName): string {
  return SECRET_PREFIX + createHash('sha256').update(toText(name)).digest('hex').slice(0, 32);
}
