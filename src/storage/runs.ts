import type { Database } from './database';

/** A time over which a monitor looked the same. */
export interface RunRow {
  readonly monitor: string;
  /** Epoch milliseconds of the first and the last page that showed it so. */
  readonly from: number;
  readonly to: number;
  /** JSON of what is compared: see the caller. */
  readonly seen: string;
}

/** Milliseconds for which runs are kept after the monitor was last seen so. */
const KEPT_FOR_MS = 90 * 24 * 60 * 60_000;

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: how each monitor looked, and when. */
export function createRuns(database: Database) {
  const newest = `(SELECT max(from_at) FROM run AS other WHERE other.account = $account AND other.monitor = run.monitor)`;
  const extend = database.statement(
    `UPDATE run SET to_at = max(to_at, $at)
     FROM json_each($rows) AS row
     WHERE run.account = $account AND run.monitor = row.value ->> 0 AND run.seen = row.value ->> 1
       AND run.from_at = ${newest}`,
  );
  const begin = database.statement(
    `INSERT OR IGNORE INTO run (account, monitor, from_at, to_at, seen)
     SELECT $account, row.value ->> 0, $at, $at, row.value ->> 1 FROM json_each($rows) AS row
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account)
       AND NOT EXISTS (
         SELECT 1 FROM run WHERE run.account = $account AND run.monitor = row.value ->> 0
           AND (run.to_at >= $at OR run.seen = row.value ->> 1 AND run.from_at = ${newest}))`,
  );
  const select = database.statement(
    `SELECT monitor, from_at, to_at, seen FROM run
     WHERE account = $account AND monitor IN (SELECT value FROM json_each($monitors)) ORDER BY monitor, from_at`,
  );
  const sweep = database.statement('DELETE FROM run WHERE to_at < $before');

  return {
    /** Takes what a page shows. @param at epoch milliseconds @param rows pairs of a monitor's id and how it looks */
    save: (account: number, at: number, rows: readonly (readonly [string, string])[]): Promise<void> =>
      database.write(() => {
        const parameters = { account, at, rows: JSON.stringify(rows) };
        extend.run(parameters);
        begin.run(parameters);
      }),

    /** The runs of some monitors, by monitor, oldest first. */
    list: (account: number, monitors: readonly string[]): Promise<readonly RunRow[]> =>
      database.read(() =>
        select.all({ account, monitors: JSON.stringify(monitors) }).map((row) => ({
          monitor: String(row['monitor']),
          from: Number(row['from_at']),
          to: Number(row['to_at']),
          seen: String(row['seen']),
        })),
      ),

    sweep: (now: number): Promise<unknown> => database.write(() => sweep.run({ before: now - KEPT_FOR_MS })),
  };
}
