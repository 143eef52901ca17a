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

export type Pages = ReturnType<typeof createPages>;

/** The table `page`: each response with its call. For transactions. */
export function createPages(database: Database) {
  return {
    /** Lists the numbers of the calls whose pages an account has saved. */
    list: (account: number) => {
      const rows = database.all<PageRow>`SELECT call FROM page WHERE account = ${account}`;
      return new Set(rows.map(({ call }) => call));
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

    /** Saves a list, and deletes other pages of the account. @param saved calls whose pages are saved */
    store: (account: number, { pages, replaced }: PageList, saved: ReadonlySet<number>): void => {
      const all: readonly (Page & Partial<ReplacedPage>)[] = [...pages, ...replaced];
      for (const { refreshes = null, ...page } of all) {
        const { number } = page.call;
        if (!saved.has(number)) {
          const text = toCheckedJson({ ...page, addresses: undefined });
          database.all`INSERT INTO page VALUES (${account}, ${number}, ${refreshes}, ${text})`;
        } else if (refreshes !== null) {
          database.all`
            UPDATE page SET refreshes = ${refreshes}
            WHERE account = ${account} AND call = ${number} AND refreshes IS NOT ${refreshes}`;
        }
      }
      const calls = JSON.stringify(all.map(({ call }) => call.number));
      database.all`
        DELETE FROM page
        WHERE account = ${account} AND call NOT IN (SELECT value FROM json_each(${calls}))`;
    },
  };
}
