import type { Disposable } from '../base/event';
import type { Page, PageRequest } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { pagesToAdopt, type PagesOwner, type PageStore } from '../storage/pageStore';

export interface SavedPagesOptions {
  readonly owner: PagesOwner;
  readonly pageStore: PageStore;
  readonly settings: { readonly keepSnapshot: boolean };
  /** Pages of an account that was signed out get no folder any more. */
  readonly isSignedIn: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The pages of one account on disk: what was paid for once is there again after a restart, and in other windows. What
 * goes wrong here costs at worst a call that could have been avoided; the store reports it.
 */
export class SavedPages {
  readonly #options: SavedPagesOptions;
  /** Whether each page is on disk; while it is being written, a promise of that. One that couldn't be saved is absent. */
  #saved = new WeakMap<Page, Promise<boolean>>();
  /** Snapshots that have a folder. */
  readonly #started = new Set<string>();
  #currentId: string | undefined;
  /** What is shown, where pages of it may still have to be saved. */
  #shown: PagedMonitors | undefined;
  /** What is being written. */
  readonly #writing = new Set<Promise<void>>();

  constructor(options: SavedPagesOptions) {
    this.#options = options;
  }

  /** Whether the user wants pages kept at all. */
  get isEnabled(): boolean {
    return this.#options.settings.keepSnapshot;
  }

  /** Pages to show instead of those that are shown; `undefined` where these are as good. */
  async findNewer(shown: PagedMonitors): Promise<readonly Page[] | undefined> {
    if (!this.isEnabled) {
      return undefined;
    }
    const { owner, pageStore } = this.#options;
    const stored = await pageStore.load(owner, shown.pages);
    const pages = pagesToAdopt(shown.pages, stored, this.#options.now());
    const [first] = pages ?? [];
    if (pages && first) {
      this.#started.add(first.snapshotId);
      this.#currentId = first.snapshotId;
      pages
        .filter((page) => pageStore.has(owner, page))
        .forEach((page) => this.#saved.set(page, Promise.resolve(true)));
    }
    return pages;
  }

  /** The page of the same snapshot; for a first page, that of whatever snapshot another window has begun. */
  async find({ pageIndex, pageSize, snapshotId }: PageRequest): Promise<Page | undefined> {
    const { owner, pageStore } = this.#options;
    const page =
      pageIndex > 0
        ? await pageStore.readPage(owner, snapshotId, pageIndex)
        : (await pageStore.load(owner))[0];
    return page?.pageSize === pageSize ? page : undefined;
  }

  /**
   * Before a call: waits until the pages that came before are on disk, so that no more calls than may be under way are
   * lost with the process, and gives those of its snapshot somewhere to go. Never rejects.
   * @param isBeingRead as of {@link PageStore.startSnapshot}
   */
  async prepare(
    { snapshotId }: PageRequest,
    isBeingRead: (snapshotId: string) => Promise<boolean>,
  ): Promise<void> {
    await this.settled();
    const { owner, pageStore, isSignedIn } = this.#options;
    const isWanted = this.isEnabled && isSignedIn() && !this.#started.has(snapshotId);
    if (isWanted && (await pageStore.startSnapshot(owner, snapshotId, isBeingRead))) {
      this.#started.add(snapshotId);
    }
  }

  /**
   * Saves a page that came by a call, at once. Makes its snapshot the current one with its first page, unless that
   * belongs to a refresh: the rows from before stay until that is whole. Never rejects.
   */
  save(page: Page, options: { readonly isRefresh: boolean }): Promise<void> {
    // Another window may have made its own snapshot the current one since.
    this.#currentId = options.isRefresh ? this.#currentId : undefined;
    return this.#write(async () => {
      if ((await this.#savePage(page)) && page.pageIndex === 0 && !options.isRefresh) {
        await this.#setCurrent(page.snapshotId);
      }
    });
  }

  /** Saves what isn't saved yet of the pages that are shown, and makes their snapshot the current one. */
  keep(shown: PagedMonitors): void {
    const waits = this.#shown !== undefined;
    this.#shown = shown;
    if (!waits) {
      void this.#write(() => this.#saveShown());
    }
  }

  /** Waits until all that has come is on disk, as far as it can be. Never rejects. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) {
      await Promise.all(this.#writing);
    }
  }

  /** All saved pages were removed from disk: those that are shown are to be saved anew, once they are wanted again. */
  followRemoval(): void {
    this.#saved = new WeakMap();
    this.#started.clear();
    this.#currentId = undefined;
  }

  /** Fires after another window has saved pages. */
  onDidChange(listener: () => void): Disposable {
    const { owner, pageStore } = this.#options;
    return pageStore.onDidChange(owner, listener);
  }

  /**
   * Stops at a page that can't be saved, since those after a gap can't be loaded; the next change of the rows tries
   * again.
   */
  async #saveShown(): Promise<void> {
    const shown = this.#shown;
    this.#shown = undefined;
    // What comes meanwhile is for the next time.
    for (const page of [...(shown?.pages ?? [])]) {
      if (!(await this.#savePage(page))) {
        return;
      }
    }
    if (shown && shown.pages.length > 0) {
      await this.#setCurrent(shown.id);
    }
  }

  /** @returns whether the page is on disk. */
  async #savePage(page: Page): Promise<boolean> {
    const { owner, pageStore } = this.#options;
    if (!this.isEnabled) {
      return false;
    }
    // Kept at hand, as a removal of all pages puts another in its place.
    const saved = this.#saved;
    const saving = saved.get(page) ?? pageStore.savePage(owner, page);
    saved.set(page, saving);
    const isSaved = await saving;
    if (!isSaved) {
      saved.delete(page);
    }
    return isSaved;
  }

  async #setCurrent(id: string): Promise<void> {
    const { owner, pageStore } = this.#options;
    if (this.#currentId !== id && (await pageStore.setCurrent(owner, id))) {
      this.#currentId = id;
    }
  }

  #write(work: () => Promise<void>): Promise<void> {
    const writing = work().finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    return writing;
  }
}
