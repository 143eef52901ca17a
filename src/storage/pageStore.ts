import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Emitter, type Disposable } from '../base/event';
import type { Page } from '../monitors/page';
import { PagedMonitors } from '../monitors/pagedMonitors';
import {
  ensureFolder,
  isMissing,
  listFolder,
  listFolders,
  modifiedAt,
  PAGES_FOLDER,
  PRIVATE_FILE,
  removeAtOnce,
  removeFile,
  removeLeftovers,
  renameWhenFree,
  toFileKey,
  toOwnerFolder,
  unlessMissing,
  writeAtomically,
} from './files';
import { watchFolder } from './folderWatch';
import { formatPage, parsePage } from './pageFormat';

/** Whose pages, and where they were read: pages of one address are never shown for another. */
export interface PagesOwner {
  /** The session id of the account. */
  readonly account: string;
  /** The base URL. */
  readonly address: string;
}

/** The pages of a snapshot would take more room than they may. See {@link PageStore.onDidEncounterProblem}. */
export class SnapshotTooLargeError extends Error {
  override readonly name = 'SnapshotTooLargeError';
}

/** `damaged`: a file couldn't be used, and was set aside as `<name>.damaged`. */
export type PageStoreProblem =
  | { readonly kind: 'damaged'; readonly fileName: string }
  | { readonly kind: 'unreadable' | 'notSaved'; readonly error: unknown };

export interface PageStoreOptions {
  /** The folder that all windows share; pages are kept in its subfolder `saved-pages`. */
  readonly storageFolder: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Bytes that a snapshot may take: some 100,000 monitors. What it takes up to a page is estimated from that page, as all
 * pages of a snapshot are about the same size.
 */
export const MAX_SNAPSHOT_BYTES = 100_000_000;

/** What was kept of an account of which no session is there any more, such as one that the keyring has lost. */
const WITHOUT_SESSION_MS = 90 * 24 * 60 * 60_000;
/** How often to look again where a snapshot is replaced while it is being loaded. */
const LOAD_ATTEMPTS = 3;

const OWNER_FOLDER = /^[0-9a-f]{32}-[0-9a-f]{32}$/;
const SNAPSHOT_FOLDER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PAGE_FILE = /^(\d{1,9})-(\d{1,16})\.page$/;
const CURRENT_FILE = 'current';
export const HISTORY_FILE = 'history.json';
export const LOOK_FILE = 'looked.json';
const KEPT_FILE = 'kept';

/** Names of the newest files of a snapshot's pages, by page index. */
type PageFiles = Map<number, string>;

/**
 * Pages that were paid for, kept over restarts and shared by all windows.
 *
 *     saved-pages/<hash of the account>-<hash of the base URL>/
 *       current                                 the id of the current snapshot
 *       history.json                            see {@link StatusHistory}
 *       looked.json                             see {@link LastLooks}
 *       summary.json                            see {@link SavedSummary}
 *       kept                                    there where the user has signed out and keeps the saved rows
 *       <snapshot id>/
 *         <page index>-<time when read>.page    written once, as soon as it has come; never changed
 *
 * Nothing but the records themselves can name the account. Only {@link startSnapshot} makes folders, before a call goes
 * out and never for a page that has come, and an account's folder is renamed away before it is emptied. So a page that
 * arrives in another window after a sign-out has nowhere to be saved to.
 *
 * A time that this machine's clock hasn't reached yet is one of a clock that was ahead: it counts as older than any other.
 */
export class PageStore implements Disposable {
  readonly #options: PageStoreOptions;
  readonly #folder: string;
  readonly #problems = new Emitter<PageStoreProblem>();
  readonly #reported = new Set<string>();
  /** What this window knows to be on disk, by the snapshot's folder: what else is there is news. */
  readonly #known = new Map<string, PageFiles>();

  /** What couldn't be read or saved: each kind of problem once for each snapshot. */
  readonly onDidEncounterProblem = this.#problems.event;

