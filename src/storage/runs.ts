import type { StatusRun } from '../monitors/since';
import type { MonitorStatus } from '../monitors/monitor';
import type { Database } from './database';

export interface RunRow extends StatusRun {
  /** The monitor id. */
  readonly monitor: string;
}

const KEPT_FOR_MS = 90 * 24 * 60 * 60_000;

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: when each monitor had which status. */
export function createRuns(database: Database) {
  const ofShown = 'json_each($shown) CROSS JOIN run ON account = $account AND monitor = value ->> 0';
  const select = database.statement(
    `SELECT monitor, seen AS status, from_at AS "from", to_at AS "to" FROM ${ofShown} ORDER BY monitor, from_at`,
  );
  const forget = database.statement(
    `DELETE FROM run WHERE account = $account AND monitor IN (
       SELECT monitor FROM ${ofShown} WHERE to_at = $at AND seen <> value ->> 1)`,
  );
  const extend = database.statement(
    `UPDATE run SET to_at = $at WHERE account = $account AND (monitor, from_at) IN (
       SELECT monitor, from_at FROM ${ofShown} WHERE seen = value ->> 1 AND to_at < $at AND NOT EXISTS (
         SELECT 1 FROM run AS later
         WHERE later.account = $account AND later.monitor = run.monitor AND later.from_at > run.from_at))`,
  );
  const begin = database.statement(
    `INSERT INTO run (account, monitor, from_at, to_at, seen)
     SELECT $account, value ->> 0, $at, $at, value ->> 1 FROM json_each($shown)
     WHERE EXISTS (SELECT 1 FROM run WHERE account = $account AND monitor = value ->> 0) AND NOT EXISTS (
       SELECT 1 FROM run WHERE account = $account AND monitor = value ->> 0 AND to_at >= $at)`,
  );
  const insert = database.statement(
    `INSERT INTO run (account, monitor, seen, from_at, to_at)
     SELECT $account, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($earlier)
     WHERE EXISTS (SELECT 1 FROM account WHERE number = $account)
       AND NOT EXISTS (SELECT 1 FROM run WHERE account = $account AND monitor = value ->> 0)`,
  );
  const sweep = database.statement('DELETE FROM run WHERE to_at < $before');

  return {
    /**
     * Saves statuses and deletes contradicting runs of the same time. A monitor's first status is only in its page.
     * @param account number of the sign-in
     * @param at epoch milliseconds
     * @param earlier runs that this window has seen
     * @returns earlier runs by monitor, oldest first
     */
    record: (
      account: number,
      at: number,
      statuses: readonly (readonly [monitor: string, status: MonitorStatus])[],
      earlier: readonly RunRow[],
    ): Promise<readonly RunRow[]> =>
      database.write(() => {
        const runs = earlier.map(({ monitor, status, from, to }) => [monitor, status, from, to]);
        const parameters = { account, at, shown: JSON.stringify(statuses), earlier: JSON.stringify(runs) };
        forget.run(parameters);
        const known = select.all<RunRow>(parameters);
        if (known.length + earlier.length > 0) {
          insert.run(parameters);
          extend.run(parameters);
          begin.run(parameters);
        }
        return known;
      }),

    sweep: (now: number): Promise<unknown> => database.write(() => sweep.run({ before: now - KEPT_FOR_MS })),
  };
}
