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
  const extend = database.statement(
    `UPDATE run SET to_at = max(to_at, $at)
     WHERE account = $account AND monitor IN (SELECT value FROM json_each($monitors)) AND from_at = (
       SELECT max(from_at) FROM run AS other WHERE other.account = $account AND other.monitor = run.monitor)`,
  );
  const begin = database.statement(
    `INSERT OR IGNORE INTO run (account, monitor, from_at, to_at, seen)
     SELECT $account, value ->> 0, $at, $at, value ->> 1 FROM json_each($rows)
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account)`,
  );
  const select = database.statement(
    `SELECT monitor, from_at, to_at, seen FROM run
     WHERE account = $account AND monitor IN (SELECT value FROM json_each($monitors)) ORDER BY monitor, from_at`,
  );
  const sweep = database.statement('DELETE FROM run WHERE to_at < $before');

  return {
    /**
     * Takes what a page shows.
     * @param at epoch milliseconds
     * @param changed pairs of a monitor's id and how it looks now
     * @param unchanged ids of the monitors that look as they did last
     */
    save: (
      account: number,
      at: number,
      changed: readonly (readonly [string, string])[],
      unchanged: readonly string[],
    ): Promise<void> =>
      database.write(() => {
        extend.run({ account, at, monitors: JSON.stringify(unchanged) });
        begin.run({ account, at, rows: JSON.stringify(changed) });
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
