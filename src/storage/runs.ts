import type { Run } from '../monitors/run';
import type { Database } from './database';

/**
 * Returns the text that stands for another in the table. SQLite's texts can't hold NUL and halves of surrogates, so such
 * a text is saved as JSON, and one that looks like JSON is, too.
 */
function toKey(text: string): string {
  const isSafe = text.isWellFormed() && !text.includes('\0') && !text.startsWith('"');
  return isSafe ? text : JSON.stringify(text);
}

function fromKey(key: string): string {
  return key.startsWith('"') ? (JSON.parse(key) as string) : key;
}

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: which value each monitor had, and when. For transactions. */
export function createRuns(database: Database) {
  return {
    /** Loads the runs of an account, the oldest first. */
    load: (account: number): readonly Run[] => {
      const rows = database.all<Run>`
        SELECT monitor, field, value, first_read_at AS firstReadAt, last_read_at AS lastReadAt,
          said_at AS saidAt, call, last_call AS lastCall, last_begun_at AS lastBegunAt, mapping
        FROM run WHERE account = ${account} ORDER BY monitor, field, call`;
      return rows.map((row) => ({
        ...row,
        monitor: fromKey(row.monitor),
        field: fromKey(row.field),
        value: fromKey(row.value),
        saidAt: row.saidAt ?? undefined,
      }));
    },

    /** Adds runs, or replaces them. */
    save: (account: number, runs: readonly Run[]): void => {
      for (const run of runs) {
        const {
          call,
          firstReadAt,
          lastReadAt,
          saidAt = null,
          lastCall,
          lastBegunAt,
          mapping,
        } = run;
        database.all`
          INSERT OR REPLACE INTO run (account, monitor, field, value, call, first_read_at, last_read_at, said_at,
            last_call, last_begun_at, mapping)
          VALUES (${account}, ${toKey(run.monitor)}, ${toKey(run.field)}, ${toKey(run.value)}, ${call},
            ${firstReadAt}, ${lastReadAt}, ${saidAt}, ${lastCall}, ${lastBegunAt}, ${mapping})`;
      }
    },

    delete: (account: number, runs: readonly Run[]): void => {
      const keys = runs.map(({ monitor, field, call }) => [toKey(monitor), toKey(field), call]);
      database.all`
        DELETE FROM run WHERE account = ${account} AND (monitor, field, call) IN (
          SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)}))`;
    },

    /** Moves readings to now that a wrong clock put into the future. */
    moveFutureTo: (now: number): void => {
      database.all`
        UPDATE run SET first_read_at = min(first_read_at, ${now}), last_read_at = min(last_read_at, ${now}),
          last_begun_at = min(last_begun_at, ${now})
        WHERE last_read_at > ${now}`;
    },
  };
}
