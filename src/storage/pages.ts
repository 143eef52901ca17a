import type { Page, PageList, ReplacedPage } from '../monitors/page';
import { fromCheckedJson, toCheckedJson } from './checkedJson';
import type { Database } from './database';

interface PageRow {
  /** The number of the page's call. */
  readonly call: number;
  /** Null if the page is shown. */
  readonly refreshes: number | null;
  readonly page: string;
}

/** For each call with a page: null if the page is shown, else how many refreshes lacked it. */
export type SavedPages = ReadonlyMap<number, number | null>;

export type Pages = ReturnType<typeof createPages>;

/** The table `page`: each response with its call. For transactions. */
export function createPages(database: Database) {
  return {
    /** Lists an account's saved pages by their calls, without reading them. */
    list: (account: number) => {
      const rows = database.all<PageRow>`
        SELECT call, refreshes FROM page WHERE account = ${account} ORDER BY call`;
      return new Map(rows.map(({ call, refreshes }) => [call, refreshes]));
    },

    /** Loads the saved pages of an account. A page that isn't as it was saved counts as not saved. */
    load: (account: number): PageList => {
      const rows = database.all<PageRow>`
        SELECT refreshes, page FROM page WHERE account = ${account} ORDER BY call`;
      const pages: Page[] = [];
      const replaced: ReplacedPage[] = [];
      for (const { refreshes, page: text } of rows) {
        const page = fromCheckedJson<Page>(text);
        if (page && refreshes === null) {
          pages.push(page);
        } else if (page) {
          replaced.push({ ...page, refreshes: refreshes! });
        }
      }
      pages.sort((a, b) => a.index - b.index);
      return { pages, replaced };
    },

    /** Saves a list, and deletes other pages of the account. @returns false after a sign-out */
    store: (account: number, { pages, replaced }: PageList, saved: SavedPages): boolean => {
      const owner = database.all`SELECT 1 FROM account WHERE number = ${account}`;
      if (owner.length === 0) {
        return false;
      }
      const others = new Set(saved.keys());
      const all: readonly (Page & Partial<ReplacedPage>)[] = [...pages, ...replaced];
      for (const { refreshes = null, ...page } of all) {
        const { number } = page.call;
        const before = saved.get(number);
        others.delete(number);
        if (before === undefined) {
          const text = toCheckedJson({ ...page, addresses: undefined });
          database.all`INSERT INTO page VALUES (${account}, ${number}, ${refreshes}, ${text})`;
        } else if (before !== refreshes) {
          database.all`
            UPDATE page SET refreshes = ${refreshes} WHERE account = ${account} AND call = ${number}`;
        }
      }
      for (const call of others) {
        database.all`DELETE FROM page WHERE account = ${account} AND call = ${call}`;
      }
      return true;
    },
  };
}
