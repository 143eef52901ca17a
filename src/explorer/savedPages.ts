import type { Disposable } from '../base/event';
import type { Page, PageRequest } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import { pagesToAdopt, type PagesOwner, type PageStore, type StoredReading } from '../storage/pageStore';

/**
 * The pages of one account on disk: what was paid for once is there again after a restart, and in other windows. What
 * goes wrong here costs at worst a call that could have been avoided; the store reports it.
 */
export class SavedPages {
  readonly #owner: PagesOwner;
  readonly #pageStore: PageStore;
  readonly #settings: { readonly keepSnapshot: boolean };
  readonly #saved = new WeakSet<Page>();
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
    const mine = toReading(shown);
    const stored = await this.#pageStore.load(this.#owner, mine);
    const pages = stored && pagesToAdopt(mine, stored);
    if (pages) {
      this.#started.add(stored.id);
      this.#currentId = stored.id;
      pages.forEach((page) => this.#saved.add(page));
    }
    return pages;
  }

  /** The page of the same reading; for a first page, that of whatever reading another window has begun. */
  async find({ pageIndex, pageSize, readingId }: PageRequest): Promise<Page | undefined> {
    if (pageIndex > 0) {
      return this.#pageStore.readPage(this.#owner, readingId, pageIndex);
    }
    const stored = await this.#pageStore.load(this.#owner);
    return stored?.pageSize === pageSize ? stored.pages[0] : undefined;
  }

  /** Saves one page, after those that are being saved. Makes its reading the current one with its first page. */
  save(page: Page): Promise<void> {
    return this.#enqueue(async () => {
      await this.#savePage(page);
      if (page.pageIndex === 0) {
        await this.#setCurrent(page.readingId, page);
      }
    });
  }

  /** Saves what isn't saved yet of the pages that are shown, and makes their reading the current one. */
  keep({ id, pages }: PagedMonitors): void {
    const [first] = pages;
    if (!this.isEnabled || first === undefined) {
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
      await this.#setCurrent(id, first);
    });
  }

  /** Fires after another window has saved pages. */
  onDidChange(listener: () => void): Disposable {
    return this.#pageStore.onDidChange(this.#owner, listener);
  }

  async #savePage(page: Page): Promise<void> {
    if (this.#saved.has(page)) {
      return;
    }
    const { readingId: id, pageSize, readAt: createdAt } = page;
    if (!this.#started.has(id)) {
      this.#started.add(id);
      await this.#pageStore.startReading(this.#owner, { id, pageSize, createdAt });
    }
    this.#saved.add(page);
    await this.#pageStore.savePage(this.#owner, id, page);
  }

  async #setCurrent(id: string, { pageSize, readAt: createdAt }: Page): Promise<void> {
    if (this.#currentId !== id) {
      this.#currentId = id;
      await this.#pageStore.setCurrent(this.#owner, { id, pageSize, createdAt });
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const mine = this.#queue.then(work);
    this.#queue = mine;
    return mine;
  }
}

function toReading({ id, pageSize, pages }: PagedMonitors): StoredReading | undefined {
  const [first] = pages;
  return first && { id, pageSize, createdAt: first.readAt, pages };
}
