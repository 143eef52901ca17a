import type { Monitor } from '../monitors/monitor';
import type { StatusRun } from '../monitors/since';
import type { Database } from './database';

const MAX_RUNS = 20;

type RunsByMonitor = ReadonlyMap<string, readonly StatusRun[]>;

export type Runs = ReturnType<typeof createRuns>;

/**
 * Returns the text that stands for an id in the table. SQLite's texts can't hold NUL and halves of surrogates, so such
 * an id is saved as JSON, and one that looks like JSON is, too.
 */
function toKey(id: string): string {
  const isSafe = !id.includes('\0') && id.isWellFormed() && !id.startsWith('"');
  return isSafe ? id : JSON.stringify(id);
}

const isSame = (one: StatusRun, other: StatusRun): boolean =>
  one.status === other.status && one.changedAt === other.changedAt;

/** The table `run`: when each monitor had which status or last change. */
export function createRuns(database: Database) {
  const save = (
    account: number,
    id: string,
    { status, changedAt = null, from, to }: StatusRun,
  ): unknown =>
    database.all`
      INSERT INTO run (account, monitor, seen, changed_at, from_at, to_at)
      SELECT number, ${toKey(id)}, ${status}, ${changedAt}, ${from}, ${to} FROM account WHERE number = ${account}
      ON CONFLICT (account, monitor, from_at) DO UPDATE SET to_at = excluded.to_at`;

  return {
    /**
     * Records the statuses of monitors at a time, in epoch milliseconds. The first isn't saved, because the page has it.
     * @returns the runs of these monitors, oldest first, also unsaved ones (`seen`)
     */
    record: (
      account: number,
      at: number,
      monitors: readonly Pick<Monitor, 'id' | 'status' | 'changedAt'>[],
      seen: RunsByMonitor,
    ): Promise<RunsByMonitor> =>
      database.transact(() => {
        const ids = JSON.stringify(monitors.map(({ id }) => toKey(id)));
        const rows = database.all<StatusRun & { readonly monitor: string }>`
          SELECT monitor, seen AS status, changed_at AS changedAt, from_at AS "from", to_at AS "to"
          FROM json_each(${ids}) CROSS JOIN run ON account = ${account} AND monitor = value
          ORDER BY monitor, from_at`;
        const saved = new Map<string, readonly StatusRun[]>();
        for (const { monitor, ...run } of rows) {
          saved.set(monitor, [...(saved.get(monitor) ?? []), run].slice(-MAX_RUNS));
        }
        const runs = new Map<string, readonly StatusRun[]>();
        for (const { id, status, changedAt = null } of monitors) {
          const known = saved.get(toKey(id)) ?? seen.get(id) ?? [];
          const last = known.at(-1);
          const seenNow = {
            status,
            changedAt: status === 'unknown' ? changedAt : null,
            from: at,
            to: at,
          };
          if (last?.to === at && !isSame(last, seenNow)) {
            // Another mapping applies, so the runs begin again.
            void database.all`DELETE FROM run WHERE account = ${account} AND monitor = ${toKey(id)}`;
            runs.set(id, [seenNow]);
          } else if (last && last.to < at) {
            const added = isSame(last, seenNow)
              ? [{ ...seenNow, from: last.from }]
              : [last, seenNow];
            added.forEach((run) => save(account, id, run));
            runs.set(id, [...known.slice(0, -1), ...added]);
          } else {
            runs.set(id, last ? known : [seenNow]);
          }
        }
        return runs;
      }),

    deleteUntil: (at: number): Promise<unknown> =>
      database.execute`DELETE FROM run WHERE to_at < ${at}`,
  };
}
