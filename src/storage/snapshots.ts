import type { AccountKey } from './accounts';
import type { Database } from './database';
import { PAGES_AT_ONCE } from './schema';
import { sql } from './sql';

/** A saved page. */
export interface StoredPage {
  readonly snapshotId: string;
  readonly pageIndex: number;
  /** Requested monitors. */
  readonly pageSize: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  /** JSON of the response without records: total, end and the like. */
  readonly answer: string;
  /** JSON of the records, with masked secrets. */
  readonly records: string;
}

export interface CurrentSnapshot {
  readonly id: string;
  readonly readAt: readonly number[];
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** The tables `snapshot` and `page`. Each page is saved when it arrives. */
export function createSnapshots(database: Database) {
  /** When the readable pages were read, up to the first gap. */
  const timesOf = (snapshotId: string): readonly number[] => {
    const pages = database.all<{ pageIndex: number; readAt: number }>`
      SELECT page_index AS pageIndex, read_at AS readAt FROM page
      WHERE snapshot = ${snapshotId} AND answer <> 'null' ORDER BY page_index`;
    return pages.filter(({ pageIndex }, at) => pageIndex === at).map(({ readAt }) => readAt);
  };
  const isCurrentOf = ({ account, address }: AccountKey) => sql`is_current AND account = (
    SELECT number FROM account WHERE session = ${account} AND address = ${address} AND state = 'signedIn')`;

  return {
    /** @returns false after a sign-out */
    save: (
      account: number,
      { snapshotId, pageIndex, pageSize, readAt, answer, records }: StoredPage,
    ): Promise<boolean> =>
      database.write(() => {
        void database.run`
          INSERT OR IGNORE INTO snapshot (id, account, began_at)
          SELECT ${snapshotId}, number, ${readAt} FROM account WHERE number = ${account} AND state <> 'signingOut'`;
        const saved = database.run`
          INSERT OR REPLACE INTO page (snapshot, page_index, page_size, read_at, answer, records)
          SELECT id, ${pageIndex}, ${pageSize}, ${readAt}, ${answer}, ${records}
          FROM snapshot WHERE id = ${snapshotId} AND account = ${account}`;
        return saved > 0;
      }),

    /** Makes this the snapshot that windows load, and deletes older ones. */
    makeCurrent: async (account: number, id: string): Promise<void> => {
      await database.execute`
        UPDATE snapshot SET is_current = (id = ${id}), counts = coalesce(counts,
          (SELECT counts FROM snapshot AS before WHERE before.account = ${account} AND before.is_current))
        WHERE account = ${account} AND EXISTS (SELECT 1 FROM snapshot WHERE id = ${id})`;
      const older = sql`SELECT id FROM snapshot WHERE account = ${account} AND NOT is_current AND began_at <= (
        SELECT began_at FROM snapshot WHERE account = ${account} AND is_current)`;
      await database.writeInParts(
        () => database.run`
          DELETE FROM page WHERE rowid IN (
            SELECT rowid FROM page WHERE snapshot IN (${older}) LIMIT ${PAGES_AT_ONCE})`,
      );
      await database.execute`DELETE FROM snapshot WHERE id IN (${older})`;
    },

    findCurrent: (account: number): Promise<CurrentSnapshot | undefined> =>
      database.read(() => {
        const current = database.get<{ id: string }>`
          SELECT id FROM snapshot WHERE account = ${account} AND is_current`;
        return current && { ...current, readAt: timesOf(current.id) };
      }),

    /** Returns when each page was read, in epoch milliseconds. */
    findTimes: (snapshotId: string): Promise<readonly number[]> => database.read(() => timesOf(snapshotId)),

    findPage: (snapshotId: string, pageIndex: number): Promise<StoredPage | undefined> =>
      database.read(
        () => database.get<StoredPage>`
          SELECT snapshot AS snapshotId, page_index AS pageIndex, page_size AS pageSize, read_at AS readAt,
            answer, records
          FROM page WHERE snapshot = ${snapshotId} AND page_index = ${pageIndex}`,
      ),

    /** @param counts JSON */
    setCounts: (key: AccountKey, counts: string): Promise<unknown> =>
      database.execute`UPDATE snapshot SET counts = ${counts} WHERE ${isCurrentOf(key)}`,

    findCounts: (key: AccountKey): Promise<string | undefined> =>
      database.read(() => {
        const row = database.get<{ counts: string | null }>`
          SELECT counts FROM snapshot WHERE ${isCurrentOf(key)}`;
        return row?.counts ?? undefined;
      }),
  };
}
