import { createHash } from 'node:crypto';
import type { SecretStorage } from 'vscode';
import { Emitter, type Disposable } from '../base/event';
import { SerialQueue } from '../base/serialQueue';
import { parseSession, type Session } from './session';

/**
 * `kept`: sessions survive the window. `thisWindow`: the keyring refuses or forgets them. `silent`: the keyring doesn't
 * answer, perhaps until unlocked.
 */
export type Persistence = 'kept' | 'thisWindow' | 'silent';

const SECRET_PREFIX = 'monitorExplorer.session.';

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
  /** Changes for the keyring, by the name of the secret; undefined deletes it. */
  readonly #unwritten = new Map<string, Session | undefined>();
  #sessions: readonly Session[] = [];
  #persistence: Persistence = 'kept';
  #forgets: boolean | undefined;
  #loading: Promise<void> | undefined;

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

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** Includes expired sessions; sorted. */
  get sessions(): readonly Session[] {
    return this.#sessions;
  }

  find(account: string, address: string): Session | undefined {
    return this.#sessions.find(({ id, baseUrl }) => id === account && baseUrl === address);
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
    return this.#change(...others.map((other) => ({ ...other, selectedAt: 0 })), {
      ...session,
      selectedAt,
    });
  }

  /** Stops using the token at once. @throws if the keyring doesn't delete it; each refresh tries again */
  async remove(session: Session): Promise<void> {
    this.#unwritten.set(toSecretName(session), undefined);
    await this.#change();
    if (this.#unwritten.has(toSecretName(session))) {
      throw new Error('the keyring did not delete the token');
    }
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
    return this.#sessions
      .filter(({ baseUrl, selectedAt }) => baseUrl === address && selectedAt > 0)
      .sort((a, b) => b.selectedAt - a.selectedAt);
  }

  /** Takes effect at once, even if the keyring fails. */
  async #change(...changed: readonly Session[]): Promise<void> {
    changed.forEach((session) => this.#unwritten.set(toSecretName(session), session));
    this.#adopt(this.#sessions);
    await this.refresh();
  }

  async #write(): Promise<void> {
    for (const [name, session] of this.#unwritten) {
      try {
        if (session === undefined) {
          await this.secrets.delete(name);
        } else if (
          session.token !== '' ||
          (await this.#readOne(name))?.issuedAt === session.issuedAt
        ) {
          await this.secrets.store(name, JSON.stringify(session));
        }
        if (this.#unwritten.get(name) === session) {
          this.#unwritten.delete(name);
        }
      } catch {
        // Try again at the next refresh.
      }
    }
  }

  /** @returns whether the keyring keeps secrets. @throws its error; known sessions stay */
  async #read(): Promise<boolean> {
    const names = (await this.secrets.keys()).filter((name) => name.startsWith(SECRET_PREFIX));
    this.#forgets ??=
      names.length === 0 && this.#sessions.length === 0 && (await this.wasSignedIn());
    const read = await Promise.all(names.map((name) => this.#readOne(name)));
    this.#adopt(read.filter((session) => session !== undefined));
    return !this.#forgets;
  }

  async #readOne(name: string): Promise<Session | undefined> {
    return parseSession((await this.secrets.get(name)) ?? '');
  }

  /** Applies pending changes over the read sessions. */
  #adopt(read: readonly Session[]): void {
    const before = this.#sessions;
    const kept = read.filter((session) => !this.#unwritten.has(toSecretName(session)));
    const sessions = [...kept, ...this.#unwritten.values()].filter(
      (session) => session !== undefined,
    );
    this.#sessions = sessions.sort((a, b) => (toText(a) < toText(b) ? -1 : 1));
    if (JSON.stringify(before) !== JSON.stringify(sessions)) {
      const removed = before.filter(({ id, baseUrl }) => !this.find(id, baseUrl));
      const isKnown = (one: Session) =>
        before.some(({ id, issuedAt }) => id === one.id && issuedAt === one.issuedAt);
      this.#changes.fire({ removed, added: sessions.filter((session) => !isKnown(session)) });
    }
  }

  #setPersistence(persistence: Persistence): void {
    if (persistence !== this.#persistence) {
      this.#persistence = persistence;
      this.#persistenceChanges.fire(persistence);
    }
  }
}

function toText({ id, baseUrl }: Session): string {
  return `${id} ${baseUrl}`;
}

/** Security: VS Code doesn't encrypt the names of secrets, so hash them. */
function toSecretName(session: Session): string {
  return SECRET_PREFIX + createHash('sha256').update(toText(session)).digest('hex').slice(0, 32);
}
