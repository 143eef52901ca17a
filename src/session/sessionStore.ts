import { Emitter, type Disposable } from '../base/event';
import {
  SECRET_KEY,
  SecretDocument,
  type SecretDocumentOptions,
  type SecretProblem,
  type StoredBook,
} from './secretDocument';
import type { Session } from './session';
import * as books from './sessionBook';
import type { SessionBook } from './sessionBook';
import { differenceBetween, type SessionsDifference } from './sessionsChange';
import type { BookRelay, RelayedBook } from './windowRelay';

/**
 * `vault`: `context.secrets`. `witness`: `context.globalState`; without one, a vault that forgets without saying so
 * is not noticed.
 */
export interface SessionStoreOptions extends SecretDocumentOptions {
  /** Where the vault's own events do not reach other windows. Not disposed of here. */
  readonly relay?: BookRelay | undefined;
}

/** `window` is where the person acted: in this window, or in another that shares the vault. */
export interface SessionsChange extends SessionsDifference {
  readonly window: 'own' | 'other';
}

/** `kept` outlives the window; `thisWindow` means that there is no keyring, or that it refuses or forgets. */
export type Persistence = 'kept' | 'thisWindow';

/**
 * The one home of the tokens. What it answers comes from memory; memory and vault are brought together on
 * load, at every act and at every change in the vault. No method rejects because of the vault: without one,
 * sessions last as long as the window. Nothing here is logged.
 *
 * With a relay, each act of this window is also told through it, and what another window tells becomes part of
 * memory and vault: a window's vault may be a copy that is saved as a whole, so each must hold all that any knows.
 * Nobody passes on what was told, so telling ends; only a window that has just loaded asks for an answer.
 */
export class SessionStore implements Disposable {
  readonly #document: SecretDocument;
  readonly #now: () => number;
  readonly #changes = new Emitter<SessionsChange>();
  readonly #persistenceChanges = new Emitter<Persistence>();
  readonly #problems = new Emitter<SecretProblem>();
  readonly #relay: BookRelay | undefined;
  readonly #subscriptions: Disposable[];
  #book = books.EMPTY_BOOK;
  #persistence: Persistence = 'kept';
  #forgetful = false;
  #reported: string | undefined;
  #disposed = false;
  #loading: Promise<void> | undefined;
  #queue: Promise<void> = Promise.resolve();

  /** Told after memory has changed; never for a change that left every value as it was. */
  readonly onDidChange = this.#changes.event;
  readonly onDidChangePersistence = this.#persistenceChanges.event;
  /** Told once for a text that could not be read, however often it is met. */
  readonly onDidEncounterProblem = this.#problems.event;

