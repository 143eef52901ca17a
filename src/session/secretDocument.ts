import type { Disposable } from '../base/event';
import { attempt } from './attempt';
import { readSessionBook, serialiseBook, type SessionBook } from './sessionBook';

/** The part of `vscode.SecretStorage` that is used. */
export interface SecretVault {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Tells of changes made in this window and in others. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

/** Remembers, apart from the vault, that the vault was written to: `vscode.Memento` fits. */
export interface VaultWitness {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The stored secret can't be read. It is left alone until the person acts, and copied aside first. */
export type SecretProblem = 'damaged' | 'newerVersion';

/** What the vault holds. `forgotten`: something was stored there once, and the vault has nothing. */
export type StoredBook =
  | { readonly state: 'absent'; readonly forgotten: boolean }
  | { readonly state: 'readable'; readonly text: string; readonly book: SessionBook }
  | { readonly state: 'unreadable'; readonly text: string; readonly problem: SecretProblem }
  | { readonly state: 'unreachable' };

export interface SecretDocumentOptions {
  readonly vault: SecretVault;
  readonly witness?: VaultWitness | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Epoch milliseconds at which this window loaded all secrets, where it goes on with its own copy of them, as in
   * a browser: what others have stored since is not there, and yet not forgotten. Omitted where each read is fresh.
   */
  readonly vaultLoadedAt?: number | undefined;
}

export const SECRET_KEY = 'monitorExplorer.sessions';
/** Where a secret that could not be read is kept. One at a time; gone when the last account is signed out. */
export const SET_ASIDE_KEY = 'monitorExplorer.sessions.setAside';
export const WITNESS_KEY = 'monitorExplorer.sessionsKeptSince';

/**
 * The session book as one secret in a vault. No method rejects: a vault without a keyring behind it is a
 * state to live with, not an error. (VS Code rejects where a keyring refuses; where there is none at all it
 * keeps secrets in memory and says nothing, which only the witness shows, in the next window.)
 */
export class SecretDocument {
  readonly #vault: SecretVault;
  readonly #options: SecretDocumentOptions;

  constructor(options: SecretDocumentOptions) {
    this.#vault = options.vault;
    this.#options = options;
  }

  async read(): Promise<StoredBook> {
    const got = await attempt(() => this.#vault.get(SECRET_KEY));
    if (!got.done) {
      return { state: 'unreachable' };
    }
    const text = got.value;
    if (text === undefined) {
      return { state: 'absent', forgotten: this.#keptSince() < (this.#options.vaultLoadedAt ?? Infinity) };
    }
    const read = readSessionBook(text);
    return 'book' in read
      ? { state: 'readable', text, book: read.book }
      : { state: 'unreadable', text, problem: read.problem };
  }

  /**
   * Writes where that changes anything, and copies aside first what could not be read.
   * @returns whether the vault now holds this book; nothing is overwritten that could not be read or copied.
   */
  async write(book: SessionBook, over: StoredBook): Promise<boolean> {
    if (over.state === 'unreachable') {
      return false;
    }
    const text = serialiseBook(book);
    if (over.state === 'readable' && over.text === text) {
      return true;
    }
    if (over.state === 'absent' && book.accounts.length === 0) {
      return true;
    }
    const stored = await attempt(async () => {
      if (over.state === 'unreadable') {
        await this.#vault.store(SET_ASIDE_KEY, over.text);
      }
      await this.#vault.store(SECRET_KEY, text);
    });
    if (stored.done) {
      await this.#bearWitness();
    }
    return stored.done;
  }

  /** @returns whether the copy is gone. */
  async forgetSetAside(): Promise<boolean> {
    return (await attempt(() => this.#vault.delete(SET_ASIDE_KEY))).done;
  }

  /** Epoch milliseconds since when the vault has had a book; Infinity where it never had. */
  #keptSince(): number {
    const since = this.#options.witness?.get(WITNESS_KEY);
    return typeof since === 'number' ? since : Infinity;
  }

  async #bearWitness(): Promise<void> {
    const { witness, now } = this.#options;
    if (!witness || this.#keptSince() !== Infinity) {
      return;
    }
    // Without the mark a forgetful vault goes unnoticed once more, and nothing else is lost.
    await attempt(() => witness.update(WITNESS_KEY, now()));
  }
}
