import type { Monitor } from '../monitors/monitor';
import type { StatusRun } from '../monitors/since';
import type { Database } from './database';

/** Kept runs of a monitor. */
const MAX_RUNS = 20;
/** Runs deleted in one transaction. Few, so that it doesn't block. */
const RUNS_AT_ONCE = 5_000;

/**
 * Returns the text that stands for an id in the table. SQLite's texts can't hold NUL and halves of surrogates, so such
 * an id is saved as JSON, and one that looks like JSON is, too.
 */
function toKey(id: string): string {
  const isSafe = id.isWellFormed() && !id.includes('\0') && !id.startsWith('"');
  return isSafe ? id : JSON.stringify(id);
}

type RunsByMonitor = ReadonlyMap<string, readonly StatusRun[]>;

export type Runs = ReturnType<typeof createRuns>;

const isSame = (run: StatusRun, other: StatusRun): boolean =>
  run.status === other.status && run.changedAt === other.changedAt;

/** The table `run`: when each monitor had which status or last change. For transactions. */
export function createRuns(database: Database) {
  const save = (account: number, id: string, run: StatusRun): void => {
    const { status, changedAt = null, from, to } = run;
    database.all`
      INSERT INTO run (account, monitor, seen, changed_at, from_at, to_at)
      SELECT number, ${id}, ${status}, ${changedAt}, ${from}, ${to}
      FROM account WHERE number = ${account}
      ON CONFLICT (account, monitor, from_at) DO UPDATE SET to_at = excluded.to_at`;
  };

  const load = (account: number, ids: readonly string[]): RunsByMonitor => {
    const rows = database.all<StatusRun & { readonly monitor: string }>`
      SELECT monitor, seen AS status, changed_at AS changedAt, from_at AS "from", to_at AS "to"
      FROM json_each(${JSON.stringify(ids)}) CROSS JOIN run ON account = ${account} AND monitor = value
      ORDER BY monitor, from_at`;
    return Map.groupBy(rows, ({ monitor }) => monitor);
  };

  const deleteBefore = (account: number, id: string, from: number): void => {
    database.all`
      DELETE FROM run WHERE account = ${account} AND monitor = ${id} AND from_at < ${from}`;
  };

  /** Adds a reading to the runs before it. @returns the runs, oldest first */
  const add = (
    account: number,
    id: string,
    before: readonly StatusRun[],
    run: StatusRun,
  ): readonly StatusRun[] => {
    const last = before.at(-1);
    if (last === undefined) {
      return [run];
    }
    const isLonger = isSame(last, run);
    if (last.to > run.to || (last.to === run.to && isLonger)) {
      return before;
    }
    if (last.to === run.to) {
      // Another mapping applies, so the runs begin again.
      deleteBefore(account, id, Infinity);
      return [run];
    }
    if (isLonger) {
      const longer = { ...run, from: last.from };
      save(account, id, longer);
      return before.with(-1, longer);
    }
    save(account, id, last);
    save(account, id, run);
    const runs = before.concat(run).slice(-MAX_RUNS);
    if (runs.length <= before.length) {
      deleteBefore(account, id, runs[0]!.from);
    }
    return runs;
  };

  return {
    /**
     * Records the statuses of monitors at a time, in epoch milliseconds. The first isn't saved, because the page has it.
     * @param seen the runs so far, also unsaved ones
     * @returns the runs of these monitors, oldest first
     */
    record: (
      account: number,
      at: number,
      monitors: readonly Pick<Monitor, 'id' | 'status' | 'changedAt'>[],
      seen: RunsByMonitor,
    ): RunsByMonitor => {
      const saved = load(
        account,
        monitors.map(({ id }) => toKey(id)),
      );
      const runs = new Map<string, readonly StatusRun[]>();
      for (const { id, status, changedAt } of monitors) {
        const key = toKey(id);
        const before = runs.get(id) ?? saved.get(key) ?? seen.get(id) ?? [];
        const change = status === 'unknown' ? changedAt : undefined;
        const run = { status, changedAt: change ?? null, from: at, to: at };
        runs.set(id, add(account, key, before, run));
      }
      return runs;
    },

    /** Deletes some runs that ended before a time. @returns whether there may be more */
    deleteUntil: (at: number): boolean => {
      const deleted = database.all`
        DELETE FROM run WHERE (account, monitor, from_at) IN (
          SELECT account, monitor, from_at FROM run WHERE to_at < ${at} LIMIT ${RUNS_AT_ONCE})
        RETURNING 1`;
      return deleted.length === RUNS_AT_ONCE;
    },
  };
}
