import type { StatusRun } from '../monitors/since';
import type { MonitorStatus } from '../monitors/monitor';
import type { Database } from './database';

export interface RunRow extends StatusRun {
  /** Its id. */
  readonly monitor: string;
}

/** Milliseconds for which runs are kept after the monitor was last seen so. */
const KEPT_FOR_MS = 90 * 24 * 60 * 60_000;

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: in which status each monitor was seen, from when to when. */
export function createRuns(database: Database) {
  const shown = `SELECT value ->> 0 AS monitor, value ->> 1 AS status FROM json_each($shown)`;
  const last = `SELECT max(from_at) FROM run AS other WHERE other.account = $account AND other.monitor = run.monitor`;
  const extend = database.statement(
    `UPDATE run SET to_at = max(to_at, $at)
     WHERE account = $account AND (monitor, seen) IN (${shown}) AND from_at = (${last})`,
  );
  const begin = database.statement(
    `INSERT OR IGNORE INTO run (account, monitor, from_at, to_at, seen)
     SELECT $account, monitor, $at, $at, status FROM (${shown}) AS shown
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account) AND NOT EXISTS (
       SELECT 1 FROM run WHERE account = $account AND run.monitor = shown.monitor AND to_at >= $at)`,
  );
  const select = database.statement(
    `SELECT monitor, seen AS status, from_at AS "from", to_at AS "to" FROM run
     WHERE account = $account AND monitor IN (SELECT monitor FROM (${shown})) ORDER BY monitor, from_at`,
  );
  const sweep = database.statement('DELETE FROM run WHERE to_at < $before');

  return {
    /**
     * Takes the statuses that a page shows.
     * @param account number of the sign-in
     * @param at epoch milliseconds
     * @returns all runs of these monitors, by monitor, oldest first
     */
    record: (
      account: number,
      at: number,
      statuses: readonly (readonly [monitor: string, status: MonitorStatus])[],
    ): Promise<readonly RunRow[]> =>
      database.write(() => {
        const parameters = { account, at, shown: JSON.stringify(statuses) };
        extend.run(parameters);
        begin.run(parameters);
        return select.all<RunRow>(parameters);
      }),

    sweep: (now: number): Promise<unknown> => database.write(() => sweep.run({ before: now - KEPT_FOR_MS })),
  };
}
