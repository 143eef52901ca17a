import type { Disposable } from '../base/event';
import type { Page, PageRequest } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { pagesToAdopt, type PagesOwner, type PageStore } from '../storage/pageStore';

/**
 * The pages of one account on disk: what was paid for once is there again after a restart, and in other windows. What
 * goes wrong here costs at worst a call that could have been avoided; the store reports it.
 */
export class SavedPages {
  readonly #owner: PagesOwner;
  readonly #pageStore: PageStore;
  readonly #settings: { readonly keepSnapshot: boolean };
  #saved = new WeakSet<Page>();
  /** Readings that have a folder. */
  readonly #started = new Set<string>();
  #currentId: string | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(owner: PagesOwner, pageStore: PageStore, settings: { readonly keepSnapshot: boolean }) {
    this.#owner = owner;
    this.#pageStore = pageStore;
    this.#settings = settings;
  }

  /** Whether the person wants pages kept at all. */
  get isEnabled(): boolean {
    return this.#settings.keepSnapshot;
  }

  /** Pages to show instead of those that are shown; `undefined` where these are as good. */
  async findNewer(shown: PagedMonitors): Promise<readonly Page[] | undefined> {
    if (!this.isEnabled) {
      return undefined;
    }
    const stored = await this.#pageStore.load(this.#owner, shown.pages);
    const pages = pagesToAdopt(shown.pages, stored);
    const [first] = pages ?? [];
    if (pages && first) {
      this.#started.add(first.readingId);
      this.#currentId = first.readingId;
      pages.forEach((page) => this.#saved.add(page));
    }
    return pages;
  }

  /** The page of the same reading; for a first page, that of whatever reading another window has begun. */
  async find({ pageIndex, pageSize, readingId }: PageRequest): Promise<Page | undefined> {
    if (pageIndex > 0) {
      return this.#pageStore.readPage(this.#owner, readingId, pageIndex);
    }
    const [first] = await this.#pageStore.load(this.#owner);
    return first?.pageSize === pageSize ? first : undefined;
  }

  /** Saves one page, after those that are being saved. Makes its reading the current one with its first page. */
  save(page: Page): Promise<void> {
    return this.#enqueue(async () => {
      if ((await this.#savePage(page)) && page.pageIndex === 0) {
        await this.#setCurrent(page.readingId);
      }
    });
  }

  /**
   * Saves what isn't saved yet of the pages that are shown, and makes their reading the current one. Stops at a page that
   * can't be saved, since those after a gap can't be loaded; the next change of the rows tries again.
   */
  keep({ id, pages }: PagedMonitors): void {
    if (!this.isEnabled || pages.length === 0) {
      return;
    }
    const unsaved = pages.filter((page) => !this.#saved.has(page));
    if (unsaved.length === 0 && this.#currentId === id) {
      return;
    }
    void this.#enqueue(async () => {
      for (const page of unsaved) {
        if (!(await this.#savePage(page))) {
          return;
        }
      }
      await this.#setCurrent(id);
    });
  }

  /** Waits until everything that was to be saved is on disk, as far as it can be. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** All saved pages were removed from disk: those that are shown are to be saved anew, once they are wanted again. */
  followRemoval(): void {
    this.#saved = new WeakSet();
    this.#started.clear();
    this.#currentId = undefined;
  }

  /** Fires after another window has saved pages. */
  onDidChange(listener: () => void): Disposable {
    return this.#pageStore.onDidChange(this.#owner, listener);
  }

  /** @returns whether the page is on disk. */
  async #savePage(page: Page): Promise<boolean> {
    // Kept at hand, as a removal of all pages puts another in its place.
    const saved = this.#saved;
    if (saved.has(page)) {
      return true;
    }
    const { readingId } = page;
    if (!this.#started.has(readingId)) {
      if (!(await this.#pageStore.startReading(this.#owner, readingId))) {
        return false;
      }
      this.#started.add(readingId);
    }
    if (!(await this.#pageStore.savePage(this.#owner, page))) {
      return false;
    }
    saved.add(page);
    return true;
  }

  async #setCurrent(id: string): Promise<void> {
    if (this.#currentId !== id && (await this.#pageStore.setCurrent(this.#owner, id))) {
      this.#currentId = id;
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(work);
    this.#queue = mine;
    return mine;
  }
}
