import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Emitter, type Disposable } from '../base/event';
import type { Page } from '../monitors/page';
import {
  isMissing,
  listFolder,
  modifiedAt,
  PRIVATE_FOLDER,
  removeFile,
  removeFolder,
  renameWhenFree,
  toFileKey,
  writeAtomically,
} from './files';
import { watchFolder } from './folderWatch';
import {
  formatCurrent,
  formatPage,
  isReadingId,
  parseCurrent,
  parsePage,
  plainRecords,
  type CurrentReading,
  type Reading,
  type RecordsCodec,
} from './pageFormat';

export type { Reading } from './pageFormat';

/** Whose pages, and where they were read: pages of one address are never shown for another. */
export interface PagesOwner {
  /** The session id of the account. */
  readonly account: string;
  /** The base URL. */
  readonly address: string;
}

export interface StoredReading extends Reading {
  /** From index 0 on, without a gap. */
  readonly pages: readonly Page[];
}

export type SaveResult =
  | { readonly saved: true }
  /** `removed`: the account was signed out, or the reading was replaced. `superseded`: another window's is newer. */
  | { readonly saved: false; readonly reason: 'removed' | 'superseded' }
  /** The reading would take more than {@link MAX_READING_BYTES}. */
  | { readonly saved: false; readonly reason: 'tooLarge' }
  /** The file system's error, or one of a page that can't be written as JSON. */
  | { readonly saved: false; readonly reason: 'failed'; readonly error: unknown };

export type PageStoreProblem =
  /** A file couldn't be used, and was set aside as `<file name>.damaged`. */
  | { readonly kind: 'damaged'; readonly fileName: string }
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | {
      readonly kind: 'notSaved';
      readonly result: SaveResult & { saved: false; reason: 'tooLarge' | 'failed' };
    };

export interface PageStoreOptions {
  /** The folder that all windows share; pages are kept in its subfolder `pages`. */
  readonly storageFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** {@link plainRecords} unless given. */
  readonly records?: RecordsCodec;
  /** {@link MAX_READING_BYTES} unless given. */
  readonly maxReadingBytes?: number;
}

/** Bytes that the files of one reading may take: some 100,000 monitors. */
export const MAX_READING_BYTES = 100_000_000;

/** A reading that isn't the current one is being read as long as pages come; a call may take 10 minutes. */
const ABANDONED_AFTER_MS = 15 * 60_000;
/** A reading from further in the future was made by a clock that has been set back since. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** How often to look again where another window replaces the reading while it is being loaded. */
const LOAD_ATTEMPTS = 3;

const CURRENT_FILE = 'current.json';
const PAGE_FILE = /^(\d{1,9})-(\d{1,16})\.page$/;
const OWNER_FOLDER = /^[0-9a-f]{32}-[0-9a-f]{32}$/;
const REMOVED_SUFFIX = '.removed';

interface StoredFile {
  readonly name: string;
  readonly readAt: number;
  readonly size: number;
}

/** The newest file of each page of a reading, by page index. */
type ReadingFiles = Map<number, StoredFile>;

/**
 * Pages that were paid for, kept over restarts and shared by all windows.
 *
 *     pages/<hash of the account>-<hash of the base URL>/
 *       current.json              which reading is the current one
 *       <reading id>/
 *         <page index>-<time at which it was read>.page
 *
 * A page's file is written once and never changed. Nothing on disk but the records themselves names the account.
 *
 * Only {@link startReading} makes folders, and removing an account renames its folder away in one step. So a page that
 * arrives in another window after the account was signed out has nowhere to be saved to.
 */
export class PageStore implements Disposable {
  readonly #options: PageStoreOptions;
  readonly #folder: string;
  readonly #records: RecordsCodec;
  readonly #problems = new Emitter<PageStoreProblem>();
  readonly #reportedProblems = new Set<string>();
  /** What this window knows of the files on disk, by the reading's folder; what others add is found by comparing. */
  readonly #knownFiles = new Map<string, ReadingFiles>();
  /** Id of the reading that this window last loaded or made the current one, by the owner's folder. */
  readonly #knownReading = new Map<string, string>();

