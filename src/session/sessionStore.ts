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

/** What is to be written to the keyring. */
interface Unwritten {
  /** Undefined is to be deleted. */
  readonly session: Session | undefined;
  /** `issuedAt` of the session that it replaces. If the keyring has another one by then, that stays. */
  readonly replaces?: number;
}

const SECRET_PREFIX = 'monitorExplorer.session.';
const SILENT_AFTER_MS = 5_000;

/**
 * The one home of the tokens: a secret for each account and address. Reads come from memory. An act changes memory and is
 * then written; what the keyring refuses is written when that works. Whenever a secret changes, in any window, all are read
 * again. Nothing here is logged, because a keyring's own error may quote the secret.
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

  /** A session was added, changed or removed, or another one is the current one of its address. */
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
    return this.#chosenAt(address)[0];
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
    await this.#keyring.run(async () => {
      await this.#write();
      const isRead = await this.#read().catch(() => false);
      const isKept = isRead && this.#unwritten.size === 0 && this.#forgets !== true;
      this.#setPersistence(isKept ? 'kept' : 'thisWindow');
    });
    clearTimeout(timer);
  }

  /** Signed in: becomes the current session of its address. */
  add(session: Session): Promise<void> {
    const others = this.#chosenAt(session.baseUrl);
    const selectedAt = Math.max(this.#options.now(), (others[0]?.selectedAt ?? 0) + 1);
    const deselected = others.map((other) => ({ ...other, selectedAt: 0 }));
    return this.#change(
      ...[...deselected, { ...session, selectedAt }].map((each) => [each, { session: each }] as const),
    );
  }

  /** Makes a session the current one of its address. Does nothing if there is no such session. */
  async select({ id, baseUrl }: SessionName): Promise<void> {
    const session = this.find(id, baseUrl);
    await (session && session !== this.current(baseUrl) ? this.add(session) : undefined);
  }

  /**
   * The service has moved: the session goes on at its new address, as the current one there.
   * @param baseUrl of the same origin: a token goes to no other one.
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
   * Signed out: this window stops using the token at once.
   * @throws SessionNotRemovedError if the secret couldn't be deleted; that is tried again at each refresh.
   */
  async remove(name: SessionName): Promise<void> {
    await this.#change([name, { session: undefined }]);
    if (this.#unwritten.has(toSecretName(name))) {
      throw new SessionNotRemovedError('the keyring did not delete the token');
    }
  }

  /** The service refused this token: it is thrown away in all windows. A later sign-in of the account stays as it is. */
  async reject({ id, baseUrl, issuedAt }: Session): Promise<void> {
    const known = this.find(id, baseUrl);
    if (known?.issuedAt === issuedAt && known.token !== '') {
      await this.#change([known, { session: { ...known, token: '' }, replaces: issuedAt }]);
    }
  }

  dispose(): void {
    [this.#subscription, this.#changes, this.#persistenceChanges].forEach((part) => part.dispose());
  }

  /** The sessions that were chosen at an address, the last one first. */
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
        // It stays unwritten.
      }
    }
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

  /** Takes up what was read, and over it what isn't written yet. */
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

/** VS Code writes the names of secrets in the open, so they name nobody. */
function toSecretName(name: SessionName): string {
  return SECRET_PREFIX + createHash('sha256').update(toText(name)).digest('hex').slice(0, 32);
}
