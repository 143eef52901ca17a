import type { Run } from '../monitors/run';
import { fromCheckedJson, toCheckedJson } from './checkedJson';
import type { Database } from './database';

function toKey({ monitor, field, call }: Run): string {
  return JSON.stringify([call, monitor, field]);
}

export type Runs = ReturnType<typeof createRuns>;

/** The table `run`: which value each monitor had, and when. For transactions. */
export function createRuns(database: Database) {
  return {
    /** Loads the runs of an account, the oldest first. */
    load: (account: number): readonly Run[] => {
      const rows = database.all<{ readonly run: string }>`
        SELECT run FROM run WHERE account = ${account}`;
      const runs = rows.flatMap(({ run }) => fromCheckedJson<Run>(run) ?? []);
      return runs.sort((a, b) => a.call - b.call);
    },

    /** Adds runs, or replaces them. */
    save: (account: number, runs: readonly Run[]): void => {
      for (const run of runs) {
        database.all`
          INSERT OR REPLACE INTO run VALUES (${account}, ${toKey(run)}, ${toCheckedJson(run)})`;
      }
    },

    delete: (account: number, runs: readonly Run[]): void => {
      for (const run of runs) {
        database.all`DELETE FROM run WHERE account = ${account} AND key = ${toKey(run)}`;
      }
    },
  };
}