  /** What couldn't be read or saved; each kind of problem once for each reading. */
  readonly onDidEncounterProblem = this.#problems.event;

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#folder = join(options.storageFolder, 'pages');
    this.#records = options.records ?? plainRecords;
  }

  /**
   * Makes the folder of a reading, to which pages can be saved from then on. To be called for an account that is
   * signed in, before the first call of the reading.
   */
  async startReading(owner: PagesOwner, reading: Reading): Promise<SaveResult> {
    try {
      const folder = this.#readingFolder(owner, reading.id);
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      this.#knownFiles.set(folder, new Map());
      return { saved: true };
    } catch (error) {
      return this.#toResult(reading.id, error);
    }
  }

  /** Saves one page of a reading; one that was read anew takes the place of the older one. Never rejects. */
  async savePage(owner: PagesOwner, readingId: string, page: Page): Promise<SaveResult> {
    try {
      const folder = this.#readingFolder(owner, readingId);
      const files = this.#knownFiles.get(folder) ?? (await this.#listPages(folder));
      this.#knownFiles.set(folder, files);
      const older = files.get(page.pageIndex);
      if (older && older.readAt > page.readAt) {
        return { saved: true };
      }
      const content = Buffer.from(formatPage(page, this.#records));
      const bytes = sizeOf(files) - (older?.size ?? 0) + content.length;
      if (bytes > (this.#options.maxReadingBytes ?? MAX_READING_BYTES)) {
        return this.#reportNotSaved(readingId, { saved: false, reason: 'tooLarge' });
      }
      const name = `${page.pageIndex}-${Math.floor(page.readAt)}.page`;
      // Before the file is there: whoever is notified of it must know it for this window's own.
      files.set(page.pageIndex, { name, readAt: Math.floor(page.readAt), size: content.length });
      try {
        // The temporary file lies in the owner's folder, which is the one that other windows watch.
        await writeAtomically(this.#ownerFolder(owner), join(readingId, name), content, false);
      } catch (error) {
        restore(files, page.pageIndex, older);
        throw error;
      }
      if (older && older.name !== name) {
        await removeFile(join(folder, older.name));
      }
      return { saved: true };
    } catch (error) {
      return this.#toResult(readingId, error);
    }
  }

  /**
   * Makes a reading the one that is loaded from now on, unless another window's is newer. The one before is kept
   * until the next change, for windows that are just loading it or still add to it; those before that are removed.
   * Never rejects.
   */
  async setCurrent(owner: PagesOwner, reading: Reading): Promise<SaveResult> {
    try {
      const folder = this.#ownerFolder(owner);
      const before = await this.#readCurrent(folder);
      if (before && before.id !== reading.id && isNewer(before, reading, this.#options.now())) {
        return { saved: false, reason: 'superseded' };
      }
      const previous = before?.id === reading.id ? before.previous : before?.id;
      this.#knownReading.set(folder, reading.id);
      await writeAtomically(
        folder,
        CURRENT_FILE,
        formatCurrent({ ...reading, ...(previous !== undefined && { previous }) }),
        true,
      );
      await this.#removeReadings(folder, [reading.id, previous], before?.previous);
      return { saved: true };
    } catch (error) {
      return this.#toResult(reading.id, error);
    }
  }

  /**
   * The current reading; `undefined` where nothing is saved. What can't be used is set aside, and then the pages
   * before it are all there is. Never rejects.
   * @param shown a reading in memory, whose pages aren't read from disk again where they are the same
   */
  async load(owner: PagesOwner, shown?: StoredReading): Promise<StoredReading | undefined> {
    const folder = this.#ownerFolder(owner);
    try {
      for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt += 1) {
        const current = await this.#readCurrent(folder);
        if (!current) {
          return undefined;
        }
        const { id, pageSize, createdAt } = current;
        const pages = await this.#readPages(join(folder, id), current, shown?.id === id ? shown.pages : []);
        if (pages) {
          this.#knownReading.set(folder, id);
          return pages.length > 0 ? { id, pageSize, createdAt, pages } : undefined;
        }
      }
    } catch (error) {
      this.#report(`unreadable ${folder}`, { kind: 'unreadable', error });
    }
    return undefined;
  }

  /** One page of a reading as any window saved it last; `undefined` where none has. Never rejects. */
  async readPage(owner: PagesOwner, readingId: string, pageIndex: number): Promise<Page | undefined> {
    try {
      const folder = this.#readingFolder(owner, readingId);
      const files = await this.#listPages(folder);
      const file = files.get(pageIndex);
      return file && (await this.#readFile(folder, file, pageIndex));
    } catch (error) {
      if (!isMissing(error)) {
        this.#report(`unreadable ${readingId}`, { kind: 'unreadable', error });
      }
      return undefined;
    }
  }

  /**
   * Calls `listener` after another window has saved a page of the current reading, or made another one current. A
   * hint, as of {@link watchFolder}. Makes the owner's folder; to be called for an account that is signed in.
   */
  onDidChange(owner: PagesOwner, listener: () => void): Disposable {
    const folder = this.#ownerFolder(owner);
    let disposed = false;
    const watch = watchFolder(folder, () => {
      void this.#hasNews(folder).then((news) => {
        if (news && !disposed) {
          listener();
        }
      });
    });
    return {
      dispose: () => {
        disposed = true;
        watch.dispose();
      },
    };
  }

  /** Removes all pages of an account. @throws the file system's error */
  async remove(account: string): Promise<void> {
    await this.#removeOwners((name) => name.startsWith(`${toFileKey(account)}-`));
  }

  /** Removes all pages of all accounts. @throws the file system's error */
  async removeAll(): Promise<void> {
    await this.#removeOwners(() => true);
  }

  /**
   * Removes what windows that crashed have left, and what earlier versions kept in other places.
   * @throws the file system's error
   */
  async sweep(): Promise<void> {
    for (const former of ['snapshots', 'relay']) {
      await removeFolder(this.#options.storageFolder, former, `${former}${REMOVED_SUFFIX}`);
    }
    await this.#emptyRemoved(this.#folder);
    for (const name of (await listFolder(this.#folder)).filter((one) => OWNER_FOLDER.test(one))) {
      const folder = join(this.#folder, name);
      await this.#emptyRemoved(folder);
      const current = await this.#readCurrent(folder);
      await this.#removeReadings(folder, [current?.id]);
      await this.#removeTemporaryFiles(folder);
    }
  }

  dispose(): void {
    this.#problems.dispose();
  }

  #ownerFolder({ account, address }: PagesOwner): string {
    return join(this.#folder, `${toFileKey(account)}-${toFileKey(address)}`);
  }

  #readingFolder(owner: PagesOwner, readingId: string): string {
    if (!isReadingId(readingId)) {
      throw new RangeError('the id of a reading is a UUID');
    }
    return join(this.#ownerFolder(owner), readingId);
  }

  async #readCurrent(folder: string): Promise<CurrentReading | undefined> {
    const path = join(folder, CURRENT_FILE);
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
    const current = parseCurrent(text);
    if (!current) {
      await this.#setAside(path);
    }
    return current;
  }

  /** The pages from index 0 up to the first that isn't there; `undefined` where the reading itself isn't. */
  async #readPages(
    folder: string,
    { pageSize }: Reading,
    shown: readonly Page[],
  ): Promise<Page[] | undefined> {
    try {
      const files = await this.#listPages(folder);
      this.#knownFiles.set(folder, files);
      const count = Array.from({ length: files.size }, (_, i) => i).findIndex((index) => !files.has(index));
      const indexes = [...files.keys()].sort((a, b) => a - b).slice(0, count === -1 ? undefined : count);
      const pages = await Promise.all(
        indexes.map((index) => {
          const file = files.get(index)!;
          const known = shown[index];
          return known && Math.floor(known.readAt) === file.readAt
            ? known
            : this.#readFile(folder, file, index);
        }),
      );
      const end = pages.findIndex((page) => page?.pageSize !== pageSize);
      return (end === -1 ? pages : pages.slice(0, end)).filter((page) => page !== undefined);
    } catch (error) {
      if (isMissing(error)) {
        return undefined;
      }
      throw error;
    }
  }

  async #readFile(
    folder: string,
    { name, readAt, size }: StoredFile,
    pageIndex: number,
  ): Promise<Page | undefined> {
    const path = join(folder, name);
    const tooLarge = size > (this.#options.maxReadingBytes ?? MAX_READING_BYTES);
    const page = tooLarge ? undefined : parsePage(await readFile(path), this.#records);
    if (page?.pageIndex === pageIndex && Math.floor(page.readAt) === readAt) {
      return { ...page, readingId: basename(folder) };
    }
    await this.#setAside(path);
    return undefined;
  }

  /** @throws the file system's error; ENOENT where there is no such reading */
  async #listPages(folder: string): Promise<ReadingFiles> {
    const files: ReadingFiles = new Map();
    for (const name of await readdir(folder)) {
      const [, index, readAt] = PAGE_FILE.exec(name) ?? [];
      const known = files.get(Number(index));
      if (index !== undefined && (known === undefined || known.readAt < Number(readAt))) {
        files.set(Number(index), { name, readAt: Number(readAt), size: 0 });
      }
    }
    const known = this.#knownFiles.get(folder);
    await Promise.all(
      [...files].map(async ([index, file]) => {
        const same = known?.get(index);
        const size = same?.name === file.name ? same.size : (await stat(join(folder, file.name))).size;
        files.set(index, { ...file, size });
      }),
    );
    return files;
  }

  async #hasNews(folder: string): Promise<boolean> {
    try {
      const current = await this.#readCurrent(folder);
      if (!current || current.id !== this.#knownReading.get(folder)) {
        return current !== undefined;
      }
      const known = this.#knownFiles.get(join(folder, current.id));
      const files = await this.#listPages(join(folder, current.id));
      return [...files].some(([index, { readAt }]) => readAt > (known?.get(index)?.readAt ?? -1));
    } catch {
      // Replaced or removed at this moment: the next change is reported.
      return false;
    }
  }

  /** Removes the readings of an owner that are `obsolete` or that nobody has added to for long. */
  async #removeReadings(
    folder: string,
    kept: readonly (string | undefined)[],
    obsolete?: string,
  ): Promise<void> {
    for (const name of await listFolder(folder)) {
      if (!isReadingId(name) || kept.includes(name)) {
        continue;
      }
      const changedAt = (await modifiedAt(join(folder, name))) ?? 0;
      if (name === obsolete || this.#options.now() - changedAt > ABANDONED_AFTER_MS) {
        await removeFolder(folder, name, `${name}${REMOVED_SUFFIX}`);
        this.#knownFiles.delete(join(folder, name));
      }
    }
  }

  async #removeOwners(matches: (name: string) => boolean): Promise<void> {
    const names = (await listFolder(this.#folder)).filter((name) => OWNER_FOLDER.test(name) && matches(name));
    const results = await Promise.allSettled(
      names.map((name) => removeFolder(this.#folder, name, `${randomUUID()}${REMOVED_SUFFIX}`)),
    );
    for (const name of names) {
      const folder = join(this.#folder, name);
      this.#knownReading.delete(folder);
      [...this.#knownFiles.keys()]
        .filter((key) => key.startsWith(folder))
        .forEach((key) => this.#knownFiles.delete(key));
    }
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) {
      throw failed.reason;
    }
  }

  /** Goes on with removals that a crash has interrupted. */
  async #emptyRemoved(folder: string): Promise<void> {
    for (const name of await listFolder(folder)) {
      if (name.endsWith(REMOVED_SUFFIX)) {
        await removeFolder(folder, name, name);
      }
    }
  }

  async #removeTemporaryFiles(folder: string): Promise<void> {
    for (const name of await listFolder(folder)) {
      const changedAt = name.endsWith('.tmp') ? await modifiedAt(join(folder, name)) : undefined;
      if (changedAt !== undefined && this.#options.now() - changedAt > ABANDONED_AFTER_MS) {
        await removeFile(join(folder, name));
      }
    }
  }

  async #setAside(path: string): Promise<void> {
    try {
      await renameWhenFree(path, `${path}.damaged`);
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
    }
    this.#report(`damaged ${path}`, { kind: 'damaged', fileName: path.slice(this.#folder.length + 1) });
  }

  #toResult(readingId: string, error: unknown): SaveResult {
    return isMissing(error)
      ? { saved: false, reason: 'removed' }
      : this.#reportNotSaved(readingId, { saved: false, reason: 'failed', error });
  }

  #reportNotSaved(
    readingId: string,
    result: (PageStoreProblem & { kind: 'notSaved' })['result'],
  ): SaveResult {
    this.#report(`${result.reason} ${readingId}`, { kind: 'notSaved', result });
    return result;
  }

  #report(key: string, problem: PageStoreProblem): void {
    if (!this.#reportedProblems.has(key)) {
      this.#reportedProblems.add(key);
      this.#problems.fire(problem);
    }
  }
}

/**
 * The pages that a window should show instead of those it shows, after another window has saved some; `undefined`
 * where it should keep its own. No row that a window shows is ever taken away by another window:
 *
 * 1. Nothing is shown: all that is stored.
 * 2. The same reading: of each page the newer, and all pages that are further on. Pages that stay keep their identity.
 * 3. Another reading: only if it is newer, and reaches at least as far or to the end of the list.
 */
export function pagesToAdopt(
  shown: StoredReading | undefined,
  stored: StoredReading,
): readonly Page[] | undefined {
  if (!shown || shown.pages.length === 0) {
    return stored.pages;
  }
  if (shown.id !== stored.id) {
    const deepEnough =
      reachOf(stored) >= reachOf(shown) || stored.pages.some(({ hasMore }) => hasMore === false);
    return stored.createdAt > shown.createdAt && deepEnough ? stored.pages : undefined;
  }
  const length = Math.max(shown.pages.length, stored.pages.length);
  const pages = Array.from({ length }, (_, index) => newerPage(shown.pages[index], stored.pages[index]));
  const same =
    pages.length === shown.pages.length && pages.every((page, index) => page === shown.pages[index]);
  return same ? undefined : pages;
}

/** How far into the list a reading goes, in monitors. */
function reachOf({ pages, pageSize }: StoredReading): number {
  return pages.length * pageSize;
}

function newerPage(shown: Page | undefined, stored: Page | undefined): Page {
  return shown && (!stored || stored.readAt <= shown.readAt) ? shown : stored!;
}

function isNewer(before: Reading, reading: Reading, now: number): boolean {
  return before.createdAt > reading.createdAt && before.createdAt <= now + CLOCK_TOLERANCE_MS;
}

function sizeOf(files: ReadingFiles): number {
  return [...files.values()].reduce((sum, { size }) => sum + size, 0);
}

function restore(files: ReadingFiles, pageIndex: number, file: StoredFile | undefined): void {
  if (file) {
    files.set(pageIndex, file);
  } else {
    files.delete(pageIndex);
  }
}
