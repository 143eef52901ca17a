import type { Run } from '../monitors/run';
import { fromCheckedJson, toCheckedJson } from './checkedJson';
import type { Database } from './database';

interface RunRow {
  readonly run: string;
}

/** Returns a key among the runs of a call. */
function toKey({ monitor, field }: Run): string {
  return `${field.length} ${field}${monitor}`;
}

function parseRuns(rows: readonly RunRow[]) {
  return rows.flatMap(({ run }) => fromCheckedJson<readonly Run[]>(run) ?? []);
}

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: which value each monitor had, and when. The runs that one call began are one line. For transactions. */
export function createRuns(database: Database) {
  return {
    /** Loads the runs of an account, the oldest first. */
    load: (account: number) => {
      const rows = database.all<RunRow>`SELECT run FROM run WHERE account = ${account}`;
      return parseRuns(rows).toSorted((a, b) => a.call - b.call);
    },

    /** Adds runs, or replaces them, and then removes others. */
    save: (account: number, changed: readonly Run[], removed: readonly Run[]): void => {
      const gone = new Set(removed);
      for (const [call, runs] of Map.groupBy([...changed, ...removed], (run) => run.call)) {
        const key = String(call);
        const rows = database.all<RunRow>`
          SELECT run FROM run WHERE account = ${account} AND key = ${key}`;
        const byKey = new Map([...parseRuns(rows), ...runs].map((run) => [toKey(run), run]));
        const kept = [...byKey.values()].filter((run) => !gone.has(run));
        if (kept.length > 0) {
          database.all`
            INSERT OR REPLACE INTO run VALUES (${account}, ${key}, ${toCheckedJson(kept)})`;
        } else {
          database.all`DELETE FROM run WHERE account = ${account} AND key = ${key}`;
        }
      }
    },
  };
}
