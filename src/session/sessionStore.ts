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
  /** If true, an empty keyring has lost a session. */
  readonly wasSignedIn?: () => Promise<boolean>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Default: 5 seconds. */
  readonly silentAfterMs?: number;
}

/**
 * `kept`: sessions survive the window. `thisWindow`: the keyring refuses or forgets them. `silent`: the keyring doesn't
 * answer, perhaps until unlocked.
 */
export type Persistence = 'kept' | 'thisWindow' | 'silent';

/** The keyring can't delete the token, but this window no longer uses it. */
export class SessionNotRemovedError extends Error {
  override readonly name = 'SessionNotRemovedError';
}

/** An account has one session per address. */
export type SessionName = Pick<Session, 'id' | 'baseUrl'>;

/** A change for the keyring. */
interface Unwritten {
  /** Undefined: delete the secret. */
  readonly session: Session | undefined;
  /** `issuedAt` of the old session. A newer one stays. */
  readonly replaces?: number;
}

const SECRET_PREFIX = 'monitorExplorer.session.';
const SILENT_AFTER_MS = 5_000;

/**
 * The only place that stores tokens: one secret per account and address. Failed writes are tried again at each refresh.
 * If a secret changes in any window, all are read again. Security: never logs, because a keyring's error may quote the
 * secret.
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

  /** Includes expired sessions; sorted. */
  get sessions(): readonly Session[] {
    return [...this.#sessions.values()].sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
  }

  /**
   * @param account its id.
   * @param address the base URL.
   */
  find(account: string, address: string): Session | undefined {
    return [...this.#sessions.values()].find(({ id, baseUrl }) => id === account && baseUrl === address);
  }

  /**
   * Returns the last chosen session, even if expired. After a sign-out it doesn't switch to another account, because
   * that would cost credits.
   */
  current(address: string): Session | undefined {
    return this.#chosenAt(address)[0];
  }

  /** Reads the secrets once. {@link continueWithoutKeyring} ends it early. */
  load(): Promise<void> {
    this.#loading ??= new Promise((resolve) => {
      this.#goOn = resolve;
      void this.refresh().then(resolve);
    });
    return this.#loading;
  }

  /** A late answer of the keyring is still used. */
  continueWithoutKeyring(): void {
    this.#goOn();
    this.#setPersistence('thisWindow');
  }

  /** Writes pending changes and reads all secrets. Never rejects. */
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

  /** Also selects the session. */
  add(session: Session): Promise<void> {
    const others = this.#chosenAt(session.baseUrl);
    const selectedAt = Math.max(this.#options.now(), (others[0]?.selectedAt ?? 0) + 1);
    const deselected = others.map((other) => ({ ...other, selectedAt: 0 }));
    return this.#change(
      ...[...deselected, { ...session, selectedAt }].map((each) => [each, { session: each }] as const),
    );
  }

  /** Makes an existing session current. */
  async select({ id, baseUrl }: SessionName): Promise<void> {
    const session = this.find(id, baseUrl);
    await (session && session !== this.current(baseUrl) ? this.add(session) : undefined);
  }

  /**
   * Moves a session to the service's new address.
   * @throws OriginMismatchError. Security: a token must stay at its origin.
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
   * Stops using the token at once.
   * @throws SessionNotRemovedError if the keyring fails; each refresh tries again.
   */
  async remove(name: SessionName): Promise<void> {
    await this.#change([name, { session: undefined }]);
    if (this.#unwritten.has(toSecretName(name))) {
      throw new SessionNotRemovedError('the keyring did not delete the token');
    }
  }

  /** Drops a refused token in all windows, but not a later sign-in's. */
  async reject({ id, baseUrl, issuedAt }: Session): Promise<void> {
    const known = this.find(id, baseUrl);
    if (known?.issuedAt === issuedAt && known.token !== '') {
      await this.#change([known, { session: { ...known, token: '' }, replaces: issuedAt }]);
    }
  }

  dispose(): void {
    [this.#subscription, this.#changes, this.#persistenceChanges].forEach((part) => part.dispose());
  }

  /** Latest first. */
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
        // Try again at the next refresh.
      }
    }
  }

  /** @returns whether all secrets could be read; others stay. */
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

  /** Applies pending changes over the read sessions. */
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

/** Security: VS Code doesn't encrypt the names of secrets, so hash them. */
function toSecretName(name: SessionName): string {
  return SECRET_PREFIX + createHash('sha256').update(toText(name)).digest('hex').slice(0, 32);
}
