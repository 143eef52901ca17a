import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '../base/serialQueue';
import type { Page, PageRequest } from '../monitors/page';
import { PagedMonitors } from '../monitors/pagedMonitors';
import type { HttpResponse } from '../service/httpResponse';
import type { AccountKey } from '../storage/accounts';
import type { Snapshots, StoredPage } from '../storage/snapshots';
import type { SignIns } from './signIns';
import { toStoredPage, toStoredResponse, toUnreadPage, toUnreadResponse } from './storedPage';

export interface SavedPagesOptions {
  readonly owner: AccountKey;
  readonly signIns: Pick<SignIns, 'attempt'>;
  readonly snapshots: Snapshots;
  /** Applies the current mapping. */
  readonly reread: (page: Page) => Promise<Page>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Saved pages of an account. Restarts and other windows don't pay for them again. */
export class SavedPages {
  readonly #options: SavedPagesOptions;
  readonly #queue = new SerialQueue();
  readonly #saved = new Set<string>();
  #currentId: string | undefined;

  constructor(options: SavedPagesOptions) {
    this.#options = options;
  }

  /** Finds another window's page. A first page may be from any snapshot. Never rejects. */
  find(request: PageRequest): Promise<Page | undefined> {
    return this.#attempt(async (account) => {
      const stored = await this.#find(account, request);
      const page = stored && toUnreadPage(stored);
      return page && this.#options.reread(page);
    });
  }

  /** Finds a response whose list the user hasn't picked yet. Never rejects. */
  findResponse(request: PageRequest): Promise<HttpResponse | undefined> {
    return this.#attempt(async (account) => {
      const stored = await this.#find(account, request);
      return stored && toUnreadResponse(stored);
    });
  }

  /**
   * Keeps a response without a list until the user picks it. Never rejects.
   * @param signIn see {@link save}
   * @param response with masked secrets
   */
  async saveResponse(
    signIn: number | undefined,
    request: PageRequest,
    response: HttpResponse,
  ): Promise<void> {
    const { snapshots, now } = this.#options;
    const how = { isCurrent: request.pageIndex === 0, now: now() };
    await this.#attempt(
      async () => signIn && snapshots.save(signIn, toStoredResponse(request, response), how),
    );
  }

  /**
   * Saves a page before the next call goes out. Never rejects.
   * @param signIn number from before the call; after a sign-out nothing is saved
   * @param how.isCurrent whether to load its snapshot from now on
   */
  async save(signIn: number | undefined, page: Page, how: { readonly isCurrent: boolean }): Promise<void> {
    await (signIn === undefined ? undefined : this.#attempt(() => this.#save(signIn, page, how)));
  }

  /** Saves the shown pages and makes their snapshot current. Never rejects. */
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
        await this.#saveRemoved(account, pages);
        await this.#setCurrent(account, id);
      }
    };
    return this.#queue.run(() => this.#attempt(work));
  }

  /** Finds better pages to show; `undefined` if there aren't any. Never rejects. */
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

  /** Saves shown pages again later, after a deletion. */
  forget(): void {
    this.#saved.clear();
    this.#currentId = undefined;
  }

  /** Before the snapshot was current, another window's refresh may have removed pages of it. */
  async #saveRemoved(account: number, pages: readonly Page[]): Promise<void> {
    const current = await this.#options.snapshots.findCurrent(account);
    const removed = current?.id === pages[0]?.snapshotId ? pages.slice(current?.readAt.length) : [];
    for (const page of removed) {
      await this.#save(account, page, { isCurrent: false });
    }
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

  async #find(
    account: number,
    { pageIndex, pageSize, snapshotId }: PageRequest,
  ): Promise<StoredPage | undefined> {
    const { snapshots } = this.#options;
    const id = pageIndex === 0 ? (await snapshots.findCurrent(account))?.id : snapshotId;
    const stored = id === undefined ? undefined : await snapshots.findPage(id, pageIndex);
    return stored?.pageSize === pageSize ? stored : undefined;
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

/** Leaves out the mapping, which isn't saved. */
function toKey({ snapshotId, pageIndex, readAt }: Page): string {
  return `${snapshotId} ${pageIndex} ${readAt}`;
}

/**
 * Selects pages to show after another window saved some; `undefined` keeps the shown ones. Never loses rows:
 *
 * 1. Nothing is shown: take all stored pages.
 * 2. Same snapshot: take newer and further pages. Unchanged pages stay the same objects.
 * 3. Another snapshot: take it only if all of it is newer and it goes as far or reaches the end.
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
  // A future time comes from a wrong clock. Treat it as oldest.
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

function hasEnd(pages: readonly Page[]): boolean {
  const list = new PagedMonitors({ id: '', pageSize: pages[0]!.pageSize });
  pages.forEach((page) => list.add(page));
  return list.end !== undefined;
}