  constructor(options: PageStoreOptions) {
    this.#options = options;
    this.#folder = join(options.storageFolder, PAGES_FOLDER);
  }

  /** The folder of an account at an address. {@link startSnapshot} and {@link onDidChange} make it. */
  folderOf({ account, address }: PagesOwner): string {
    return toOwnerFolder(this.#options.storageFolder, account, address);
  }

  /**
   * Makes the folder of a snapshot, to which pages can be saved from then on, and removes all others but the current one
   * and those that a window is reading. To be called before the first call of a snapshot, for an account that is signed in.
   * @param isBeingRead whether a window reads pages of a snapshot: from before it makes the folder until the snapshot is
   * the current one, or is given up.
   * @returns whether it is there. What fails is a problem.
   */
  startSnapshot(
    owner: PagesOwner,
    snapshotId: string,
    isBeingRead: (snapshotId: string) => Promise<boolean>,
  ): Promise<boolean> {
    return this.#succeeds(snapshotId, async () => {
      const folder = this.folderOf(owner);
      await ensureFolder(this.#snapshotFolder(owner, snapshotId));
      await removeFile(join(folder, KEPT_FILE));
      const unread: string[] = [];
      for (const name of await listFolders(folder)) {
        if (SNAPSHOT_FOLDER.test(name) && name !== snapshotId && !(await isBeingRead(name))) {
          unread.push(name);
        }
      }
      // Looked up after that: a window that has read its snapshot to the end has made it the current one by then.
      const current = await this.#readCurrent(folder);
      for (const name of unread.filter((each) => each !== current)) {
        await removeAtOnce(folder, name);
        this.#known.delete(join(folder, name));
      }
    });
  }

