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
      await this.#savePage(page);
      if (page.pageIndex === 0) {
        await this.#setCurrent(page.readingId);
      }
    });
  }

  /** Saves what isn't saved yet of the pages that are shown, and makes their reading the current one. */
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
        await this.#savePage(page);
      }
      await this.#setCurrent(id);
    });
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

  async #savePage(page: Page): Promise<void> {
    if (this.#saved.has(page)) {
      return;
    }
    const { readingId } = page;
    if (!this.#started.has(readingId)) {
      this.#started.add(readingId);
      await this.#pageStore.startReading(this.#owner, readingId);
    }
    this.#saved.add(page);
    await this.#pageStore.savePage(this.#owner, page);
  }

  async #setCurrent(id: string): Promise<void> {
    if (this.#currentId !== id) {
      this.#currentId = id;
      await this.#pageStore.setCurrent(this.#owner, id);
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(work);
    this.#queue = mine;
    return mine;
  }
}