  constructor(options: SessionStoreOptions) {
    this.#document = new SecretDocument(options);
    this.#now = options.now;
    this.#relay = options.relay;
    const onVaultChange = options.vault.onDidChange(({ key }) => {
      if (key === SECRET_KEY) {
        void this.refresh();
      }
    });
    this.#subscriptions = [onVaultChange];
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** Reads the vault, once however often it is called. What it finds is told as a change by another window. */
  load(): Promise<void> {
    this.#loading ??= this.refresh().then(() => this.#join());
    return this.#loading;
  }

  /** Reads the vault again, for windows that may have missed a change; writes a lost update once more. */
  refresh(): Promise<void> {
    return this.#enqueue(async () => {
      const stored = await this.#catchUp();
      // Another version may be at home in a text that this one can't read: only a person's act outweighs that.
      if (stored.state !== 'unreadable') {
        await this.#write(stored);
      }
    });
  }

  /** All sessions, over ones too, sorted by id. */
  sessions(): readonly Session[] {
    return books.sessionsOf(this.#book);
  }

  sessionsFor(origin: string): readonly Session[] {
    return books.sessionsFor(this.#book, origin);
  }

  find(id: string): Session | undefined {
    return books.find(this.#book, id);
  }

  /** The account chosen at this origin, over or not; `undefined` where none is, or it was signed out. */
  current(origin: string): Session | undefined {
    return books.selectedFor(this.#book, origin);
  }

  /** Signed in. Becomes the current session of its origin, unless `select` is false and another one is. */
  add(session: Session, { select = true } = {}): Promise<void> {
    return this.#act((book, now) => {
      const added = books.withSession(book, session, now);
      const chosen = select || books.selectedFor(book, session.origin) === undefined;
      return chosen ? books.withSelected(added, session.id, now) : added;
    });
  }

  /** Signed out. Nothing happens where there is no such session. */
  remove(id: string): Promise<void> {
    return this.#act((book, now) => books.withoutSession(book, id, now));
  }

  /** Signed out of every account. */
  removeAll(): Promise<void> {
    return this.#act((book, now) =>
      books.sessionsOf(book).reduce((rest, { id }) => books.withoutSession(rest, id, now), book),
    );
  }

  /** Makes a session the current one of its origin. Nothing happens where there is no such session. */
  select(id: string): Promise<void> {
    return this.#act((book, now) => books.withSelected(book, id, now));
  }

  /** The service has taken this token. Written once per token; nothing happens once another has replaced it. */
  async accept(session: Session): Promise<void> {
    const known = this.find(session.id);
    if (known?.token !== session.token || known.acceptedAt !== undefined) {
      return;
    }
    await this.#act((book, now) => books.withAccepted(book, session, now));
  }

  /**
   * The service answered this token with 401: it is thrown away, in all windows, and the session counts as over.
   * Nothing happens once another token has replaced it.
   */
  async end(session: Session): Promise<void> {
    if (this.find(session.id)?.token !== session.token) {
      return;
    }
    await this.#act((book) => books.withEnded(book, session));
  }

  /** No more events; what is being written is written to its end. */
  dispose(): void {
    this.#disposed = true;
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    for (const source of [this.#changes, this.#persistenceChanges, this.#problems]) {
      source.dispose();
    }
  }

  /** The vault is read first, so that what the person does now is stamped later than all it has. */
  #act(change: (book: SessionBook, now: number) => SessionBook): Promise<void> {
    return this.#enqueue(async () => {
      const stored = await this.#catchUp();
      const before = books.tidied(this.#book, this.#now());
      const after = change(before, this.#now());
      if (after === before) {
        return;
      }
      this.#adopt(after, 'own');
      await this.#write(stored);
      this.#tell({ asks: false });
      if (this.sessions().length === 0 && !(await this.#document.forgetSetAside())) {
        this.#noteVault(false);
      }
    });
  }

  #join(): void {
    if (!this.#relay || this.#disposed) {
      return;
    }
    const ask = () => this.#tell({ asks: true });
    this.#subscriptions.push(
      this.#relay.onBook((relayed) => void this.#hear(relayed)),
      this.#relay.onDidJoin(ask),
    );
    ask();
  }

  /** Nobody waits for it. Without a keyring nothing is told: sessions are of this window alone then. */
  #tell({ asks }: { readonly asks: boolean }): void {
    if (this.#persistence === 'kept') {
      void this.#relay?.publish({ book: this.#book, asks });
    }
  }

  #hear({ book, asks }: RelayedBook): Promise<void> {
    return this.#enqueue(async () => {
      const stored = await this.#catchUp();
      if (this.#persistence !== 'kept' || this.#forgetful) {
        return;
      }
      this.#adopt(books.merge(this.#book, book), 'other');
      // Written where it is news to the vault; its event then finds nothing new.
      if (stored.state !== 'unreadable') {
        await this.#write(stored);
      }
      if (asks && !books.isSame(book, this.#book)) {
        this.#tell({ asks: false });
      }
    });
  }

  async #catchUp(): Promise<StoredBook> {
    const stored = await this.#document.read();
    if (stored.state === 'readable') {
      this.#adopt(books.merge(this.#book, stored.book), 'other');
    }
    if (stored.state === 'unreadable' && stored.text !== this.#reported) {
      this.#reported = stored.text;
      this.#problems.fire(stored.problem);
    }
    // It took a book once and has none now: what it takes next may go the same way.
    if (stored.state === 'absent' && stored.forgotten) {
      this.#forgetful = true;
    }
    return stored;
  }

  async #write(over: StoredBook): Promise<void> {
    this.#noteVault(await this.#document.write(this.#book, over));
  }

  #noteVault(holdsBook: boolean): void {
    const persistence = holdsBook && !this.#forgetful ? 'kept' : 'thisWindow';
    if (persistence === this.#persistence) {
      return;
    }
    this.#persistence = persistence;
    this.#persistenceChanges.fire(persistence);
  }

  #adopt(book: SessionBook, window: 'own' | 'other'): void {
    const difference = differenceBetween(this.#book, book);
    this.#book = book;
    if (difference) {
      this.#changes.fire({ ...difference, window });
    }
  }

  /** One task at a time: between a read and the write that follows it, this window does nothing else. */
  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#queue.then(task);
    this.#queue = run.catch(() => undefined);
    return run;
  }
}
