import { crc32 } from 'node:zlib';
import type { Page, PageCall, PageHeaders, PageList, ReplacedPage } from '../monitors/page';
import type { Database } from './database';

interface PageRow extends PageCall, Pick<Page, 'index' | 'size'> {
  /** JSON, like the headers. */
  readonly response: string;
  readonly headers: string;
}

interface SavedRow extends PageRow {
  /** Null if the page is shown. */
  readonly refreshes: number | null;
  readonly checksum: number;
}

export type Pages = ReturnType<typeof createPages>;

/** The table `page`: each response with its call. For transactions. */
export function createPages(database: Database) {
  /** Returns the numbers of the calls of an account's saved pages, without reading these. */
  const callsOf = (account: number): readonly number[] => {
    const rows = database.all<{ readonly call: number }>`
      SELECT call FROM page WHERE account = ${account} ORDER BY call`;
    return rows.map(({ call }) => call);
  };

  const insert = (account: number, page: Page, refreshes: number | null): void => {
    const response = JSON.stringify(page.response);
    const headers = JSON.stringify(page.headers);
    const { index, size, call } = page;
    const { number, begun, ended } = call;
    const checksum = toChecksum({ index, size, ...call, response, headers });
    database.all`
      INSERT INTO page (account, call, idx, size, begun, ended, refreshes, response, headers, checksum)
      VALUES (${account}, ${number}, ${index}, ${size}, ${begun}, ${ended}, ${refreshes}, ${response},
        ${headers}, ${checksum})`;
  };

  return {
    callsOf,

    /** Loads the saved pages of an account. A page that isn't as it was saved counts as not saved. */
    load: (account: number): PageList => {
      const rows = database.all<SavedRow>`
        SELECT call AS number, idx AS "index", size, begun, ended, refreshes, response, headers, checksum
        FROM page WHERE account = ${account} ORDER BY idx, call`;
      const pages: Page[] = [];
      const replaced: ReplacedPage[] = [];
      for (const { refreshes, checksum, ...row } of rows) {
        if (checksum !== toChecksum(row)) {
          continue;
        }
        if (refreshes === null) {
          pages.push(toPage(row));
        } else {
          replaced.push({ ...toPage(row), refreshes });
        }
      }
      return { pages, replaced };
    },

    /** Saves a list, and deletes other pages of the account. @returns false after a sign-out */
    store: (account: number, { pages, replaced }: PageList): boolean => {
      const owner = database.all`
        SELECT 1 FROM account WHERE number = ${account} AND state = 'signedIn'`;
      if (owner.length === 0) {
        return false;
      }
      const others = new Set(callsOf(account));
      const storePage = (page: Page, refreshes: number | null): void => {
        const { number } = page.call;
        if (!others.delete(number)) {
          insert(account, page, refreshes);
          return;
        }
        database.all`
          UPDATE page SET refreshes = ${refreshes}
          WHERE account = ${account} AND call = ${number} AND refreshes IS NOT ${refreshes}`;
      };
      pages.forEach((page) => storePage(page, null));
      replaced.forEach((page) => storePage(page, page.refreshes));
      for (const call of others) {
        database.all`DELETE FROM page WHERE account = ${account} AND call = ${call}`;
      }
      return true;
    },
  };
}

/** Needs no care for large integers, because they became texts when the response came. */
function toPage({ index, size, response, headers, ...call }: PageRow): Page {
  return {
    index,
    size,
    call,
    response: JSON.parse(response) as unknown,
    headers: JSON.parse(headers) as PageHeaders,
  };
}

/** Covers all but `refreshes`, which changes. */
function toChecksum({ number, index, size, begun, ended, response, headers }: PageRow): number {
  return crc32(response, crc32(`${number} ${index} ${size} ${begun} ${ended} ${headers}`));
}
