import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '../base/serialQueue';
import type { Page, PageRequest } from '../monitors/page';
import { PagedMonitors } from '../monitors/pagedMonitors';
import type { AccountKey } from '../storage/accounts';
import type { Snapshots } from '../storage/snapshots';
import type { SignIns } from './signIns';
import { toStoredPage, toUnreadPage } from './storedPage';

export interface SavedPagesOptions {
  readonly owner: AccountKey;
  readonly signIns: Pick<SignIns, 'attempt'>;
  readonly snapshots: Snapshots;
  /** Reads the fields of a page out of its records. */
  readonly reread: (page: Page) => Promise<Page>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The saved pages of one account: what was paid for once is there after a restart, and in other windows. */
export class SavedPages {
  readonly #options: SavedPagesOptions;
  readonly #queue = new SerialQueue();
  /** See {@link toKey}. */
  readonly #saved = new Set<string>();
  #currentId: string | undefined;

  constructor(options: SavedPagesOptions) {
    this.#options = options;
  }

  /** A page that another window has saved. A first page may be that of any snapshot. Never rejects. */
  find({ pageIndex, pageSize, snapshotId }: PageRequest): Promise<Page | undefined> {
    return this.#attempt(async (account) => {
      const current = pageIndex === 0 ? await this.#options.snapshots.findCurrent(account) : undefined;
      const id = pageIndex === 0 ? current?.id : snapshotId;
      const page = id === undefined ? undefined : await this.#load(id, pageIndex);
      return page?.pageSize === pageSize ? page : undefined;
    });
  }

  /**
   * Saves a page that came by a call, before the next call goes out. Never rejects.
   * @param signIn its number before the call went out; if that is over, nothing is saved
   * @param how.isCurrent whether its snapshot is the one that is loaded from now on
   */
  async save(signIn: number | undefined, page: Page, how: { readonly isCurrent: boolean }): Promise<void> {
    await (signIn === undefined ? undefined : this.#attempt(() => this.#save(signIn, page, how)));
  }

  /** Saves what isn't saved yet of the pages that are shown, and makes their snapshot the current one. Never rejects. */
  keep({ id, pages }: PagedMonitors): Promise<void> {
    const work = async (account: number): Promise<void> => {
      for (const page of [...pages].filter((each) => !this.#saved.has(toKey(each)))) {
        if (!(await this.#save(account, page, { isCurrent: false }))) {
          return;
        }
        await setImmediate();
      }
      if (pages.length > 0 && this.#currentId !== id) {
        await this.#options.snapshots.makeCurrent(account, id);
        await this.#setCurrent(account, id);
      }
    };
    return this.#queue.run(() => this.#attempt(work));
  }

  /** Pages to show instead of those that are shown; `undefined` if these are as good. Never rejects. */
  findNewer(shown: PagedMonitors): Promise<readonly Page[] | undefined> {
    return this.#attempt(async (account) => {
      const current = await this.#options.snapshots.findCurrent(account);
      const stored: Page[] = [];
      for (const [index, readAt] of (current?.readAt ?? []).entries()) {
        const known = shown.pages[index];
        const isKnown = known?.snapshotId === current?.id && known?.readAt === readAt;
        const page = isKnown ? known : await this.#load(current!.id, index);
        if (page === undefined || page.pageSize > (stored.at(-1) ?? page).pageSize) {
          break;
        }
        this.#saved.add(toKey(page));
        stored.push(page);
        await setImmediate();
      }
      const pages = pagesToAdopt(shown.pages, stored, this.#options.now());
      this.#currentId = pages ? current?.id : this.#currentId;
      return pages;
    });
  }

  /** All saved pages were removed: those that are shown are saved again once they are wanted. */
  forget(): void {
    this.#saved.clear();
    this.#currentId = undefined;
  }

  /** @returns whether the page is saved */
  async #save(account: number, page: Page, { isCurrent }: { readonly isCurrent: boolean }): Promise<boolean> {
    const { snapshots, now } = this.#options;
    const isSaved = await snapshots.save(account, toStoredPage(page), { isCurrent, now: now() });
    if (isSaved) {
      this.#saved.add(toKey(page));
      await (isCurrent ? this.#setCurrent(account, page.snapshotId) : undefined);
    }
    return isSaved;
  }

  async #setCurrent(account: number, snapshotId: string): Promise<void> {
    this.#currentId = snapshotId;
    await this.#options.snapshots.removeOlder(account);
  }

  async #load(snapshotId: string, pageIndex: number): Promise<Page | undefined> {
    const stored = await this.#options.snapshots.findPage(snapshotId, pageIndex);
    const page = stored && toUnreadPage(stored);
    return page && this.#options.reread(page);
  }

  #attempt<T>(work: (account: number) => Promise<T>): Promise<T | undefined> {
    return this.#options.signIns.attempt(this.#options.owner, work);
  }
}

/** What is saved of a page doesn't change if its fields are read in another way. */
function toKey({ snapshotId, pageIndex, readAt }: Page): string {
  return `${snapshotId} ${pageIndex} ${readAt}`;
}

/**
 * The pages that a window should show instead of those it shows, after another window has saved some; `undefined` if it
 * should keep its own. Another window's snapshot never takes rows away:
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
  // A time in the future is one of a clock that was ahead: it counts as older than any other.
  const timeOf = ({ readAt }: Page): number => (readAt > now ? -1 : readAt);
  const oldestOf = (pages: readonly Page[]): number => Math.min(...pages.map(timeOf));
  const reachOf = (pages: readonly Page[]): number => pages.length * (pages.at(-1)?.pageSize ?? 0);
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

/** Whether the list ends with these pages. */
function hasEnd(pages: readonly Page[]): boolean {
  const list = new PagedMonitors({ id: '', pageSize: pages[0]!.pageSize });
  pages.forEach((page) => list.add(page));
  return list.end !== undefined;
}
