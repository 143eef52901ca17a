import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFolder, isMissing, listFolder, removeFile, removeLeftovers } from './legacyFiles';
import { renameWhenFree, toFileKey, writeAtomically } from './legacyFiles';
import { watchFolder, type Subscription } from './legacyFiles';
import type { Leases } from './lease';
import { formatSnapshot, readSnapshot, SNAPSHOT_VERSION } from './snapshot';
import type { Snapshot, SnapshotDamage } from './snapshot';
import { holdsTheSame, mergeSnapshots } from './snapshotMerge';

export interface SnapshotFileOptions {
  /** Made when first needed. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly leases: Leases;
  /** Bytes that a snapshot may take; 20,000,000 unless given. */
  readonly maxBytes?: number;
}

export type SaveResult =
  /** `pages` are in the file, those of other windows included; `dropped` did not fit. */
  | { readonly saved: true; readonly pages: number; readonly dropped: number; readonly bytes: number }
  /** Nothing to save, not one page fits, or another window has a newer reading. */
  | { readonly saved: false; readonly reason: 'empty' | 'tooLarge' | 'older' }
  /** The file system, or a record that cannot be written as JSON. */
  | { readonly saved: false; readonly reason: 'failed'; readonly error: unknown };

export type LoadResult =
  | { readonly snapshot: Snapshot }
  | { readonly snapshot?: never; readonly reason: 'none' | SnapshotDamage }
  | { readonly snapshot?: never; readonly reason: 'unreadable'; readonly error: unknown };

/** Tells one state of a file from another. */
type FileState = string;

const MAX_BYTES = 20_000_000;
const LOCK_WAIT_MS = 3000;
const LEFTOVER_AFTER_MS = 60 * 60 * 1000;
const CHANGE_DEBOUNCE_MS = 150;
const NOTHING: LoadResult = { reason: 'none' };

/**
 * Snapshots in a folder shared by all windows: one file for each account, named by a hash, replaced as a whole.
 * Neither saving nor reading ever rejects: a snapshot is a convenience, and nothing else may fail because of it.
 */
export class SnapshotFile {
  #queue: Promise<unknown> = Promise.resolve();
  /** What this window last saw or wrote, by file name. */
  readonly #seen = new Map<string, { state: FileState; snapshot: Snapshot }>();
  /** What this window itself made of a file, `undefined` for having removed it: no news to whoever listens here. */
  readonly #own = new Map<string, FileState | undefined>();

  readonly #options: SnapshotFileOptions;

  constructor(options: SnapshotFileOptions) {
    this.#options = options;
  }

