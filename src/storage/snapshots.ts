import type { AccountKey } from './accounts';
import type { Database } from './database';
import { PAGES_AT_ONCE } from './schema';

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
  const begin = database.statement(
    `INSERT OR IGNORE INTO snapshot (id, account, began_at)
     SELECT $snapshotId, $account, $now
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account AND state <> 'signingOut')`,
  );
  const save = database.statement(
    `INSERT INTO page (snapshot, page_index, page_size, read_at, answer, records)
     SELECT $snapshotId, $pageIndex, $pageSize, $readAt, $answer, $records
     WHERE EXISTS (SELECT 1 FROM snapshot WHERE id = $snapshotId AND account = $account)
     ON CONFLICT (snapshot, page_index) DO UPDATE
       SET page_size = excluded.page_size, read_at = excluded.read_at, answer = excluded.answer, records = excluded.records`,
  );
  const makeCurrent = database.statement(
    `UPDATE snapshot SET is_current = (id = $snapshotId), counts = coalesce(counts,
       (SELECT counts FROM snapshot AS before WHERE before.account = $account AND before.is_current))
     WHERE account = $account AND EXISTS (SELECT 1 FROM snapshot WHERE id = $snapshotId)`,
  );
  const older = `SELECT id FROM snapshot WHERE account = $account AND NOT is_current AND began_at <= (
    SELECT began_at FROM snapshot WHERE account = $account AND is_current)`;
  const removePagesOf = (snapshots: string) =>
    database.statement(
      `DELETE FROM page WHERE rowid IN (
         SELECT rowid FROM page WHERE snapshot IN (${snapshots}) LIMIT ${PAGES_AT_ONCE})`,
    );
  const removePagesOfOlder = removePagesOf(older);
  const removeOlder = database.statement(`DELETE FROM snapshot WHERE id IN (${older})`);
  const removeAnyPages = removePagesOf('SELECT id FROM snapshot');
  const findCurrent = database.statement(`SELECT id FROM snapshot WHERE account = $account AND is_current`);
  const selectTimes = database.statement(
    `SELECT page_index AS pageIndex, read_at AS readAt FROM page
     WHERE snapshot = $snapshotId AND answer <> 'null' ORDER BY page_index`,
  );
  const find = database.statement(
    `SELECT snapshot AS snapshotId, page_index AS pageIndex, page_size AS pageSize, read_at AS readAt, answer, records
     FROM page WHERE snapshot = $snapshotId AND page_index = $pageIndex`,
  );
  const ofAccount = `is_current AND account = (
    SELECT number FROM account WHERE session = $account AND address = $address AND state = 'signedIn')`;
  const setCounts = database.statement(`UPDATE snapshot SET counts = $counts WHERE ${ofAccount}`);
  const findCounts = database.statement(`SELECT counts FROM snapshot WHERE ${ofAccount}`);
  const removeAll = ['snapshot', 'run', 'look'].map((table) => database.statement(`DELETE FROM ${table}`));
  /** Of the pages that can be read, up to the first gap. */
  const timesOf = (snapshotId: string): readonly number[] => {
    const pages = selectTimes.all<{ pageIndex: number; readAt: number }>({ snapshotId });
    const gap = pages.findIndex(({ pageIndex }, position) => pageIndex !== position);
    return (gap < 0 ? pages : pages.slice(0, gap)).map(({ readAt }) => readAt);
  };

  return {
    /**
     * @param how.isCurrent see {@link makeCurrent}
     * @returns false after a sign-out
     */
    save: (
      account: number,
      page: StoredPage,
      { isCurrent, now }: { readonly isCurrent: boolean; readonly now: number },
    ): Promise<boolean> =>
      database.write(() => {
        begin.run({ snapshotId: page.snapshotId, account, now });
        const isSaved = save.run({ ...page, account }) > 0;
        if (isSaved && isCurrent) {
          makeCurrent.run({ account, snapshotId: page.snapshotId });
        }
        return isSaved;
      }),

    /** Makes this the snapshot that windows load. */
    makeCurrent: (account: number, snapshotId: string): Promise<unknown> =>
      database.write(() => makeCurrent.run({ account, snapshotId })),

    removeOlder: async (account: number): Promise<void> => {
      await database.writeInParts(() => removePagesOfOlder.run({ account }));
      await database.write(() => removeOlder.run({ account }));
    },

    findCurrent: (account: number): Promise<CurrentSnapshot | undefined> =>
      database.read(() => {
        const current = findCurrent.get<{ id: string }>({ account });
        return current && { ...current, readAt: timesOf(current.id) };
      }),

    /** Returns when each page was read, in epoch milliseconds. */
    findTimes: (snapshotId: string): Promise<readonly number[]> => database.read(() => timesOf(snapshotId)),

    findPage: (snapshotId: string, pageIndex: number): Promise<StoredPage | undefined> =>
      database.read(() => find.get<StoredPage>({ snapshotId, pageIndex })),

    /** @param counts JSON */
    setCounts: (key: AccountKey, counts: string): Promise<unknown> =>
      database.write(() => setCounts.run({ ...key, counts })),

    findCounts: (key: AccountKey): Promise<string | undefined> =>
      database.read(() => findCounts.get<{ counts: string | null }>({ ...key })?.counts ?? undefined),

    /** Also removes history and traces in the log. */
    removeAll: async (): Promise<void> => {
      await database.writeInParts(() => removeAnyPages.run());
      await database.write(() => removeAll.forEach((statement) => statement.run()));
      database.removeDamaged();
      await database.emptyLog();
    },
  };
}
