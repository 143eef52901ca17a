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
  /** Lists an account's saved pages by their calls, without reading them. */
  const list = (account: number) => {
    const rows = database.all<PageRow>`
      SELECT call, refreshes FROM page WHERE account = ${account} ORDER BY call`;
    return new Map(rows.map(({ call, refreshes }) => [call, refreshes]));
  };

  return {
    /** Returns the numbers of the calls of an account's saved pages. */
    callsOf: (account: number): readonly number[] => [...list(account).keys()],

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
    store: (account: number, { pages, replaced }: PageList): boolean => {
      const owner = database.all`
        SELECT 1 FROM account WHERE number = ${account} AND state = 'signedIn'`;
      if (owner.length === 0) {
        return false;
      }
      const saved = list(account);
      const all: readonly (Page & Partial<ReplacedPage>)[] = [...pages, ...replaced];
      for (const { refreshes = null, ...page } of all) {
        const { number } = page.call;
        const before = saved.get(number);
        saved.delete(number);
        if (before === undefined) {
          const text = toCheckedJson({ ...page, addresses: undefined });
          database.all`INSERT INTO page VALUES (${account}, ${number}, ${refreshes}, ${text})`;
        } else if (before !== refreshes) {
          database.all`
            UPDATE page SET refreshes = ${refreshes} WHERE account = ${account} AND call = ${number}`;
        }
      }
      for (const call of saved.keys()) {
        database.all`DELETE FROM page WHERE account = ${account} AND call = ${call}`;
      }
      return true;
    },
  };
}