  /** Writes a snapshot, merged with what another window has saved (see {@link mergeSnapshots}). */
  save(snapshot: Snapshot): Promise<SaveResult> {
    return this.#enqueue(() => this.#saveLocked(snapshot)).catch((error: unknown): SaveResult => ({
      saved: false,
      reason: 'failed',
      error,
    }));
  }

  /** Reads the snapshot of an account. What cannot be used is set aside once, as `<name>.damaged`. */
  async load(account: string): Promise<LoadResult> {
    const path = this.#path(account);
    try {
      const before = await this.#stateOf(path);
      if (before === undefined) {
        return NOTHING;
      }
      const seen = this.#seen.get(path);
      if (seen?.state === before.state) {
        return { snapshot: seen.snapshot };
      }
      const oversized = before.size > this.#maxBytes;
      const read = oversized
        ? { damage: 'damaged' as const }
        : readSnapshot(await readFile(path, 'utf8'), account);
      if (read.damage) {
        await renameWhenFree(path, `${path}.damaged`);
        return { reason: read.damage };
      }
      this.#seen.set(path, { state: before.state, snapshot: read.snapshot });
      return { snapshot: read.snapshot };
    } catch (error) {
      return isMissing(error) ? NOTHING : { reason: 'unreadable', error };
    }
  }

  /** Removes all there is of an account, damaged and unfinished files too. @throws the file system's error */
  remove(account: string): Promise<void> {
    return this.#enqueue(() =>
      this.#removeWhere((name) => name.startsWith(`snapshot-${toFileKey(account)}.`)),
    );
  }

  /** Removes all snapshots of all accounts. @throws the file system's error */
  removeAll(): Promise<void> {
    return this.#enqueue(() => this.#removeWhere((name) => name.startsWith('snapshot-')));
  }

  /** Removes what windows that crashed while saving have left. @throws the file system's error */
  async sweep(): Promise<void> {
    await removeLeftovers(this.#options.folder, Date.now(), LEFTOVER_AFTER_MS);
  }

  /** Tells when another window has saved or removed the snapshot of an account. */
  onDidChange(account: string, listener: () => void): Subscription {
    const path = this.#path(account);
    const tellUnlessOwn = async () => {
      const now = await this.#stateOf(path).catch(() => undefined);
      if (!this.#own.has(path) || this.#own.get(path) !== now?.state) {
        listener();
      }
    };
    return watchFolder({
      folder: this.#options.folder,
      matches: (name) => join(this.#options.folder, name) === path,
      debounceMs: CHANGE_DEBOUNCE_MS,
      onChange: () => void tellUnlessOwn(),
    });
  }

  get #maxBytes(): number {
    return this.#options.maxBytes ?? MAX_BYTES;
  }

  /** Without the lock, should it not be had, two windows at worst lose a page to each other. */
  async #saveLocked(snapshot: Snapshot): Promise<SaveResult> {
    const { folder, leases } = this.#options;
    if (snapshot.pages.length === 0) {
      return { saved: false, reason: 'empty' };
    }
    await ensureFolder(folder);
    const lock = `snapshot ${snapshot.account}`;
    const lease = await leases.acquire(lock, { timeoutMs: LOCK_WAIT_MS }).catch(() => undefined);
    try {
      return await this.#mergeAndWrite(snapshot);
    } finally {
      await lease?.release();
    }
  }

  async #mergeAndWrite(incoming: Snapshot): Promise<SaveResult> {
    const { account } = incoming;
    const stored = (await this.load(account)).snapshot;
    const merged = stored ? mergeSnapshots(stored, incoming, this.#options.now()) : incoming;
    if (!merged) {
      return { saved: false, reason: 'older' };
    }
    const formatted = formatSnapshot(merged, this.#maxBytes);
    if (!formatted) {
      return { saved: false, reason: 'tooLarge' };
    }
    const { text, snapshot: fits } = formatted;
    // Else two windows that save what they have just taken from each other would never come to rest.
    if (!stored || !holdsTheSame(stored, fits)) {
      const state = await this.#write(this.#path(account), text, fits);
      // What went in of other windows' pages is news to this one too.
      if (holdsTheSame(incoming, fits)) {
        this.#own.set(this.#path(account), state);
      }
    }
    const pages = fits.pages.length;
    return { saved: true, pages, dropped: merged.pages.length - pages, bytes: Buffer.byteLength(text) };
  }

  async #write(path: string, text: string, snapshot: Snapshot): Promise<FileState | undefined> {
    await writeAtomically(path, text);
    const written = await this.#stateOf(path);
    if (written) {
      this.#seen.set(path, { state: written.state, snapshot });
    }
    return written?.state;
  }

  async #removeWhere(matches: (name: string) => boolean): Promise<void> {
    for (const name of await listFolder(this.#options.folder)) {
      if (!matches(name)) {
        continue;
      }
      const path = join(this.#options.folder, name);
      this.#own.set(path, undefined);
      await removeFile(path);
      this.#seen.delete(path);
    }
  }

  #path(account: string): string {
    return join(this.#options.folder, `snapshot-${toFileKey(account)}.v${SNAPSHOT_VERSION}.json`);
  }

  async #stateOf(path: string): Promise<{ state: FileState; size: number } | undefined> {
    try {
      const { ino, size, mtimeMs } = await stat(path);
      return { state: `${ino}.${size}.${mtimeMs}`, size };
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }
}
