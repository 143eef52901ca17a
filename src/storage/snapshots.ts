import type { Database, Row } from './database';

/** A page of records as it is kept. Its fields are read from the records when it is loaded. */
export interface StoredPage {
  readonly snapshotId: string;
  readonly pageIndex: number;
  /** Monitors asked for. */
  readonly pageSize: number;
  /** Epoch milliseconds at which the response was complete. */
  readonly readAt: number;
  /** What the response says of the list besides its records: total, end and the like. JSON. */
  readonly answer: string;
  /** The records, their secrets masked, each with what tells it apart. JSON. */
  readonly records: string;
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** The tables `snapshot` and `page`: pages that were read together, each saved as soon as it has come. */
export function createSnapshots(database: Database) {
  const begin = database.statement(
    `INSERT OR IGNORE INTO snapshot (id, account, page_size)
     SELECT $snapshotId, $account, $pageSize
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account AND state <> 'signingOut')`,
  );
  const save = database.statement(
    `INSERT INTO page (snapshot, page_index, read_at, answer, records)
     SELECT $snapshotId, $pageIndex, $readAt, $answer, $records
     WHERE EXISTS (SELECT 1 FROM snapshot WHERE id = $snapshotId AND account = $account)
     ON CONFLICT (snapshot, page_index) DO UPDATE
       SET read_at = excluded.read_at, answer = excluded.answer, records = excluded.records`,
  );
  const setPageSize = database.statement(
    'UPDATE snapshot SET page_size = $pageSize WHERE id = $snapshotId AND page_size <> $pageSize',
  );
  const makeCurrent = database.statement(
    `UPDATE snapshot SET is_current = (id = $snapshotId)
     WHERE account = $account AND EXISTS (SELECT 1 FROM snapshot WHERE id = $snapshotId)`,
  );
  const removeOthers = database.statement(
    `DELETE FROM snapshot WHERE account = $account AND NOT is_current AND id <> $snapshotId
       AND id NOT IN (SELECT name FROM lease WHERE until > $now)`,
  );
  const findCurrent = database.statement(`SELECT id FROM snapshot WHERE account = $account AND is_current`);
  const selectTimes = database.statement(
    'SELECT page_index, read_at FROM page WHERE snapshot = $snapshotId ORDER BY page_index',
  );
  const find = database.statement(
    `SELECT snapshot, page_index, page_size, read_at, answer, records
     FROM page JOIN snapshot ON snapshot.id = page.snapshot
     WHERE snapshot.id = $snapshotId AND page_index = $pageIndex`,
  );
  const setCounts = database.statement(
    'UPDATE snapshot SET counts = $counts WHERE account = $account AND is_current',
  );
  const findCounts = database.statement(
    `SELECT counts FROM snapshot JOIN account ON account.number = snapshot.account
     WHERE is_current AND session = $account AND address = $address AND state = 'signedIn'`,
  );
  const removeAll = database.statement('DELETE FROM snapshot WHERE account = $account');

  return {
    /**
     * Saves a page that was read under a sign-in.
     * @param isCurrent whether its snapshot is the one that is loaded from now on
     * @returns whether it is saved: not if the sign-in is over
     */
    save: (account: number, page: StoredPage, isCurrent: boolean, now: number): Promise<boolean> =>
      database.write(() => {
        const { snapshotId, pageSize } = page;
        if (begin.run({ snapshotId, account, pageSize }) > 0) {
          removeOthers.run({ snapshotId, account, now });
        }
        const isSaved = save.run({ ...page, account }) > 0;
        setPageSize.run({ snapshotId, pageSize });
        if (isSaved && isCurrent) {
          makeCurrent.run({ snapshotId, account });
        }
        return isSaved;
      }),

    makeCurrent: (account: number, snapshotId: string): Promise<unknown> =>
      database.write(() => makeCurrent.run({ account, snapshotId })),

    /** The current snapshot: when each of its pages was read, from the first on. Epoch milliseconds. */
    findCurrent: (
      account: number,
    ): Promise<{ readonly id: string; readonly readAt: readonly number[] } | undefined> =>
      database.read(() => {
        const row = findCurrent.get({ account });
        const snapshotId = String(row?.['id']);
        const times = selectTimes.all({ snapshotId });
        const gap = times.findIndex(({ page_index: index }, position) => index !== position);
        const whole = gap < 0 ? times : times.slice(0, gap);
        return row && { id: snapshotId, readAt: whole.map(({ read_at: readAt }) => Number(readAt)) };
      }),

    findPage: (snapshotId: string, pageIndex: number): Promise<StoredPage | undefined> =>
      database.read(() => {
        const row = find.get({ snapshotId, pageIndex });
        return row && toPage(row);
      }),

    /** @param counts JSON of what badge and status bar show of the current snapshot */
    setCounts: (account: number, counts: string): Promise<unknown> =>
      database.write(() => setCounts.run({ account, counts })),

    /** @param key session id and base URL */
    findCounts: (key: { readonly account: string; readonly address: string }): Promise<string | undefined> =>
      database.read(() => {
        const counts = findCounts.get({ ...key })?.['counts'];
        return typeof counts === 'string' ? counts : undefined;
      }),

    removeAll: (account: number): Promise<unknown> => database.write(() => removeAll.run({ account })),
  };
}

function toPage(row: Row): StoredPage {
  return {
    snapshotId: String(row['snapshot']),
    pageIndex: Number(row['page_index']),
    pageSize: Number(row['page_size']),
    readAt: Number(row['read_at']),
    answer: String(row['answer']),
    records: String(row['records']),
  };
}