  /**
   * Saves a page. One that was read anew takes the place of the older one.
   * @returns whether it is on disk. It isn't where the account was signed out or the snapshot was replaced by a newer
   * one; what fails otherwise is a problem.
   */
  savePage(owner: PagesOwner, page: Page): Promise<boolean> {
    const { snapshotId, pageIndex } = page;
    return this.#succeeds(snapshotId, async () => {
      const folder = this.#snapshotFolder(owner, snapshotId);
      const known = this.#known.get(folder) ?? (await this.#listPages(folder));
      this.#known.set(folder, known);
      const name = toFileName(page);
      const content = await formatPage(page);
      const older = known.get(pageIndex);
      if (older && this.#readAtOf(older) > this.#readAtOf(name)) {
        return;
      }
      if (content.length * (pageIndex + 1) > MAX_SNAPSHOT_BYTES) {
        throw new SnapshotTooLargeError(`the saved pages of a list may take ${MAX_SNAPSHOT_BYTES} bytes`);
      }
      // Noted first, so that the change that the file makes isn't taken for another window's.
      known.set(pageIndex, name);
      // The temporary file lies in the folder that other windows watch.
      await writeAtomically(this.folderOf(owner), join(snapshotId, name), content);
      if (older && older !== name) {
        await removeFile(join(folder, older));
      }
    });
  }

  /** Whether this window knows that this very page is on disk. */
  has(owner: PagesOwner, page: Page): boolean {
    return (
      this.#known.get(this.#snapshotFolder(owner, page.snapshotId))?.get(page.pageIndex) === toFileName(page)
    );
  }

  /**
   * Makes a snapshot the one that is loaded from now on. The one before stays until the next begins: another window may
   * just be loading it, or go on with it.
   * @returns as {@link savePage}
   */
  setCurrent(owner: PagesOwner, snapshotId: string): Promise<boolean> {
    return this.#succeeds(snapshotId, () => writeAtomically(this.folderOf(owner), CURRENT_FILE, snapshotId));
  }

  /**
   * The pages of the current snapshot, from index 0 on without a gap; none where nothing is saved. Those that a refresh
   * has read since and that it didn't come to show, as VS Code was killed, take the place of theirs. What can't be used
   * is set aside, and the pages end before it. Never rejects.
   * @param shown pages in memory; those of them that are still the newest aren't read from disk again
   */
  async load(owner: PagesOwner, shown: readonly Page[] = []): Promise<readonly Page[]> {
    const folder = this.folderOf(owner);
    try {
      for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt += 1) {
        const snapshotId = await this.#readCurrent(folder);
        if (snapshotId === undefined) {
          return [];
        }
        const pages = await unlessMissing(this.#readPages(join(folder, snapshotId), shown), undefined);
        if (pages) {
          return await this.#withUnfinishedRefreshes(folder, pages);
        }
      }
    } catch (error) {
      this.#report(folder, { kind: 'unreadable', error });
    }
    return [];
  }

  /** One page of a snapshot as any window saved it last; `undefined` where none has. Never rejects. */
  async readPage(owner: PagesOwner, snapshotId: string, pageIndex: number): Promise<Page | undefined> {
    try {
      const folder = this.#snapshotFolder(owner, snapshotId);
      const name = (await this.#listPages(folder)).get(pageIndex);
      return name === undefined ? undefined : await this.#readPage(folder, name);
    } catch (error) {
      if (!isMissing(error)) {
        this.#report(snapshotId, { kind: 'unreadable', error });
      }
      return undefined;
    }
  }

  /**
   * Calls `listener` after another window has saved a page of the current snapshot, or made another snapshot the current
   * one. A hint, as of {@link watchFolder}. Makes the owner's folder; to be called for an account that is signed in.
   */
  onDidChange(owner: PagesOwner, listener: () => void): Disposable {
    const folder = this.folderOf(owner);
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

  /** Pages stay on disk although nobody is signed in. Nothing happens where none are. @throws the file system's error */
  async keep(owner: PagesOwner): Promise<void> {
    const file = join(this.folderOf(owner), KEPT_FILE);
    await unlessMissing(writeFile(file, '', { mode: PRIVATE_FILE }), undefined);
  }

  /** Moves the pages of an account from one address to another, where none are. @throws the file system's error */
  async move(from: PagesOwner, to: PagesOwner): Promise<void> {
    const target = this.folderOf(to);
    if ((await modifiedAt(target)) === undefined) {
      await unlessMissing(renameWhenFree(this.folderOf(from), target), undefined);
    }
  }

  /**
   * Removes all pages of an account, except at some base URLs.
   * @throws AggregateError of the file system's errors; what could be is removed
   */
  async remove(account: string, exceptAt: readonly string[]): Promise<void> {
    const others = exceptAt.map((address) => basename(this.folderOf({ account, address })));
    await this.#removeOwners((name) => name.startsWith(`${toFileKey(account)}-`) && !others.includes(name));
  }

  /** Removes all pages of an account at an address, unless they are kept. @throws as {@link remove} */
  async removeUnlessKept(owner: PagesOwner): Promise<void> {
    const folder = this.folderOf(owner);
    if ((await modifiedAt(join(folder, KEPT_FILE))) === undefined) {
      await this.#removeOwners((name) => name === basename(folder));
    }
  }

  /** Removes all pages of all accounts. @throws as {@link remove} */
  async removeAll(): Promise<void> {
    await this.#removeOwners(() => true);
  }

  /**
   * Removes files that windows that crashed have left, and what was left of accounts that aren't signed in. Only what has a
   * name that is made here is removed, and no symbolic link is followed. The pages of a refresh that was killed stay until
   * the next one begins.
   * @param signedIn the accounts that are signed in, each with the base URL.
   * @throws the file system's error
   */
  async sweep(signedIn: readonly PagesOwner[]): Promise<void> {
    const owned = new Set(signedIn.map((owner) => basename(this.folderOf(owner))));
    await removeLeftovers(this.#folder, this.#options.now());
    for (const name of await listFolders(this.#folder)) {
      const folder = join(this.#folder, name);
      if (OWNER_FOLDER.test(name)) {
        const isKept = owned.has(name) || (await modifiedAt(join(folder, KEPT_FILE))) !== undefined;
        const age = this.#options.now() - ((await modifiedAt(folder)) ?? Infinity);
        if (!isKept && age > WITHOUT_SESSION_MS) {
          await removeAtOnce(this.#folder, name);
        } else {
          await removeLeftovers(folder, this.#options.now());
        }
      }
    }
  }

  dispose(): void {
    this.#problems.dispose();
  }

  #snapshotFolder(owner: PagesOwner, snapshotId: string): string {
    if (!SNAPSHOT_FOLDER.test(snapshotId)) {
      throw new RangeError('the id of a snapshot is a UUID');
    }
    return join(this.folderOf(owner), snapshotId);
  }

  async #readCurrent(folder: string): Promise<string | undefined> {
    const path = join(folder, CURRENT_FILE);
    const snapshotId = await unlessMissing(readFile(path, 'utf8'), undefined);
    if (snapshotId === undefined || SNAPSHOT_FOLDER.test(snapshotId)) {
      return snapshotId;
    }
    await this.#setAside(path);
    return undefined;
  }

  /** @throws the file system's error; ENOENT where the snapshot, or a page of it, is being replaced */
  async #readPages(folder: string, shown: readonly Page[]): Promise<readonly Page[]> {
    const files = await this.#listPages(folder);
    this.#known.set(folder, files);
    const pages: Page[] = [];
    for (let name = files.get(0); name !== undefined; name = files.get(pages.length)) {
      const known = shown[pages.length];
      const isKnown = known?.snapshotId === basename(folder) && toFileName(known) === name;
      const page = isKnown ? known : await this.#readPage(folder, name);
      if (page === undefined || page.pageSize > (pages.at(-1) ?? page).pageSize) {
        break;
      }
      pages.push(page);
    }
    return pages;
  }

  /** As after a refresh that was cancelled: its pages stand in the snapshot that is shown, with their own age. */
  async #withUnfinishedRefreshes(folder: string, pages: readonly Page[]): Promise<readonly Page[]> {
    const merged = [...pages];
    for (const otherId of (await listFolders(folder)).filter((name) => SNAPSHOT_FOLDER.test(name))) {
      const files = await unlessMissing(this.#listPages(join(folder, otherId)), new Map<number, string>());
      for (const [index, page] of merged.entries()) {
        const name = files.get(index);
        const isNewer = name !== undefined && this.#readAtOf(name) > this.#timeOf(page.readAt);
        // Another window may just be removing that snapshot, as its refresh is over.
        const other = isNewer
          ? await unlessMissing(this.#readPage(join(folder, otherId), name), undefined)
          : undefined;
        if (other?.pageSize === page.pageSize) {
          merged[index] = { ...other, snapshotId: page.snapshotId };
        }
      }
    }
    return merged;
  }

  async #readPage(folder: string, name: string): Promise<Page | undefined> {
    const page = parsePage(await readFile(join(folder, name)));
    if (page?.snapshotId === basename(folder) && name === toFileName(page)) {
      return page;
    }
    await this.#setAside(join(folder, name));
    return undefined;
  }

  async #hasNews(folder: string): Promise<boolean> {
    try {
      const current = join(folder, (await this.#readCurrent(folder)) ?? '');
      const known = this.#known.get(current);
      return [...(await this.#listPages(current))].some(([index, name]) => known?.get(index) !== name);
    } catch {
      // Removed or replaced at this moment; whatever comes next is another change.
      return false;
    }
  }

  /** @throws the file system's error; ENOENT where there is no such snapshot */
  async #listPages(folder: string): Promise<PageFiles> {
    const files: PageFiles = new Map();
    for (const name of await readdir(folder)) {
      const index = PAGE_FILE.exec(name)?.[1];
      const known = files.get(Number(index));
      if (index !== undefined && (known === undefined || this.#readAtOf(known) < this.#readAtOf(name))) {
        files.set(Number(index), name);
      }
    }
    return files;
  }

  /** When the page in a file was read: see {@link #timeOf}. */
  #readAtOf(fileName: string): number {
    return this.#timeOf(Number(PAGE_FILE.exec(fileName)?.[2]));
  }

  #timeOf(readAt: number): number {
    return toComparableTime(readAt, this.#options.now());
  }

  async #removeOwners(matches: (name: string) => boolean): Promise<void> {
    const names = (await listFolder(this.#folder)).filter((name) => OWNER_FOLDER.test(name) && matches(name));
    const removals = await Promise.allSettled(names.map((name) => removeAtOnce(this.#folder, name)));
    [...this.#known.keys()]
      .filter((folder) => matches(basename(dirname(folder))))
      .forEach((folder) => this.#known.delete(folder));
    // What another window has renamed first is being emptied by that one, which may close meanwhile.
    removals.push(...(await Promise.allSettled([removeLeftovers(this.#folder, this.#options.now())])));
    const errors = removals.flatMap((removal) =>
      removal.status === 'rejected' ? [removal.reason as unknown] : [],
    );
    if (errors.length > 0) {
      throw new AggregateError(errors, 'saved pages could not be removed');
    }
  }

  async #setAside(path: string): Promise<void> {
    await unlessMissing(renameWhenFree(path, `${path}.damaged`), undefined);
    this.#report(path, { kind: 'damaged', fileName: basename(path) });
  }

  async #succeeds(snapshotId: string, save: () => Promise<void>): Promise<boolean> {
    try {
      await save();
      return true;
    } catch (error) {
      if (!isMissing(error)) {
        this.#report(snapshotId, { kind: 'notSaved', error });
      }
      return false;
    }
  }

  #report(about: string, problem: PageStoreProblem): void {
    const key = `${problem.kind} ${about}`;
    if (!this.#reported.has(key)) {
      this.#reported.add(key);
      this.#problems.fire(problem);
    }
  }
}

/**
 * The pages that a window should show instead of those it shows, after another window has saved some; `undefined` where
 * it should keep its own. Another window's snapshot never takes rows away:
 *
 * 1. Nothing is shown: all that is stored.
 * 2. The same snapshot: of each page the newer, and all that are further on. Pages that stay keep their identity.
 * 3. Another snapshot: only if all of it was read later, and it goes at least as far or to the end of the list.
 *
 * @param now epoch milliseconds.
 */
export function pagesToAdopt(
  shown: readonly Page[],
  stored: readonly Page[],
  now: number,
): readonly Page[] | undefined {
  const [first] = stored;
  if (first === undefined) {
    return undefined;
  }
  const timeOf = ({ readAt }: Page): number => toComparableTime(readAt, now);
  const oldestOf = (pages: readonly Page[]): number => Math.min(...pages.map(timeOf));
  if (shown[0]?.snapshotId !== first.snapshotId) {
    const isDeepEnough = reachOf(stored) >= reachOf(shown) || hasEnd(stored);
    const isNewer = shown.length === 0 || oldestOf(stored) > oldestOf(shown);
    return isDeepEnough && isNewer ? stored : undefined;
  }
  const pages = shown.map((page, index) => {
    const other = stored[index];
    return other && timeOf(other) > timeOf(page) ? other : page;
  });
  pages.push(...stored.slice(shown.length));
  return pages.every((page, index) => page === shown[index]) ? undefined : pages;
}

/** Epoch milliseconds to compare by: a time in the future is one of a clock that was ahead, and older than any other. */
function toComparableTime(readAt: number, now: number): number {
  return readAt > now ? -1 : readAt;
}

/** How far into the list pages go, in monitors. */
function reachOf(pages: readonly Page[]): number {
  return pages.length * (pages.at(-1)?.pageSize ?? 0);
}

/** Whether the list ends with these pages. */
function hasEnd(pages: readonly Page[]): boolean {
  const list = new PagedMonitors({ id: '', pageSize: pages[0]!.pageSize });
  pages.forEach((page) => list.add(page));
  return list.end !== undefined;
}

/** With the time at which the page was read in whole epoch milliseconds. */
function toFileName({ pageIndex, readAt }: Page): string {
  return `${pageIndex}-${Math.floor(readAt)}.page`;
}
