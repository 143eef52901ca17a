import type { FoundPage, StoredPage } from '../monitors/storedPage';
import type { Database } from './database';
import { sql, type Sql } from './sql';

/** An account at one address; other addresses never show its rows. */
export interface AccountKey {
  readonly id: string;
  readonly baseUrl: string;
}

/** Pages to delete in one transaction. Few, so that other windows don't wait long. */
const PAGES_AT_ONCE = 5;

/** The tables `snapshot` and `page`. Each page is saved when it arrives. */
export function createSnapshots(database: Database) {
  const idOfCurrent = (account: number) =>
    sql`SELECT id FROM snapshot WHERE account = ${account} AND is_current`;
  const isCurrentOf = ({ id, baseUrl }: AccountKey) => sql`is_current AND account = (
    SELECT number FROM account WHERE session = ${id} AND address = ${baseUrl} AND state = 'signedIn')`;

  const markCurrent = (account: number, id: string): unknown => database.all`
    UPDATE snapshot SET is_current = (id = ${id}), counts = coalesce(counts,
      (SELECT counts FROM snapshot AS before WHERE before.account = ${account} AND before.is_current))
    WHERE account = ${account} AND EXISTS (SELECT 1 FROM snapshot WHERE id = ${id})`;

  return {
    /** @returns false after a sign-out */
    save: (account: number, page: StoredPage, isCurrent = false): Promise<boolean> =>
      database.transact(() => {
        const { snapshotId, pageIndex, pageSize, readAt, answer, records } = page;
        void database.all`
          INSERT OR IGNORE INTO snapshot (id, account, began_at)
          SELECT ${snapshotId}, number, ${readAt} FROM account WHERE number = ${account} AND state <> 'signingOut'`;
        const saved = database.all`
          INSERT OR REPLACE INTO page (snapshot, page_index, page_size, read_at, answer, records)
          SELECT id, ${pageIndex}, ${pageSize}, ${readAt}, ${answer}, ${records}
          FROM snapshot WHERE id = ${snapshotId} AND account = ${account}
          RETURNING page_index`;
        if (isCurrent) {
          markCurrent(account, snapshotId);
        }
        return saved.length > 0;
      }),

    /** Makes this the snapshot that windows load, and deletes older ones. */
    makeCurrent: async (account: number, id: string): Promise<void> => {
      await database.transact(() => markCurrent(account, id));
      const isOlder = sql`account = ${account} AND NOT is_current AND began_at <= (
        SELECT began_at FROM snapshot WHERE account = ${account} AND is_current)`;
      await deleteSnapshots(database, isOlder);
    },

    findCurrent: async (account: number): Promise<string | undefined> => {
      const [current] = await database.execute<{ id: string }>`${idOfCurrent(account)}`;
      return current?.id;
    },

    /** Returns when the readable pages were read, up to the first gap, in epoch milliseconds. */
    findTimes: async (snapshotId: string): Promise<readonly number[]> => {
      const pages = await database.execute<{ pageIndex: number; readAt: number }>`
        SELECT page_index AS pageIndex, read_at AS readAt FROM page
        WHERE snapshot = ${snapshotId} AND answer <> 'null' ORDER BY page_index`;
      return pages.filter(({ pageIndex }, at) => pageIndex === at).map(({ readAt }) => readAt);
    },

    /** For transactions. @param snapshotId the current one by default */
    find: (account: number, pageIndex: number, snapshotId: string | Sql = idOfCurrent(account)) =>
      database.all<FoundPage>`
        SELECT snapshot AS snapshotId, page_index AS pageIndex, page_size AS pageSize, read_at AS readAt,
          answer, CAST(records AS BLOB) AS records
        FROM page WHERE snapshot = (${snapshotId}) AND page_index = ${pageIndex}`[0],

    /** @returns no rows if no page is saved */
    setCounts: (key: AccountKey, counts: string): Promise<readonly unknown[]> =>
      database.execute`UPDATE snapshot SET counts = ${counts} WHERE ${isCurrentOf(key)} RETURNING id`,

    findCounts: async (key: AccountKey): Promise<string | undefined> => {
      type Row = { readonly counts: string | null };
      const [row] =
        await database.execute<Row>`SELECT counts FROM snapshot WHERE ${isCurrentOf(key)}`;
      return row?.counts ?? undefined;
    },
  };
}

/** Deletes snapshots with their pages. In parts, to avoid blocking. @param condition selects snapshots */
export async function deleteSnapshots(database: Database, condition: Sql): Promise<void> {
  const pages = sql`SELECT page.rowid FROM page JOIN snapshot ON id = snapshot WHERE ${condition}`;
  const part = sql`DELETE FROM page WHERE rowid IN (${pages} LIMIT ${PAGES_AT_ONCE}) RETURNING rowid`;
  while ((await database.transact(() => database.all`${part}`)).length > 0) {
    // Other windows may write in between.
  }
  await database.execute`DELETE FROM snapshot WHERE ${condition}`;
}
