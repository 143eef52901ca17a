import type { Page, PageList, ReplacedPage } from '../monitors/page';
import { Results } from './results';

type SavedPage = Page | ReplacedPage;

/** The saved pages of accounts. For transactions. */
export class Pages extends Results<SavedPage> {
  readonly #written = new WeakSet<ReplacedPage>();

  loadList(account: number): PageList {
    const all = this.load(account);
    const replaced = all.filter((page) => 'refreshes' in page);
    const pages = all.filter((page) => !('refreshes' in page));
    return { pages: pages.toSorted((a, b) => a.index - b.index), replaced };
  }

  /** Saves a list, and deletes other pages of the account. @param saved calls whose pages are saved */
  saveList(account: number, { pages, replaced }: PageList, saved: ReadonlySet<number>): void {
    const others = new Set(saved);
    const save = (page: SavedPage): void =>
      this.save(account, page.call.number, { ...page, addresses: undefined });
    for (const page of pages) {
      if (!others.delete(page.call.number)) {
        save(page);
      }
    }
    for (const page of replaced) {
      if (!others.delete(page.call.number) || !this.#written.has(page)) {
        save(page);
        this.#written.add(page);
      }
    }
    others.forEach((call) => this.remove(account, call));
  }
}
