import type { Disposable } from '../base/event';
import type { Page, PageRequest } from '../monitors/page';
import type { PagedMonitors } from '../monitors/pagedMonitors';
import type { Claim } from '../storage/lease';
import { pagesToAdopt, type PagesOwner, type PageStore } from '../storage/pageStore';
import { Throttle } from '../base/throttle';

/** While many pages stream in they are saved together, as each write takes time from those that are still to be read. */
export const SAVE_AT_MOST_EVERY_MS = 500;

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
  readonly #saving: Throttle;
  #saved = new WeakSet<Page>();
  /** Readings that have a folder. */
  readonly #started = new Set<string>();
  #currentId: string | undefined;
  /** Pages that came by a call and are still to be saved, in this order. */
  #fetched: Page[] = [];
  /** What is shown, and may have pages that are still to be saved. */
  #shown: PagedMonitors | undefined;
  /** The pages that were on disk when a lease was acquired. */
  readonly #listings = new WeakMap<Claim, Promise<ReadonlySet<number>>>();

  constructor(options: SavedPagesOptions) {
    this.#options = options;
    this.#saving = new Throttle({
      ...{ everyMs: SAVE_AT_MOST_EVERY_MS, now: options.now, work: () => this.#saveAll() },
    });
  }

  /** Whether the person wants pages kept at all. */
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
    const pages = pagesToAdopt(shown.pages, stored);
    const [first] = pages ?? [];
    if (pages && first) {
      this.#started.add(first.readingId);
      this.#currentId = first.readingId;
      pages.forEach((page) => this.#saved.add(page));
    }
    return pages;
  }

  /**
   * The page of the same reading; for a first page, that of whatever reading another window has begun.
   * @param claim to the reading: as long as it stands no other window adds pages, so that the folder is listed once.
   */
  async find({ pageIndex, pageSize, readingId }: PageRequest, claim?: Claim): Promise<Page | undefined> {
    const { owner, pageStore } = this.#options;
    if (pageIndex > 0) {
      const isThere = claim === undefined || (await this.#listedUnder(claim, readingId)).has(pageIndex);
      return isThere ? pageStore.readPage(owner, readingId, pageIndex) : undefined;
    }
    const [first] = await pageStore.load(owner);
    return first?.pageSize === pageSize ? first : undefined;
  }

  /** Saves a page that came by a call. Makes its reading the current one with its first page. Never rejects. */
  save(page: Page): Promise<void> {
    this.#fetched.push(page);
    return this.#saving.run();
  }

  /** Saves what isn't saved yet of the pages that are shown, and makes their reading the current one. */
  keep(shown: PagedMonitors): void {
    if (shown.pages.length > 0) {
      this.#shown = shown;
      void this.#saving.run();
    }
  }

  /** Saves at once what is still to be saved, and waits until it is on disk, as far as it can be. Never rejects. */
  settled(): Promise<void> {
    return this.#saving.flush();
  }

  /** All saved pages were removed from disk: those that are shown are to be saved anew, once they are wanted again. */
  followRemoval(): void {
    this.#saved = new WeakSet();
    this.#started.clear();
    this.#currentId = undefined;
  }

  /** Fires after another window has saved pages. */
  onDidChange(listener: () => void): Disposable {
    const { owner, pageStore } = this.#options;
    return pageStore.onDidChange(owner, listener);
  }

  #listedUnder(claim: Claim, readingId: string): Promise<ReadonlySet<number>> {
    const { owner, pageStore } = this.#options;
    const listing = this.#listings.get(claim) ?? pageStore.listPages(owner, readingId);
    this.#listings.set(claim, listing);
    return listing;
  }

  /**
   * Of what is shown, stops at a page that can't be saved, since those after a gap can't be loaded; the next change of the
   * rows tries again.
   */
  async #saveAll(): Promise<void> {
    const fetched = this.#fetched;
    const shown = this.#shown;
    this.#fetched = [];
    this.#shown = undefined;
    for (const page of fetched) {
      if ((await this.#savePage(page)) && page.pageIndex === 0) {
        await this.#setCurrent(page.readingId);
      }
    }
    if (shown === undefined) {
      return;
    }
    // What comes meanwhile is for the next time.
    for (const page of [...shown.pages]) {
      if (!(await this.#savePage(page))) {
        return;
      }
    }
    await this.#setCurrent(shown.id);
  }

  /** @returns whether the page is on disk. */
  async #savePage(page: Page): Promise<boolean> {
    const { owner, pageStore, isSignedIn } = this.#options;
    // Kept at hand, as a removal of all pages puts another in its place.
    const saved = this.#saved;
    if (!this.isEnabled) {
      return false;
    }
    if (saved.has(page)) {
      return true;
    }
    const { readingId } = page;
    if (!this.#started.has(readingId)) {
      if (!isSignedIn() || !(await pageStore.startReading(owner, readingId))) {
        return false;
      }
      this.#started.add(readingId);
    }
    if (!(await pageStore.savePage(owner, page))) {
      return false;
    }
    saved.add(page);
    return true;
  }

  async #setCurrent(id: string): Promise<void> {
    const { owner, pageStore } = this.#options;
    if (this.#currentId !== id && (await pageStore.setCurrent(owner, id))) {
      this.#currentId = id;
    }
  }
}
